import { type Run, step } from "../client.ts";
import { limitSize, type OutputRecord } from "../output/table.ts";

const hourMs = 3_600_000;

/** No event is new for longer, in milliseconds. */
export const dayMs = 24 * hourMs;

/** Something that a trigger fires for. Zapier fires once for each id. */
export interface TriggerEvent {
  /** When it happened, in milliseconds. */
  at: number;
  record: OutputRecord;
}

/**
 * The function of a trigger: records for the editor, or what happened lately, the newest first. Events of one moment keep
 * their order.
 */
export const trigger = ({
  samples,
  events,
}: {
  samples: (run: Run) => Promise<OutputRecord[]>;
  events: (run: Run) => Promise<TriggerEvent[]>;
}) =>
  step(async (run) => {
    if (run.bundle.meta?.isLoadingSample) return (await samples(run)).slice(0, 3);
    const found = await events(run);
    return limitSize(found.sort((one, other) => other.at - one.at).map(({ record }) => record));
  });

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
 * for that Zap, and the older one still gets them. A lost moment counts as 24 hours ago, and no event is new for longer. All
 * events of a chosen poll are old when a Zap is switched on.
 */
export async function openSince({ cache, isSwitchOn }: Run, name: string, pollId?: string): Promise<Since> {
  const key = `since_${name}_${pollId ?? "all"}`;
  const now = Date.now();
  const known = await cache.get<number>(key);
  if (isSwitchOn) {
    const after = known === undefined ? now : Math.max(known, now - hourMs);
    const isSet = await cache.set(key, after, sinceSeconds);
    if (pollId !== undefined) return { after: 0, isFirst: false };
    // Without a cache the next check goes back a day: what it would find is returned as old now.
    return isSet ? { after, isFirst: known === undefined } : { after: now - dayMs, isFirst: false };
  }
  const after = Math.max(known ?? 0, now - dayMs);
  // A cache that fails for a moment must not lose the one that it has.
  if (known === undefined || known < after - hourMs)
    await cache.set(key, after, sinceSeconds, known === undefined);
  return { after, isFirst: false };
}
