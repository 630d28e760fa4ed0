/** When a call must end. */
export interface Deadline {
  /** The `performance.now()` at which its time has passed. */
  readonly end: number;
  /** The signal of the caller, which may end it earlier. */
  readonly signal: AbortSignal | undefined;
}

/** The reason with which something ends when its time has passed. */
export const deadlineExceeded: unique symbol = Symbol("deadline exceeded");

/** Milliseconds left; 0 once the signal is aborted. */
export function getTimeLeft({ end, signal }: Deadline): number {
  return signal?.aborted ? 0 : Math.max(0, end - performance.now());
}

/**
 * Starts a signal that aborts with {@link deadlineExceeded} in at most 2^31 - 1 milliseconds, or earlier with the outer signal's reason.
 * `close` removes the timer and the listener, and must be called in every case. AbortSignal.timeout throws on fractions, and a signal of
 * AbortSignal.any with a listener stays in memory as long as the outer one.
 */
export function startDeadline(
  milliseconds: number,
  outer?: AbortSignal,
): { signal: AbortSignal; close(): void } {
  const controller = new AbortController();
  const stop = () => controller.abort(outer?.reason);
  const timer = setTimeout(() => controller.abort(deadlineExceeded), milliseconds);
  if (outer?.aborted) stop();
  outer?.addEventListener("abort", stop, { once: true });
  return {
    signal: controller.signal,
    close() {
      clearTimeout(timer);
      outer?.removeEventListener("abort", stop);
    },
  };
}

/** Runs something with a signal, and settles like it, or rejects with the signal's reason once it aborts, whether it has settled or not. */
export async function within<Value>(
  milliseconds: number,
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const { signal, close } = startDeadline(milliseconds, outer);
  try {
    signal.throwIfAborted();
    return await new Promise<Value>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      run(signal).then(resolve, reject);
    });
  } finally {
    close();
  }
}

/** Waits until the promise settles, at most so long. Rejects with the signal's reason, or with {@link deadlineExceeded}. */
export async function waitFor(
  event: Promise<unknown>,
  milliseconds: number,
  { end = Number.POSITIVE_INFINITY, signal }: Partial<Deadline>,
): Promise<void> {
  const most = Math.max(0, Math.min(milliseconds, end - performance.now()));
  await within(most, signal, () => event).catch(() => {});
  signal?.throwIfAborted();
  if (performance.now() >= end) throw deadlineExceeded;
}

/** Waits. Rejects as {@link waitFor} does. */
export function sleep(milliseconds: number, deadline: Partial<Deadline>): Promise<void> {
  return waitFor(new Promise(() => {}), milliseconds, deadline);
}
