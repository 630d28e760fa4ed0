import * as z from "zod/mini";
import { parseBaseUrl } from "./base-url.ts";
import { listProblems, RalllyError } from "./errors.ts";
import { type Fetch, userAgent } from "./http.ts";
import { check } from "./problems.ts";
import { createRedactor } from "./redact.ts";

/** The options of a client. Only the key is required. Times are in milliseconds. */
export interface ClientOptions {
  /** The space's API key, `sk_<prefix>_<secret>`. White space around it is removed. */
  apiKey: string | undefined;
  /** The service's address, ending with `/v1`: https, or http on loopback. Default: https://api.rallly.co/v1. */
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
const milliseconds = z.number().check(z.gte(1), z.lte(maxTimerMs));
const visible = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;

const clientOptions = z.strictObject({
  apiKey: z.unknown().check(
    z.refine((key) => typeof key === "string" && key.trim() !== "", {
      error: "missing. The space's owner creates a key in the space's settings, under API keys",
      abort: true,
    }),
    z.refine(
      (key) => !/[^\x21-\x7e]|["'`]/.test(String(key).trim()),
      "has a space, a quote or an invalid character. Copy only the key again: it begins with sk_",
    ),
  ),
  baseUrl: z.optional(z.unknown()),
  fetch: z.optional(z.custom<Fetch>((value) => typeof value === "function", "must be a function like fetch")),
  attempts: z._default(z.int().check(z.gte(1), z.lte(100)), 3),
  timeoutMs: z._default(milliseconds, 15_000),
  deadlineMs: z._default(milliseconds, 60_000),
  maxWaitMs: z._default(
    z.custom<number>((value) => typeof value === "number" && value >= 0, "must be 0 or more, or Infinity"),
    Number.POSITIVE_INFINITY,
  ),
  allowHttp: z._default(z.boolean(), false),
  userAgent: z._default(
    z.string().check(z.maxLength(200), z.regex(visible, "must be visible ASCII")),
    userAgent,
  ),
});

// Looked up for each request, because tests and frameworks replace it, and called without an owner, which browsers require.
const callGlobalFetch: Fetch = (url, init) => fetch(url, init);

/** Checks the options and fills in the defaults. Throws a RalllyError that names every invalid and unknown option. */
export function checkOptions(options: unknown) {
  const { apiKey, baseUrl, allowHttp } = Object(options);
  const url = parseBaseUrl(baseUrl, { allowHttp: allowHttp === true });
  const { data, problems } = check(clientOptions, options ?? {}, "options");
  if (data !== undefined && typeof url === "string")
    return {
      ...data,
      apiKey: String(data.apiKey).trim(),
      baseUrl: url,
      fetch: data.fetch ?? callGlobalFetch,
    };
  // A key that was passed in the wrong place is a path.
  const redact = createRedactor(typeof apiKey === "string" ? apiKey.trim() : "");
  const all = [...problems, ...(typeof url === "string" ? [] : [url])].map(({ path, message }) => ({
    path: redact(path),
    message: redact(message),
  }));
  throw new RalllyError(`Invalid options: ${listProblems(all)}.`, {
    operation: "createClient",
    outcome: "not-sent",
    code: "INVALID_OPTIONS",
    attempts: 0,
    problems: all,
  });
}
