import type { Tool } from "../tool.ts";
import { createPoll } from "./create-poll/index.ts";
import { deletePoll } from "./delete-poll.ts";
import { findBestTimes } from "./find-best-times/index.ts";
import { findMissingPeople } from "./find-missing-people.ts";
import { getPoll } from "./get-poll.ts";
import { getPollResults } from "./get-poll-results.ts";
import { listParticipants } from "./list-participants.ts";
import { listPolls } from "./list-polls.ts";

/** Every tool, in the order of tools/list. The order is fixed, since hosts cache the list. */
export const allTools: readonly Tool[] = [
  createPoll,
  listPolls,
  getPoll,
  getPollResults,
  findBestTimes,
  listParticipants,
  findMissingPeople,
  deletePoll,
];
