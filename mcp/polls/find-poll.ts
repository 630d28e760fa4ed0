import { sanitizeLine } from "../../src/api/sanitize.ts";
import type { Poll } from "../../src/api/schemas.ts";
import { pluralize } from "../output/format.ts";
import { toPollSummary } from "../output/poll-output.ts";
import { ArgumentError, UserInputError } from "../runtime/errors.ts";
import type { ToolContext } from "../runtime/tool.ts";
import { searchPolls } from "./search-polls.ts";

/** More candidates than this are no help in choosing. */
const MOST_CANDIDATES = 5;

/** Finds the one poll whose title is meant. Throws with the candidates when that is none or several. */
export async function findPoll(title: string, call: ToolContext): Promise<Poll> {
  const { polls, nextCursor, cutShort, searched } = await searchPolls({ query: title, limit: 50 }, call);
  const wanted = fold(title);
  const exact = polls.filter((poll) => fold(poll.title) === wanted);
  const candidates = exact.length > 0 ? exact : polls;
  const [only] = candidates;
  const whole = nextCursor === undefined && cutShort === undefined;
  // A title that only begins alike is the one that is meant as long as no other can be.
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
    { candidates: candidates.slice(0, MOST_CANDIDATES).map(toPollSummary) },
  );
}

function fold(title: string): string {
  return sanitizeLine(title).toLowerCase();
}
