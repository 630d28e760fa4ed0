import { type Clock, machineClock, withMonotonic } from "./clock.ts";
import {
  defaultAttempts,
  defaultBackoffCapMs,
  defaultBackoffMs,
  defaultConcurrency,
  defaultDeadlineMs,
  defaultReconcileReserveMs,
  defaultSettleMs,
} from "./defaults.ts";

/** How long and how often the client tries. Times are in milliseconds; a timer takes at most 2,147,483,647. */
export interface PolicyOptions {
  /** Attempts of one call, the first included: 1 to 100. Default: 3. */
  attempts?: number | undefined;
  /** The wait before the second attempt, doubled before each further one. Default: 500. */
  backoffMs?: number | undefined;
  /** The longest wait of the client's own choosing. Retry-After of the service is kept in full. Default: 8,000. */
  backoffCapMs?: number | undefined;
  /** The bound of a whole call: connecting, waits, retries and looking for a lost create. Default: 60,000. */
  deadlineMs?: number | undefined;
  /** A longer wait for the rate limit fails at once, with `retryAfterMs`. Default: Infinity, so the deadline alone. */
  longestWaitMs?: number | undefined;
  /** Requests in flight at once, 1 to 10,000. Default: 16. */
  concurrency?: number | undefined;
  /** Kept back from a create's deadline for finding out what it did, at most half of it. Default: 10,000. */
  reconcileReserveMs?: number | undefined;
  /** Waits between looks for a poll that may have been created, at most 100. Default: 500, 1,000, 2,000, 4,000. */
  settleMs?: readonly number[] | undefined;
  /** The clock. Default: the machine's. Tests pass one of their own. */
  clock?: Clock | undefined;
  /** Returns a number from 0 up to 1, for the jitter of the backoff. Default: Math.random. */
  random?: (() => number) | undefined;
}

/** The policy with every part filled in. */
export type Policy = { [Name in keyof PolicyOptions]-?: NonNullable<PolicyOptions[Name]> };

/** A policy whose clock has a monotonic reading. */
export interface CompletePolicy extends Policy {
  /** The clock, whose `monotonic` is always there. */
  clock: Required<Clock>;
}

/** The policy with what was left out filled in. */
export function completePolicy(given: PolicyOptions): CompletePolicy {
  return {
    attempts: given.attempts ?? defaultAttempts,
    backoffMs: given.backoffMs ?? defaultBackoffMs,
    backoffCapMs: given.backoffCapMs ?? defaultBackoffCapMs,
    deadlineMs: given.deadlineMs ?? defaultDeadlineMs,
    longestWaitMs: given.longestWaitMs ?? Number.POSITIVE_INFINITY,
    concurrency: given.concurrency ?? defaultConcurrency,
    reconcileReserveMs: given.reconcileReserveMs ?? defaultReconcileReserveMs,
    settleMs: given.settleMs ?? defaultSettleMs,
    clock: withMonotonic(given.clock ?? machineClock),
    random: given.random ?? Math.random,
  };
}

/** The wait before the try after this one: doubled each time, capped, and scattered over its upper half. */
export function chooseBackoff(attempt: number, { backoffMs, backoffCapMs, random }: Policy): number {
  const drawn = random();
  // A generator that returns anything else must not end in a wait of NaN.
  const share = drawn >= 0 && drawn <= 1 ? drawn : 1;
  return Math.min(backoffMs * 2 ** (attempt - 1), backoffCapMs) * (0.5 + share / 2);
}
