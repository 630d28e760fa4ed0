import { RalllyError } from "../../src/api/web.ts";

/** Maximum polls whose responses are read in a run. A space has 60 requests a minute for everything. */
const maxReads = 20;

/** When {@link readSome} ends early. */
interface ReadOptions {
  /** Whether nothing more needs to be read. */
  isDone?: () => boolean;
  /** Whether a failure is thrown even if some items were read before it. */
  isStrict: boolean;
}

/**
 * Reads at most 20 items and returns those that were not read. The order is random: without a cache every item is then read at
 * some time, and none waits for busier ones. A failure after the first item ends the reading, so that runs get further while
 * the rate limit is in force. A poll that was deleted after it was listed counts as read.
 */
export async function readSome<Item>(
  items: readonly Item[],
  read: (item: Item) => Promise<void>,
  { isDone = () => false, isStrict }: ReadOptions,
): Promise<Item[]> {
  const order = shuffle(items);
  let count = 0;
  try {
    for (const item of order.slice(0, maxReads)) {
      if (isDone()) break;
      await ignoreDeleted(read(item));
      count += 1;
    }
  } catch (error) {
    if (count === 0 || isStrict) throw error;
  }
  return order.slice(count);
}

/** The items in random order. */
export function shuffle<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

async function ignoreDeleted(reading: Promise<void>): Promise<void> {
  try {
    await reading;
  } catch (error) {
    if (!(error instanceof RalllyError) || error.code !== "POLL_NOT_FOUND") throw error;
  }
}
