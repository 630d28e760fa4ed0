import type * as z from "zod";
import type { Problem } from "../problem.ts";

import type { ResponseIssue } from "./response-issues.ts";

/**
 * What is known of a call that failed: the service said no (`refused`), nothing reached it (`not-sent`), or it
 * may or may not have been carried out (`unknown`).
 */
export type Outcome = "refused" | "not-sent" | "unknown";

/** What every failure carries. Never the request, its headers or the key. */
export interface Failure {
  /** The operation's name in the registry, or `createClient` for wrong options. */
  operation: string;
  /** How many times the call was tried. 0 when it was never sent. */
  attempts: number;
  /** The service's own code, such as POLL_NOT_FOUND. An open set. */
  code?: string | undefined;
  /** The HTTP status of the last answer. */
  status?: number | undefined;
  /** When to come back, in milliseconds from now, as far as the service said so. */
  retryAfterMs?: number | undefined;
  /** Where the response does not match its schema or its request. */
  issues?: readonly ResponseIssue[] | undefined;
  /** What caused it, stripped of everything but its words and its code. An abort's reason is passed on as it is. */
  cause?: unknown;
}

/** The base of everything that the client throws, apart from the reason of a caller's own abort. */
export class RalllyError extends Error {
  /** The name of the error's class. */
  override readonly name: string = "RalllyError";
  /** Which operation failed, by its name in the client; `createClient` for wrong options. */
  readonly operation: string;
  /** How often the call was sent. 0 when it never was. */
  readonly attempts: number;
  /** What is known of the call: refused, not sent, or unknown. */
  readonly outcome: Outcome;
  /** The service's own code, such as POLL_NOT_FOUND. An open set. */
  declare readonly code?: string;
  /** The HTTP status of the last response. */
  declare readonly status?: number;
  /** When to come back, in milliseconds from now, as far as the service said so. */
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
  }
}

/** Problems that the message of an InvalidInputError shows. Its `problems` has more. */
const maxShownProblems = 20;

/** Thrown before anything is sent, when an input breaks the contract. Names every field at fault. */
export class InvalidInputError extends RalllyError {
  override readonly name = "InvalidInputError";
  /** The fields that are wrong, and why; of more than a hundred problems the rest is counted in the last. */
  readonly problems: readonly Problem[];

  constructor(operation: string, problems: readonly Problem[]) {
    const list = problems.slice(0, maxShownProblems).map(({ path, message }) => `${path}: ${message}`);
    if (problems.length > list.length) list.push(`and ${problems.length - list.length} more`);
    super(`Nothing was sent, the input of ${operation} is wrong. ${list.join("; ")}`, "not-sent", {
      operation,
      attempts: 0,
    });
    this.problems = problems;
  }
}

/**
 * Thrown when the service answered no: it did nothing. `status` and mostly `code` say why. For a create and a delete
 * only the service's own error body counts; a page of a proxy with an error status proves nothing.
 */
export class RefusedError extends RalllyError {
  override readonly name = "RefusedError";
  /** The HTTP status of the refusal. */
  declare readonly status: number;

  constructor(message: string, failure: Failure & { status: number }) {
    super(message, "refused", failure);
  }
}

/** Thrown when nothing reached the service: it was unreachable, or time ran out before the request was sent. */
export class NotSentError extends RalllyError {
  override readonly name = "NotSentError";

  constructor(message: string, failure: Failure) {
    super(message, "not-sent", failure);
  }
}

/** Thrown when nobody can say whether the service carried the call out. For a read, that nothing usable came. */
export class UnknownOutcomeError extends RalllyError {
  override readonly name = "UnknownOutcomeError";

  constructor(message: string, failure: Failure) {
    super(message, "unknown", failure);
  }
}

/** Every problem of a failed check. An unknown field is named itself, not the object that holds it. */
export function toProblems(issues: readonly z.core.$ZodIssue[]): Problem[] {
  return issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ path: formatPath([...issue.path, key]), message: "Unknown field" }))
      : [{ path: formatPath(issue.path), message: issue.message }],
  );
}

function formatPath(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "input" : path.map(String).join(".");
}
