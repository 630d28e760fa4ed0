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

/**
 * Starts a deadline in at most 2^31 - 1 milliseconds, which the outer signal ends earlier. AbortSignal.timeout throws on fractions, and
 * a signal of AbortSignal.any with a listener stays in memory as long as the outer one.
 */
export function startDeadline(milliseconds: number, outer?: AbortSignal): Deadline {
  const end = performance.now() + milliseconds;
  const controller = new AbortController();
  const { signal } = controller;
  const stop = () => controller.abort(outer?.reason);
  const timer = setTimeout(() => controller.abort(deadlineExceeded), milliseconds);
  if (outer?.aborted) stop();
  outer?.addEventListener("abort", stop, { once: true });
  return {
    signal,
    left: () => (signal.aborted ? 0 : Math.max(0, end - performance.now())),
    close() {
      clearTimeout(timer);
      outer?.removeEventListener("abort", stop);
    },
  };
}

/** Settles like the promise, or rejects with the signal's reason once it aborts. */
export function orAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** Waits until the promise settles, at most so long. Rejects with the signal's reason once it aborts. Leaves no timer. */
export async function waitFor(
  event: Promise<unknown>,
  milliseconds: number,
  signal: AbortSignal,
): Promise<void> {
  const patience = startDeadline(milliseconds, signal);
  await orAbort(event, patience.signal).catch(() => {});
  patience.close();
  signal.throwIfAborted();
}

/** Waits. Rejects with the signal's reason once it aborts. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return waitFor(new Promise(() => {}), milliseconds, signal);
}
