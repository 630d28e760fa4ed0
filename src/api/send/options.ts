import * as z from "zod/mini";
import type { Problem } from "../../problem.ts";
import { check, numberThat, textThat, wholeNumber } from "../check/problems.ts";
import { parseBaseUrl } from "./base-url.ts";
import { listProblems, RalllyError, toSentence } from "./errors.ts";
import { type Fetch, userAgent } from "./http.ts";
import { createRedactor } from "./redact.ts";

/** The options of a client. Times are in milliseconds. */
export interface ClientOptions {
  /** The space's API key, `sk_<prefix>_<secret>`. Left out, it is RALLLY_API_KEY of the environment; undefined is an error. */
  apiKey?: string | undefined;
  /**
   * The service's address, ending with `/v1`: https, or http on loopback. Left out, it is RALLLY_BASE_URL of the environment if that
   * is set. Otherwise https://api.rallly.co/v1.
   */
  baseUrl?: string | undefined;
  /** Sends the requests. Default: the runtime's fetch, and in Node undici's. */
  fetch?: Fetch | undefined;
  /** Attempts of one call, the first included: 1 to 100. Default: 3. */
  attempts?: number | undefined;
  /** The time for one attempt, connecting included. Default: 15,000. */
  timeoutMs?: number | undefined;
  /** The time for a whole call: waits, attempts and the search for a lost create. Default: 60,000. */
  deadlineMs?: number | undefined;
  /** Maximum wait for the rate limit. A call that needs longer fails at once, with `retryAfterMs`. Default: Infinity. */
  maxWaitMs?: number | undefined;
  /** Accepts a base URL with plain http that is not loopback: the API key then travels in clear text. Default: false. */
  allowHttp?: boolean | undefined;
  /** The User-Agent header. Default: `rallly-connect/` and the version. */
  userAgent?: string | undefined;
}

// setTimeout fires at once for longer times.
const maxTimerMs = 2 ** 31 - 1;

const time = numberThat((value) => value >= 1 && value <= maxTimerMs, `must be from 1 to ${maxTimerMs}`);

const anyThat = (test: (value: unknown) => boolean, message: string) =>
  z.unknown().check(z.refine(test, message));

const isUserAgent = (text: string) => /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text);

const optionFields = z.strictObject({
  // Checked with the environment, below.
  apiKey: z.optional(z.unknown()),
  baseUrl: z.optional(z.unknown()),
  fetch: anyThat((value) => typeof value === "function", "must be a function like fetch"),
  attempts: wholeNumber(1, 100),
  timeoutMs: time,
  deadlineMs: time,
  // Infinity is no number for zod.
  maxWaitMs: anyThat((value) => typeof value === "number" && value >= 0, "must be 0 or more, or Infinity"),
  allowHttp: z.boolean(),
  userAgent: textThat(isUserAgent, "must be visible ASCII characters"),
});

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
  "Missing. Pass it, or leave it out and set RALLLY_API_KEY. The space's owner creates a key in the space's settings, under API keys";
const malformedKey = "Must be the key alone, without spaces, quotes or a placeholder. Copy it again";

/** A variable of the environment. Deno asks for permission, and throws without it. */
function readVariable(name: string): string | undefined {
  try {
    return globalThis.process?.env?.[name] || undefined;
  } catch {
    return undefined;
  }
}

type CheckedOptions = { [Name in keyof ClientOptions]-?: NonNullable<ClientOptions[Name]> };

/** Checks the options and fills in the defaults. Throws a RalllyError that names every invalid and unknown option. */
export function checkOptions(options: ClientOptions, runtimeFetch: Fetch): CheckedOptions {
  if (typeof options !== "object" || options === null)
    throw refuse([{ path: "options", message: "Must be an object, such as { apiKey }" }]);
  const givenKey = "apiKey" in options ? options.apiKey : readVariable("RALLLY_API_KEY");
  const givenUrl = "baseUrl" in options ? options.baseUrl : readVariable("RALLLY_BASE_URL");
  const apiKey = typeof givenKey === "string" ? givenKey.trim() : "";
  const problems: Problem[] = [];
  if (!keyForm.test(apiKey))
    problems.push({ path: "apiKey", message: apiKey === "" ? missingKey : malformedKey });
  const baseUrl = parseBaseUrl(givenUrl, { allowHttp: options.allowHttp === true });
  if (typeof baseUrl !== "string") problems.push(baseUrl);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const all = { ...defaults, fetch: runtimeFetch, ...Object.fromEntries(given) };
  problems.push(...check(optionFields, all, "options").problems);
  if (problems.length === 0) return { ...all, apiKey, baseUrl } as CheckedOptions;
  // A key that was passed in the wrong place is a path.
  const redact = createRedactor(apiKey);
  throw refuse(problems.map(({ path, message }) => ({ path: redact(path), message })));
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
