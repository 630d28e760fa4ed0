import type * as z from "zod";
import type { Problem } from "../problem.ts";

import type { ResponseIssue } from "./response-issues.ts";

/**
 * What is known about a failed call: the service refused it (`refused`), nothing reached the service (`not-sent`), or it
 * may or may not have had an effect (`unknown`).
 */
export type Outcome = "refused" | "not-sent" | "unknown";

/** The fields of a failure. Never the request, its headers or the key. */
export interface Failure {
  /** The operation's name, or `createClient` for wrong options. */
  operation: string;
  /** How many times the request was sent. */
  attempts: number;
  /**
   * The service's error code, such as POLL_NOT_FOUND; NOT_THE_API for a response that is not the API's, such as a login page; or
   * why the connection failed ({@link ConnectionErrorCode}). An open set.
   */
  code?: string | undefined;
  /** The HTTP status of the last response. */
  status?: number | undefined;
  /** When to retry, in milliseconds from now, if it is known. */
  retryAfterMs?: number | undefined;
  /** Where the response does not match its schema or its request. */
  issues?: readonly ResponseIssue[] | undefined;
  /** The reason of the caller's abort. */
  cause?: unknown;
}

/**
 * The base of every error that the client throws, except the reason of the caller's own abort. The message says what
 * happened and what to do; `operation` says in which call. `String(error)` and the stack show both.
 */
export class RalllyError extends Error {
  /** The operation that failed, by its name in the client; `createClient` for wrong options. */
  readonly operation: string;
  /** How many times the request was sent. */
  readonly attempts: number;
  /** What is known about the call: refused, not sent, or unknown. */
  readonly outcome: Outcome;
  /**
   * The service's error code, such as POLL_NOT_FOUND; NOT_THE_API for a response that is not the API's, such as a login page; or
   * why the connection failed ({@link ConnectionErrorCode}). An open set.
   */
  declare readonly code?: string;
  /** The HTTP status of the last response. */
  declare readonly status?: number;
  /** When to retry, in milliseconds from now, if it is known. */
  declare readonly retryAfterMs?: number;
  /** Where a response does not match its schema or its request, at most ten. Absent for every other failure. */
  declare readonly issues?: readonly ResponseIssue[];

  constructor(message: string, outcome: Outcome, failure: Failure) {
    super(message, failure.cause === undefined ? undefined : { cause: failure.cause });
    this.operation = failure.operation;
    this.attempts = failure.attempts;
    this.outcome = outcome;
    if (failure.code !== undefined) this.code = failure.code;
    if (failure.status !== undefined) this.status = failure.status;
    if (failure.retryAfterMs !== undefined) this.retryAfterMs = failure.retryAfterMs;
    if (failure.issues !== undefined) this.issues = failure.issues;
    // The stack's first line was written before `operation` was set.
    const { stack } = this;
    const shown = `${this.name}: ${message}`;
    if (stack?.startsWith(shown)) this.stack = `${this}${stack.slice(shown.length)}`;
  }

  /** The name of the error's class. A getter, because the stack is written before a subclass sets its fields. */
  override get name(): string {
    return "RalllyError";
  }

  /** The class, the operation and the message: `RefusedError in getPoll: Poll not found`. */
  override toString(): string {
    return `${this.name} in ${this.operation}: ${this.message}`;
  }
}

/** Maximum number of problems in the message of an InvalidInputError. Its `problems` has more. */
const maxShownProblems = 20;

/** Thrown for invalid input, before anything is sent. Names every invalid field. */
export class InvalidInputError extends RalllyError {
  /** The invalid fields, and why. After a hundred problems the last one counts the rest. */
  readonly problems: readonly Problem[];

  constructor(operation: string, problems: readonly Problem[]) {
    const list = problems.slice(0, maxShownProblems).map(({ path, message }) => `${path}: ${message}`);
    if (problems.length > list.length) list.push(`and ${problems.length - list.length} more`);
    super(`Invalid input, nothing was sent. ${list.join("; ")}`, "not-sent", { operation, attempts: 0 });
    this.problems = problems;
  }

  /** The name of the class. */
  override get name(): "InvalidInputError" {
    return "InvalidInputError";
  }
}

/**
 * Thrown when the service refused the request, which then had no effect. `status` and mostly `code` say why. For a create
 * and a delete, only the service's own error body counts: the error page of a proxy proves nothing.
 */
export class RefusedError extends RalllyError {
  /** The HTTP status of the response. */
  declare readonly status: number;

  constructor(message: string, failure: Failure & { status: number }) {
    super(message, "refused", failure);
  }

  /** The name of the class. */
  override get name(): "RefusedError" {
    return "RefusedError";
  }
}

/** Thrown when nothing reached the service: it was unreachable, or the deadline passed before the request was sent. */
export class NotSentError extends RalllyError {
  constructor(message: string, failure: Failure) {
    super(message, "not-sent", failure);
  }

  /** The name of the class. */
  override get name(): "NotSentError" {
    return "NotSentError";
  }
}

/** Thrown when it is unknown whether the request had an effect. For a read: when no usable response arrived. */
export class UnknownOutcomeError extends RalllyError {
  constructor(message: string, failure: Failure) {
    super(message, "unknown", failure);
  }

  /** The name of the class. */
  override get name(): "UnknownOutcomeError" {
    return "UnknownOutcomeError";
  }
}

/** The text with a full stop at its end, to put another sentence after it. */
export function toSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * The problems of a failed check. An unknown field is named itself, not the object that holds it. `root` is the path of
 * the whole value.
 */
export function toProblems(
  issues: readonly z.core.$ZodIssue[],
  { root = "input", unknownField = "Unknown field" } = {},
): Problem[] {
  const join = (path: readonly PropertyKey[]) => path.map(String).join(".") || root;
  return issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ path: join([...issue.path, key]), message: unknownField }))
      : [{ path: join(issue.path), message: issue.message }],
  );
}
