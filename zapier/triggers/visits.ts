import type { RunCache } from "../cache.ts";
import type { TriggerEvent } from "./trigger.ts";

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
  /** When a check first saw this state, in milliseconds; 0 if it was the first state that was seen. */
  changedAt: number;
  /** Every id that this state has had. */
  ids: string[];
}

/**
 * Counts how often each subject came into its state, so that a change and a change back are two events. `present` has the
 * state of each subject by its id; `hasLeft` tells which of the others have left their states. An empty cache counts from one
 * again: its ids have fired before.
 */
export async function countVisits(
  cache: RunCache,
  name: string,
  present: ReadonlyMap<string, string>,
  hasLeft: (subject: string) => boolean,
): Promise<Map<string, Visit>> {
  const key = `visits_${name}`;
  const known = new Map(Object.entries((await cache.get<Record<string, Visits>>(key)) ?? {}));
  const next = new Map<string, Visits>();
  for (const [subject, [state, seenAt, counts]] of known)
    if (!present.has(subject)) next.set(subject, [hasLeft(subject) ? "" : state, seenAt, counts]);
  const result = new Map<string, Visit>();
  for (const [subject, state] of present) {
    const [last, lastSeenAt = 0, lastCounts = {}] = known.get(subject) ?? [];
    const isSame = last === state;
    const count = (lastCounts[state] ?? 0) + (isSame ? 0 : 1);
    const changedAt = isSame || last === undefined ? lastSeenAt : Date.now();
    next.set(subject, [state, changedAt, { ...lastCounts, [state]: count }]);
    const first = `${subject}:${state}`;
    const ids = [first, ...Array.from({ length: count - 1 }, (_, index) => `${first}:${index + 2}`)];
    result.set(subject, { id: ids.at(-1) ?? first, changedAt, ids });
  }
  await cache.set(key, Object.fromEntries([...next].slice(-maxSubjects)), visitSeconds);
  return result;
}

/** All ids of these visits, for a Zap that is switched on: without the cache, a state gets the first of them again. */
export const listIds = (visits: ReadonlyMap<string, Visit>): TriggerEvent[] =>
  [...visits.values()].flatMap(({ ids }) => ids.map((id) => ({ at: 0, record: { id } })));
