import type { CallOptions, Client } from "./client.ts";
import { RalllyError } from "./errors.ts";
import type { Poll } from "./schemas.ts";

/**
 * Every poll, page by page; a page is asked for only when it is needed. Throws RalllyError when the service gives a
 * cursor twice, which would never end, and whatever the client's method throws.
 *
 *     for await (const poll of paginate(client, "listPolls", { status: "open" })) console.log(poll.title);
 */
export async function* paginate(
  client: Pick<Client, "listPolls">,
  operation: "listPolls",
  input: Parameters<Client["listPolls"]>[0] = {},
  options?: CallOptions,
): AsyncGenerator<Poll, void, undefined> {
  let cursor = input.cursor;
  const seen = new Set(cursor === undefined ? [] : [cursor]);
  for (;;) {
    const page = await client[operation]({ ...input, ...(cursor === undefined ? {} : { cursor }) }, options);
    yield* page.data;
    if (page.nextCursor === null) return;
    if (seen.has(page.nextCursor)) {
      throw new RalllyError(`${operation}: the service gave a cursor twice`, "unknown", {
        operation,
        attempts: 1,
      });
    }
    seen.add(page.nextCursor);
    cursor = page.nextCursor;
  }
}
