import type { Tool } from "./tool.ts";
import { createPoll } from "./tools/create-poll.ts";
import { deletePoll } from "./tools/delete-poll.ts";
import { findBestTimes } from "./tools/find-best-times.ts";
import { getParticipant } from "./tools/get-participant.ts";
import { getPoll } from "./tools/get-poll.ts";
import { getPollResults } from "./tools/get-poll-results.ts";
import { listParticipants } from "./tools/list-participants.ts";
import { listPolls } from "./tools/list-polls.ts";

/** Every tool, in the order in which it is listed. The order never changes by itself: hosts cache it. */
export const catalogue: readonly Tool[] = [
  createPoll,
  listPolls,
  getPoll,
  getPollResults,
  findBestTimes,
  listParticipants,
  getParticipant,
  deletePoll,
];

/** Which tools a server has. */
export interface ToolSelection {
  /** Only tools that change nothing, whatever else is asked for. */
  readOnly?: boolean | undefined;
  /** Only tools of these names. Absent: all. */
  only?: readonly string[] | undefined;
}

/** The tools selected. Throws when a name is not a tool's, so that a typing error does not hide one silently. */
export function selectTools({ readOnly = false, only }: ToolSelection): Tool[] {
  const unknown = only?.filter((name) => !catalogue.some((tool) => tool.name === name)) ?? [];
  if (unknown.length > 0) {
    const known = catalogue.map((tool) => tool.name).join(", ");
    throw new RangeError(`There is no tool ${unknown.join(", ")}. Tools: ${known}`);
  }
  return catalogue.filter(
    (tool) => (!readOnly || tool.effect === "read") && (only === undefined || only.includes(tool.name)),
  );
}
