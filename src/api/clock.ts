/** The time as the client sees it. Given by tests; everybody else has the machine's. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Ends after so many milliseconds, or rejects with the signal's reason; leaves no timer behind. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

// setTimeout fires at once for anything longer.
const longestTimer = 2 ** 31 - 1;

/** The machine's clock. */
export const machineClock: Clock = {
  now: Date.now,
  async sleep(milliseconds, signal) {
    for (let left = milliseconds; left > 0; left -= longestTimer) {
      await sleepOnce(Math.min(left, longestTimer), signal);
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
