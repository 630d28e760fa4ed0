/** The Zapier app. Its default export is what Zapier's tools load; nothing else here is public. */
import zapier, { defineApp } from "zapier-platform-core";
import { version } from "../src/version.ts";
import { authentication, authorize } from "./authentication.ts";
import { copyPoll } from "./creates/copy-poll.ts";
import { createPoll } from "./creates/create-poll.ts";
import { deletePoll } from "./creates/delete-poll.ts";
import { findBestTime } from "./searches/find-best-time.ts";
import { findMissingPeople } from "./searches/find-missing-people.ts";
import { findPoll } from "./searches/find-poll.ts";
import { findPolls } from "./searches/find-polls.ts";
import { findResponse } from "./searches/find-response.ts";
import { enoughResponses } from "./triggers/enough-responses.ts";
import { optionList, pollList } from "./triggers/lists.ts";
import { newPoll } from "./triggers/new-poll.ts";
import { newResponse } from "./triggers/new-response.ts";
import { peopleMissing } from "./triggers/people-missing.ts";
import { pollEnded } from "./triggers/poll-ended.ts";
import { timePicked } from "./triggers/time-picked.ts";

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
    enough_responses_received: enoughResponses,
    poll_ended: pollEnded,
    people_still_missing: peopleMissing,
    // A public version leaves this line out (checks D016 and D017): public apps must subscribe to webhooks by themselves.
    time_picked: timePicked,
    poll_list: pollList,
    option_list: optionList,
  },
  creates: { create_poll: createPoll, copy_poll: copyPoll, delete_poll: deletePoll },
  searches: {
    find_poll: findPoll,
    find_polls: findPolls,
    find_best_time: findBestTime,
    find_response: findResponse,
    find_missing_people: findMissingPeople,
  },
  searchOrCreates: {
    find_poll: {
      key: findPoll.key,
      display: {
        label: "Find or Create Poll",
        description: "Finds a poll by its title, or creates it when none is open.",
      },
      search: findPoll.key,
      create: createPoll.key,
    },
  },
});
