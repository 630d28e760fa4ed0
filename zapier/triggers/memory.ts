import { isLasting } from "../cache.ts";
import type { Run } from "../client.ts";
import { nullIfGone, readEach, type WatchedPoll, watch } from "./shared.ts";
import { dayMs, type TriggerEvent } from "./trigger.ts";

/** How long a trigger remembers, in seconds. Checks write its memory again every day. */
const memorySeconds = (7 * dayMs) / 1000;

/** Of a poll: the version that was read, and when its latest event happened, in milliseconds. */
type Mark = [version: number, latest: number];

/** What Zaps of the connection with the same settings remember. Zapier stores nothing for a Zap. */
interface Memory {
  /** When the first of them was switched on, in milliseconds: what happened before is old. */
  since: number;
  savedAt: number;
  marks: Record<string, Mark>;
}

/** What happens to polls, for a trigger with its settings. */
interface Source {
  name: string;
  pollId: string | undefined;
  /** The version of a poll. It is read when it has another one than before. */
  versionOf: (poll: WatchedPoll) => number;
  /**
   * What happened to a poll, and the version that was read; undefined if another check reads it now. `latest` is when the latest
   * event of this version happened, if it was read before; otherwise 0.
   */
  read: (
    poll: WatchedPoll,
    latest: number,
  ) => Promise<{ version: number; events: TriggerEvent[] } | undefined>;
}

/**
 * What happened to the watched polls since the first Zap with these settings was switched on, for at most 24 hours. A memory
 * that was lost begins anew, and nothing fires that happened before. A Zap that is switched on gets what a later check could
 * find, which Zapier then counts as old for it; an earlier Zap still gets it.
 */
export async function listEvents(
  run: Run,
  { name, pollId, versionOf, read }: Source,
): Promise<TriggerEvent[]> {
  const polls = await watch(run, pollId);
  if (polls === undefined) return [];
  const key = `memory_${name}_${pollId ?? "all"}`;
  const known = await run.cache.get<Memory>(key);
  const memory = known ?? begin(polls, versionOf);
  const now = Date.now();
  const after = Math.max(memory.since, now - dayMs);
  const marks = Object.fromEntries(polls.map(({ id }): [string, Mark] => [id, memory.marks[id] ?? [0, 0]]));
  const latestOf = (poll: WatchedPoll) => {
    const [version, latest] = marks[poll.id] ?? [0, 0];
    return version !== versionOf(poll) ? 0 : latest;
  };
  const isRead = (poll: WatchedPoll) => marks[poll.id]?.[0] === versionOf(poll);
  const events: TriggerEvent[] = [];
  const due = polls.filter((poll) => !isRead(poll) || latestOf(poll) > after);
  await readEach(run, due, async (poll) => {
    // A poll that was deleted is no reason to end the check of a Zap that watches all.
    const none = { version: versionOf(poll), events: [] };
    const found = await read(poll, latestOf(poll)).catch((error) => nullIfGone(error) ?? none);
    if (found === undefined) return;
    const fresh = found.events.filter(({ at }) => at > after);
    marks[poll.id] = [found.version, Math.max(0, ...fresh.map(({ at }) => at))];
    events.push(...fresh);
  });
  if (memory.savedAt < now - dayMs || JSON.stringify(marks) !== JSON.stringify(memory.marks))
    await run.cache.set(key, { ...memory, savedAt: now, marks }, memorySeconds);
  return events;
}

/** Everything that a poll has is old at this moment. Where nothing is kept, what happened in a day is new. */
function begin(polls: readonly WatchedPoll[], versionOf: Source["versionOf"]): Memory {
  const now = Date.now();
  if (!isLasting()) return { since: now - dayMs, savedAt: 0, marks: {} };
  const marks = polls.map((poll): [string, Mark] => [poll.id, [versionOf(poll), 0]]);
  return { since: now, savedAt: 0, marks: Object.fromEntries(marks) };
}
