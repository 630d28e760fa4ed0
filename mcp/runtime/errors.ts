import {
  describeIssues,
  findProviderHint,
  InvalidInputError,
  isTransientConnectionError,
  maxOptions,
  mayHaveChanged,
  NotSentError,
  notTheApi,
  RalllyError,
  RefusedError,
} from "../../src/api/core.ts";
import type { Problem } from "../../src/problem.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import { getOwn } from "./json-schema.ts";
import { nameVariables } from "./variable-names.ts";

/** Maximum lengths of the path and the message of one problem in an error text, in characters. */
const maxPathLength = 100;
const maxMessageLength = 400;

/** Maximum length of the description of an unexpected response, in characters. */
const maxIssuesLength = 1_000;

/** Maximum length of all problems together, in characters. */
const maxProblemsLength = 6_000;

/** Thrown for invalid arguments of a tool. Holds the first problems, the number of further ones, and valid examples. */
export class ArgumentError extends Error {
  override readonly name = "ArgumentError";
  readonly problems: readonly Problem[];
  readonly examples: Record<string, string>;
  readonly more: number;

  constructor(problems: readonly Problem[], examples: Record<string, string>, more = 0) {
    const places = problems.slice(0, 20).map(({ path }) => sanitizeLine(path, maxPathLength) || "all");
    super(`Invalid arguments: ${places.join(", ")}`);
    this.problems = problems;
    this.examples = examples;
    this.more = more;
  }
}

/** Thrown when a valid call cannot be executed. The message says why and what to do instead. */
export class UserInputError extends Error {
  override readonly name = "UserInputError";
  /** What to choose from. Other people's text is only here, never in the message. */
  readonly data: Record<string, unknown> | undefined;

  constructor(message: string, data?: Record<string, unknown>) {
    super(message);
    this.data = data;
  }
}

/** Why a call was stopped by this server before it was complete. */
export type StopCause = "deadline" | "shutdown";

/** What the text of a failure depends on. */
export interface ErrorContext {
  effect: "read" | "create" | "delete";
  /** Where a key comes from and how to hand it to this server. */
  keyHelp: string;
  /** Valid values for the tool's arguments. */
  examples: Record<string, string>;
  /** Why the call was stopped. Undefined for a call that failed by itself. */
  stopCause: StopCause | undefined;
}

/** The text of a failure: what happened and what to do next. It never holds a key, nor text of an unexpected error. */
export function formatError(error: unknown, context: ErrorContext): string {
  const { effect, examples, stopCause } = context;
  if (error instanceof ArgumentError) return formatProblems(error.problems, error.examples, error.more);
  if (error instanceof UserInputError) return error.message;
  if (error instanceof InvalidInputError) return formatProblems(error.problems, examples);
  if (error instanceof RefusedError) return formatRefusal(error, context);
  if (error instanceof NotSentError) {
    // The client sent nothing, because the rate limit is used up for that long.
    if (error.retryAfterMs !== undefined) return formatServiceError(rateLimited, error, context);
    return formatUnreachable(error);
  }
  if (error instanceof RalllyError) return formatUnknownOutcome(error, context);
  // A stopped create that throws no RalllyError throws the signal's reason: the create was not sent.
  if (stopCause !== undefined && effect === "create")
    return `${stopTexts[stopCause]} before the poll was sent, so no poll was created. ${retryAdvice[stopCause]}`;
  if (stopCause !== undefined) return formatUnknownOutcome(error, context);
  return "Internal error of this server. Call again; if it happens again, report it with the server's log.";
}

function formatUnreachable({ code, message }: NotSentError): string {
  const isTransient = isTransientConnectionError(code);
  const start = "The scheduling service could not be reached, so nothing was changed.";
  if (isTransient === undefined)
    return `${start} Call again in a minute; if it happens again, check the network and RALLLY_BASE_URL.`;
  const cause = sanitizeLine(message, maxMessageLength);
  return isTransient
    ? `${start} ${cause} Call again in a minute; if it happens again, tell the person.`
    : `${start} ${cause} ${tellPerson}`;
}

const stopTexts: Record<StopCause, string> = {
  deadline: "The time for this call ran out",
  shutdown: "The server is shutting down and stopped this call",
};

const retryAdvice: Record<StopCause, string> = {
  deadline: "Call again.",
  shutdown: "Call again when the server is back.",
};

function formatProblems(list: readonly Problem[], examples: Record<string, string>, notListed = 0): string {
  const total = list.length + notListed;
  const lines: string[] = [];
  let length = 0;
  for (const { path, message, ask } of list.slice(0, 20)) {
    // An example would be taken for what the person means.
    const right = ask === undefined ? getOwn(examples, path.replace(/\.\d+(?=\.|$)/gu, "")) : undefined;
    const example = right === undefined ? "" : ` Example: ${right}`;
    const text = sanitizeLine(message, maxMessageLength).replace(/\.$/u, "");
    const line = `- ${sanitizeLine(path, maxPathLength) || "arguments"}: ${text}.${example}`;
    length += line.length;
    if (length > maxProblemsLength) break;
    lines.push(line);
  }
  if (total > lines.length) lines.push(`- and ${total - lines.length} more`);
  return `Nothing was done, because of ${total === 1 ? "one argument" : `${total} problems in the arguments`}:\n${lines.join("\n")}\n${describeNextStep(list)}`;
}

/** Maximum number of questions in an error text. */
const maxQuestions = 3;

/** What to do about invalid arguments: the model corrects what it can know, and asks the person what only they can decide. */
function describeNextStep(problems: readonly Problem[]): string {
  const questions = [...new Set(problems.flatMap(({ ask }) => ask ?? []))].slice(0, maxQuestions);
  if (questions.length === 0) return "Correct and call again.";
  const others = problems.some(({ ask }) => ask === undefined) ? "Correct the other problems. " : "";
  return `${others}${questions.map((ask) => `Ask the person ${sanitizeLine(ask, maxMessageLength)}.`).join(" ")}`;
}

function formatRefusal(error: RefusedError, context: ErrorContext): string {
  const { code = "", status } = error;
  if (code === notTheApi) return `${describeForeign(error)} ${tellPerson}`;
  const known = getOwn(serviceErrorTexts, code);
  if (known !== undefined) return formatServiceError(known, error, context);
  if (status === 429 || status === 503)
    return `The service, or a proxy in front of it, accepts no requests now (status ${status}). Wait ${formatWait(error)} before the next call.`;
  const shownCode = /^[A-Z0-9_]{1,60}$/u.test(code) ? ` ${code}` : "";
  return `The service refused this with status ${status}${shownCode}. Do not repeat the same call; change it or tell the person.`;
}

function formatServiceError(
  { cause, quoteMessage, next }: ServiceErrorText,
  error: RalllyError,
  { keyHelp }: ErrorContext,
): string {
  const quoted = quoteMessage ? ` It says: ${JSON.stringify(sanitizeLine(error.message, 300))}.` : "";
  const hint = quoteMessage ? undefined : findProviderHint(error);
  return `${cause}${quoted}${hint ? ` ${hint}` : ""} ${next}`
    .replaceAll("{wait}", formatWait(error))
    .replaceAll("{key}", keyHelp);
}

function formatWait({ retryAfterMs }: RalllyError): string {
  return retryAfterMs === undefined ? "a minute" : `${Math.ceil(retryAfterMs / 1000)} seconds`;
}

function formatUnknownOutcome(error: unknown, { effect, stopCause }: ErrorContext): string {
  const issues = error instanceof RalllyError ? error.issues : undefined;
  const isForeign = error instanceof RalllyError && error.code === notTheApi;
  if (isForeign && effect === "read") return `${describeForeign(error)} Nothing was changed. ${tellPerson}`;
  if (issues && effect === "read")
    return `${describeUnexpected(error, issues)}. Nothing was changed. Call again once; if it happens again, tell the person to update this server or report the problem.`;
  const cause = isForeign
    ? (describeForeign(error).split(/\.(?: |$)/u, 1)[0] ?? "")
    : issues
      ? describeUnexpected(error, issues)
      : stopCause !== undefined
        ? `${stopTexts[stopCause]} before the service responded`
        : "The service's response was lost or could not be read";
  if (effect === "create")
    return `${cause}: the poll may or may not exist now. Look for its title with list_polls before calling create_poll again, or it could exist twice.`;
  if (effect === "delete")
    return `${cause}: the poll may or may not be deleted. Check with get_poll before calling delete_poll again.`;
  return `${cause}. Nothing was changed. ${retryAdvice[stopCause ?? "deadline"]}`;
}

const tellPerson = "Tell the person; calling again does not help until this is corrected.";

const describeForeign = ({ message }: RalllyError) => nameVariables(sanitizeLine(message, maxMessageLength));

/** Only paths and types: a response's values are other people's text. */
function describeUnexpected(error: unknown, issues: NonNullable<RalllyError["issues"]>): string {
  const operation = error instanceof RalllyError ? `${error.operation}: ` : "";
  return `The service's response was not as expected (${operation}${sanitizeLine(describeIssues(issues), maxIssuesLength)}). ${mayHaveChanged}`;
}

/** What to correct when the service responds, but has no such path. */
export const wrongBaseUrl =
  "RALLLY_BASE_URL is probably wrong. It ends with /api/v1 on an own instance, and with /v1 on api.rallly.co and on a sandbox.";

/** The text for one of the service's error codes: what happened, and what to do next. */
export interface ServiceErrorText {
  /** May hold `{wait}` (for how long) and `{key}` (how to get a key), as may `next`. */
  cause: string;
  next: string;
  /** Whether to quote the service's message, sanitized and bounded. */
  quoteMessage?: true;
}

const rateLimited: ServiceErrorText = {
  cause: "Rate limit of the space reached (60 requests a minute, 5,000 a day).",
  next: "Wait {wait} before the next call.",
};

/** Every error code that the service documents. */
export const serviceErrorTexts: Record<string, ServiceErrorText> = {
  VALIDATION_ERROR: {
    cause: "The service found the request invalid.",
    quoteMessage: true,
    next: "Correct the field it names and call again.",
  },
  INVALID_AUTHORIZATION_HEADER: { cause: "The API key is malformed.", next: "{key}" },
  UNAUTHORIZED: {
    cause: "The service does not accept the API key: it is mistyped, expired or revoked.",
    next: "{key}",
  },
  SPACE_NOT_PRO: {
    cause: "The API needs a Pro plan, and the space of this API key has none.",
    next: "No tool works until then. Tell the person that the space's owner can upgrade it in the billing settings.",
  },
  ORGANIZER_NOT_MEMBER: {
    cause: "organizerEmail is not a member of this space.",
    next: "Ask the person which member organizes the poll, or whether the space's owner does (leave organizerEmail out).",
  },
  TOO_MANY_OPTIONS: {
    cause: `A poll can have at most ${maxOptions} options.`,
    next: "Count them with dryRun. Ask the person which days or times to leave out.",
  },
  CONFERENCING_UNAVAILABLE: {
    cause: "This space does not offer that conferencing provider.",
    next: 'Ask the person for the link of another video call (provider "custom"), or whether to leave conferencing out.',
  },
  CONFERENCING_NOT_CONNECTED: {
    cause: "The organizer has not connected an account with that conferencing provider.",
    next: 'Ask the person to connect it in the web app as the organizer, for the link of another video call (provider "custom"), or whether to leave conferencing out.',
  },
  INAPPROPRIATE_CONTENT: {
    cause: "The service's content filter refused the text.",
    next: "Ask the person how to reword title, description or location.",
  },
  NOT_FOUND: {
    cause: "The service has no such path.",
    next: `${wrongBaseUrl} Tell the person.`,
  },
  POLL_NOT_FOUND: {
    cause: "This space has no poll with that pollId: it was deleted, mistyped, or belongs to another space.",
    next: "Find the right id with list_polls.",
  },
  PARTICIPANT_NOT_FOUND: {
    cause: "That poll has no participant with that participantId.",
    next: "Pass person with a name or an email instead, or find the id with list_participants.",
  },
  RATE_LIMIT_EXCEEDED: rateLimited,
  INTERNAL_ERROR: {
    cause: "The service had an internal error.",
    next: "Call again in a minute; before another create_poll, look with list_polls whether the poll exists.",
  },
  SERVICE_UNAVAILABLE: {
    cause: "The service is unavailable, perhaps for maintenance.",
    next: "Wait {wait} before the next call.",
  },
};
