import type { Problem } from "../../problem.ts";

/**
 * What is known about a failed call: the service refused it (`refused`), nothing reached the service (`not-sent`), or it
 * may or may not have had an effect (`unknown`); for a read, `unknown` means that no usable response arrived.
 */
export type Outcome = "refused" | "not-sent" | "unknown";

/** The error codes that this version knows: the service's, then the client's own. */
export type KnownCode =
  | "VALIDATION_ERROR"
  | "INVALID_AUTHORIZATION_HEADER"
  | "ORGANIZER_NOT_MEMBER"
  | "TOO_MANY_OPTIONS"
  | "CONFERENCING_UNAVAILABLE"
  | "CONFERENCING_NOT_CONNECTED"
  | "INAPPROPRIATE_CONTENT"
  | "UNAUTHORIZED"
  | "SPACE_NOT_PRO"
  | "NOT_FOUND"
  | "POLL_NOT_FOUND"
  | "PARTICIPANT_NOT_FOUND"
  | "RATE_LIMIT_EXCEEDED"
  | "INTERNAL_ERROR"
  | "SERVICE_UNAVAILABLE"
  | "INVALID_INPUT"
  | "INVALID_OPTIONS"
  | "INVALID_RESPONSE"
  | "NOT_THE_API"
  | "DEADLINE_EXCEEDED"
  | "PROXY_REFUSED"
  | "INVALID_PROXY"
  | "PROXY_UNREACHABLE"
  | "UND_ERR_PRX_CONN"
  | "ECONNREFUSED"
  | "ECONNRESET"
  | "ENOTFOUND";

/**
 * The error of every failed call, except that a call aborted by its `signal` rejects with the signal's reason. The message says
 * what happened and what to do. Branch on `outcome` and `code`.
 */
export class RalllyError extends Error {
  /** The client's method that failed, or `createClient`. */
  declare readonly operation: string;
  /** What is known about the call: refused, not sent, or unknown. */
  declare readonly outcome: Outcome;
  /** How many times the request was sent. */
  declare readonly attempts: number;
  /** The error code: the service's, such as POLL_NOT_FOUND, the client's own, or the system's for a failed connection. */
  declare readonly code?: KnownCode | (string & {}) | undefined;
  /** The HTTP status of the last response. */
  declare readonly status?: number | undefined;
  /** When to try again, in milliseconds from now, if it is known. */
  declare readonly retryAfterMs?: number | undefined;
  /** What is wrong with the input (INVALID_INPUT), the options (INVALID_OPTIONS) or the response (INVALID_RESPONSE). */
  declare readonly problems?: readonly Problem[] | undefined;
  /** The JSON that arrived (INVALID_RESPONSE). Not enumerable: a logger must not print the addresses of other people. */
  declare readonly received?: unknown;

  constructor(
    message: string,
    { cause, received, ...details }: FailureDetails & Pick<RalllyError, "operation" | "attempts" | "cause">,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    const known = Object.entries(details).filter(([, value]) => value !== undefined);
    Object.assign(this, Object.fromEntries(known));
    Object.defineProperty(this, "received", { value: received });
  }

  /** A getter, because the stack is written before an own field is set. */
  override get name(): "RalllyError" {
    return "RalllyError";
  }
}

/** What is known about a failure, whichever call it ended. Never the request, its headers or the key. */
export type FailureDetails = Pick<
  RalllyError,
  "outcome" | "code" | "status" | "retryAfterMs" | "problems" | "received"
>;

/** The text with a full stop, for another sentence after it. */
export function toSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
