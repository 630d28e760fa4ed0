import { type Clock, withMonotonic } from "./deadline.ts";

/** The current window: requests left until a moment of the monotonic clock. */
interface RateLimitWindow {
  left: number;
  until: number;
}

/** A waiting request. */
interface Waiter {
  /** The moment of the monotonic clock at which its max wait ends. */
  latest: number;
  start: () => void;
  reject: () => void;
}

/** The rate limit in the headers of a response. */
export interface RateLimitInfo {
  /** Time without any request, in milliseconds: the Retry-After of a 429. */
  blockedMs?: number | undefined;
  /** `RateLimit-Remaining`. */
  left?: number | undefined;
  /** `RateLimit-Reset` in milliseconds. */
  resetMs?: number | undefined;
}

// Responses of one window give its end in whole seconds, each with its own delay. Two windows never end this close.
const sameWindowMs = 10_000;

// The longest window of the service. A header with a longer one (such as an epoch time) must not block a client for years.
const maxBlockedMs = 86_400_000;

/**
 * Limits the requests of one client: at most `concurrency` at once, at most as many as the service has left in its window, and
 * none until the window ends when nothing is left. A burst waits in a queue, in order, instead of getting 429s.
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
  // `left` may or may not count requests in flight. Subtracting them is always safe.
  const hasRoom = () => inFlight < Math.min(concurrency, current()?.left ?? concurrency);

  const startNext = (): void => {
    for (const waiter of queue) {
      const blocked = blockedUntil();
      if (blocked === undefined) {
        if (!hasRoom()) break;
        queue.delete(waiter);
        inFlight += 1;
        waiter.start();
      } else if (blocked >= waiter.latest) {
        queue.delete(waiter);
        waiter.reject();
      }
    }
    setTimer();
  };

  // A request starts the next one when it is released. Without any in flight, only the end of the window can.
  const setTimer = (): void => {
    timer?.abort();
    timer = undefined;
    if (queue.size === 0 || window === undefined) return;
    timer = new AbortController();
    const ending = window;
    const end = () => {
      // The sleep measured the window, so that a clock that jumped cannot prolong it.
      if (window === ending) window = undefined;
      startNext();
    };
    clock.sleep(Math.max(1, ending.until - clock.monotonic()), timer.signal).then(end, () => {});
  };

  return {
    /** Time until requests are allowed, in milliseconds. 0 if they are allowed now or it is unknown. */
    retryAfterMs(): number {
      return Math.max(0, (blockedUntil() ?? 0) - clock.monotonic());
    },
    /**
     * Resolves when a request may be sent. The caller must call `release` after the request. Rejects at once if the known
     * wait exceeds `maxWaitMs`, and with the signal's reason on an abort.
     */
    acquire(signal: AbortSignal, maxWaitMs: number): Promise<void> {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        if (queue.size === 0 && blockedUntil() === undefined && hasRoom()) {
          inFlight += 1;
          return resolve();
        }
        const waiter: Waiter = {
          latest: clock.monotonic() + maxWaitMs,
          start: () => {
            signal.removeEventListener("abort", onAbort);
            resolve();
          },
          reject: () => {
            signal.removeEventListener("abort", onAbort);
            reject(new Error("Rate limit reached"));
          },
        };
        const onAbort = () => {
          queue.delete(waiter);
          setTimer();
          reject(signal.reason);
        };
        signal.addEventListener("abort", onAbort, { once: true });
        queue.add(waiter);
        startNext();
      });
    },
    /** Ends a request. */
    release(): void {
      inFlight -= 1;
      startNext();
    },
    /** Applies the rate limit of a response. */
    update({ blockedMs, left, resetMs }: RateLimitInfo): void {
      const now = clock.monotonic();
      const known = current();
      if (blockedMs !== undefined && blockedMs > 0) {
        window = { left: 0, until: now + Math.min(blockedMs, maxBlockedMs) };
      } else if (left !== undefined && resetMs !== undefined && resetMs > 0) {
        const until = now + Math.min(resetMs, maxBlockedMs);
        const same = known !== undefined && Math.abs(known.until - until) < sameWindowMs;
        // Responses overtake each other. Within a window the smallest `left` is the newest, and the earliest end the most
        // exact, because each response gives it late. Of two windows, use the one with less left.
        if (same) window = { left: Math.min(left, known.left), until: Math.min(until, known.until) };
        else if (known === undefined || left < known.left) window = { left, until };
      }
    },
  };
}

/** A limiter made by {@link createRateLimiter}. */
export type RateLimiter = ReturnType<typeof createRateLimiter>;
