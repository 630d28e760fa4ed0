/** What triggers remember in the cache of a connection: when they were switched on, and in which states they saw things. */
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

/** How long visits are remembered, in seconds. Each check writes them again. */
const visitSeconds = 7 * 86_400;

/** Maximum subjects whose visits are remembered. */
const maxSubjects = 2_000;

/** What is known of a poll or a person: the present state, when it was first seen there, and how often it was in each state. */
type Visits = [state: string, seenAt: number, counts: Record<string, number>];

/** A poll or a person in a state. */
export interface Visit {
  /** The id of the event: the same until the state changes. A second visit of a state has the id of the first with `:2`. */
  id: string;
  /** When a check first saw this state, in milliseconds; undefined if it was the first state that was seen. */
  changedAt: number | undefined;
  /** Every id that this state has had. */
  ids: string[];
}

/**
 * Counts how often each subject came into its state, so that a change and a change back are two events. `present` has the
 * state of each subject by its id; `absent` tells which of the others have left their states. An empty cache counts from one
 * again: its ids have fired before.
 */
export async function countVisits(
  cache: RunCache,
  name: string,
  present: ReadonlyMap<string, string>,
  absent: (subject: string) => boolean = () => false,
): Promise<Map<string, Visit>> {
  const key = `visits_${name}`;
  const known = new Map(Object.entries((await cache.get<Record<string, Visits>>(key)) ?? {}));
  const next = new Map<string, Visits>();
  for (const [subject, [state, seenAt, counts]] of known)
    if (!present.has(subject)) next.set(subject, [absent(subject) ? "" : state, seenAt, counts]);
  const result = new Map<string, Visit>();
  for (const [subject, state] of present) {
    const [last, lastSeenAt = 0, lastCounts = {}] = known.get(subject) ?? [];
    const isSame = last === state;
    const count = (lastCounts[state] ?? 0) + (isSame ? 0 : 1);
    const seenAt = isSame ? lastSeenAt : last === undefined ? 0 : Date.now();
    next.set(subject, [state, seenAt, { ...lastCounts, [state]: count }]);
    const ids = Array.from(
      { length: count },
      (_, index) => `${subject}:${state}${index === 0 ? "" : `:${index + 1}`}`,
    );
    result.set(subject, { id: ids.at(-1) ?? "", changedAt: seenAt === 0 ? undefined : seenAt, ids });
  }
  await cache.set(key, Object.fromEntries([...next].slice(-maxSubjects)), visitSeconds);
  return result;
}
