import type { CallOptions, Client } from "./client.ts";
import { followCursors } from "./cursor-trail.ts";
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
  options?: CallOptions,
): AsyncGenerator<Poll, void, undefined> {
  const follow = followCursors(input.cursor);
  let { cursor } = input;
  do {
    const page = await client[operation]({ ...input, ...(cursor === undefined ? {} : { cursor }) }, options);
    yield* page.data;
    cursor = follow(page.nextCursor);
  } while (cursor !== undefined);
}
