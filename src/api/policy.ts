import { version } from "../version.ts";
import { type Clock, machineClock, withMonotonic } from "./deadline.ts";

/** Retries, deadlines and limits of a client. Times are in milliseconds, at most 2,147,483,647. */
export interface PolicyOptions {
  /** Attempts of one call, the first included: 1 to 100. Default: 3. */
  attempts?: number | undefined;
  /** The wait before the second attempt, doubled before each further one. Default: 500. */
  backoffMs?: number | undefined;
  /** Maximum backoff. A Retry-After of the service is respected in full. Default: 8,000. */
  backoffCapMs?: number | undefined;
  /** The bound of a whole call: connecting, waits, retries and the search for a lost create. Default: 60,000. */
  deadlineMs?: number | undefined;
  /** Maximum wait for the rate limit. A call that needs longer fails at once, with `retryAfterMs`. Default: Infinity. */
  maxWaitMs?: number | undefined;
  /** Requests in flight at once, 1 to 10,000. Default: 16. */
  concurrency?: number | undefined;
  /** Time reserved in a create's deadline to look up a lost poll, at most half of it. Default: 10,000. */
  reconcileReserveMs?: number | undefined;
  /** Waits between the searches for a lost poll, at most 100. Default: 500, 1,000, 2,000, 4,000. */
  reconcileDelaysMs?: readonly number[] | undefined;
  /** The clock. Default: the machine's. */
  clock?: Clock | undefined;
  /** Returns a number from 0 up to 1, for the jitter of the backoff. Default: Math.random. */
  random?: (() => number) | undefined;
}

/** The policy without optional parts. */
export type Policy = { [Name in keyof PolicyOptions]-?: NonNullable<PolicyOptions[Name]> };

/** A policy whose clock has a monotonic reading. */
export interface CompletePolicy extends Policy {
  /** The clock with `monotonic`. */
  clock: Required<Clock>;
}

/** Fills in the defaults. */
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

/** The wait after an attempt: doubles with each attempt up to the cap, with jitter over its upper half. */
export function chooseBackoff(attempt: number, { backoffMs, backoffCapMs, random }: Policy): number {
  const drawn = random();
  // An invalid random number must not result in a wait of NaN.
  const share = drawn >= 0 && drawn <= 1 ? drawn : 1;
  return Math.min(backoffMs * 2 ** (attempt - 1), backoffCapMs) * (0.5 + share / 2);
}

/** The hosted service. */
export const defaultBaseUrl = "https://api.rallly.co/v1";

/** The User-Agent header. */
export const userAgent = `rallly-connect/${version}`;

/** Maximum length of a service's message in an error: enough for a list of fields, too little for a page of HTML. */
export const maxErrorLength = 1000;

/** Attempts of one call, the first included. */
export const defaultAttempts = 3;

/** The wait before the second attempt, in milliseconds. It doubles before each further one. */
export const defaultBackoffMs = 500;

/** Maximum backoff, in milliseconds. */
export const defaultBackoffCapMs = 8000;

/** Deadline of a whole call, in milliseconds. */
export const defaultDeadlineMs = 60000;

/** Timeout for a connection to open, in milliseconds. */
export const defaultConnectTimeoutMs = 5000;

/** Timeout without any data, before the headers and between two pieces of the body, in milliseconds. */
export const defaultIdleTimeoutMs = 10000;

/** Maximum size of a response, in bytes. */
export const defaultMaxResponseBytes = 5 * 1024 * 1024;

/** Maximum size of a list of participants, in bytes. It has no pages. */
export const defaultMaxParticipantsBytes = 64 * 1024 * 1024;

/** Requests in flight at once: enough to use 60 requests a minute, few enough not to overshoot a limit. */
export const defaultConcurrency = 16;

/** Time reserved in a create's deadline to look up a lost poll, in milliseconds. */
export const defaultReconcileReserveMs = 10000;

/** Waits between the searches for a lost poll, in milliseconds. A slow service may still be writing it. */
export const defaultReconcileDelaysMs: readonly number[] = [500, 1000, 2000, 4000];
