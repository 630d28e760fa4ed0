import type { Client, ListPollsResponse, RequestOptions } from "../types/client.ts";
import type { ListPollsInput } from "../types/inputs.ts";
import type { Poll } from "../types/polls.ts";
import { RalllyError } from "./errors.ts";
import { maxPageSize } from "./operations.ts";

/** No listing has more pages: a space may send 5,000 requests a day. A service or a proxy whose pages never end is stopped here. */
const mostPages = 5_000;

/**
 * Reads a listing page by page, at most `maxPages`, each when the caller needs it. Throws a RalllyError if the next cursor is empty or
 * repeated, or after 5,000 pages, because to stop quietly would present a part of the polls as all of them. Throws whatever `list` throws.
 */
export async function* readPages(
  list: (cursor: string | undefined) => Promise<ListPollsResponse>,
  first: string | null | undefined,
  maxPages = Infinity,
): AsyncGenerator<ListPollsResponse, void, undefined> {
  const seen = new Set(["", first]);
  let cursor = first ?? undefined;
  for (let count = 1; ; count += 1) {
    const page = await list(cursor);
    yield page;
    const { nextCursor } = page;
    if (nextCursor === null || count >= maxPages) return;
    if (seen.has(nextCursor)) throw refuse("a cursor that is empty or was used before");
    if (count >= mostPages) throw refuse("more than 5,000 pages");
    seen.add(nextCursor);
    cursor = nextCursor;
  }
}

function refuse(pages: string): RalllyError {
  return new RalllyError(`The service returned ${pages}. The remaining polls cannot be listed.`, {
    operation: "listPolls",
    outcome: "unknown",
    code: "INVALID_RESPONSE",
    attempts: 1,
  });
}

/**
 * Every poll, newest first: 100 a page unless `limit` says otherwise. Requests a page only when it is needed. Throws a RalllyError
 * if the service's pages never end, and what `listPolls` throws.
 *
 *     for await (const poll of paginate(client, { status: "open" })) console.log(poll.title);
 */
export async function* paginate(
  client: Pick<Client, "listPolls">,
  input: ListPollsInput = {},
  options?: RequestOptions,
): AsyncGenerator<Poll, void, undefined> {
  const list = (cursor: string | undefined) =>
    client.listPolls({ ...input, limit: input.limit ?? maxPageSize, cursor }, options);
  for await (const { data } of readPages(list, input.cursor)) yield* data;
}
