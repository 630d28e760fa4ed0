/** Checks of what a program passes beside an operation's input: the options of a client, a transport and a call. */

import { isIPv4 } from "node:net";
import * as z from "zod";
import type { Problem } from "../problem.ts";
import { InvalidInputError, toProblems } from "./errors.ts";
import { defaultBaseUrl } from "./policy.ts";
import { redact } from "./redact.ts";

// setTimeout fires at once for anything longer.
const maxTimerMs = 2 ** 31 - 1;

// Node's longest text is a little shorter than this.
const maxBytes = 2 ** 29;

const isFunction = (value: unknown) => typeof value === "function";

const number = (minimum: number, maximum: number, unit = "") =>
  z
    .custom<number>(
      (value) => typeof value === "number" && value >= minimum && value <= maximum,
      `Must be a number ${unit}from ${minimum} to ${maximum}`,
    )
    .optional();
const integer = (maximum: number, unit = "") =>
  z
    .custom<number>(
      (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maximum,
      `Must be a whole number ${unit}from 1 to ${maximum}`,
    )
    .optional();

const timeout = number(1, maxTimerMs, "of milliseconds ");
const wait = number(0, maxTimerMs, "of milliseconds ");

/** How long the built-in transport waits. */
export const undiciOptions = z.strictObject({ connectTimeoutMs: timeout, idleTimeoutMs: timeout });

/** The options of a client over a transport of the caller's. Key and address are checked by their own modules. */
export const clientOptions = z.strictObject({
  apiKey: z.unknown().optional(),
  baseUrl: z.unknown().optional(),
  transport: z.custom(isFunction, "Must be a function from a request to a promise of a response"),
  maxResponseBytes: integer(maxBytes, "of bytes "),
  maxParticipantsBytes: integer(maxBytes, "of bytes "),
  attempts: integer(100),
  backoffMs: wait,
  backoffCapMs: wait,
  deadlineMs: timeout,
  maxWaitMs: z
    .custom<number>(
      (value) => value === Number.POSITIVE_INFINITY || wait.safeParse(value).success,
      `Must be Infinity or a number of milliseconds from 0 to ${maxTimerMs}`,
    )
    .optional(),
  concurrency: integer(10_000),
  reconcileReserveMs: wait,
  reconcileDelaysMs: z
    .array(wait.unwrap(), { error: "Must be a list of waits in milliseconds" })
    .max(100, { error: "Must have at most 100 waits" })
    .optional(),
  clock: z
    .custom(isClock, "Must be a clock: now() returns milliseconds, sleep(milliseconds, signal) a promise")
    .optional(),
  random: z.custom(isFunction, "Must be a function that returns a number from 0 up to 1").optional(),
});

/** The options of a client over the built-in transport, or one of the caller's. */
export const connectOptions = clientOptions.extend({
  ...undiciOptions.shape,
  transport: clientOptions.shape.transport.optional(),
});

/** What may stand beside a call's input. */
export const callOptions = z.strictObject({
  signal: z.custom(isAbortSignal, "Must be an AbortSignal").optional(),
});

function isClock(value: unknown): boolean {
  const { now, monotonic, sleep } = Object(value);
  if (![now, monotonic ?? now, sleep].every(isFunction)) return false;
  try {
    return [Object(value).now(), Object(value).monotonic?.() ?? 0].every(Number.isFinite);
  } catch {
    return false;
  }
}

// Not by instanceof: a polyfill's or another realm's signal will do.
function isAbortSignal(value: unknown): boolean {
  const { aborted, addEventListener, removeEventListener, throwIfAborted } = Object(value);
  return (
    typeof aborted === "boolean" && [addEventListener, removeEventListener, throwIfAborted].every(isFunction)
  );
}

/** The key and the address as they are sent. Throws InvalidInputError that names every wrong or unknown option. */
export function checkClientOptions(
  schema: typeof clientOptions | typeof connectOptions,
  given: unknown,
): { apiKey: string; baseUrl: string } {
  const { apiKey, baseUrl, transport } = Object(given);
  const problems = listOptionProblems(schema, given);
  if (schema === connectOptions && transport !== undefined) {
    for (const path of Object.keys(undiciOptions.shape))
      if (Object(given)[path] !== undefined)
        problems.push({ path, message: "Has no effect beside transport" });
  }
  const attempt = (parse: () => string): string => {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      problems.push(...error.problems);
      return "";
    }
  };
  const checked = {
    apiKey: attempt(() => parseApiKey(apiKey)),
    baseUrl: attempt(() => parseBaseUrl(baseUrl)),
  };
  if (problems.length === 0) return checked;
  const secret = typeof apiKey === "string" ? apiKey.trim() : "";
  throw new InvalidInputError(
    "createClient",
    secret === ""
      ? problems
      : problems.map((problem) => ({ ...problem, path: redact(problem.path, secret) })),
  );
}

/** Throws InvalidInputError that names every wrong or unknown option. */
export function checkOptions(
  schema: typeof undiciOptions | typeof callOptions,
  operation: string,
  given: unknown,
): void {
  const problems = listOptionProblems(schema, given);
  if (problems.length > 0) throw new InvalidInputError(operation, problems);
}

function listOptionProblems(schema: z.ZodObject, given: unknown): Problem[] {
  // A signal's own properties would each be named as an unknown option.
  if (isAbortSignal(given)) return [{ path: "argument", message: "Pass the signal as { signal }" }];
  const { error } = schema.safeParse(given);
  const known = `Unknown option. Known: ${Object.keys(schema.shape).join(", ")}`;
  return toProblems(error?.issues ?? []).map(({ path, message }) => ({
    // Not "options": an operation has an input of that name.
    path: path === "input" ? "argument" : path,
    message: message === "Unknown field" ? known : message,
  }));
}

/**
 * The base URL without a slash at its end. Throws InvalidInputError unless it is https (plain http only to this
 * machine itself, so that no key crosses a network in the clear) and free of credentials, query and fragment.
 */
export function parseBaseUrl(baseUrl: string = defaultBaseUrl): string {
  if (typeof baseUrl !== "string") throw invalidBaseUrl("Not a URL, such as https://api.rallly.co/v1");
  const url = parse(baseUrl);
  if (url.username !== "" || url.password !== "")
    throw invalidBaseUrl("Must not hold a user name or password");
  if (/[?#]/.test(baseUrl)) throw invalidBaseUrl("Must not have a query or a fragment");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname))) {
    throw invalidBaseUrl(
      "Must start with https:// (http:// only for this machine itself, such as http://127.0.0.1)",
    );
  }
  return url.href.replace(/\/+$/, "");
}

function parse(text: string): URL {
  try {
    return new URL(text.trim());
  } catch {
    throw invalidBaseUrl("Not a URL, such as https://api.rallly.co/v1");
  }
}

// URL has already folded other spellings, such as 0x7f.1 or [0:0:0:0:0:0:0:1], into these.
function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || (isIPv4(host) && host.startsWith("127."));
}

function invalidBaseUrl(message: string): InvalidInputError {
  return new InvalidInputError("createClient", [{ path: "baseUrl", message }]);
}

/**
 * The key as it is sent: stray white space around it removed. Throws InvalidInputError when nothing is left, or when
 * it holds what no header can (a pasted line break, a typographic dash). The message never shows the key.
 */
function parseApiKey(apiKey: string | undefined): string {
  const key = typeof apiKey === "string" ? apiKey.trim() : "";
  if (key === "")
    throw invalidApiKey("Missing: the space's owner makes one in the space's settings, under API keys");
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw invalidApiKey("Has a space, a control character or one outside ASCII: copy it again");
  }
  return key;
}

function invalidApiKey(message: string): InvalidInputError {
  return new InvalidInputError("createClient", [{ path: "apiKey", message }]);
}
