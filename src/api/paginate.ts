import type { Client, RequestOptions } from "./client-types.ts";
import { UnknownOutcomeError } from "./errors.ts";
import type { Poll } from "./schemas.ts";

/**
 * Every poll, page by page; a page is asked for only when it is needed. Throws UnknownOutcomeError when the service
 * gives a cursor that leads nowhere (an empty one, or one it gave before, which would never end), after the polls of
 * that page, and whatever the client's method throws.
 *
 *     for await (const poll of paginate(client, "listPolls", { status: "open" })) console.log(poll.title);
 */
export async function* paginate(
  client: Pick<Client, "listPolls">,
  operation: "listPolls",
  input: Parameters<Client["listPolls"]>[0] = {},
  options?: RequestOptions,
): AsyncGenerator<Poll, void, undefined> {
  const follow = createCursorGuard(input.cursor);
  let { cursor } = input;
  do {
    const page = await client[operation]({ ...input, ...(cursor === undefined ? {} : { cursor }) }, options);
    yield* page.data;
    cursor = follow(page.nextCursor);
  } while (cursor !== undefined);
}
/**
 * Follows the cursors of one walk through a listing: takes the `nextCursor` of a page and answers the cursor to ask
 * for next, undefined after the last page. Throws UnknownOutcomeError for a cursor that leads nowhere: one of this
 * walk that comes again, which would never end, and an empty one, which a query cannot carry. To stop there quietly
 * would pass a part of the polls off as all of them.
 */
export function createCursorGuard(first?: string): (nextCursor: string | null) => string | undefined {
  const seen = new Set(first === undefined ? [] : [first]);
  return (nextCursor) => {
    if (nextCursor === null) return undefined;
    if (nextCursor === "") throw invalidCursor("an empty cursor for the next page");
    if (seen.has(nextCursor)) throw invalidCursor("a cursor twice");
    seen.add(nextCursor);
    return nextCursor;
  };
}
function invalidCursor(what: string): UnknownOutcomeError {
  const operation = "listPolls";
  return new UnknownOutcomeError(`${operation}: the service gave ${what}, so the rest cannot be read`, {
    operation,
    attempts: 1,
  });
}
