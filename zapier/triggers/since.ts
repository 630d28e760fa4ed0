import type { Bundle } from "zapier-platform-core";
import type { RunCache } from "../cache.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** How long the moment of switching on is kept, in seconds. Checks write it again after a day. */
const sinceSeconds = (2 * dayMs) / 1000;

/** Where the events of a run begin. */
export interface Since {
  /** Events after this time are returned, in milliseconds. */
  after: number;
  /** Whether no Zap with the same settings is known to run, so that everything is old at this moment. */
  isFirst: boolean;
}

/**
 * The moment after which events are new. It belongs to the connection and the settings in `name`: Zapier stores nothing for a
 * Zap. When a second Zap with the same settings is switched on, events of the last hour are returned: Zapier counts them as old
 * for that Zap, and the older one still gets them. A lost moment counts as 24 hours ago, and no event is new for longer.
 */
export async function openSince(
  cache: RunCache,
  name: string,
  meta: Bundle["meta"] | undefined,
): Promise<Since> {
  const now = Date.now();
  const known = await cache.get<number>(`since_${name}`);
  const store = (since: number) => cache.set(`since_${name}`, since, sinceSeconds);
  if (meta?.isPopulatingDedupe) {
    const after = known === undefined ? now : Math.max(known, now - hourMs);
    // Without a cache the next check goes back a day: what it would find is returned as old now.
    return (await store(after))
      ? { after, isFirst: known === undefined }
      : { after: now - dayMs, isFirst: false };
  }
  const after = Math.max(known ?? 0, now - dayMs);
  if (known !== after) await store(after);
  return { after, isFirst: false };
}
