import { RefusedError } from "../../src/api/core.ts";

/** Maximum polls whose responses are read in a run. A space has 60 requests a minute for everything. */
export const maxReads = 20;

/** The items in random order. Without a cache every poll is then read at some time, and no poll waits for busier ones. */
export function shuffle<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** What `read` returns, or null if the poll was deleted after it was listed. */
export async function nullIfDeleted<Result>(read: () => Promise<Result>): Promise<Result | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof RefusedError && error.code === "POLL_NOT_FOUND") return null;
    throw error;
  }
}
