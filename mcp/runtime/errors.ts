import {
  InvalidInputError,
  NotSentError,
  RalllyError,
  RefusedError,
  UnknownOutcomeError,
} from "../../src/api/errors.ts";
import { describeIssues, mayHaveChanged } from "../../src/api/response-issues.ts";
import { sanitizeLine } from "../../src/api/sanitize.ts";
import type { Problem } from "../../src/problem.ts";
import { ownEntry } from "../own-entry.ts";

import { serviceErrorTexts } from "./service-errors.ts";

/** Characters of one problem's place and message in an error text. */
const MAX_PLACE = 100;
const MAX_MESSAGE = 400;

/** Characters of what does not match in a response. */
const MAX_ISSUES = 1_000;

/** Characters of all problems in an error text. */
const MAX_PROBLEM_TEXT = 6_000;

/** Thrown when a tool's arguments do not fit. Holds the first problems, how many more there are, and right values. */
export class ArgumentError extends Error {
  override readonly name = "ArgumentError";
  readonly problems: readonly Problem[];
  readonly examples: Record<string, string>;
  readonly more: number;

  constructor(problems: readonly Problem[], examples: Record<string, string>, more = 0) {
    const places = problems.slice(0, 20).map(({ path }) => sanitizeLine(path, MAX_PLACE) || "all");
    super(`The arguments do not fit the tool: ${places.join(", ")}`);
    this.problems = problems;
    this.examples = examples;
    this.more = more;
  }
}

/** Thrown when a call is right but cannot be carried out; the message says why and what to do instead. */
export class UserInputError extends Error {
  override readonly name = "UserInputError";
  /** What to choose from. Strangers' text stands here and never in the message. */
  readonly data: Record<string, unknown> | undefined;

  constructor(message: string, data?: Record<string, unknown>) {
    super(message);
    this.data = data;
  }
}

/** What the words of a failure depend on. */
export interface ErrorContext {
  effect: "read" | "create" | "delete";
  /** Where a key comes from and how to hand it to this server. */
  keyHelp: string;
  /** Right values for the tool's arguments. */
  examples: Record<string, string>;
  /** Whether the call's own time ran out. */
  timedOut: boolean;
}

/** What went wrong and what to do next, in our own words: safe to show to anyone, never holding a key. */
export function formatError(error: unknown, context: ErrorContext): string {
  if (error instanceof ArgumentError) return problems(error.problems, error.examples, error.more);
  if (error instanceof UserInputError) return error.message;
  if (error instanceof InvalidInputError) {
    return problems(
      error.problems.map(({ path, message }) => ({ path, message })),
      context.examples,
    );
  }
  if (error instanceof RefusedError) return refusal(error, context);
  if (error instanceof NotSentError) {
    // Held back before sending: the service had said that no request is left until then.
    if (error.retryAfterMs !== undefined) {
      const limit = { ...error, status: 429, code: "RATE_LIMIT_EXCEEDED" };
      return refusal(new RefusedError(error.message, limit), context);
    }
    return "The scheduling service could not be reached, so nothing was changed. Try again in a minute; if it goes on, check the network and RALLLY_BASE_URL.";
  }
  if (error instanceof UnknownOutcomeError || error instanceof RalllyError || context.timedOut) {
    return unknownOutcome(error, context);
  }
  return "Something went wrong inside this server. Try again; if it goes on, report it with the server's log.";
}

function problems(list: readonly Problem[], examples: Record<string, string>, notListed = 0): string {
  const total = list.length + notListed;
  const lines: string[] = [];
  let length = 0;
  for (const { path, message } of list.slice(0, 20)) {
    const right = ownEntry(examples, path.replace(/\.\d+(?=\.|$)/gu, ""));
    const example = right === undefined ? "" : ` Example: ${right}`;
    const words = sanitizeLine(message, MAX_MESSAGE).replace(/\.$/u, "");
    const line = `- ${sanitizeLine(path, MAX_PLACE) || "arguments"}: ${words}.${example}`;
    length += line.length;
    if (length > MAX_PROBLEM_TEXT) break;
    lines.push(line);
  }
  if (total > lines.length) lines.push(`- and ${total - lines.length} more`);
  return `Nothing was done, because of ${total === 1 ? "one argument" : `${total} problems in the arguments`}:\n${lines.join("\n")}\nCorrect and call again.`;
}

function refusal(error: RefusedError, { keyHelp }: ErrorContext): string {
  const known = ownEntry(serviceErrorTexts, error.code ?? "");
  const wait =
    error.retryAfterMs === undefined ? "a minute" : `${Math.ceil(error.retryAfterMs / 1000)} seconds`;
  if (known !== undefined) {
    const detail = known.detail ? ` It says: ${JSON.stringify(sanitizeLine(ownWords(error), 300))}.` : "";
    return `${known.cause}${detail} ${known.next}`.replaceAll("{wait}", wait).replaceAll("{key}", keyHelp);
  }
  if (error.status === 429 || error.status === 503) {
    return `The service, or a proxy in front of it, takes no requests now (status ${error.status}). Wait ${wait} before the next call.`;
  }
  const code = /^[A-Z0-9_]{1,60}$/u.test(error.code ?? "") ? ` ${error.code}` : "";
  return `The service refused this with status ${error.status ?? "unknown"}${code}. Do not repeat the same call; change it or tell the person.`;
}

// The client puts the operation's name before the service's sentence; no tool goes by that name.
function ownWords({ message, operation }: RefusedError): string {
  return message.startsWith(`${operation}: `) ? message.slice(operation.length + 2) : message;
}

function unknownOutcome(error: unknown, { effect, timedOut }: ErrorContext): string {
  const issues = error instanceof RalllyError ? error.issues : undefined;
  if (issues && effect === "read") {
    return `${describeUnexpected(error, issues)}. Nothing was changed. Call again once; if it goes on, tell the person to update or report this server.`;
  }
  const cause = issues
    ? describeUnexpected(error, issues)
    : timedOut
      ? "The time for this call ran out before the service answered"
      : "The service's answer was lost or could not be read";
  if (effect === "create") {
    return `${cause}: the poll may or may not exist now. Look for its title with list_polls before calling create_poll again, or it could exist twice.`;
  }
  if (effect === "delete") {
    return `${cause}: the poll may or may not be deleted. Check with get_poll before calling delete_poll again.`;
  }
  return `${cause}. Nothing was changed; call again.`;
}

/** Only paths and types: a response's values are text of other people. */
function describeUnexpected(error: unknown, issues: NonNullable<RalllyError["issues"]>): string {
  const operation = error instanceof RalllyError ? `${error.operation}: ` : "";
  return `The service's response was not as expected (${operation}${sanitizeLine(describeIssues(issues), MAX_ISSUES)}). ${mayHaveChanged}`;
}
