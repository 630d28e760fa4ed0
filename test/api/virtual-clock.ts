import type { Clock } from "../../src/api/index.ts";

/** The time at the start of these tests, in milliseconds since 1970. */
export const start = Date.parse("2027-02-01T08:00:00Z");

interface Timer {
  at: number;
  fire: () => void;
}

/** A clock that jumps to the next timer when nothing else can run, so that tests do not wait. */
export function createVirtualClock() {
  let now = start;
  const timers = new Set<Timer>();
  const slept: number[] = [];
  const tick = () => {
    const next = [...timers].sort((a, b) => a.at - b.at)[0];
    if (next === undefined) return;
    timers.delete(next);
    now = Math.max(now, next.at);
    next.fire();
    if (timers.size > 0) setImmediate(tick);
  };
  const clock: Clock = {
    now: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        slept.push(milliseconds);
        const stop = () => {
          timers.delete(timer);
          reject(signal?.reason);
        };
        const timer: Timer = {
          at: now + milliseconds,
          fire: () => {
            signal?.removeEventListener("abort", stop);
            resolve();
          },
        };
        signal?.addEventListener("abort", stop, { once: true });
        timers.add(timer);
        if (timers.size === 1) setImmediate(tick);
      }),
  };
  return {
    clock,
    /** The length of every sleep, deadlines included, in milliseconds. */
    slept,
    /** Number of timers that were not removed. */
    pending: () => timers.size,
    since: () => now - start,
  };
}
