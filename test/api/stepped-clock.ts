import type { Clock } from "../../src/api/deadline.ts";
import { start } from "./virtual-clock.ts";

/** A clock that moves only when `advance` is called. */
export function createSteppedClock() {
  let now = start;
  const waiting: { at: number; wake: () => void }[] = [];
  const sleeps: number[] = [];
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const clock: Clock = {
    now: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const entry = { at: now + milliseconds, wake: resolve };
        sleeps.push(milliseconds);
        waiting.push(entry);
        signal?.addEventListener(
          "abort",
          () => {
            const place = waiting.indexOf(entry);
            if (place >= 0) waiting.splice(place, 1);
            reject(signal.reason);
          },
          { once: true },
        );
      }),
  };
  const advance = async (milliseconds: number) => {
    const until = now + milliseconds;
    for (;;) {
      for (let turn = 0; turn < 5; turn += 1) await settle();
      const next = waiting.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0];
      if (!next) break;
      waiting.splice(waiting.indexOf(next), 1);
      now = Math.max(now, next.at);
      next.wake();
    }
    now = until;
  };
  return { ...clock, advance, sleeps, sleepers: () => waiting.length };
}
