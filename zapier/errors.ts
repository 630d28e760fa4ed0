import type { ZObject } from "zapier-platform-core";
import { listProblems, maxOptions, RalllyError } from "../src/api/web.ts";
import { sanitizeText } from "../src/sanitize.ts";
import { InputError } from "./input/input-error.ts";
import { labelPath } from "./input/labels.ts";

type Errors = ZObject["errors"];

/** Maps an error of a run to the error class of Zapier: hold runs, replay later, halt, or fail with a message. */
export type ErrorMapper = (error: unknown, errors: Errors) => unknown;

/** When Zapier replays a run if the service names no time, in seconds. */
const defaultDelaySeconds = 60;

/** The message for each error code of the service and the client, with labels of the form. */
const messages = new Map(
  Object.entries({
    SPACE_NOT_PRO:
      "The space of this connection has no Pro plan. Upgrade the space, then run this step again.",
    ORGANIZER_NOT_MEMBER:
      "Organizer: this person is not a member of the space. Enter the address of a member, or leave it empty.",
    TOO_MANY_OPTIONS: `The poll has too many options. Enter at most ${maxOptions}.`,
    CONFERENCING_UNAVAILABLE:
      "Video Call: this provider is not available in the space. Choose another provider or None.",
    CONFERENCING_NOT_CONNECTED:
      "Video Call: this provider is not connected. Connect it in the settings of the space, or choose another provider.",
    INAPPROPRIATE_CONTENT:
      "Title, Description or Location: the service does not accept this text. Change it.",
    INTERNAL_ERROR: "The service had an error of its own. Try again later.",
    DEADLINE_EXCEEDED: "The service did not respond in time. Try again later.",
  }),
);

/** The polls and responses that a step needs are gone: Zapier halts the run, because trying again would not help. */
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
  if (!(error instanceof RalllyError)) return error;
  if (isAboutKey(error))
    return new errors.ExpiredAuthError("The API key is no longer accepted. Reconnect with a valid key.");
  if (error.code === "INVALID_INPUT") {
    const problems = (error.problems ?? []).map(({ path, message }) => `${labelPath(path)}: ${message}.`);
    return new errors.Error(clean(problems.join(" ").replace(/([.!?])\.(?= |$)/g, "$1")), error.code, 400);
  }
  return toThrottledError(error, errors) ?? toFinalError(error, errors);
};

/** The error of a connection test: a wrong key is an error that the person can fix at once. There is no run to hold. */
export const toAuthTestError: ErrorMapper = (error, errors) => {
  if (!(error instanceof RalllyError) || !isAboutKey(error)) return toZapierError(error, errors);
  const [problem] = error.code === "INVALID_OPTIONS" ? (error.problems ?? []) : [];
  const message =
    problem === undefined
      ? "the key was not accepted. Check that you pasted the whole key. If you do not have it anymore, create a new key in the settings of the space: a key is shown only once."
      : `${problem.message}.`;
  return new errors.Error(`API Key: ${message}`, error.code ?? "UNAUTHORIZED", error.status ?? 401);
};

/** Whether the service did not accept the key, or the key is empty or has invalid characters. */
function isAboutKey({ code, status, outcome, problems = [] }: RalllyError): boolean {
  if (code === "INVALID_OPTIONS") return problems.some(({ path }) => path === "apiKey");
  // Zapier replays held runs, so a run that may have changed something must not be held.
  if (outcome === "unknown" || code === "NOT_THE_API") return false;
  return status === 401 || code === "INVALID_AUTHORIZATION_HEADER";
}

/** The error that makes Zapier replay the run later; undefined if the service may have acted or is not rate limited. */
function toThrottledError(error: RalllyError, errors: Errors): unknown {
  const { operation, outcome, status, retryAfterMs } = error;
  const mayHaveActed = outcome === "unknown" && /^(?:create|delete)/.test(operation);
  if (mayHaveActed || (status !== 429 && retryAfterMs === undefined)) return undefined;
  const wait = retryAfterMs === undefined ? defaultDelaySeconds : Math.ceil(retryAfterMs / 1000);
  // Held runs should not all come back in the same second.
  const seconds = wait + Math.floor(Math.random() * Math.min(600, Math.max(30, wait / 10)));
  const why =
    status === 503 ? "The service is down for maintenance" : "The rate limit of the space is reached";
  return new errors.ThrottledError(`${why}. Zapier tries again in ${formatWait(seconds)}.`, seconds);
}

/** A wait for people: `90 seconds`, `45 minutes`, `5 hours`. Rounded up. */
function formatWait(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return seconds < 7_200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3_600)} hours`;
}

function toFinalError(error: RalllyError, errors: Errors): unknown {
  const { code = "SERVICE_FAILED", operation, outcome, status } = error;
  // Halted, because Zapier replays other errors and the poll could be created twice.
  if (operation === "createPoll" && outcome === "unknown") {
    const why = isUnexpected(error) ? describe(error) : "The response was lost.";
    return new errors.HaltedError(
      `It is not known whether the poll was created. ${why} Check the polls in your space before you run this step again.`,
    );
  }
  const missing = notFound.get(code);
  if (missing !== undefined) return new errors.HaltedError(missing);
  return new errors.Error(messages.get(code) ?? describe(error), code, status);
}

const isUnexpected = ({ code }: RalllyError) => code === "NOT_THE_API" || code === "INVALID_RESPONSE";

/** What happened, in words for somebody who knows neither the client nor the network of Zapier. */
function describe(error: RalllyError): string {
  const { code, status, outcome, problems = [] } = error;
  const message = clean(error.message);
  if (code === "NOT_THE_API") return `${message.split(/\.(?: |$)/u, 1)[0]}. Try again later.`;
  if (code === "INVALID_RESPONSE")
    return `The response of the service is unexpected (${clean(listProblems(problems.slice(0, 3)))}). The service may have changed since this version of the app.`;
  if (code === "VALIDATION_ERROR") return formatProblems(message);
  if (status !== undefined) return message;
  const happened =
    outcome === "unknown" ? "The connection to the service failed" : "The service could not be reached";
  return `${happened}${code === undefined ? "" : ` (${code})`}. Try again later.`;
}

/** The service's message on invalid fields, with labels of the form. */
const formatProblems = (message: string): string =>
  /(?:^|;\s)conferencing\.provider: /.test(message)
    ? "Video Call: the service does not know this provider. Choose another provider or None."
    : message.replace(
        /(^|;\s)([\w.]+): /g,
        (_all, before: string, path: string) => `${before}${labelPath(path)}: `,
      );
