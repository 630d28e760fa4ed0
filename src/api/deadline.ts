/** A time limit with a signal. */
export interface Deadline {
  /** Aborts at the deadline with {@link deadlineExceeded}, or earlier with the outer signal's reason. */
  signal: AbortSignal;
  /** Milliseconds left; 0 once the signal is aborted. */
  left(): number;
  /** Removes the timer and the listener. Must be called in every case. */
  close(): void;
}

/** The reason of a deadline's signal when the time has passed. */
export const deadlineExceeded: unique symbol = Symbol("deadline exceeded");

// Without a reason, an abort creates an error with a stack, which takes longer than everything else here.
const closed: unique symbol = Symbol("deadline closed");

/** Starts a deadline in the given number of milliseconds. The outer signal ends it earlier, with its own reason. */
export function createDeadline(given: Clock, milliseconds: number, outer?: AbortSignal): Deadline {
  const clock = withMonotonic(given);
  const end = clock.monotonic() + milliseconds;
  const inner = new AbortController();
  const timer = new AbortController();
  const stop = () => inner.abort(outer?.reason);
  if (outer?.aborted) stop();
  outer?.addEventListener("abort", stop, { once: true });
  clock.sleep(Math.max(0, milliseconds), timer.signal).then(
    () => inner.abort(deadlineExceeded),
    () => {},
  );
  return {
    signal: inner.signal,
    // The timer may fire a moment before the clock reaches the deadline.
    left: () => (inner.signal.aborted ? 0 : Math.max(0, end - clock.monotonic())),
    close() {
      outer?.removeEventListener("abort", stop);
      timer.abort(closed);
    },
  };
}

/** The client's clock. Tests replace it. */
export interface Clock {
  /** Wall-clock time in milliseconds since 1970. It may jump, so it is compared only with times of the service. */
  now(): number;
  /** Milliseconds since a fixed moment, which never decrease, for durations. Default: derived from `now`. */
  monotonic?: () => number;
  /** Resolves after the given number of milliseconds. Rejects with the signal's reason on an abort. Leaves no timer. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

// setTimeout fires at once for longer times.
const maxTimerMs = 2 ** 31 - 1;

/** The clock of the machine. */
export const machineClock: Required<Clock> = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  async sleep(milliseconds, signal) {
    for (let left = milliseconds; left > 0; left -= maxTimerMs) {
      await sleepOnce(Math.min(left, maxTimerMs), signal);
    }
  },
};

function sleepOnce(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/**
 * The clock with a monotonic reading. If it is derived from `now`, it ignores steps back, and a sleep advances it by its
 * whole length.
 */
export function withMonotonic(clock: Clock): Required<Clock> {
  if (clock.monotonic) return clock as Required<Clock>;
  let last = Number.NEGATIVE_INFINITY;
  let lost = 0;
  const monotonic = () => {
    const moment = clock.now();
    lost += Math.max(0, last - moment);
    last = moment;
    return moment + lost;
  };
  return {
    now: () => clock.now(),
    monotonic,
    async sleep(milliseconds, signal) {
      const end = monotonic() + milliseconds;
      await clock.sleep(milliseconds, signal);
      const missed = end - monotonic();
      lost += Math.max(0, missed);
    },
  };
}
