/** The Zapier app. Its default export is what Zapier's tools load; nothing else here is public. */
import zapier, { defineApp } from "zapier-platform-core";
import { version } from "../src/version.ts";
import { authentication, authorize } from "./authentication.ts";
import { copyPoll } from "./creates/copy-poll.ts";
import { createPoll } from "./creates/create-poll.ts";
import { deletePoll } from "./creates/delete-poll.ts";
import { findBestTime } from "./searches/find-best-time.ts";
import { findMissingPeople } from "./searches/find-missing-people.ts";
import { findPollByTitle } from "./searches/find-poll.ts";
import { findPollResults } from "./searches/find-poll-results.ts";
import { findResponse } from "./searches/find-response.ts";
import { findResponses } from "./searches/find-responses.ts";
import { findWebhookEvent } from "./searches/find-webhook-event.ts";
import { newPoll } from "./triggers/new-poll.ts";
import { newResponse } from "./triggers/new-response.ts";
import { pollList } from "./triggers/poll-list.ts";
import { pollClosed, pollScheduled } from "./triggers/poll-status.ts";
import { responsesReached } from "./triggers/responses-reached.ts";
import { updatedResponse } from "./triggers/updated-response.ts";

export default defineApp({
  version,
  platformVersion: zapier.version,
  authentication,
  beforeRequest: [authorize],
  // Responses must keep their body and Retry-After: errors.ts needs both.
  flags: { skipThrowForStatus: true, throwForThrottlingEarly: false, cleanInputData: false },
  triggers: {
    new_poll: newPoll,
    new_response: newResponse,
    updated_response: updatedResponse,
    responses_reached: responsesReached,
    poll_closed: pollClosed,
    poll_scheduled: pollScheduled,
    poll_list: pollList,
  },
  creates: { create_poll: createPoll, copy_poll: copyPoll, delete_poll: deletePoll },
  searches: {
    find_poll: findPollByTitle,
    find_poll_results: findPollResults,
    find_response: findResponse,
    find_responses: findResponses,
    find_missing_people: findMissingPeople,
    find_webhook_event: findWebhookEvent,
    find_best_time: findBestTime,
  },
  searchOrCreates: {
    find_poll: {
      key: findPollByTitle.key,
      display: {
        label: "Find or Create Poll",
        description: "Finds a poll by its title, or creates it when there is none.",
      },
      search: findPollByTitle.key,
      create: createPoll.key,
    },
  },
});
