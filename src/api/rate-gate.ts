import type { Clock } from "./clock.ts";
import { readRetryAfter } from "./retry-after.ts";

/** What the service last said of its limit: requests left until a moment. */
interface Allowance {
  left: number;
  until: number;
}

/**
 * Lets requests of one client through only while the service has room for them: as many at once as it has left, none
 * after it said that nothing is left, until its window ends. A burst so waits here in order and meets no 429.
 */
export function createRateGate(clock: Clock, concurrency: number) {
  let allowance: Allowance | undefined;
  let underway = 0;
  const line: { open: () => void }[] = [];

  const room = (): number => {
    if (allowance && clock.now() >= allowance.until) allowance = undefined;
    return Math.min(concurrency, allowance?.left ?? concurrency) - underway;
  };
  const admit = (): void => {
    for (let free = room(); free > 0 && line.length > 0; free -= 1) {
      underway += 1;
      line.shift()?.open();
    }
  };

  return {
    /** How long the gate stays shut, in milliseconds; 0 when it is open or nobody knows. */
    shutFor(): number {
      return allowance && allowance.left <= 0 ? Math.max(0, allowance.until - clock.now()) : 0;
    },
    /** Ends once a request may be sent; whoever passes must call `leave` when it is over. */
    async enter(signal: AbortSignal): Promise<void> {
      signal.throwIfAborted();
      if (line.length === 0 && room() > 0) {
        underway += 1;
        return;
      }
      const place = { open: () => {} };
      let passed = false;
      const opened = new Promise<void>((resolve) => {
        place.open = () => {
          passed = true;
          resolve();
        };
      });
      line.push(place);
      try {
        while (!passed) {
          const wait = this.shutFor();
          // Whoever is under way opens the gate on leaving; with nobody there, only the end of the window does.
          await raceWithSleep(opened, clock, wait > 0 ? wait : Number.POSITIVE_INFINITY, signal);
          admit();
        }
      } catch (error) {
        // Let through in the very moment of giving up: the room goes to the next.
        if (passed) this.leave();
        else line.splice(line.indexOf(place), 1);
        throw error;
      }
    },
    /** Says that a request is over. */
    leave(): void {
      underway -= 1;
      admit();
    },
    /** Takes what an answer's headers say of the limit. */
    learn(status: number, headers: Record<string, string>): void {
      const now = clock.now();
      const wait = status === 429 ? readRetryAfter(headers["retry-after"], now) : undefined;
      if (wait !== undefined) {
        allowance = { left: 0, until: now + wait };
        return;
      }
      const [left, reset] = ["ratelimit-remaining", "ratelimit-reset"].map((name) =>
        readCount(headers[name]),
      );
      if (left === undefined || reset === undefined) return;
      const until = now + reset * 1000;
      // Answers overtake each other: within one window the smallest figure is the newest.
      const same = allowance !== undefined && Math.abs(allowance.until - until) < 1500;
      allowance =
        same && allowance
          ? { left: Math.min(left, allowance.left), until: allowance.until }
          : { left, until };
    },
  };
}

export type RateGate = ReturnType<typeof createRateGate>;

function readCount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,10}$/.test(text.trim()) ? Number(text) : undefined;
}

async function raceWithSleep(opened: Promise<void>, clock: Clock, wait: number, signal: AbortSignal) {
  const over = new AbortController();
  const stop = () => over.abort(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    await Promise.race([opened, clock.sleep(wait, over.signal)]);
  } finally {
    signal.removeEventListener("abort", stop);
    over.abort();
  }
}
