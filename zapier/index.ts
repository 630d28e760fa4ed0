/** The Zapier app. Its default export is what Zapier's tools load; nothing else here is public. */
import zapier, { type Create, defineApp, type Search, type Trigger } from "zapier-platform-core";
import { version } from "../src/version.ts";
import { authentication, authorize } from "./authentication.ts";
import { copyPoll } from "./creates/copy-poll.ts";
import { createPoll } from "./creates/create-poll.ts";
import { deletePoll } from "./creates/delete-poll.ts";
import { findBestTime } from "./searches/find-best-time.ts";
import { findPollByTitle } from "./searches/find-poll.ts";
import { findResponses } from "./searches/find-responses.ts";
import { enoughResponses } from "./triggers/enough-responses.ts";
import { newPoll } from "./triggers/new-poll.ts";
import { newResponse } from "./triggers/new-response.ts";
import { peopleMissing } from "./triggers/people-missing.ts";
import { pollList } from "./triggers/poll-list.ts";
import { pollStatus } from "./triggers/poll-status.ts";

const byKey = <Step extends { key: string }>(...steps: Step[]): Record<string, Step> =>
  Object.fromEntries(steps.map((step) => [step.key, step]));

export default defineApp({
  version,
  platformVersion: zapier.version,
  authentication,
  beforeRequest: [authorize],
  // Responses must keep their body and Retry-After: errors.ts needs both.
  flags: { skipThrowForStatus: true, throwForThrottlingEarly: false, cleanInputData: false },
  triggers: byKey<Trigger>(newPoll, newResponse, enoughResponses, pollStatus, peopleMissing, pollList),
  creates: byKey<Create>(createPoll, copyPoll, deletePoll),
  searches: byKey<Search>(findPollByTitle, findBestTime, findResponses),
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
