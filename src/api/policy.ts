import { version } from "../version.ts";
import { type Clock, machineClock, withMonotonic } from "./deadline.ts";

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
  maxWaitMs?: number | undefined;
  /** Requests in flight at once, 1 to 10,000. Default: 16. */
  concurrency?: number | undefined;
  /** Kept back from a create's deadline for finding out what it did, at most half of it. Default: 10,000. */
  reconcileReserveMs?: number | undefined;
  /** Waits between looks for a poll that may have been created, at most 100. Default: 500, 1,000, 2,000, 4,000. */
  reconcileDelaysMs?: readonly number[] | undefined;
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
    maxWaitMs: given.maxWaitMs ?? Number.POSITIVE_INFINITY,
    concurrency: given.concurrency ?? defaultConcurrency,
    reconcileReserveMs: given.reconcileReserveMs ?? defaultReconcileReserveMs,
    reconcileDelaysMs: given.reconcileDelaysMs ?? defaultReconcileDelaysMs,
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

/** Every figure of the client, each with the reason for its value. Those named `default` are options. */
/** The hosted service. */
export const defaultBaseUrl = "https://api.rallly.co/v1";

/** What the client calls itself to the service. Kept equal to package.json by a test. */
export const userAgent = `rallly-connect/${version}`;

/** The contract's limit: a poll with more options is refused. */
export const maxOptions = 100;

/** A service's own words in an error are cut here: enough for a list of fields, too little for a page of HTML. */
export const maxErrorLength = 1000;

/** Tries of one call, the first included. */
export const defaultAttempts = 3;

/** The first wait before trying again, in milliseconds; each further one is twice as long. */
export const defaultBackoffMs = 500;

/** No wait of our own choosing is longer. What the service asks for in Retry-After is waited in full. */
export const defaultBackoffCapMs = 8000;

/** One bound for a whole call: connecting, headers, body, waits, retries and reconciling. */
export const defaultDeadlineMs = 60000;

/** How long a connection may take to open. */
export const defaultConnectTimeoutMs = 5000;

/** How long the service may stay silent, before its headers and between two pieces of its body. */
export const defaultIdleTimeoutMs = 10000;

/** The largest answer that is read, in bytes. */
export const defaultMaxResponseBytes = 5 * 1024 * 1024;

/** The largest list of participants that is read, in bytes: it comes in one piece, however many there are. */
export const defaultMaxParticipantsBytes = 64 * 1024 * 1024;

/** Requests in flight at once: more than 60 a minute can keep busy, few enough that a limit is hit gently. */
export const defaultConcurrency = 16;

/** Kept back from a create's deadline, so that there is time to find out what an unclear one did. */
export const defaultReconcileReserveMs = 10000;

/** Waits between looks for a poll that may have been made: a slow service may still be writing it. */
export const defaultReconcileDelaysMs: readonly number[] = [500, 1000, 2000, 4000];
