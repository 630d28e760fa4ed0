import { sanitizeLine } from "../../src/api/sanitize.ts";
import type { Poll } from "../../src/api/schemas.ts";
import { pluralize } from "../output/format.ts";
import { toPollSummary } from "../output/poll-output.ts";
import { ArgumentError, UserInputError } from "../runtime/errors.ts";
import type { ToolContext } from "../runtime/tool.ts";
import { searchPolls } from "./search-polls.ts";

/** Maximum number of candidates in the error. */
const MAX_CANDIDATES = 5;

/** Finds the only poll that matches a title. Throws with the candidates when none or several match. */
export async function findPoll(title: string, call: ToolContext): Promise<Poll> {
  const { polls, nextCursor, cutShort, searched } = await searchPolls({ query: title, limit: 50 }, call);
  const wanted = fold(title);
  const exact = polls.filter((poll) => fold(poll.title) === wanted);
  const candidates = exact.length > 0 ? exact : polls;
  const [only] = candidates;
  const whole = nextCursor === undefined && cutShort === undefined;
  // A partial match counts only when it is certain that there is no other.
  if (only !== undefined && candidates.length === 1 && (whole || exact.length === 1)) return only;
  if (only === undefined) {
    const where = nextCursor === undefined ? "no poll of this space" : `none of the newest ${searched} polls`;
    throw new ArgumentError(
      [{ path: "title", message: `fits ${where}; look with list_polls and pass pollId` }],
      {},
    );
  }
  throw new UserInputError(
    `${pluralize(candidates.length, "poll")} ${candidates.length === 1 ? "fits" : "fit"} that title${whole ? "" : ", and others may, which were not read"}. Ask the person which one is meant and call again with its pollId.`,
    { candidates: candidates.slice(0, MAX_CANDIDATES).map(toPollSummary) },
  );
}

function fold(title: string): string {
  return sanitizeLine(title).toLowerCase();
}
