/** What the Zaps of a connection read once for all of them, and how much of it in one check. */
import type { Run } from "../client.ts";

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

/** No event is new for longer, in milliseconds. */
export const dayMs = 24 * hourMs;

/** How long one check has to read what others wait for, in seconds: Zapier ends a run after 30. */
const claimSeconds = 30;

/** How long is kept what Zaps share, in seconds: longer than one is held. */
export const keptSeconds = (7 * dayMs) / 1000;

/**
 * A value that all Zaps of the connection share. If it is not fresh, one check reads it anew; others have the value before
 * meanwhile, which is undefined if there was none. A Zap that is switched on does not wait for others.
 */
export async function share<Value>(
  run: Run,
  name: string,
  isFresh: (known: Value) => boolean,
  read: (before: Value | undefined) => Promise<Value>,
): Promise<Value | undefined> {
  const { cache } = run;
  const before = await cache.get<Value>(name);
  if (before !== undefined && isFresh(before)) return before;
  if (!run.isSwitchOn && !(await cache.claim(name, claimSeconds))) return before;
  const value = await read(before);
  await cache.set(name, value, keptSeconds);
  return value;
}

/** Maximum requests of a check, and when a Zap is switched on. A space has 60 a minute for everything. */
const maxRequests = 22;
const maxSwitchOnRequests = 52;

/**
 * Reads items: what is too much for a check follows in later ones. The first is one of chance, so that one that fails does not keep
 * others back. A failure after the first ends the reading, so that checks get further while the rate limit is in force.
 */
export async function readEach<Item>(
  run: Run,
  items: readonly Item[],
  read: (item: Item) => Promise<void>,
): Promise<void> {
  const start = Math.floor(Math.random() * items.length);
  for (const [index, item] of [...items.slice(start), ...items.slice(0, start)].entries()) {
    if (run.requests >= (run.isSwitchOn ? maxSwitchOnRequests : maxRequests)) return;
    try {
      await read(item);
    } catch (error) {
      if (index === 0 && !run.isSwitchOn) throw error;
      return;
    }
  }
}
