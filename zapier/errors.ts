import type { ZObject } from "zapier-platform-core";
import {
  describeIssues,
  findProviderHint,
  InvalidInputError,
  maxOptions,
  mayHaveChanged,
  notTheApi,
  RalllyError,
  toSentence,
} from "../src/api/core.ts";
import { sanitizeText } from "../src/sanitize.ts";
import { InputError } from "./input/input-error.ts";
import { labelPath } from "./input/labels.ts";

const addressLabel = "API Address";

type Errors = ZObject["errors"];

/** Maps an error of a run to the error class of Zapier: hold runs, replay later, halt, or fail with a message. */
export type ErrorMapper = (error: unknown, errors: Errors) => unknown;

/** When Zapier replays a run if the service names no time, in seconds. */
const defaultDelaySeconds = 60;

/** The message for each error code of the service, with labels of the form. `{hint}` stands for what may be wrong with the provider. */
const messages = new Map(
  Object.entries({
    SPACE_NOT_PRO:
      "The space of this connection has no Pro plan. Upgrade the space, then run this step again.",
    ORGANIZER_NOT_MEMBER: `Organizer: this person is not a member of the space. Enter the address of a member, or leave it empty.`,
    TOO_MANY_OPTIONS: `The poll has too many options. Enter at most ${maxOptions}.`,
    CONFERENCING_UNAVAILABLE: `Video Call: this provider is not available in the space.{hint} Choose another provider or None.`,
    CONFERENCING_NOT_CONNECTED: `Video Call: this provider is not connected.{hint} Connect it in the settings of the space, or choose another provider.`,
    INAPPROPRIATE_CONTENT: `Title, Description or Location: the service does not accept this text. Change it.`,
  }),
);

const notFound = new Map(
  Object.entries({
    POLL_NOT_FOUND:
      "Poll: there is no poll with this ID in the space of this connection. It may already be deleted. Pick a poll from the list, or map the Poll ID of an earlier step. To find a poll by its title, add a Find Poll step.",
    PARTICIPANT_NOT_FOUND: "This response no longer exists. Choose another one.",
  }),
);

/** Maximum characters of a message. */
const maxMessageLength = 4_000;

/** A message without control and invisible characters, because it may quote text of other people. */
const clean = (message: string): string => sanitizeText(message, maxMessageLength);

/** The error of a trigger, search or action. */
export const toZapierError: ErrorMapper = (error, errors) => {
  if (error instanceof InputError) return new errors.Error(clean(error.message), "INVALID_INPUT", 400);
  if (isAboutKey(error))
    return new errors.ExpiredAuthError("The API key is no longer accepted. Reconnect with a valid key.");
  if (error instanceof InvalidInputError) {
    const problems = error.problems.map(({ path: field, message }) =>
      toSentence(`${labelPath(field)}: ${message}`),
    );
    return new errors.Error(clean(problems.join(" ")), "INVALID_INPUT", 400);
  }
  if (!(error instanceof RalllyError)) return error;
  return toThrottledError(error, errors) ?? toHaltedError(error, errors);
};

/** The error of a connection test: a wrong key is an error that the person can fix at once. There is no run to hold. */
export const toAuthTestError: ErrorMapper = (error, errors) => {
  const malformed = findKeyProblem(error);
  if (malformed !== undefined)
    return new errors.Error(`API Key: ${toSentence(malformed)}`, "INVALID_INPUT", 401);
  if (isAboutKey(error))
    return new errors.Error(
      "API Key: the key was not accepted. Check that you pasted the whole key. If you do not have it anymore, create a new key in the settings of the space: a key is shown only once.",
      error.code ?? "UNAUTHORIZED",
      error.status ?? 401,
    );
  return toZapierError(error, errors);
};

/** What is wrong with the form of a key that was given. */
function findKeyProblem(error: unknown): string | undefined {
  if (!(error instanceof InvalidInputError)) return undefined;
  return error.problems.find(
    ({ path: field, message }) => field === "apiKey" && !message.startsWith("Missing"),
  )?.message;
}

/** Whether the service did not accept the key, or the key is empty or has invalid characters. */
function isAboutKey(error: unknown): error is RalllyError {
  if (error instanceof InvalidInputError) return error.problems.some(({ path: field }) => field === "apiKey");
  // Zapier replays held runs, so a run that may have changed something must not be held.
  if (!(error instanceof RalllyError) || error.outcome === "unknown" || error.code === notTheApi)
    return false;
  return error.status === 401 || error.code === "INVALID_AUTHORIZATION_HEADER";
}

/** The error that makes Zapier replay the run later; undefined if the service may have acted or is not rate limited. */
function toThrottledError(error: RalllyError, errors: Errors): unknown {
  const limited = error.status === 429 || error.retryAfterMs !== undefined;
  if (!limited || error.outcome === "unknown") return undefined;
  const wait = error.retryAfterMs === undefined ? defaultDelaySeconds : Math.ceil(error.retryAfterMs / 1000);
  const seconds = wait + drawJitter(wait);
  // Without a status nothing was sent, because the rate limit was known to be reached.
  const why =
    error.status === 503 ? "The service is down for maintenance" : "The rate limit of the space is reached";
  return new errors.ThrottledError(`${why}. Zapier tries again in ${formatWait(seconds)}.`, seconds);
}

/** Seconds to add to a wait, so that held runs do not all come back in the same second: a tenth of it, from 30 to 600. */
const drawJitter = (wait: number): number =>
  Math.floor(Math.random() * Math.min(600, Math.max(30, wait / 10)));

/** A wait for people: `90 seconds`, `45 minutes`, `5 hours`. Rounded up. */
function formatWait(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  if (seconds < 7_200) return `${Math.ceil(seconds / 60)} minutes`;
  return `${Math.ceil(seconds / 3_600)} hours`;
}

function toHaltedError(error: RalllyError, errors: Errors): unknown {
  const code = error.code ?? "";
  const unexpected = describeUnexpected(error);
  // Halted, because Zapier replays other errors and the poll could be created twice.
  if (error.operation === "createPoll" && error.outcome === "unknown")
    return new errors.HaltedError(
      `It is not known whether the poll was created. ${unexpected ?? "The response was lost."} Check the polls in your space before you run this step again.`,
    );
  const missing = notFound.get(code);
  if (missing !== undefined) return new errors.HaltedError(missing);
  const known = messages.get(code)?.replace("{hint}", formatHint(error)) ?? formatProblems(error);
  if (known !== undefined) return new errors.Error(known, code, error.status);
  const message = unexpected ?? clean(error.message);
  return new errors.Error(message, code || "SERVICE_FAILED", error.status);
}

/** What is unexpected in a response, by paths and types; undefined for any other failure. */
function describeUnexpected({ code, issues, message }: RalllyError): string | undefined {
  if (code === notTheApi) return describeForeign(message);
  return (
    issues && `The response of the service is unexpected (${describeIssues(issues)}). ${mayHaveChanged}.`
  );
}

/** What responded in place of the service. Zapier's network has no login page to sign in to. */
function describeForeign(message: string): string {
  const [found = ""] = clean(message).split(/\.(?: |$)/u, 1);
  return `${found}. Check ${addressLabel} in the connection, if it is filled in. If it is right, try again later.`;
}

/** The provider that was probably meant, as a sentence. The others are in the list of the field. */
function formatHint(error: RalllyError): string {
  const hint = findProviderHint(error) ?? "";
  return hint.startsWith("Did you mean") ? ` ${hint}` : "";
}

/** The service's message on invalid fields, with labels of the form. */
function formatProblems(error: RalllyError): string | undefined {
  if (error.code !== "VALIDATION_ERROR") return undefined;
  if (/(?:^|;\s)conferencing\.provider: /.test(error.message)) {
    return `Video Call: the service does not know this provider.${formatHint(error)} Choose another provider or None.`;
  }
  return clean(error.message).replace(
    /(^|;\s)([\w.]+): /g,
    (_all, before: string, path: string) => `${before}${labelPath(path)}: `,
  );
}
