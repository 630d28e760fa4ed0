import { createHash } from "node:crypto";
import * as z from "zod";
import { maxPageSize, type Poll, type PollStatus, readPages } from "../../src/api/web.ts";
import { foldText } from "../../src/scheduling/index.ts";
import { ArgumentError, ToolError } from "../errors.ts";
import { pluralize } from "../output/format.ts";
import { toPollRow } from "../output/poll-output.ts";
import type { ToolContext } from "../tool.ts";

/** Maximum number of pages in one search: 500 polls, and far fewer requests than the 60 allowed in a minute. */
export const maxPages = 5;

/** The arguments of a search. */
export interface PollSearch {
  /** Words that a poll must have. */
  query?: string | undefined;
  /** Words that a poll must not have. */
  not?: string | undefined;
  status?: PollStatus | undefined;
  /** Minimum and maximum number of people who answered. */
  minResponses?: number | undefined;
  maxResponses?: number | undefined;
  /** Reads up to {@link maxPages} pages, even when fewer have enough polls. */
  readAll?: boolean | undefined;
  /** Maximum number of polls. Default: 20. */
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** The polls found, and the cursor to continue a search that stopped at the maximum of pages or polls. */
export interface FoundPolls {
  /** The first `limit` of {@link matching}. */
  polls: Poll[];
  /** Every poll that matches, of those that were searched. */
  matching: Poll[];
  /** Number of polls that were compared with the search. */
  searched: number;
  /** Whether every poll of the space with that status, after the cursor, was searched. */
  complete: boolean;
  nextCursor?: string;
  /** Whether the service gave no usable cursor, so that there may be more polls. */
  cutShort?: boolean;
}

// Where to continue a search. `page` is a cursor of the service. On that page, or a later one when new polls moved it,
// `after` is the last poll that was shown. `search` identifies the search.
const position = z.strictObject({
  page: z.string().nullable(),
  after: z.strictObject({ id: z.string(), created: z.string() }).optional(),
  search: z.string(),
});
type Position = z.infer<typeof position>;

/**
 * Finds polls, newest first, across pages, with at most {@link maxPages} requests. An invalid cursor of the service ends the
 * search early; throws ToolError when nothing was found by then. Throws ArgumentError for a cursor of another search.
 */
export async function searchPolls(
  search: PollSearch,
  context: Pick<ToolContext, "client" | "signal">,
): Promise<FoundPolls> {
  const { status, limit = 20 } = search;
  const isMatch = createFilter(search);
  const id = identifySearch(search);
  const start = parseCursor(search.cursor, id);
  const list = (cursor: string | undefined) => {
    // Full pages, because a page of any size is one request.
    const query = { limit: maxPageSize, ...(status ? { status } : {}), ...(cursor ? { cursor } : {}) };
    return context.client.listPolls(query, { signal: context.signal });
  };
  const found = { matching: [] as { poll: Poll; page: string | null }[], searched: 0 };
  const finish = (end: { next: string | null; cutShort?: true }): FoundPolls => {
    const matching = found.matching.map(({ poll }) => poll);
    const last = found.matching[limit - 1];
    const rest =
      last !== undefined && matching.length > limit
        ? { page: last.page, after: { id: last.poll.id, created: last.poll.createdAt }, search: id }
        : { page: end.next, search: id };
    return {
      polls: matching.slice(0, limit),
      matching,
      searched: found.searched,
      complete: end.next === null && end.cutShort === undefined,
      ...("after" in rest || rest.page !== null ? { nextCursor: formatCursor(rest) } : {}),
      ...(end.cutShort ? { cutShort: true } : {}),
    };
  };
  let next: string | null = null;
  for await (const page of readPages(list, { cursor: start.page ?? undefined, maxPages })) {
    const unread = dropRead(page.data, start.after);
    found.searched += unread.length;
    for (const poll of unread.filter(isMatch)) found.matching.push({ poll, page: page.cursor ?? null });
    next = page.nextCursor;
    if (next !== null && page.cursorProblem !== null) {
      if (found.matching.length === 0) throw cannotReadOn(found.searched);
      return finish({ next: null, cutShort: true });
    }
    if (!search.readAll && found.matching.length >= limit) break;
  }
  return finish({ next });
}

function cannotReadOn(searched: number): ToolError {
  return new ToolError(
    `None of the first ${pluralize(searched, "poll")} matches, and the others could not be read: the service returned an invalid cursor for the next page. Do not call again. Ask the person for the poll's link: the pollId is its last part.`,
  );
}

// New polls move the others down, even to the next page. If the poll `after` was deleted, its time decides; a poll created in
// the same millisecond may then be repeated, but none is missed.
function dropRead(polls: Poll[], after: Position["after"]): Poll[] {
  if (after === undefined) return polls;
  const seen = polls.findIndex(({ id }) => id === after.id);
  if (seen >= 0) return polls.slice(seen + 1);
  return polls.filter(({ createdAt }) => Date.parse(createdAt) <= Date.parse(after.created));
}

/** The same text for searches whose cursors can be exchanged. The number of polls to show may differ. */
function identifySearch({ query = "", not = "", status, minResponses, maxResponses }: PollSearch): string {
  const parts = [splitWords(query), splitWords(not), status, minResponses, maxResponses];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 8);
}

// Not signed: a forged cursor reads nothing that list_polls would not list anyway.
function formatCursor(at: Position): string {
  return Buffer.from(JSON.stringify(at)).toString("base64url");
}

function parseCursor(cursor: string | undefined, search: string): Position {
  if (cursor === undefined) return { page: null, search };
  const refuse = (message: string) => new ArgumentError([{ path: "cursor", message }]);
  const at = decodeCursor(cursor);
  if (at === undefined) throw refuse("is not a cursor of list_polls; leave it out to start over");
  if (at.search !== search)
    throw refuse("belongs to a call with other arguments: repeat those, or leave it out to start over");
  return at;
}

function decodeCursor(cursor: string): Position | undefined {
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch {
    return undefined;
  }
}

function splitWords(text: string): string[] {
  return foldText(text).split(" ").filter(Boolean);
}

/** The polls that have every word of the text in their title, description or location. */
export function filterPolls(polls: Poll[], text: string): Poll[] {
  return polls.filter(createFilter({ query: text }));
}

function createFilter({ query = "", not = "", ...responses }: PollSearch): (poll: Poll) => boolean {
  const wanted = splitWords(query);
  const unwanted = splitWords(not);
  const { minResponses = 0, maxResponses = Number.POSITIVE_INFINITY } = responses;
  return ({ title, description, location, participantCount }) => {
    if (participantCount < minResponses || participantCount > maxResponses) return false;
    if (wanted.length === 0 && unwanted.length === 0) return true;
    const text = [title, description, location].map((field) => foldText(field ?? "")).join(" ");
    return wanted.every((word) => text.includes(word)) && !unwanted.some((word) => text.includes(word));
  };
}

/** Maximum number of candidates in the error. */
const maxCandidates = 5;

/** Finds the only poll that matches a title. Throws when none or several match; the error then lists the candidates. */
export async function findPoll(title: string, context: ToolContext, argument = "title"): Promise<Poll> {
  const wanted = foldText(title);
  if (wanted === "") throw new ArgumentError([{ path: argument, message: "has no visible characters" }]);
  const { polls, nextCursor, cutShort, searched } = await searchPolls({ query: title, limit: 50 }, context);
  const exact = polls.filter((poll) => foldText(poll.title) === wanted);
  const candidates = exact.length > 0 ? exact : polls;
  const [only] = candidates;
  const whole = nextCursor === undefined && cutShort === undefined;
  // A partial match counts only when it is certain that there is no other.
  if (only !== undefined && candidates.length === 1 && (whole || exact.length === 1)) return only;
  if (only === undefined) {
    const where = nextCursor === undefined ? "no poll of this space" : `none of the newest ${searched} polls`;
    throw new ArgumentError([
      { path: argument, message: `matches ${where}; look with list_polls and pass the id` },
    ]);
  }
  throw new ToolError(
    `${pluralize(candidates.length, "poll")} ${candidates.length === 1 ? "matches" : "match"} that title${whole ? "" : ", and there may be others that were not searched"}. Ask the person which one is meant, and call again with its id.`,
    { candidates: candidates.slice(0, maxCandidates).map(toPollRow) },
  );
}
