/** The rate limit in a response of the service. */
export interface RateLimit {
  /** Requests left in the window. */
  left: number;
  /** Milliseconds until the window ends. */
  resetMs: number;
}

/** A request that waits. */
interface Waiter {
  /** Until when it may wait for a window to end, by `performance.now()`. */
  latest: number;
  /** Lets the request go, or refuses it with the milliseconds until the window ends. */
  settle(refusedMs?: number): void;
}

/** Requests in flight at once: enough to use 60 requests a minute, few enough not to overshoot a limit. */
const maxInFlight = 16;

/** The longest window of the service. A longer one in a header must not block a client for years. */
const maxResetMs = 86_400_000;

/** Responses of one window give its end in whole seconds, each with its own delay. Two windows never end this close. */
const sameWindowMs = 5_000;

/**
 * Limits the requests of one client: at most 16 at once, at most as many as the service has left in its window, and none until
 * the window ends when nothing is left. A burst waits in a queue, in order, instead of getting refused.
 */
export function createRateLimiter() {
  // `performance.now()` at which the window ends, and what is left until then.
  let end = 0;
  let windowLeft = 0;
  let inFlight = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waiters = new Set<Waiter>();

  const left = () => (performance.now() < end ? windowLeft : Number.POSITIVE_INFINITY);

  function wake(): void {
    clearTimeout(timer);
    for (const waiter of waiters) {
      if (left() <= 0) {
        if (end > waiter.latest) waiter.settle(end - performance.now());
        // `left` may not count the requests in flight. Subtracting them is always safe.
      } else if (inFlight < Math.min(maxInFlight, left())) {
        inFlight += 1;
        waiter.settle();
      } else break;
    }
    const wait = end - performance.now();
    if (waiters.size > 0 && wait > 0) timer = setTimeout(wake, Math.ceil(wait));
  }

  return {
    /**
     * Resolves when a request may be sent; call `release` after it. Resolves to the milliseconds until the window ends if that
     * is longer than `maxWaitMs`: the request must not be sent. Rejects with the signal's reason once it aborts.
     */
    acquire(signal: AbortSignal, maxWaitMs: number): Promise<number | undefined> {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const leave = () => {
          waiters.delete(waiter);
          signal.removeEventListener("abort", stop);
        };
        const stop = () => {
          leave();
          reject(signal.reason);
          wake();
        };
        const waiter: Waiter = {
          latest: performance.now() + maxWaitMs,
          settle(refusedMs) {
            leave();
            resolve(refusedMs);
          },
        };
        signal.addEventListener("abort", stop);
        waiters.add(waiter);
        wake();
      });
    },

    /** Ends a request. `limit` is what its response says about the rate limit. */
    release(limit: RateLimit | undefined): void {
      inFlight -= 1;
      if (limit) {
        const now = performance.now();
        const newEnd = now + Math.min(limit.resetMs, maxResetMs);
        // Responses overtake each other: the smallest `left` of a window is the newest. Of two windows, use the fuller one.
        if (now < end && Math.abs(newEnd - end) < sameWindowMs) {
          windowLeft = Math.min(windowLeft, limit.left);
          end = Math.min(end, newEnd);
        } else if (now >= end || limit.left < windowLeft) {
          windowLeft = limit.left;
          end = newEnd;
        }
      }
      wake();
    },
  };
}
