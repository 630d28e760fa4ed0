import * as z from "zod";
import { maxPageSize, type Poll, type PollStatus, readPages } from "../../src/api/core.ts";
import { foldText } from "../../src/scheduling/index.ts";
import { pluralize } from "../output/format.ts";
import { toPollSummary } from "../output/poll-output.ts";
import { ArgumentError, UserInputError } from "../runtime/errors.ts";
import type { ToolContext } from "../runtime/tool.ts";

/** Maximum number of pages in one search: 500 polls, and far fewer requests than the 60 allowed in a minute. */
export const maxPages = 5;

/** The arguments of a search. */
export interface PollSearch {
  query?: string | undefined;
  status?: PollStatus | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** The polls found, and the cursor to continue a search that stopped at the maximum of pages or polls. */
export interface FoundPolls {
  polls: Poll[];
  /** Number of polls that were compared with the search. */
  searched: number;
  nextCursor?: string;
  /** Whether the service gave no usable cursor, so that there may be more polls. */
  cutShort?: boolean;
}

// Where to continue a search. `page` is a cursor of the service. On that page `skip` polls were searched already, the last
// of them `after`.
const position = z.strictObject({
  page: z.string().nullable(),
  skip: z.int().min(0),
  after: z.string().optional(),
});
type Position = z.infer<typeof position>;

/**
 * Finds polls by words and status across pages, with at most {@link maxPages} requests. An invalid cursor of the service
 * ends the search early; throws UserInputError when nothing was found by then.
 */
export async function searchPolls(
  search: PollSearch,
  context: Pick<ToolContext, "client" | "signal">,
): Promise<FoundPolls> {
  const { status, limit = 20 } = search;
  const words = splitWords(search.query ?? "");
  const pageSize = words.length > 0 ? maxPageSize : limit;
  const found: FoundPolls = { polls: [], searched: 0 };
  let at = parseCursor(search.cursor);
  const list = (cursor: string | undefined) => {
    const size = Math.min(maxPageSize, Math.max(pageSize, at.skip + 1));
    const query = { limit: size, ...(status ? { status } : {}), ...(cursor ? { cursor } : {}) };
    return context.client.listPolls(query, { signal: context.signal });
  };
  const pages = readPages(list, { cursor: at.page ?? undefined, maxPages });
  for await (const { data, nextCursor, cursorProblem } of pages) {
    for (const [index, poll] of data.entries()) {
      if (index < findFirstUnread(data, at)) continue;
      if (found.polls.length === limit) {
        return {
          ...found,
          nextCursor: formatCursor({ page: at.page, skip: index, after: data[index - 1]?.id }),
        };
      }
      found.searched += 1;
      if (matches(poll, words)) found.polls.push(poll);
    }
    if (nextCursor === null) return found;
    if (cursorProblem !== null) return endEarly(found);
    at = { page: nextCursor, skip: 0 };
    if (found.polls.length === limit) break;
  }
  return { ...found, nextCursor: formatCursor(at) };
}

function endEarly(found: FoundPolls): FoundPolls {
  if (found.polls.length > 0) return { ...found, cutShort: true };
  throw new UserInputError(
    `None of the first ${pluralize(found.searched, "poll")} matches, and the others could not be read: the service returned an invalid cursor for the next page. Do not call again. Ask the person for the poll's link: the pollId is its last part.`,
  );
}

// New polls move the others down the page, so the position is the one after the poll `after`. If that poll is gone, one poll
// may be repeated, but none is missed.
function findFirstUnread(polls: Poll[], at: Position): number {
  if (at.after === undefined) return at.skip;
  const seen = polls.findIndex((poll) => poll.id === at.after);
  return seen < 0 ? Math.max(0, at.skip - 1) : seen + 1;
}

// Not signed: a forged cursor reads nothing that list_polls would not list anyway.
function formatCursor(at: Position): string {
  return Buffer.from(JSON.stringify(at)).toString("base64url");
}

function parseCursor(cursor: string | undefined): Position {
  if (cursor === undefined) return { page: null, skip: 0 };
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch {
    const message = "is not a cursor of list_polls; leave it out to start over";
    throw new ArgumentError([{ path: "cursor", message }], {});
  }
}

function splitWords(text: string): string[] {
  return foldText(text).split(" ").filter(Boolean);
}

/** The polls that have every word of the text in their title, description or location. */
export function filterPolls(polls: Poll[], text: string): Poll[] {
  const words = splitWords(text);
  return polls.filter((poll) => matches(poll, words));
}

function matches({ title, description, location }: Poll, words: string[]): boolean {
  if (words.length === 0) return true;
  const text = [title, description, location].map((field) => foldText(field ?? "")).join(" ");
  return words.every((word) => text.includes(word));
}

/** Maximum number of candidates in the error. */
const maxCandidates = 5;

/** Finds the only poll that matches a title. Throws when none or several match; the error then lists the candidates. */
export async function findPoll(title: string, context: ToolContext): Promise<Poll> {
  const wanted = foldText(title);
  if (wanted === "") throw new ArgumentError([{ path: "title", message: "has no visible characters" }], {});
  const { polls, nextCursor, cutShort, searched } = await searchPolls({ query: title, limit: 50 }, context);
  const exact = polls.filter((poll) => foldText(poll.title) === wanted);
  const candidates = exact.length > 0 ? exact : polls;
  const [only] = candidates;
  const whole = nextCursor === undefined && cutShort === undefined;
  // A partial match counts only when it is certain that there is no other.
  if (only !== undefined && candidates.length === 1 && (whole || exact.length === 1)) return only;
  if (only === undefined) {
    const where = nextCursor === undefined ? "no poll of this space" : `none of the newest ${searched} polls`;
    throw new ArgumentError(
      [{ path: "title", message: `matches ${where}; look with list_polls and pass pollId` }],
      {},
    );
  }
  throw new UserInputError(
    `${pluralize(candidates.length, "poll")} ${candidates.length === 1 ? "matches" : "match"} that title${whole ? "" : ", and there may be others that were not searched"}. Ask the person which one is meant and call again with its pollId.`,
    { candidates: candidates.slice(0, maxCandidates).map(toPollSummary) },
  );
}
