// Not by the entry: a server starts without the client.
import { RalllyError } from "../src/api/send/errors.ts";
import { type Problem, unreadTime } from "../src/problem.ts";
import { redactKeys } from "../src/redact.ts";
import { sanitizeLine } from "../src/sanitize.ts";
import { type Sentences, writeSentences } from "./sentences.ts";
import type { Effect } from "./tool.ts";
import type { Failure } from "./view/failure.ts";

/** What a view says of a failure. */
type Shown = Omit<Failure, "person">;

/** Thrown for arguments that a tool cannot use. Problems with `ask` go to the person, the others to the model. */
export class ArgumentError extends Error {
  override readonly name = "ArgumentError";
  readonly problems: readonly Problem[];
  /** What to choose from, as that of a {@link ToolError}. */
  readonly data: Record<string, unknown> | undefined;

  constructor(problems: readonly Problem[], data?: Record<string, unknown>) {
    const paths = problems.slice(0, maxProblems).map(({ path }) => cleanTyped(path, 40));
    super(`Invalid arguments: ${paths.join(", ")}`);
    this.problems = problems;
    this.data = data;
  }
}

/** A failure in words. The compiler holds every failure to name the one who can do something about it. */
export interface FailureWords {
  /** What happened. Sentences that name a tool which the session does not have are left out. */
  what: string | Sentences;
  /** What a model does next: itself, or with the person, who decides or has to know. */
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
const maxProblems = 20;
const maxQuestions = 3;

/** Maximum length of one message in an error text, in characters. */
const maxMessageLength = 400;

const ifAgain = "Tell the person if it happens again.";
const again = { model: `Call again once. ${ifAgain}`, person: "Run the command again." } as const;
const correct = {
  model: "Correct and call again.",
  person: "Correct it, and run the command again.",
} as const;
const lasting = { model: "Tell the person; calling again does not help until this is corrected." } as const;

type Found = Pick<ToolError, "words" | "data" | "shown">;

const find = (
  kind: Shown["kind"],
  what: string | Sentences,
  next: Omit<FailureWords, "what">,
  more?: Partial<Shown>,
): Found => ({
  words: { what, ...next },
  data: undefined,
  shown: { kind, ...more },
});

/**
 * Explains a failed call: to the model in a text, which is complete, because some hosts show nothing else, and to a view and a shell.
 * It never has the text of an unexpected error.
 */
export function explainFailure(error: unknown, context: FailureContext): { text: string; failure: Failure } {
  const { words, data, shown } = findWords(error, context);
  const said = writeSentences([words.what].flat(), context.hidden);
  const write = (next: string | undefined) => {
    const all = [said, next].filter(Boolean).join(said.includes("\n") ? "\n" : " ");
    return data === undefined ? all : `${all}\n${JSON.stringify(data)}`;
  };
  return { text: write(words.model), failure: { ...shown, person: write(words.person) } };
}

function findWords(error: unknown, context: FailureContext): Found {
  if (error instanceof ArgumentError) return { ...findProblems(error.problems, context), data: error.data };
  if (error instanceof ToolError) return error;
  if (error instanceof RalllyError) return findServiceFailure(error, context);
  // The client rejects with the reason of an abort only if no create was sent.
  if (context.timedOut && context.effect === "create")
    return find(
      "failed",
      "The time for this call ran out before the poll was sent, so no poll was created.",
      again,
    );
  if (context.timedOut) return findUnknown("The time for this call ran out", context);
  return find("failed", "Internal error of this server, which its log describes.", again);
}

function findProblems(problems: readonly Problem[], { now = new Date() }: FailureContext): Found {
  const shown = problems.slice(0, maxProblems);
  const fields = shown.map(({ path }) => cleanTyped(path, 100));
  const lines = shown.map(
    ({ message }, index) => `- ${fields[index] || "arguments"}: ${toSentence(message)}`,
  );
  const total = problems.length;
  if (total > maxProblems) lines.push(`- and ${total - maxProblems} more`);
  // Who writes a day in another form may not know today's.
  if (shown.some(({ code }) => code === unreadTime))
    lines.push(`It is now ${now.toUTCString().slice(0, 3)} ${now.toISOString().slice(0, 16)}Z.`);
  const count = total === 1 ? "one argument" : `${total} problems in the arguments`;
  const what = `Nothing was done, because of ${count}:\n${lines.join("\n")}`;
  return find("arguments", what, { ...correct, model: describeNextStep(shown) }, { fields });
}

/** What was typed into a call may be a key. */
const cleanTyped = (text: string, maxLength: number) => sanitizeLine(text, maxLength, redactKeys);

const toSentence = (message: string) => cleanTyped(message, maxMessageLength).replace(/([^.!?])$/, "$1.");

/** The model corrects what it can know, and asks the person what only they can decide. */
function describeNextStep(problems: readonly Problem[]): FailureWords["model"] {
  const questions = [...new Set(problems.flatMap(({ ask }) => ask ?? []))].slice(0, maxQuestions);
  if (questions.length === 0) return correct.model;
  const others = problems.filter(({ ask }) => ask === undefined).map(({ path }) => cleanTyped(path, 100));
  const first = others.length > 0 ? `Correct ${others.join(", ")}. ` : "";
  return `${first}Ask the person ${questions.map((ask) => cleanTyped(ask, maxMessageLength)).join(", and ")}.`;
}

function findServiceFailure(error: RalllyError, context: FailureContext): Found {
  const { code = "", outcome, problems = [] } = error;
  if (code === "INVALID_INPUT") return findProblems(problems, context);
  if (code === "INVALID_OPTIONS") {
    const what = `The settings of this server are wrong, so nothing was done. ${describeSettings(problems)}`;
    return find("failed", what, lasting);
  }
  if (code === "NOT_THE_API" && (context.effect === "read" || outcome === "refused"))
    return find("failed", `${describe(error)} Nothing was changed.`, lasting);
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
  if (effect === "read") return find("failed", `${cause}. Nothing was changed.`, again);
  const [state, look] =
    effect === "create"
      ? [
          "the poll may or may not exist now, and another call could make it twice",
          "Look for its title with list_polls before.",
        ]
      : ["the poll may or may not be deleted", "Check with get_poll before another call."];
  return find("unclear", [`${cause}: ${state}.`, look], { model: "Tell the person what you found." });
}

/** Codes of connections that fail until somebody corrects an address, a certificate or a proxy. */
const lastingFailures = /^ENOTFOUND$|CERT|SIGNATURE|SSL|PROXY/;

function findUnreachable(error: RalllyError): Found {
  const what = `The scheduling service could not be reached, so nothing was changed. ${describe(error)}`;
  const check = "check the network and RALLLY_BASE_URL if it happens again.";
  const later = {
    model: `Call again in a minute. Tell the person to ${check}`,
    person: `Run the command again in a minute; ${check}`,
  } as const;
  return find("unreachable", what, lastingFailures.test(error.code ?? "") ? lasting : later);
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

/** A refusal by the service, or by the client's own limiter: what happened and what to do, for every error code that is documented. */
function findRefusal(error: RalllyError, { keyHelp }: FailureContext): Found {
  const { code = "", status, retryAfterMs = 60_000, message } = error;
  const seconds = Math.ceil(retryAfterMs / 1000);
  const time = `${seconds} second${seconds === 1 ? "" : "s"}`;
  const ask = (what: string, question: string) =>
    find("refused", what, { model: `Ask the person ${question}.` });
  const refuseKey = (what: string, person = keyHelp) =>
    find("key", what, { model: `Tell the person: ${person}`, person });
  const wait = (what: string) => {
    const model = `Call again in ${time}. ${ifAgain}` as const;
    return find("wait", what, { model, person: `Run the command again in ${time}.` }, { seconds });
  };
  const found: Record<string, Found> = {
    VALIDATION_ERROR: find(
      "refused",
      `The service found the request invalid. It says: ${JSON.stringify(sanitizeLine(message, 300))}.`,
      correct,
    ),
    INVALID_AUTHORIZATION_HEADER: refuseKey("The API key is malformed."),
    UNAUTHORIZED: refuseKey("The service does not accept the API key: it is mistyped, expired or revoked."),
    SPACE_NOT_PRO: refuseKey(
      "The API needs a Pro plan, and the space of this API key has none. No tool works until then.",
      "The space's owner can upgrade it in the billing settings.",
    ),
    ORGANIZER_NOT_MEMBER: ask(
      "The organizer, whom organizerEmail or the copied poll names, is no member of this space, so no poll was created.",
      "which member organizes the poll, and call again with their address as organizerEmail",
    ),
    TOO_MANY_OPTIONS: ask(
      "A poll can have at most 100 options. Count them with dryRun.",
      "which days or times to leave out",
    ),
    CONFERENCING_UNAVAILABLE: ask(
      "This space does not offer that conferencing provider.",
      "which other video call to link (conferencing), or whether to leave conferencing out",
    ),
    CONFERENCING_NOT_CONNECTED: ask(
      "The organizer has not connected an account with that conferencing provider.",
      "whether to connect it in the web app as the organizer, to link another video call (conferencing), or to leave conferencing out",
    ),
    INAPPROPRIATE_CONTENT: ask(
      "The service's content filter refused the text.",
      "how to reword title, description or location",
    ),
    NOT_FOUND: find(
      "refused",
      "The service has no such path. RALLLY_BASE_URL is probably wrong. Only rallly.co has the API, at https://api.rallly.co/v1; a Rallly that one hosts oneself has none, and a sandbox ends with /v1.",
      { model: "Tell the person." },
    ),
    POLL_NOT_FOUND: find(
      "not-found",
      "This space has no such poll: it was deleted, or belongs to another space.",
      { model: "Tell the person." },
    ),
    RATE_LIMIT_EXCEEDED: wait("Rate limit of the space reached (60 requests a minute, 5,000 a day)."),
    SERVICE_UNAVAILABLE: wait("The service is unavailable, perhaps for maintenance."),
  };
  const known = Object.hasOwn(found, code) && found[code];
  if (known) return known;
  if (status === 429 || status === 503)
    return wait(`The service, or a proxy in front of it, accepts no requests now (status ${status}).`);
  const name = /^[A-Z0-9_]{1,60}$/.test(code) ? ` ${code}` : "";
  return find("refused", `The service refused this with status ${status}${name}.`, {
    model: "Do not repeat the same call. Tell the person.",
  });
}
