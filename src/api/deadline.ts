import { type Clock, withMonotonic } from "./clock.ts";

/** The time that something may take: a signal that the caller or the clock ends, with nothing left behind. */
export interface Deadline {
  signal: AbortSignal;
  /** Milliseconds left. */
  left(): number;
  /** Takes the timer and the listener away; to be called however it ended. */
  close(): void;
}

/** Why a scope's signal was aborted when it was not the caller: its time was over. */
export const deadlineExceeded: unique symbol = Symbol("time is over");

/** Opens a scope of the given milliseconds. The outer signal ends it earlier, with its own reason. */
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
    // The timer may fire a moment before the clock says so.
    left: () => (inner.signal.aborted ? 0 : Math.max(0, end - clock.monotonic())),
    close() {
      outer?.removeEventListener("abort", stop);
      timer.abort();
    },
  };
}
