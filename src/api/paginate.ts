import type { CallOptions, Client } from "./client.ts";
import { RalllyError } from "./errors.ts";
import type { Poll } from "./schemas.ts";

/** Every poll, page by page, each page asked for only when it is needed. */
export async function* paginate(
  client: Pick<Client, "listPolls">,
  operation: "listPolls",
  input: Parameters<Client["listPolls"]>[0] = {},
  options?: CallOptions,
): AsyncGenerator<Poll, void, undefined> {
  const seen = new Set<string>();
  let cursor = input.cursor;
  for (;;) {
    const page = await client[operation]({ ...input, ...(cursor === undefined ? {} : { cursor }) }, options);
    yield* page.data;
    if (page.nextCursor === null) return;
    if (seen.has(page.nextCursor))
      throw new RalllyError("The service gave a cursor twice", "unknown", { operation, attempts: 1 });
    seen.add(page.nextCursor);
    cursor = page.nextCursor;
  }
}
