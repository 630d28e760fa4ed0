import { type Clock, withMonotonic } from "./deadline.ts";

/** What the service last said of its limit: requests left until a moment of the monotonic clock. */
interface RateLimitWindow {
  left: number;
  until: number;
}

/** A request that waits: until when it can, and how it learns what became of it. */
interface Waiter {
  latest: number;
  open: () => void;
  refuse: () => void;
}

/** What an answer says of the limit, read from its headers. */
export interface RateLimitInfo {
  /** Nothing is allowed for this number of milliseconds: the Retry-After of a 429. */
  blockedMs?: number | undefined;
  /** `RateLimit-Remaining`. */
  left?: number | undefined;
  /** `RateLimit-Reset` in milliseconds. */
  resetMs?: number | undefined;
}

// Answers of one window name its end in whole seconds, each late by its own travel; no two windows end this close.
const sameWindowMs = 10_000;

// The longest window of the service. A header that says more (an epoch time, a slip) must not shut a client for years.
const maxBlockedMs = 86_400_000;

/**
 * Lets requests of one client through only while the service has room for them: as many at once as it has left, none
 * after it said that nothing is left, until its window ends. A burst so waits here in order and meets no 429.
 */
export function createRateLimiter(given: Clock, concurrency: number) {
  const clock = withMonotonic(given);
  let window: RateLimitWindow | undefined;
  let inFlight = 0;
  const queue = new Set<Waiter>();
  let timer: AbortController | undefined;

  const current = (): RateLimitWindow | undefined => {
    if (window && clock.monotonic() >= window.until) window = undefined;
    return window;
  };
  const blockedUntil = (): number | undefined => {
    const known = current();
    return known && known.left <= 0 ? known.until : undefined;
  };
  // An answer's figure may or may not count the others that are under way: taking them off is never too bold.
  const hasRoom = () => inFlight < Math.min(concurrency, current()?.left ?? concurrency);

  const serve = (): void => {
    for (const place of queue) {
      const shut = blockedUntil();
      if (shut === undefined) {
        if (!hasRoom()) break;
        queue.delete(place);
        inFlight += 1;
        place.open();
      } else if (shut >= place.latest) {
        queue.delete(place);
        place.refuse();
      }
    }
    setTimer();
  };

  // A running request starts the next one when it leaves; without any, only the end of the window can.
  const setTimer = (): void => {
    timer?.abort();
    timer = undefined;
    if (queue.size === 0 || window === undefined) return;
    timer = new AbortController();
    const ending = window;
    const end = () => {
      // The sleep has measured the window: a clock that jumped meanwhile cannot prolong it.
      if (window === ending) window = undefined;
      serve();
    };
    clock.sleep(Math.max(1, ending.until - clock.monotonic()), timer.signal).then(end, () => {});
  };

  return {
    /** How long the gate stays shut, in milliseconds; 0 when it is open or nobody knows. */
    retryAfterMs(): number {
      return Math.max(0, (blockedUntil() ?? 0) - clock.monotonic());
    },
    /**
     * Resolves once a request may be sent; the caller must call `release` after the request. Rejects at once when the gate
     * is known to stay shut for longer than the patience, in milliseconds, and with the signal's reason on an abort.
     */
    acquire(signal: AbortSignal, patience: number): Promise<void> {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const place: Waiter = {
          latest: clock.monotonic() + patience,
          open: () => {
            signal.removeEventListener("abort", giveUp);
            resolve();
          },
          refuse: () => {
            signal.removeEventListener("abort", giveUp);
            reject(new Error("The limit leaves no room in time"));
          },
        };
        const giveUp = () => {
          queue.delete(place);
          setTimer();
          reject(signal.reason);
        };
        signal.addEventListener("abort", giveUp, { once: true });
        queue.add(place);
        serve();
      });
    },
    /** Says that a request is over. */
    release(): void {
      inFlight -= 1;
      serve();
    },
    /** Takes what an answer says of the limit. */
    update({ blockedMs, left, resetMs }: RateLimitInfo): void {
      const now = clock.monotonic();
      const known = current();
      if (blockedMs !== undefined && blockedMs > 0) {
        window = { left: 0, until: now + Math.min(blockedMs, maxBlockedMs) };
      } else if (left !== undefined && resetMs !== undefined && resetMs > 0) {
        const until = now + Math.min(resetMs, maxBlockedMs);
        const same = known !== undefined && Math.abs(known.until - until) < sameWindowMs;
        // Answers overtake each other: within a window the smallest figure is the newest, and so is the nearest end,
        // since every answer names it late. Of two windows the one with less left counts.
        if (same) window = { left: Math.min(left, known.left), until: Math.min(until, known.until) };
        else if (known === undefined || left < known.left) window = { left, until };
      }
    },
  };
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;
