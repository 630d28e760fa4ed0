import type { RateLimit } from "../types/client.ts";
import { type Deadline, waitFor } from "./deadline.ts";

/** Requests in flight at once: enough to use 60 requests a minute, few enough not to overshoot a limit. */
const maxInFlight = 16;

/** The longest window of the service. A longer one in a header must not block a client for years. */
const maxResetMs = 86_400_000;

/** Responses of one window give its end in whole seconds, each with its own delay. Two windows never end this close. */
const sameWindowMs = 5_000;

/**
 * Limits the requests of one client: at most 16 at once, at most as many as the service has left in its window, and none until
 * the window ends when nothing is left. A burst waits instead of getting refused.
 */
export function createRateLimiter() {
  // `performance.now()` at which the window ends, and what is left until then.
  let end = 0;
  let windowLeft = 0;
  let inFlight = 0;
  // What the service last said, and `performance.now()` then.
  let last: RateLimit | undefined;
  let lastAt = 0;
  let wake = () => {};
  let change = new Promise<void>(() => {});

  function announceChange(): void {
    wake();
    change = new Promise((resolve) => {
      wake = resolve;
    });
  }
  announceChange();

  return {
    /**
     * Resolves when a request may be sent; call `release` after it. Resolves to the milliseconds until the window ends if that
     * is longer than `maxWaitMs`: the request must not be sent. Rejects when the deadline ends.
     */
    async acquire(deadline: Deadline, maxWaitMs: number): Promise<number | undefined> {
      const latest = performance.now() + maxWaitMs;
      for (;;) {
        const resetMs = end - performance.now();
        const left = resetMs > 0 ? windowLeft : Number.POSITIVE_INFINITY;
        // `left` may not count the requests in flight. Subtracting them is always safe.
        if (inFlight < Math.min(maxInFlight, left)) break;
        if (left <= 0 && end > latest) return Math.ceil(resetMs);
        await waitFor(change, resetMs > 0 ? Math.ceil(resetMs) : maxResetMs, deadline);
      }
      inFlight += 1;
      return undefined;
    },

    /** Ends a request. `limit` is what its response says about the rate limit. */
    release(limit: RateLimit | undefined): void {
      inFlight -= 1;
      const now = performance.now();
      if (limit) [last, lastAt] = [limit, now];
      const newEnd = now + Math.min(limit?.resetMs ?? 0, maxResetMs);
      // Responses overtake each other: the smallest `left` of a window is the newest. Of two windows, use the fuller one.
      if (limit && now < end && Math.abs(newEnd - end) < sameWindowMs) {
        windowLeft = Math.min(windowLeft, limit.left);
        end = Math.min(end, newEnd);
      } else if (limit && (now >= end || limit.left < windowLeft)) {
        windowLeft = limit.left;
        end = newEnd;
      }
      announceChange();
    },

    /** What the service last said, with the time that is left now. */
    last: (): RateLimit | undefined =>
      last && { ...last, resetMs: Math.max(0, Math.ceil(last.resetMs - (performance.now() - lastAt))) },
  };
}
