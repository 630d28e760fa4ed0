import type { ZObject } from "zapier-platform-core";
import { describeIssues, InvalidInputError, mayHaveChanged, RalllyError } from "../src/api/core.ts";
import { sanitizeText } from "../src/sanitize.ts";
import { InputError } from "./input/input-error.ts";
import { labelPath, labels } from "./input/labels.ts";

type Errors = ZObject["errors"];

/** Turns what went wrong into the error that makes Zapier do the right thing: hold, replay later, stop, or tell. */
export type ErrorMapper = (error: unknown, errors: Errors) => unknown;

/** When the service gives no time to come back, in seconds. */
const patience = 60;

/** What a refusal means to a person, by the service's code; the field is named as the form calls it. */
const meanings = new Map(
  Object.entries({
    SPACE_NOT_PRO:
      "The space of this connection has no Pro plan, which the API needs. Upgrade it, then run this again.",
    ORGANIZER_NOT_MEMBER: `${labels.organizer}: this person is no member of the space. Give a member's address, or leave it empty.`,
    TOO_MANY_OPTIONS: "A poll takes 100 options at most. Give fewer.",
    CONFERENCING_UNAVAILABLE: `${labels.conferencing}: this provider is not available in the space. Choose another, or none.`,
    CONFERENCING_NOT_CONNECTED: `${labels.conferencing}: connect the provider in the space's settings first, or choose another.`,
    INAPPROPRIATE_CONTENT: `${labels.title}, ${labels.description} or ${labels.location}: the service does not accept this text.`,
  }),
);

const gone = new Map(
  Object.entries({
    POLL_NOT_FOUND:
      "Poll: no poll with this ID in the space of this connection. It may already be deleted. Pick a poll from the list, or map the Poll ID of an earlier step; to look a poll up by its title, add a Find Poll step.",
    PARTICIPANT_NOT_FOUND: "This response no longer exists.",
  }),
);

/** The longest message that people see. */
const maxMessageLength = 4_000;

/** A message without control and invisible characters: it may quote what other people typed. */
const clean = (message: string): string => sanitizeText(message, maxMessageLength);

/** The wording of every trigger, search and action. */
export const toZapierError: ErrorMapper = (error, errors) => {
  if (error instanceof InputError) return new errors.Error(clean(error.message), "INVALID_INPUT", 400);
  if (isAboutKey(error))
    return new errors.ExpiredAuthError("The API key is no longer accepted. Reconnect with a key that is.");
  if (error instanceof InvalidInputError) {
    const problems = error.problems.map(({ path: field, message }) => `${labelPath(field)}: ${message}.`);
    return new errors.Error(clean(problems.join(" ")), "INVALID_INPUT", 400);
  }
  if (!(error instanceof RalllyError)) return error;
  return toThrottledError(error, errors) ?? toHaltedError(error, errors);
};

/** The wording of the test of a connection: a wrong key is the person's to mend at once, not a run to hold. */
export const toAuthTestError: ErrorMapper = (error, errors) => {
  if (isAboutKey(error))
    return new errors.Error(
      "API Key: it was not accepted. Check that you pasted the whole key. A key is shown only when it is created: if you did not keep it, create a new key in the space's settings.",
      error.code ?? "UNAUTHORIZED",
      error.status ?? 401,
    );
  return toZapierError(error, errors);
};

/** The service does not accept the key, or it could not even be sent: there is none, or it is no header. */
function isAboutKey(error: unknown): error is RalllyError {
  if (error instanceof InvalidInputError) return error.problems.some(({ path: field }) => field === "apiKey");
  // A held run is replayed: what may have been done must not be held.
  if (!(error instanceof RalllyError) || error.outcome === "unknown") return false;
  return error.status === 401 || error.code === "INVALID_AUTHORIZATION_HEADER";
}

/** Zapier replays a throttled run later, so nothing waits inside a run. Only where the service did not act. */
function toThrottledError(error: RalllyError, errors: Errors): unknown {
  const limited = error.status === 429 || error.retryAfterMs !== undefined;
  if (!limited || error.outcome === "unknown") return undefined;
  const seconds = error.retryAfterMs === undefined ? patience : Math.ceil(error.retryAfterMs / 1000);
  // Without a status nothing was sent: the service had said that no request is left.
  const why =
    error.status === 503 ? "The service is down for maintenance" : "The space has used up its requests";
  return new errors.ThrottledError(`${why}; it can be asked again in ${seconds} seconds.`, seconds);
}

function toHaltedError(error: RalllyError, errors: Errors): unknown {
  const code = error.code ?? "";
  const unexpected = describeUnexpected(error);
  // Halted, never an error: Zapier replays errors by itself, and what may have been done must not be done twice.
  if (error.operation === "createPoll" && error.outcome === "unknown")
    return new errors.HaltedError(
      `It is not known whether the poll was created. ${unexpected ?? "The response was lost."} Look into your space before you run this again.`,
    );
  const lost = gone.get(code);
  if (lost !== undefined) return new errors.HaltedError(lost);
  const meaning = meanings.get(code) ?? formatProblems(error);
  if (meaning !== undefined) return new errors.Error(meaning, code, error.status);
  const message = unexpected ?? clean(error.message);
  return new errors.Error(message, code || "SERVICE_FAILED", error.status);
}

/** What does not match in a response, by its paths and types; undefined for any other failure. */
function describeUnexpected({ issues }: RalllyError): string | undefined {
  return (
    issues && `The service answered in an unexpected way (${describeIssues(issues)}). ${mayHaveChanged}.`
  );
}

/** The service's own list of fields, with each field under the name that the form has for it. */
function formatProblems(error: RalllyError): string | undefined {
  if (error.code !== "VALIDATION_ERROR") return undefined;
  return clean(error.message).replace(
    /(^|;\s)([\w.]+): /g,
    (_all, before: string, path: string) => `${before}${labelPath(path)}: `,
  );
}
