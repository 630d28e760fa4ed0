// Not by the entry: a server starts without the client.
import { RalllyError } from "../src/api/send/errors.ts";
import type { Problem } from "../src/problem.ts";
import { sanitizeLine } from "../src/sanitize.ts";
import type { Effect } from "./tools/tool.ts";
import type { Failure } from "./view/failure.ts";

/** Thrown for arguments that a tool cannot use. Problems with `ask` go to the person, the others to the model. */
export class ArgumentError extends Error {
  override readonly name = "ArgumentError";
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const paths = problems.slice(0, maxProblems).map(({ path }) => sanitizeLine(path, 40));
    super(`Invalid arguments: ${paths.join(", ")}`);
    this.problems = problems;
  }
}

/**
 * The text of a failure. It says who can do something about it: the model, or only the person, who decides or has to know. The
 * compiler holds every text of the server to one of the three.
 */
export type FailureText =
  `${string}${"Correct and call again" | "Ask the person " | "Tell the person"}${string}`;

/** Thrown when a valid call cannot be done. The message says why and what to do instead. */
export class ToolError extends Error {
  override readonly name = "ToolError";
  declare readonly message: FailureText;
  /** What to choose from, shown as JSON after the message. Other people's text is only here. */
  readonly data: Record<string, unknown> | undefined;
  /** What a view says of it. */
  readonly failure: Failure;

  constructor(message: FailureText, data?: Record<string, unknown>, failure: Failure = { kind: "refused" }) {
    super(message);
    this.data = data;
    this.failure = failure;
  }
}

/** What the text of a failure depends on. */
interface FailureContext {
  effect: Effect;
  /** Where a key comes from and how to hand it to this server. */
  keyHelp: string;
  /** Whether the time for the call was over. */
  timedOut: boolean;
}

/** Maximum number of problems and of questions in an error text. Further problems are counted. */
export const maxProblems = 20;
const maxQuestions = 3;

/** Maximum length of one message in an error text, in characters. */
const maxMessageLength = 400;

const tellPerson = "Tell the person; calling again does not help until this is corrected.";
const tellIfAgain = "Tell the person if it happens again.";

/** A failure for the model, and for a view, which has sentences of its own. */
interface Explained {
  /** What happened, what to do next, and what to choose from. It is complete: some hosts show the model nothing else. */
  text: FailureText;
  failure: Failure;
}

const explain = (kind: Failure["kind"], text: FailureText, more?: Partial<Failure>): Explained => ({
  text,
  failure: { kind, ...more },
});

/** Explains a failed call. The text never has that of an unexpected error. */
export function explainFailure(error: unknown, context: FailureContext): Explained {
  if (error instanceof ArgumentError) return explainProblems(error.problems);
  if (error instanceof ToolError) {
    const { message, data, failure } = error;
    return { text: data === undefined ? message : `${message}\n${JSON.stringify(data)}`, failure };
  }
  if (error instanceof RalllyError) return explainServiceFailure(error, context);
  // The client rejects with the reason of an abort only if no create was sent.
  if (context.timedOut && context.effect === "create")
    return explain(
      "failed",
      "The time for this call ran out before the poll was sent, so no poll was created. Call again. Tell the person if it happens again.",
    );
  if (context.timedOut) return explainUnknown("The time for this call ran out", context);
  return explain(
    "failed",
    `Internal error of this server, which its log describes. Call again once. ${tellIfAgain}`,
  );
}

function explainProblems(problems: readonly Problem[]): Explained {
  const shown = problems.slice(0, maxProblems);
  const fields = shown.map(({ path }) => sanitizeLine(path, 100));
  const lines = shown.map(
    ({ message }, index) => `- ${fields[index] || "arguments"}: ${toSentence(message)}`,
  );
  const total = problems.length;
  if (total > maxProblems) lines.push(`- and ${total - maxProblems} more`);
  const count = total === 1 ? "one argument" : `${total} problems in the arguments`;
  const text: FailureText = `Nothing was done, because of ${count}:\n${lines.join("\n")}\n${describeNextStep(shown)}`;
  return explain("arguments", text, { fields });
}

const toSentence = (message: string) => sanitizeLine(message, maxMessageLength).replace(/([^.!?])$/, "$1.");

/** The model corrects what it can know, and asks the person what only they can decide. */
function describeNextStep(problems: readonly Problem[]): FailureText {
  const questions = [...new Set(problems.flatMap(({ ask }) => ask ?? []))].slice(0, maxQuestions);
  if (questions.length === 0) return "Correct and call again.";
  const others = problems.filter(({ ask }) => ask === undefined).map(({ path }) => sanitizeLine(path, 100));
  const correct = others.length > 0 ? `Correct ${others.join(", ")}. ` : "";
  return `${correct}Ask the person ${questions.map((ask) => sanitizeLine(ask, maxMessageLength)).join(", and ")}.`;
}

function explainServiceFailure(error: RalllyError, context: FailureContext): Explained {
  const { code = "", outcome, problems = [] } = error;
  if (code === "INVALID_INPUT") return explainProblems(problems);
  if (code === "INVALID_OPTIONS")
    return explain(
      "failed",
      `The settings of this server are wrong, so nothing was done. ${describeSettings(problems)} ${tellPerson}`,
    );
  if (code === "NOT_THE_API" && (context.effect === "read" || outcome === "refused"))
    return explain(
      outcome === "refused" ? "refused" : "failed",
      `${describe(error)} Nothing was changed. ${tellPerson}`,
    );
  if (outcome === "refused" || code === "RATE_LIMIT_EXCEEDED") return explainRefusal(error, context);
  if (outcome === "not-sent") return explain("unreachable", formatUnreachable(error));
  if (code === "INVALID_RESPONSE") return explainUnknown(describeUnexpected(error), context);
  return explainUnknown(causes[code] ?? "The service's response was lost or could not be read", context);
}

const causes: Record<string, string> = {
  NOT_THE_API: "Something else than the service responded",
  INTERNAL_ERROR: "The service had an internal error",
};

/** What is unknown after a request without a usable response, and how to find out. */
function explainUnknown(cause: string, { effect }: FailureContext): Explained {
  if (effect === "create")
    return explain(
      "unclear",
      `${cause}: the poll may or may not exist now, and another call could make it twice. Look for its title with list_polls before. Tell the person what you found.`,
    );
  if (effect === "delete")
    return explain(
      "unclear",
      `${cause}: the poll may or may not be deleted. Check with get_poll before calling delete_poll again. Tell the person what you found.`,
    );
  return explain("failed", `${cause}. Nothing was changed. Call again once. ${tellIfAgain}`);
}

/** Codes of connections that fail until somebody corrects an address, a certificate or a proxy. */
const lastingFailures = /^ENOTFOUND$|CERT|SIGNATURE|SSL|PROXY/;

function formatUnreachable(error: RalllyError): FailureText {
  const start = `The scheduling service could not be reached, so nothing was changed. ${describe(error)}`;
  if (lastingFailures.test(error.code ?? "")) return `${start} ${tellPerson}`;
  return `${start} Call again in a minute. Tell the person to check the network and RALLLY_BASE_URL if it happens again.`;
}

/** What to do about a refusal by the service, or by the client's own limiter. */
function explainRefusal(error: RalllyError, { keyHelp }: FailureContext): Explained {
  const { code = "", status, retryAfterMs = 60_000, message } = error;
  const otherRow = status === 429 || status === 503 ? "busy" : "other";
  const row = Object.hasOwn(refusals, code) ? code : otherRow;
  const seconds = Math.ceil(retryAfterMs / 1000);
  const values: Record<string, unknown> = {
    ...{ seconds, status, keyHelp, message: JSON.stringify(sanitizeLine(message, 300)) },
    code: /^[A-Z0-9_]{1,60}$/.test(code) ? ` ${code}` : "",
  };
  const text = refusals[row]?.replace(/\{(\w+)\}/g, (_, name) => String(values[name])) as FailureText;
  const kind = kinds[row] ?? "refused";
  return explain(kind, text, kind === "wait" ? { seconds } : {});
}

/** Only paths and types: a response's values are other people's text. */
function describeUnexpected({ problems = [], message }: RalllyError): string {
  const shown = problems.slice(0, 5).map((problem) => `${problem.path}: ${problem.message}`);
  const cause = sanitizeLine(shown.join("; ") || message, maxMessageLength);
  return `The service's response was not as expected (${cause}), perhaps because this server is older than the service`;
}

/** The problems of settings, by the environment variables that hold them. */
export const describeSettings = (problems: readonly Problem[]): string =>
  problems.map(({ path, message }) => nameVariables(`${path}: ${toSentence(message)}`)).join(" ");

/** The client's message, which says what happened and what to do, with variables instead of the client's options. */
export const describe = ({ message }: RalllyError): string =>
  nameVariables(sanitizeLine(message, maxMessageLength));

const nameVariables = (message: string): string =>
  message
    .replaceAll("allowHttp", "RALLLY_ALLOW_HTTP=1")
    .replaceAll("apiKey", "RALLLY_API_KEY")
    .replaceAll(/the base URL|\bbaseUrl\b/g, "RALLLY_BASE_URL");

/** What to correct when the service responds, but has no such path. */
const wrongBaseUrl =
  "RALLLY_BASE_URL is probably wrong. Only rallly.co has the API, at https://api.rallly.co/v1; a Rallly that one hosts oneself has none, and a sandbox ends with /v1.";

/** What a view says of these codes. */
const kinds: Record<string, "key" | "not-found" | "wait"> = {
  INVALID_AUTHORIZATION_HEADER: "key",
  UNAUTHORIZED: "key",
  SPACE_NOT_PRO: "key",
  POLL_NOT_FOUND: "not-found",
  RATE_LIMIT_EXCEEDED: "wait",
  SERVICE_UNAVAILABLE: "wait",
  busy: "wait",
};

/** What happened and what to do, for every error code that the service documents, and for others. */
const refusals: Record<string, FailureText> = {
  VALIDATION_ERROR: "The service found the request invalid. It says: {message}. Correct and call again.",
  INVALID_AUTHORIZATION_HEADER: "The API key is malformed. Tell the person: {keyHelp}",
  UNAUTHORIZED:
    "The service does not accept the API key: it is mistyped, expired or revoked. Tell the person: {keyHelp}",
  SPACE_NOT_PRO:
    "The API needs a Pro plan, and the space of this API key has none. No tool works until then. Tell the person that the space's owner can upgrade it in the billing settings.",
  ORGANIZER_NOT_MEMBER:
    "The organizer, whom organizerEmail or the copied poll names, is no member of this space, so no poll was created. Ask the person which member organizes the poll, and call again with their address as organizerEmail.",
  TOO_MANY_OPTIONS:
    "A poll can have at most 100 options. Count them with dryRun. Ask the person which days or times to leave out.",
  CONFERENCING_UNAVAILABLE:
    "This space does not offer that conferencing provider. Ask the person which other video call to link (conferencing), or whether to leave conferencing out.",
  CONFERENCING_NOT_CONNECTED:
    "The organizer has not connected an account with that conferencing provider. Ask the person whether to connect it in the web app as the organizer, to link another video call (conferencing), or to leave conferencing out.",
  INAPPROPRIATE_CONTENT:
    "The service's content filter refused the text. Ask the person how to reword title, description or location.",
  NOT_FOUND: `The service has no such path. ${wrongBaseUrl} Tell the person.`,
  POLL_NOT_FOUND:
    "This space has no such poll: it was deleted, or belongs to another space. Tell the person.",
  RATE_LIMIT_EXCEEDED:
    "Rate limit of the space reached (60 requests a minute, 5,000 a day). Call again in {seconds} seconds. Tell the person if it happens again.",
  SERVICE_UNAVAILABLE:
    "The service is unavailable, perhaps for maintenance. Call again in {seconds} seconds. Tell the person if it happens again.",
  busy: "The service, or a proxy in front of it, accepts no requests now (status {status}). Call again in {seconds} seconds. Tell the person if it happens again.",
  other: "The service refused this with status {status}{code}. Do not repeat the same call. Tell the person.",
};
