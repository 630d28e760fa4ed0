import { RalllyError } from "./errors.ts";
import type { Poll } from "./schemas.ts";
import type { Client, RequestOptions } from "./types.ts";

/** One page of a listing. */
export interface PollPage {
  /** The polls of the page. */
  data: Poll[];
  /** The cursor that the page was requested with; undefined for the first page. */
  cursor: string | undefined;
  /** The cursor of the next page as the service gave it; null after the last page. */
  nextCursor: string | null;
  /** Why `nextCursor` cannot be used, or null. The reader may stop here; if it goes on, the loop throws. */
  cursorProblem: string | null;
}

/** Where a page loop begins and when it stops. */
export interface PageLoopOptions {
  /** The cursor of the first page to read. */
  cursor?: string | undefined;
  /** Maximum number of pages, and so of requests. Default: all. The cursor of the last one is not used. */
  maxPages?: number;
}

/**
 * Reads a listing page by page, each when the caller needs it. Throws RalllyError if the next cursor is empty or
 * repeated, because to stop quietly would present a part of the polls as all of them. Throws whatever `list` throws.
 */
export async function* readPages(
  list: (cursor: string | undefined) => Promise<{ data: Poll[]; nextCursor: string | null }>,
  { cursor: first, maxPages = Number.POSITIVE_INFINITY }: PageLoopOptions = {},
): AsyncGenerator<PollPage, void, undefined> {
  const seen = new Set<string | null>(first === undefined ? [] : [first]);
  let cursor = first;
  for (let count = 1; ; count += 1) {
    const { data, nextCursor } = await list(cursor);
    const cursorProblem =
      nextCursor === ""
        ? "an empty cursor for the next page"
        : seen.has(nextCursor)
          ? "the same cursor twice"
          : null;
    yield { data, cursor, nextCursor, cursorProblem };
    if (nextCursor === null || count >= maxPages) return;
    if (cursorProblem !== null) throw invalidCursor(cursorProblem);
    seen.add(nextCursor);
    cursor = nextCursor;
  }
}

/**
 * Every poll, page by page. Requests a page only when it is needed. Throws RalllyError if the service gives an
 * empty or a repeated cursor, after the polls of that page, and whatever the client's method throws.
 *
 *     for await (const poll of paginate(client, { status: "open" })) console.log(poll.title);
 */
export async function* paginate(
  client: Pick<Client, "listPolls">,
  input: Parameters<Client["listPolls"]>[0] = {},
  options?: RequestOptions,
): AsyncGenerator<Poll, void, undefined> {
  const list = (cursor: string | undefined) =>
    client.listPolls({ ...input, ...(cursor === undefined ? {} : { cursor }) }, options);
  for await (const { data } of readPages(list, { cursor: input.cursor })) yield* data;
}

function invalidCursor(what: string): RalllyError {
  return new RalllyError(`The service returned ${what}, so the remaining polls cannot be listed.`, {
    operation: "listPolls",
    outcome: "unknown",
    code: "INVALID_RESPONSE",
    attempts: 1,
  });
}
