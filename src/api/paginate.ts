import { RalllyError } from "./errors.ts";
import type { ListPollsInput } from "./operations.ts";
import type { Poll } from "./schemas.ts";
import type { Client, ListPollsResponse, RequestOptions } from "./types.ts";

/** One page of a listing. */
export interface PollPage extends ListPollsResponse {
  /** The cursor that the page was requested with; undefined for the first page. */
  cursor: string | undefined;
  /** Why `nextCursor` cannot be used, or null. A reader that goes on gets it as an error. */
  cursorProblem: string | null;
}

/** No listing has more pages: a space may send 5,000 requests a day. A service or a proxy whose pages never end is stopped here. */
const mostPages = 5_000;

/** The options of {@link paginate}. */
export interface PaginateOptions extends RequestOptions {
  /** Ends after so many pages, whether there are more polls or not. */
  maxPages?: number | undefined;
}

/**
 * Reads a listing page by page, at most `maxPages`, each when the caller needs it. Throws a RalllyError if the next cursor is empty or
 * repeated, or after 5,000 pages, because to stop quietly would present a part of the polls as all of them. Throws whatever `list` throws.
 */
export async function* readPages(
  list: (cursor: string | undefined) => Promise<ListPollsResponse>,
  {
    cursor: first,
    maxPages = Number.POSITIVE_INFINITY,
  }: { cursor?: string | undefined; maxPages?: number | undefined } = {},
): AsyncGenerator<PollPage, void, undefined> {
  const seen = new Set<string | null>(["", ...(first === undefined ? [] : [first])]);
  let cursor = first;
  for (let count = 1; ; count += 1) {
    const page = await list(cursor);
    const { nextCursor } = page;
    const isUsed = nextCursor !== null && seen.has(nextCursor);
    const isEndless = nextCursor !== null && count >= mostPages;
    const problem = isUsed
      ? "a cursor that is empty or was used before"
      : isEndless && "more than 5,000 pages";
    const cursorProblem = problem ? `The service returned ${problem}.` : null;
    yield { ...page, cursor, cursorProblem };
    if (nextCursor === null || count >= maxPages) return;
    if (cursorProblem !== null)
      throw new RalllyError(`${cursorProblem} The remaining polls cannot be listed.`, {
        operation: "listPolls",
        outcome: "unknown",
        code: "INVALID_RESPONSE",
        attempts: 1,
      });
    seen.add(nextCursor);
    cursor = nextCursor;
  }
}

/**
 * Every poll, page by page. Requests a page only when it is needed. Throws as {@link readPages} does.
 *
 *     for await (const poll of paginate(client, { status: "open" })) console.log(poll.title);
 */
export async function* paginate(
  client: Pick<Client, "listPolls">,
  input: ListPollsInput = {},
  { maxPages, ...options }: PaginateOptions = {},
): AsyncGenerator<Poll, void, undefined> {
  const list = (cursor: string | undefined) => client.listPolls({ ...input, cursor }, options);
  for await (const { data } of readPages(list, { cursor: input.cursor, maxPages })) yield* data;
}
