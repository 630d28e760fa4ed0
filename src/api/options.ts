/** Validates the options of a client, a transport and a call. */
import * as z from "zod";
import type { Problem } from "../problem.ts";
import { findKeyMistake } from "./api-key.ts";
import { parseBaseUrl } from "./base-url.ts";
import { InvalidInputError, toProblems } from "./errors.ts";
import { redact } from "./redact.ts";
import { findSuffixProblem, listHeaderProblems } from "./request-headers.ts";

// setTimeout fires at once for longer times.
const maxTimerMs = 2 ** 31 - 1;

// A string in Node can have a few characters less.
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

const hook = z.custom(isFunction, "Must be a function that takes an event").optional();

/** The options of the transport over a fetch. */
export const fetchTransportOptions = z.strictObject({ idleTimeoutMs: timeout });

/** The options of the built-in transport. */
export const undiciOptions = z.strictObject({
  connectTimeoutMs: timeout,
  idleTimeoutMs: timeout,
  dispatcher: z
    .custom(
      (value) => isFunction(Object(value).dispatch),
      "Must be a Dispatcher of undici, such as a ProxyAgent",
    )
    .optional(),
  // parseCertificates validates the content.
  ca: z.custom(isText, "Must be the content of a PEM file: a string, a Buffer, or a list of them").optional(),
});

/** The options of a client with a given transport. parseApiKey and parseBaseUrl validate the other two. */
export const clientOptions = z.strictObject({
  apiKey: z.unknown().optional(),
  baseUrl: z.unknown().optional(),
  allowHttp: z.boolean("Must be true or false").optional(),
  transport: z.custom(isFunction, "Must be a function from a request to a promise of a response"),
  maxResponseBytes: integer(maxBytes, "of bytes "),
  maxParticipantsBytes: integer(maxBytes, "of bytes "),
  // checkClientOptions validates these two.
  headers: z.unknown().optional(),
  userAgentSuffix: z.unknown().optional(),
  onRequest: hook,
  onResponse: hook,
  onRetry: hook,
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

/** The options of a client with the transport over a fetch, or a given transport. */
export const fetchClientOptions = clientOptions.extend({
  ...fetchTransportOptions.shape,
  fetch: z.custom(isFunction, "Must be a function like fetch").optional(),
  transport: clientOptions.shape.transport.optional(),
});

/** The options of a client with the built-in transport or a given one. */
export const connectOptions = fetchClientOptions.extend(undiciOptions.shape);

/** By option, the options that have no effect beside it. Checked in this order: the first option that is set decides. */
const overridden = {
  transport: ["fetch", "dispatcher", "connectTimeoutMs", "idleTimeoutMs", "ca"],
  fetch: ["dispatcher", "connectTimeoutMs", "ca"],
  dispatcher: ["connectTimeoutMs", "ca"],
} as const;

/** The options of a call. */
export const callOptions = z.strictObject({
  signal: z.custom(isAbortSignal, "Must be an AbortSignal").optional(),
});

function isText(value: unknown): boolean {
  if (Array.isArray(value))
    return value.length > 0 && value.every((item) => !Array.isArray(item) && isText(item));
  return typeof value === "string" || value instanceof Uint8Array;
}

function isClock(value: unknown): boolean {
  const { now, monotonic, sleep } = Object(value);
  if (![now, monotonic ?? now, sleep].every(isFunction)) return false;
  try {
    return [Object(value).now(), Object(value).monotonic?.() ?? 0].every(Number.isFinite);
  } catch {
    return false;
  }
}

// Not by instanceof: the signal may come from a polyfill or another realm.
function isAbortSignal(value: unknown): boolean {
  const { aborted, addEventListener, removeEventListener, throwIfAborted } = Object(value);
  return (
    typeof aborted === "boolean" && [addEventListener, removeEventListener, throwIfAborted].every(isFunction)
  );
}

/** Validates a client's options. Returns key and base URL as they are sent. Throws InvalidInputError with every problem. */
export function checkClientOptions(
  schema: typeof clientOptions | typeof fetchClientOptions | typeof connectOptions,
  given: unknown,
): { apiKey: string; baseUrl: string } {
  const { apiKey, baseUrl, allowHttp, headers, userAgentSuffix } = Object(given);
  const problems = listOptionProblems(schema, given);
  problems.push(...listOverridden(schema, Object(given)), ...listHeaderProblems(headers));
  const suffixProblem = findSuffixProblem(userAgentSuffix);
  if (suffixProblem) problems.push(suffixProblem);
  const [key, url] = [parseApiKey(apiKey), parseBaseUrl(baseUrl, { allowHttp: allowHttp === true })];
  for (const parsed of [key, url]) if (typeof parsed !== "string") problems.push(parsed);
  if (problems.length === 0 && typeof key === "string" && typeof url === "string")
    return { apiKey: key, baseUrl: url };
  // A key that was passed in the wrong place is a path.
  const secret = typeof apiKey === "string" ? apiKey.trim() : "";
  const hide = (text: string) => (secret === "" ? text : redact(text, secret));
  throw new InvalidInputError(
    "createClient",
    problems.map(({ path, message }) => ({ path: hide(path), message: hide(message) })),
  );
}

function listOverridden(schema: z.ZodObject, given: Record<string, unknown>): Problem[] {
  const entries = Object.entries(overridden);
  const [name, paths] = entries.find(([option]) => given[option] !== undefined) ?? ["", []];
  return paths
    .filter((path) => path in schema.shape && given[path] !== undefined)
    .map((path) => ({ path, message: `Has no effect beside ${name}` }));
}

/** Validates the options of a transport or a call. Throws InvalidInputError with every problem. */
export function checkOptions(
  schema: typeof undiciOptions | typeof fetchTransportOptions | typeof callOptions,
  operation: string,
  given: unknown,
): void {
  const problems = [...listOptionProblems(schema, given), ...listOverridden(schema, Object(given))];
  if (problems.length > 0) throw new InvalidInputError(operation, problems);
}

function listOptionProblems(schema: z.ZodObject, given: unknown): Problem[] {
  // The properties of a signal would each be named as an unknown option.
  if (isAbortSignal(given)) return [{ path: "argument", message: "Pass the signal as { signal }" }];
  return toProblems(schema.safeParse(given).error?.issues ?? [], {
    // Not "options": an operation has an input of that name.
    root: "argument",
    unknownField: `Unknown option. Known: ${Object.keys(schema.shape).join(", ")}`,
  });
}

/** The key without white space around it, or its problem, which never shows the key. A header takes visible ASCII only. */
function parseApiKey(apiKey: unknown): string | Problem {
  const refuse = (message: string): Problem => ({ path: "apiKey", message });
  const key = typeof apiKey === "string" ? apiKey.trim() : "";
  if (key === "")
    return refuse(
      "Missing. If you pass an environment variable such as RALLLY_API_KEY, set it first. " +
        "The space's owner creates a key in the space's settings, under API keys",
    );
  const mistake = findKeyMistake(key);
  if (mistake)
    return refuse(`${mistake.found.replace(/^./, (letter) => letter.toUpperCase())}. ${mistake.advice}`);
  if (!/^[\x21-\x7e]+$/.test(key))
    return refuse("Contains a space or an invalid character. Copy the key again");
  return key;
}
