import type { Clock } from "./deadline.ts";

/** The creates of this process at one service: which create claimed which poll, and which creates are running. */
export interface CreateRegistry {
  /** The number of the latest claim, for `claim`. */
  latestClaim(): number;
  /** Claims a poll for one create. False if another create claimed it after `since`. */
  claim(pollId: string, since: number): boolean;
  /** Whether any create has claimed the poll. */
  isClaimed(pollId: string): boolean;
  /** Runs creates of one fingerprint one at a time, so that a recovered poll belongs to exactly one of them. */
  runExclusive<Result>(fingerprint: string, signal: AbortSignal, run: () => Promise<Result>): Promise<Result>;
  /** Whether no create is running. */
  isIdle(): boolean;
}

/** Maximum number of claims for one service: what 300 spaces can create in a minute, the default deadline. */
const maxClaims = 20_000;

/** Maximum number of services with a registry. */
const maxRegistries = 50;

// Creates are comparable only on the same clock.
const registries = new WeakMap<Clock, Map<string, CreateRegistry>>();

/**
 * Returns a function that gets the registry shared by all clients of this address and clock, with any key: a space may have
 * several keys, and poll ids are unique in the whole service. Call it for each create: a registry without running creates is
 * dropped once 50 others are in use.
 */
export function shareCreateRegistry(baseUrl: string, clock: Clock): () => CreateRegistry {
  const byService = registries.get(clock) ?? new Map<string, CreateRegistry>();
  registries.set(clock, byService);
  return () => {
    const registry = byService.get(baseUrl) ?? createRegistry();
    // Moved to the end, so that the least recently used registry is first.
    byService.delete(baseUrl);
    byService.set(baseUrl, registry);
    for (const [other, candidate] of byService) {
      if (byService.size <= maxRegistries) break;
      if (candidate !== registry && candidate.isIdle()) byService.delete(other);
    }
    return registry;
  };
}

/** Creates an empty registry. */
export function createRegistry(): CreateRegistry {
  // Each poll with the number of its latest claim, oldest first.
  const claims = new Map<string, number>();
  let latest = 0;
  const running = new Map<string, Promise<unknown>>();
  return {
    latestClaim: () => latest,
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
    async runExclusive(fingerprint, signal, run) {
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
        // The next create continues only after this, so the entry belongs to this one.
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
