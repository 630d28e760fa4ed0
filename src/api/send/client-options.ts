import * as z from "zod/mini";
import { listProblems, type Problem } from "../../problem.ts";
import { createRedactor, redactKeys } from "../../redact.ts";
import { check, numberThat, textThat, trueOrFalse, wholeNumber } from "../check/problems.ts";
import type { ClientOptions } from "../types/client.ts";
import { parseBaseUrl } from "./base-url.ts";
import { RalllyError, toSentence } from "./errors.ts";
import { userAgent } from "./http.ts";

// setTimeout fires at once for longer times.
const maxTimerMs = 2 ** 31 - 1;

const time = numberThat(
  (value) => value >= 1 && value <= maxTimerMs,
  `must be a number from 1 to ${maxTimerMs}`,
);

const attempts = wholeNumber(1, 100);

const isUserAgent = (text: string) => /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text);

const optionFields = z.strictObject({
  // Checked with the environment, below.
  apiKey: z.optional(z.custom(() => true)),
  baseUrl: z.optional(z.custom(() => true)),
  fetch: z.optional(z.custom((value) => typeof value === "function", "must be a function like fetch")),
  attempts,
  timeoutMs: time,
  deadlineMs: time,
  maxWaitMs: numberThat((value) => value >= 0, "must be 0 or more, or Infinity"),
  allowHttp: trueOrFalse,
  userAgent: textThat(isUserAgent, "must be visible ASCII characters"),
  onAttempt: z.optional(z.custom((value) => typeof value === "function", "must be a function")),
});

// A signal of another realm is no instance of this one's class.
const isSignal = (value: unknown) =>
  typeof Object(value).aborted === "boolean" && typeof Object(value).addEventListener === "function";

const requestFields = z.strictObject({
  signal: z.optional(z.custom(isSignal, "must be an AbortSignal")),
  timeoutMs: z.optional(time),
  deadlineMs: z.optional(time),
  attempts: z.optional(attempts),
});

/** What is wrong with the options of a call, the unknown ones included. */
export const checkRequestOptions = (options: unknown): Problem[] =>
  check(requestFields, options, "options").problems;

const defaults = {
  attempts: 3,
  timeoutMs: 15_000,
  deadlineMs: 60_000,
  maxWaitMs: Infinity,
  allowHttp: false,
  userAgent,
};

/** A key has no spaces or quotes, and no dots in a row as in the placeholder `sk_...`. */
const keyForm = /^(?!.*\.\.)[\w.~+/=:-]+$/;
const missingKey =
  "Missing. Pass it, or set RALLLY_API_KEY. The space's owner creates a key in its settings, under API keys";
const malformedKey = "Must be the key alone, without spaces, quotes or a placeholder. Copy it again";

/** A variable of the environment. Deno asks for permission, and throws without it. */
function readVariable(name: string): string | undefined {
  try {
    return globalThis.process?.env?.[name] || undefined;
  } catch {
    return undefined;
  }
}

type CheckedOptions = Pick<ClientOptions, "onAttempt" | "fetch"> & {
  [Name in Exclude<keyof ClientOptions, "onAttempt" | "fetch">]-?: NonNullable<ClientOptions[Name]>;
};

/** Checks the options and fills in the defaults. Throws a RalllyError that names every invalid and unknown option. */
export function checkOptions(options: ClientOptions): CheckedOptions {
  if (typeof options !== "object" || options === null)
    throw refuse([{ path: "options", message: "Must be an object, such as { apiKey }" }]);
  const givenKey = "apiKey" in options ? options.apiKey : readVariable("RALLLY_API_KEY");
  const givenUrl = "baseUrl" in options ? options.baseUrl : readVariable("RALLLY_BASE_URL");
  const apiKey = typeof givenKey === "string" ? givenKey.trim() : "";
  const problems: Problem[] = [];
  if (!keyForm.test(apiKey))
    problems.push({ path: "apiKey", message: `${givenKey ?? ""}`.trim() === "" ? missingKey : malformedKey });
  const baseUrl = parseBaseUrl(givenUrl, options.allowHttp === true);
  if (typeof baseUrl !== "string") problems.push(baseUrl);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const all = { ...defaults, ...Object.fromEntries(given) };
  problems.push(...check(optionFields, all, "options").problems);
  if (problems.length === 0) return { ...all, apiKey, baseUrl } as CheckedOptions;
  // A key that was passed in the wrong place is a path.
  const redact = createRedactor(apiKey);
  throw refuse(problems.map(({ path, message }) => ({ path: redactKeys(redact(path)), message })));
}

function refuse(problems: readonly Problem[]): RalllyError {
  return new RalllyError(toSentence(`Invalid options: ${listProblems(problems)}`), {
    operation: "createClient",
    outcome: "not-sent",
    code: "INVALID_OPTIONS",
    attempts: 0,
    problems,
  });
}
