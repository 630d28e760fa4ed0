import type { Run } from "../client.ts";
import type { OutputRecord } from "../output/table.ts";
import type { TriggerEvent } from "./trigger.ts";

/** How long visits are remembered, in seconds. Each check writes them again. */
const visitSeconds = 7 * 86_400;

/** Maximum subjects whose visits are remembered. */
const maxSubjects = 2_000;

/** What is known of a poll or a person: the present state, when it was first seen there, and how often it was in each state. */
type Visits = [state: string, seenAt: number, counts: Record<string, number>];

/** A poll or a person in a state. */
interface Subject {
  id: string;
  state: string;
  /** When that happened, if a check does not know, in milliseconds. */
  at: number;
  /** The record of the event. `changedAt` is when a check first saw this state; 0 if it was the first state that was seen. */
  toRecord: (eventId: string, changedAt: number) => OutputRecord;
}

/**
 * Counts how often each subject came into its state, so that a change and a change back are two events: the second has the id of
 * the first with `:2`. `hasLeft` tells which subjects that are not given have left their states. An empty cache counts from one
 * again: its ids have fired before.
 */
export async function listVisits(
  { cache, isSwitchOn }: Run,
  name: string,
  subjects: readonly Subject[],
  hasLeft: (id: string) => boolean,
): Promise<TriggerEvent[]> {
  const key = `visits_${name}`;
  const known = new Map(Object.entries((await cache.get<Record<string, Visits>>(key)) ?? {}));
  const next = new Map<string, Visits>();
  for (const [id, [state, seenAt, counts]] of known) next.set(id, [hasLeft(id) ? "" : state, seenAt, counts]);
  const events = subjects.map(({ id, state, at, toRecord }): TriggerEvent => {
    const [last, lastSeenAt = 0, lastCounts = {}] = known.get(id) ?? [];
    const count = (lastCounts[state] ?? 0) + (last === state ? 0 : 1);
    const changedAt = last === state || last === undefined ? lastSeenAt : Date.now();
    // The latest ones come last.
    next.delete(id);
    next.set(id, [state, changedAt, { ...lastCounts, [state]: count }]);
    return { at: changedAt || at, record: toRecord(toEventId(id, state, count), changedAt) };
  });
  await cache.set(key, Object.fromEntries([...next].slice(-maxSubjects)), visitSeconds);
  if (!isSwitchOn) return events;
  // All ids that there have been: without the cache, a state that comes back gets its first one again.
  return [...next].flatMap(([id, [, , counts]]) =>
    Object.entries(counts).flatMap(([state, count]) =>
      Array.from({ length: count }, (_, index) => ({
        at: 0,
        record: { id: toEventId(id, state, index + 1) },
      })),
    ),
  );
}

const toEventId = (id: string, state: string, visit: number): string =>
  `${id}:${state}${visit === 1 ? "" : `:${visit}`}`;
