import { type Clock, machineClock } from "./clock.ts";
import {
  defaultAttempts,
  defaultBackoffCapMs,
  defaultBackoffMs,
  defaultConcurrency,
  defaultDeadlineMs,
  defaultReconcileReserveMs,
  defaultSettleMs,
} from "./defaults.ts";

/** How long and how often the client tries. Every figure may be given; the defaults are in defaults.ts. */
export interface Policy {
  /** Tries of one call, the first included. 3. */
  attempts: number;
  /** The first wait before trying again, doubled each time, in milliseconds. 500. */
  backoffMs: number;
  /** The longest wait of the client's own choosing, in milliseconds. 8,000. */
  backoffCapMs: number;
  /** One bound for the whole call, reconciling included, in milliseconds. 60,000. */
  deadlineMs: number;
  /** A wait for the service longer than this fails at once and says when to come back. None but the deadline. */
  longestWaitMs: number;
  /** Requests in flight at once. 16. */
  concurrency: number;
  /** Kept back from a create's deadline for finding out what it did, in milliseconds; at most half of it. 10,000. */
  reconcileReserveMs: number;
  /** Waits between looks for a poll that may have been made, in milliseconds. */
  settleMs: readonly number[];
  /** The clock. The machine's. */
  clock: Clock;
  /** A number from 0 up to 1, for the jitter. Math.random. */
  random: () => number;
}

/** The policy with what was left out filled in. */
export function completePolicy(given: Partial<Policy>): Policy {
  return {
    attempts: given.attempts ?? defaultAttempts,
    backoffMs: given.backoffMs ?? defaultBackoffMs,
    backoffCapMs: given.backoffCapMs ?? defaultBackoffCapMs,
    deadlineMs: given.deadlineMs ?? defaultDeadlineMs,
    longestWaitMs: given.longestWaitMs ?? Number.POSITIVE_INFINITY,
    concurrency: given.concurrency ?? defaultConcurrency,
    reconcileReserveMs: given.reconcileReserveMs ?? defaultReconcileReserveMs,
    settleMs: given.settleMs ?? defaultSettleMs,
    clock: given.clock ?? machineClock,
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
