import type { Clock } from "./deadline.ts";

/** The creates of this process at one service: which create made which poll, and which creates run. */
export interface CreateRecord {
  /** The number of the latest claim, for `claim`. */
  mark(): number;
  /** Claims a poll for one create. False if another create claimed it after `since`. */
  claim(pollId: string, since: number): boolean;
  /** Whether any create has claimed the poll. */
  isClaimed(pollId: string): boolean;
  /** Runs creates of one fingerprint one at a time, so that a recovered poll belongs to exactly one of them. */
  oneAtATime<Result>(fingerprint: string, signal: AbortSignal, run: () => Promise<Result>): Promise<Result>;
  /** Whether no create runs. */
  isIdle(): boolean;
}

/** Maximum number of claims for one service: what 300 spaces can create in a minute, the default deadline. */
const maxClaims = 20_000;

/** Maximum number of services. */
const maxRecords = 50;

// Creates are comparable only on the same clock.
const records = new WeakMap<Clock, Map<string, CreateRecord>>();

/**
 * Returns a function that gets the record shared by all clients of this address and clock, whatever their keys: a space
 * may have several keys, and poll ids are unique in the whole service. Call it for each create: a record without
 * running creates is dropped once 50 others are in use.
 */
export function shareCreates(baseUrl: string, clock: Clock): () => CreateRecord {
  const byService = records.get(clock) ?? new Map<string, CreateRecord>();
  records.set(clock, byService);
  return () => {
    const record = byService.get(baseUrl) ?? createRecord();
    // Moves it to the end, so that the first one is unused for longest.
    byService.delete(baseUrl);
    byService.set(baseUrl, record);
    for (const [other, candidate] of byService) {
      if (byService.size <= maxRecords) break;
      if (candidate !== record && candidate.isIdle()) byService.delete(other);
    }
    return record;
  };
}

/** An empty record. */
export function createRecord(): CreateRecord {
  // Each poll with the number of its latest claim, oldest first.
  const claims = new Map<string, number>();
  let latest = 0;
  const running = new Map<string, Promise<unknown>>();
  return {
    mark: () => latest,
    claim(pollId, since) {
      const isFree = (claims.get(pollId) ?? 0) <= since;
      if (!isFree) return false;
      latest += 1;
      claims.delete(pollId);
      claims.set(pollId, latest);
      const [oldest] = claims.keys();
      if (claims.size > maxClaims && oldest !== undefined) claims.delete(oldest);
      return true;
    },
    isClaimed: (pollId) => claims.has(pollId),
    async oneAtATime(fingerprint, signal, run) {
      for (let other = running.get(fingerprint); other !== undefined; other = running.get(fingerprint))
        await orAbort(other, signal);
      const mine = run();
      running.set(
        fingerprint,
        mine.then(
          () => {},
          () => {},
        ),
      );
      try {
        return await mine;
      } finally {
        // The next create wakes only after this, so the entry belongs to this one.
        running.delete(fingerprint);
      }
    },
    isIdle: () => running.size === 0,
  };
}

async function orAbort(other: Promise<unknown>, signal: AbortSignal): Promise<void> {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop);
  });
  try {
    await Promise.race([other, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
