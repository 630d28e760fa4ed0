import type { Tool } from "../runtime/tool.ts";
import { createPoll } from "./create-poll.ts";
import { deletePoll } from "./delete-poll.ts";
import { findBestTimes } from "./find-best-times.ts";
import { findMissingPeople } from "./find-missing-people.ts";
import { getParticipant } from "./get-participant.ts";
import { getPoll } from "./get-poll.ts";
import { getPollResults } from "./get-poll-results.ts";
import { listParticipants } from "./list-participants.ts";
import { listPolls } from "./list-polls.ts";
import { waitForResponses } from "./wait-for-responses.ts";

/** Every tool, in the order of tools/list. The order is fixed, since hosts cache the list. */
export const allTools: readonly Tool[] = [
  createPoll,
  listPolls,
  getPoll,
  getPollResults,
  findBestTimes,
  listParticipants,
  getParticipant,
  findMissingPeople,
  waitForResponses,
  deletePoll,
];

/** Which tools a server has. */
export interface ToolSelection {
  /** Only tools that change nothing. Takes precedence over `only`. */
  readOnly?: boolean | undefined;
  /** Only tools of these names. Absent: all. */
  only?: readonly string[] | undefined;
}

/** The selected tools. Throws RangeError for an unknown name. */
export function selectTools({ readOnly = false, only }: ToolSelection): Tool[] {
  const unknown = only?.filter((name) => !allTools.some((tool) => tool.name === name)) ?? [];
  if (unknown.length > 0) {
    const known = allTools.map((tool) => tool.name).join(", ");
    throw new RangeError(`Unknown tool: ${unknown.join(", ")}. Tools: ${known}`);
  }
  return allTools.filter(
    (tool) => (!readOnly || tool.effect === "read") && (only === undefined || only.includes(tool.name)),
  );
}
