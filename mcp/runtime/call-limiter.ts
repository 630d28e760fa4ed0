import { type CallLimits, defaultCallLimits } from "./request-limits.ts";

/** Thrown when a caller has too many running and waiting calls. The call has not started. */
export class TooManyCallsError extends Error {
  override readonly name = "TooManyCallsError";
}

/** Limits concurrent tool calls. */
export interface CallLimiter {
  /**
   * Waits for a turn and resolves with a function that releases it. Callers are compared by identity. Rejects with
   * {@link TooManyCallsError} when too many calls are waiting, and with the signal's reason when it aborts first.
   */
  acquire(caller: unknown, signal: AbortSignal): Promise<() => void>;
  /**
   * Counts a call that waits for an event and needs no turn. Returns a function that ends the count. Throws
   * {@link TooManyCallsError} when there are too many such calls.
   */
  acquireIdle(caller: unknown): () => void;
}

interface CallerState {
  running: number;
  /** Functions that start the waiting calls, oldest first. */
  waiting: Set<() => void>;
}

/** Creates a {@link CallLimiter}. In a full process the caller with the fewest running calls is next. */
export function createCallLimiter(given: Partial<CallLimits> = {}): CallLimiter {
  const limits = { ...defaultCallLimits, ...given };
  const callers = new Map<unknown, CallerState>();
  /** The calls without a turn, by caller. */
  const idle = new Map<unknown, number>();
  let idleCount = 0;
  let running = 0;

  const start = (caller: unknown, state: CallerState): (() => void) => {
    running += 1;
    state.running += 1;
    // Callers stay in the order of their last turn.
    callers.delete(caller);
    callers.set(caller, state);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      running -= 1;
      state.running -= 1;
      removeIfIdle(caller, state);
      startNext();
    };
  };
  const removeIfIdle = (caller: unknown, state: CallerState) => {
    if (state.running === 0 && state.waiting.size === 0) callers.delete(caller);
  };
  const startNext = () => {
    if (running >= limits.perProcess) return;
    let chosen: CallerState | undefined;
    for (const state of callers.values()) {
      if (state.waiting.size === 0 || state.running >= limits.perCaller) continue;
      if (chosen === undefined || state.running < chosen.running) chosen = state;
    }
    const [next] = chosen?.waiting ?? [];
    next?.();
  };

  return {
    async acquire(caller, signal) {
      signal.throwIfAborted();
      const state = callers.get(caller) ?? { running: 0, waiting: new Set() };
      if (running < limits.perProcess && state.running < limits.perCaller) return start(caller, state);
      if (state.waiting.size >= limits.maxWaiting)
        throw new TooManyCallsError(
          `${state.running} calls are running and ${state.waiting.size} are waiting`,
        );
      callers.set(caller, state);
      return new Promise((resolve, reject) => {
        const onAbort = () => {
          state.waiting.delete(onTurn);
          removeIfIdle(caller, state);
          reject(signal.reason);
        };
        const onTurn = () => {
          state.waiting.delete(onTurn);
          signal.removeEventListener("abort", onAbort);
          resolve(start(caller, state));
        };
        state.waiting.add(onTurn);
        signal.addEventListener("abort", onAbort, { once: true });
      });
    },
    acquireIdle(caller) {
      const count = idle.get(caller) ?? 0;
      if (count >= limits.idlePerCaller || idleCount >= limits.idlePerProcess)
        throw new TooManyCallsError(`${idleCount} calls are waiting for responses`);
      idle.set(caller, count + 1);
      idleCount += 1;
      let released = false;
      return () => {
        if (released) return;
        released = true;
        idleCount -= 1;
        const left = (idle.get(caller) ?? 1) - 1;
        if (left > 0) idle.set(caller, left);
        else idle.delete(caller);
      };
    },
  };
}
