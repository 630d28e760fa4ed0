// Not by the entry: a server starts without the client.
import { RalllyError } from "../src/api/send/errors.ts";
import type { Problem } from "../src/problem.ts";
import { sanitizeLine } from "../src/sanitize.ts";
import { unreadTime } from "../src/scheduling/plan/parse-time.ts";
import { formatInstant } from "./output/format.ts";
import { type Sentences, writeSentences } from "./sentences.ts";
import type { Effect } from "./tools/tool.ts";
import type { Failure } from "./view/failure.ts";

/** What a view says of a failure. */
type Shown = Omit<Failure, "person">;

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
 * A failure in words. The model is told who can do something about it: itself, or only the person, who decides or has to know. The
 * compiler holds every failure of the server to one of the three.
 */
export interface FailureWords {
  /** What happened. Sentences that name a tool which the session does not have are left out. */
  what: string | Sentences;
  /** What a model does next. */
  model: `${string}${"Correct and call again" | "Ask the person " | "Tell the person"}${string}`;
  /** What a person does next who made the call in a shell, or nothing. */
  person?: string | undefined;
}

/** Thrown when a valid call cannot be done. */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly words: FailureWords;
  /** What to choose from, shown as JSON after the words. Other people's text is only here. */
  readonly data: Record<string, unknown> | undefined;
  /** What a view says of it. */
  readonly shown: Shown;

  constructor(words: FailureWords, data?: Record<string, unknown>, shown: Shown = { kind: "refused" }) {
    super(writeSentences([words.what].flat()));
    this.words = words;
    this.data = data;
    this.shown = shown;
  }
}

/** What the words of a failure depend on. */
interface FailureContext {
  effect: Effect;
  /** Where a key comes from and how to hand it to this server. */
  keyHelp: string;
  /** Whether the time for the call was over. */
  timedOut: boolean;
  /** The tools that the session does not have. */
  hidden?: readonly string[];
  now?: Date;
}

/** Maximum number of problems and of questions in an error text. Further problems are counted. */
export const maxProblems = 20;
const maxQuestions = 3;

/** Maximum length of one message in an error text, in characters. */
const maxMessageLength = 400;

const runAgain = "Run the command again.";
const corrected = "Correct it, and run the command again.";
const tellPerson = "Tell the person; calling again does not help until this is corrected.";
const tellIfAgain = "Tell the person if it happens again.";

/** A failure in words, what to choose from, and what a view says of it. */
interface Found {
  words: FailureWords;
  data?: Record<string, unknown> | undefined;
  shown: Shown;
}

const find = (kind: Shown["kind"], words: FailureWords, more: Partial<Shown> = {}): Found => ({
  words,
  shown: { kind, ...more },
});

/** A failure for the model, and for a view and a shell. */
interface Explained {
  /** What happened, what to do next, and what to choose from. It is complete: some hosts show the model nothing else. */
  text: string;
  failure: Failure;
}

/** Explains a failed call. The text never has that of an unexpected error. */
export function explainFailure(error: unknown, context: FailureContext): Explained {
  const { words, data, shown } = findWords(error, context);
  const what = [words.what].flat();
  const write = (next: string | undefined) => {
    const isList = what.some((sentence) => sentence && /\n/.test(sentence));
    const said = writeSentences(what, context.hidden);
    const all = [[said, next].filter(Boolean).join(isList ? "\n" : " "), data && JSON.stringify(data)];
    return all.filter(Boolean).join("\n");
  };
  return { text: write(words.model), failure: { ...shown, person: write(words.person) } };
}

function findWords(error: unknown, context: FailureContext): Found {
  if (error instanceof ArgumentError) return findProblems(error.problems, context);
  if (error instanceof ToolError) return error;
  if (error instanceof RalllyError) return findServiceFailure(error, context);
  // The client rejects with the reason of an abort only if no create was sent.
  if (context.timedOut && context.effect === "create")
    return find("failed", {
      what: "The time for this call ran out before the poll was sent, so no poll was created.",
      model: `Call again. ${tellIfAgain}`,
      person: runAgain,
    });
  if (context.timedOut) return findUnknown("The time for this call ran out", context);
  return find("failed", {
    what: "Internal error of this server, which its log describes.",
    model: `Call again once. ${tellIfAgain}`,
    person: runAgain,
  });
}

function findProblems(problems: readonly Problem[], { now = new Date() }: FailureContext): Found {
  const shown = problems.slice(0, maxProblems);
  const fields = shown.map(({ path }) => sanitizeLine(path, 100));
  const lines = shown.map(
    ({ message }, index) => `- ${fields[index] || "arguments"}: ${toSentence(message)}`,
  );
  const total = problems.length;
  // Who writes a day in another form may not know today's.
  const today = shown.some(({ code }) => code === unreadTime)
    ? `\nIt is now ${formatInstant(now, "UTC")}.`
    : "";
  if (total > maxProblems) lines.push(`- and ${total - maxProblems} more`);
  const count = total === 1 ? "one argument" : `${total} problems in the arguments`;
  const what = `Nothing was done, because of ${count}:\n${lines.join("\n")}${today}`;
  return find("arguments", { what, model: describeNextStep(shown), person: corrected }, { fields });
}

const toSentence = (message: string) => sanitizeLine(message, maxMessageLength).replace(/([^.!?])$/, "$1.");

/** The model corrects what it can know, and asks the person what only they can decide. */
function describeNextStep(problems: readonly Problem[]): FailureWords["model"] {
  const questions = [...new Set(problems.flatMap(({ ask }) => ask ?? []))].slice(0, maxQuestions);
  if (questions.length === 0) return "Correct and call again.";
  const others = problems.filter(({ ask }) => ask === undefined).map(({ path }) => sanitizeLine(path, 100));
  const correct = others.length > 0 ? `Correct ${others.join(", ")}. ` : "";
  return `${correct}Ask the person ${questions.map((ask) => sanitizeLine(ask, maxMessageLength)).join(", and ")}.`;
}

function findServiceFailure(error: RalllyError, context: FailureContext): Found {
  const { code = "", outcome, problems = [] } = error;
  if (code === "INVALID_INPUT") return findProblems(problems, context);
  if (code === "INVALID_OPTIONS") {
    const what = `The settings of this server are wrong, so nothing was done. ${describeSettings(problems)}`;
    return find("failed", { what, model: tellPerson });
  }
  if (code === "NOT_THE_API" && (context.effect === "read" || outcome === "refused"))
    return find(outcome === "refused" ? "refused" : "failed", {
      what: `${describe(error)} Nothing was changed.`,
      model: tellPerson,
    });
  if (outcome === "refused" || code === "RATE_LIMIT_EXCEEDED") return findRefusal(error, context);
  if (outcome === "not-sent") return findUnreachable(error);
  if (code === "INVALID_RESPONSE") return findUnknown(describeUnexpected(error), context);
  return findUnknown(causes[code] ?? "The service's response was lost or could not be read", context);
}

const causes: Record<string, string> = {
  NOT_THE_API: "Something else than the service responded",
  INTERNAL_ERROR: "The service had an internal error",
};

/** What is unknown after a request without a usable response, and how to find out. */
function findUnknown(cause: string, { effect }: FailureContext): Found {
  const again = { model: `Call again once. ${tellIfAgain}`, person: runAgain } as const;
  if (effect === "read") return find("failed", { what: `${cause}. Nothing was changed.`, ...again });
  const isCreate = effect === "create";
  const state = isCreate
    ? "the poll may or may not exist now, and another call could make it twice"
    : "the poll may or may not be deleted";
  const look = isCreate
    ? "Look for its title with list_polls before."
    : "Check with get_poll before another call.";
  return find("unclear", { what: [`${cause}: ${state}.`, look], model: "Tell the person what you found." });
}

/** Codes of connections that fail until somebody corrects an address, a certificate or a proxy. */
const lastingFailures = /^ENOTFOUND$|CERT|SIGNATURE|SSL|PROXY/;

function findUnreachable(error: RalllyError): Found {
  const what = `The scheduling service could not be reached, so nothing was changed. ${describe(error)}`;
  if (lastingFailures.test(error.code ?? "")) return find("unreachable", { what, model: tellPerson });
  const check = "check the network and RALLLY_BASE_URL if it happens again.";
  return find("unreachable", {
    what,
    model: `Call again in a minute. Tell the person to ${check}`,
    person: `Run the command again in a minute; ${check}`,
  });
}

/** What to do about a refusal by the service, or by the client's own limiter. */
function findRefusal(error: RalllyError, { keyHelp }: FailureContext): Found {
  const { code = "", status, retryAfterMs = 60_000, message } = error;
  const otherRow = status === 429 || status === 503 ? "busy" : "other";
  const { kind, words } = (Object.hasOwn(refusals, code) && refusals[code]) || refusals[otherRow];
  const seconds = Math.ceil(retryAfterMs / 1000);
  const values: Record<string, unknown> = {
    ...{ seconds, status, keyHelp, message: JSON.stringify(sanitizeLine(message, 300)) },
    code: /^[A-Z0-9_]{1,60}$/.test(code) ? ` ${code}` : "",
  };
  const fill = <Text extends string>(text: Text) =>
    text.replace(/\{(\w+)\}/g, (_, name) => String(values[name])) as Text;
  const filled = {
    what: fill(words.what),
    model: fill(words.model),
    person: words.person && fill(words.person),
  };
  return find(kind, filled, kind === "wait" ? { seconds } : {});
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

/** A refusal: its words, in which values stand in braces, and what a view says of it. */
interface RefusalRow {
  kind: "refused" | "key" | "not-found" | "wait";
  words: FailureWords & { what: string };
}

const row = (
  kind: RefusalRow["kind"],
  what: string,
  model: FailureWords["model"],
  person?: string,
): RefusalRow => ({ kind, words: { what, model, person } });

const askAbout = (what: string, question: string) => row("refused", what, `Ask the person ${question}.`);
const refuseKey = (what: string, advice = "{keyHelp}") =>
  row("key", what, `Tell the person: ${advice}`, advice);
const waitFor = (what: string) =>
  row(
    "wait",
    what,
    `Call again in {seconds} seconds. ${tellIfAgain}`,
    "Run the command again in {seconds} seconds.",
  );

/** What happened and what to do, for every error code that the service documents, and for others. */
const refusals: Record<string, RefusalRow> & Record<"busy" | "other", RefusalRow> = {
  VALIDATION_ERROR: row(
    "refused",
    "The service found the request invalid. It says: {message}.",
    "Correct and call again.",
    corrected,
  ),
  INVALID_AUTHORIZATION_HEADER: refuseKey("The API key is malformed."),
  UNAUTHORIZED: refuseKey("The service does not accept the API key: it is mistyped, expired or revoked."),
  SPACE_NOT_PRO: refuseKey(
    "The API needs a Pro plan, and the space of this API key has none. No tool works until then.",
    "The space's owner can upgrade it in the billing settings.",
  ),
  ORGANIZER_NOT_MEMBER: askAbout(
    "The organizer, whom organizerEmail or the copied poll names, is no member of this space, so no poll was created.",
    "which member organizes the poll, and call again with their address as organizerEmail",
  ),
  TOO_MANY_OPTIONS: askAbout(
    "A poll can have at most 100 options. Count them with dryRun.",
    "which days or times to leave out",
  ),
  CONFERENCING_UNAVAILABLE: askAbout(
    "This space does not offer that conferencing provider.",
    "which other video call to link (conferencing), or whether to leave conferencing out",
  ),
  CONFERENCING_NOT_CONNECTED: askAbout(
    "The organizer has not connected an account with that conferencing provider.",
    "whether to connect it in the web app as the organizer, to link another video call (conferencing), or to leave conferencing out",
  ),
  INAPPROPRIATE_CONTENT: askAbout(
    "The service's content filter refused the text.",
    "how to reword title, description or location",
  ),
  NOT_FOUND: row("refused", `The service has no such path. ${wrongBaseUrl}`, "Tell the person."),
  POLL_NOT_FOUND: row(
    "not-found",
    "This space has no such poll: it was deleted, or belongs to another space.",
    "Tell the person.",
  ),
  RATE_LIMIT_EXCEEDED: waitFor("Rate limit of the space reached (60 requests a minute, 5,000 a day)."),
  SERVICE_UNAVAILABLE: waitFor("The service is unavailable, perhaps for maintenance."),
  busy: waitFor("The service, or a proxy in front of it, accepts no requests now (status {status})."),
  other: row(
    "refused",
    "The service refused this with status {status}{code}.",
    "Do not repeat the same call. Tell the person.",
  ),
};
