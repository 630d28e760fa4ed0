import type { ZObject } from "zapier-platform-core";
import { RalllyError } from "../src/api/web.ts";
import { CacheError } from "./cache.ts";
import { InputError } from "./input/input-error.ts";

type Errors = ZObject["errors"];

/** Maps an error of a run to the error class of Zapier: hold runs, replay later, halt, or fail with a message. */
export type ErrorMapper = (error: unknown, errors: Errors) => unknown;

/** When Zapier replays a run if the service names no time, in seconds. */
const defaultDelaySeconds = 60;

/** A failure, and what it was about: whoever reads it must know what to repeat, or what to look for. */
export class About extends Error {
  readonly failure: unknown;
  readonly about: string;

  constructor(failure: unknown, about: string) {
    super(about);
    this.failure = failure;
    this.about = about;
  }
}

/** The message for each error code of the service and the client, with labels of the form. */
const messages: Readonly<Record<string, string>> = {
  SPACE_NOT_PRO: "The space of this connection has no Pro plan. Upgrade the space, then run this step again.",
  ORGANIZER_NOT_MEMBER:
    "Organizer: the organizer is not a member of the space. Enter the address of a member.",
  CONFERENCING_UNAVAILABLE:
    "Video Call: this provider is not available in the space. Choose another provider or None. Copy Poll takes the one of the poll.",
  CONFERENCING_NOT_CONNECTED:
    "Video Call: this provider is not connected. Connect it in the settings of the space, or choose another provider.",
  INAPPROPRIATE_CONTENT: "Title, Description or Location: the service does not accept this text. Change it.",
  INTERNAL_ERROR: "The service had an error of its own. Try again later.",
  DEADLINE_EXCEEDED: "The service did not respond in time. Try again later.",
  POLL_NOT_FOUND:
    "Poll: there is no poll with this ID in the space of this connection. It may already be deleted. Pick a poll from the list, or map the Poll ID of an earlier step. To find a poll by its title, use Title of a Find Poll step.",
};

/** The error of a trigger. Its owner gets a mail: Zapier sends none for a run that halts. */
export const toTriggerError: ErrorMapper = (error, errors) =>
  error instanceof RalllyError && error.code === "POLL_NOT_FOUND"
    ? new errors.Error(
        "Poll: the poll of this trigger was deleted, or is in another space. Pick another poll, or switch the Zap off.",
        "POLL_NOT_FOUND",
        404,
      )
    : toZapierError(error, errors);

/** The error of a search or action. */
export const toZapierError = (error: unknown, errors: Errors, about?: string): unknown => {
  if (error instanceof About) return toZapierError(error.failure, errors, error.about);
  if (error instanceof CacheError)
    return new errors.Error(
      "Zapier's storage for apps does not respond. Nothing is lost: the next check fires for what happened.",
      "CACHE_FAILED",
      503,
    );
  if (error instanceof InputError) return new errors.Error(error.message, "INVALID_INPUT", 400);
  if (!(error instanceof RalllyError)) return error;
  if (isAboutKey(error)) {
    const why = error.code === "INVALID_OPTIONS" ? "is empty or malformed" : "is no longer accepted";
    return new errors.ExpiredAuthError(`The API key ${why}. Reconnect with a valid key.`);
  }
  const { code = "SERVICE_FAILED", operation, outcome, status, retryAfterMs } = error;
  const ending = about === undefined ? "" : ` It was about ${about}.`;
  if (outcome === "unknown") {
    // Zapier replays other errors, and the poll could be created twice.
    if (operation === "createPoll") return new errors.HaltedError(wordUnclear(error, about));
    if (operation === "deletePoll")
      return new errors.Error(
        `It is not known whether the poll was deleted. ${wordCause(error)} Look whether it is still in your space, and if so run this step again.`,
        code,
        status,
      );
  }
  if (status === 429 || status === 503 || retryAfterMs !== undefined)
    return toThrottledError(error, errors, ending);
  const message = wordOf(error) + ending;
  // Trying again would not help.
  if (code === "POLL_NOT_FOUND") return new errors.HaltedError(message);
  return new errors.Error(message, code, status);
};

/** Why an outcome is not known. */
function wordCause(error: RalllyError): string {
  if (error.code === "NOT_THE_API" || error.code === "INVALID_RESPONSE") return wordOf(error);
  return error.status === undefined ? "The response was lost." : "The service had an error.";
}

function wordUnclear(error: RalllyError, title = "it"): string {
  return `It is not known whether the poll was created. ${wordCause(error)} Look for ${title} among the newest polls of your space. Run this step again only if it is not there.`;
}

/** The error of a connection test: a wrong key is an error that the person can fix at once. There is no run to hold. */
export const toAuthTestError: ErrorMapper = (error, errors) => {
  if (!(error instanceof RalllyError) || !isAboutKey(error)) return toZapierError(error, errors);
  const { code, status, problems: [problem] = [] } = error;
  const message =
    problem === undefined
      ? "the key was not accepted. Check that you pasted the whole key. If you do not have it anymore, create a new key in the settings of the space: a key is shown only once."
      : `${problem.message}.`;
  return new errors.Error(`API Key: ${message}`, code ?? "UNAUTHORIZED", status ?? 401);
};

/** Whether the service did not accept the key, or the key is empty or has invalid characters. */
function isAboutKey({ code, status, outcome, problems = [] }: RalllyError): boolean {
  if (code === "INVALID_OPTIONS") return problems.some(({ path }) => path === "apiKey");
  // Zapier replays held runs, so a run that may have changed something must not be held.
  if (outcome === "unknown" || code === "NOT_THE_API") return false;
  return status === 401 || code === "INVALID_AUTHORIZATION_HEADER";
}

/** The error that makes Zapier replay the run later. */
function toThrottledError({ status, retryAfterMs }: RalllyError, errors: Errors, ending: string): unknown {
  const wait = retryAfterMs === undefined ? defaultDelaySeconds : Math.ceil(retryAfterMs / 1000);
  // Held runs should not all come back in the same second.
  const seconds = wait + Math.floor(Math.random() * Math.min(600, Math.max(30, wait / 10)));
  const why = status === 503 ? "The service is not available now" : "The rate limit of the space is reached";
  const [unit, length] =
    seconds < 120 ? ["seconds", 1] : seconds < 7_200 ? ["minutes", 60] : ["hours", 3_600];
  return new errors.ThrottledError(
    `${why}. Zapier tries again in ${Math.round(seconds / Number(length))} ${unit}.${ending}`,
    seconds,
  );
}

const wordOf = (error: RalllyError): string => messages[error.code ?? ""] ?? describe(error);

/** What happened, in words for somebody who knows neither the client nor the network of Zapier. */
function describe({ code, status, outcome, message }: RalllyError): string {
  // What follows the first sentence is for programmers.
  if (code === "NOT_THE_API") return `${message.split(/\.(?: |$)/u, 1)[0]}. Try again later.`;
  if (status !== undefined || code === "INVALID_INPUT") return message;
  const happened =
    outcome === "unknown" ? "The connection to the service failed" : "The service could not be reached";
  return `${happened}${code === undefined ? "" : ` (${code})`}. Try again later.`;
}
