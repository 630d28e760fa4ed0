import { createHash } from "node:crypto";
import type { Clock } from "./clock.ts";

/** The creates of one space in this process: whose polls are whose, and which run. */
export interface CreateRecord {
  /** Records a poll as made by one create. False when another create was told that it made this poll. */
  claim(pollId: string): boolean;
  isClaimed(pollId: string): boolean;
  /** Runs creates of one fingerprint one at a time, so that a recovered poll belongs to exactly one of them. */
  oneAtATime<Result>(fingerprint: string, signal: AbortSignal, run: () => Promise<Result>): Promise<Result>;
  isIdle(): boolean;
}

/** At 60 requests a minute, far more polls than can be made while one create is being looked up. */
const maxClaims = 1_000;

/** Spaces whose creates are remembered at a time. */
const maxRecords = 500;

// Clients on different clocks have nothing to compare: a test's clock is not the machine's.
const records = new WeakMap<Clock, Map<string, CreateRecord>>();

/**
 * Returns a function that gives the record shared by every client of this key, address and clock. To be called for
 * each create: a space without creates is forgotten once 500 others are in use. The key is kept as a hash only.
 */
export function shareCreates(apiKey: string, baseUrl: string, clock: Clock): () => CreateRecord {
  const name = createHash("sha256")
    .update(JSON.stringify([apiKey, baseUrl]))
    .digest("hex");
  const bySpace = records.get(clock) ?? new Map<string, CreateRecord>();
  records.set(clock, bySpace);
  return () => {
    const record = bySpace.get(name) ?? createRecord();
    // Back to the end: the first is the one unused for longest.
    bySpace.delete(name);
    bySpace.set(name, record);
    for (const [other, candidate] of bySpace) {
      if (bySpace.size <= maxRecords) break;
      if (candidate !== record && candidate.isIdle()) bySpace.delete(other);
    }
    return record;
  };
}

/** An empty record. */
export function createRecord(): CreateRecord {
  const claimed = new Set<string>();
  const running = new Map<string, Promise<unknown>>();
  return {
    claim(pollId) {
      if (claimed.has(pollId)) return false;
      claimed.add(pollId);
      const [oldest] = claimed;
      if (claimed.size > maxClaims && oldest !== undefined) claimed.delete(oldest);
      return true;
    },
    isClaimed: (pollId) => claimed.has(pollId),
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
        // The next in line wakes only after this, so the entry is this run's own.
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
