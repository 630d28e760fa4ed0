/** One fetch in, one classified result out. The only place that sees a Response. */
import { version } from "../../version.ts";
import { checkResponse, errorBody, is } from "../check/responses.ts";
import type { Fetch, OperationName, RateLimit } from "../types/client.ts";
import { connecting, describeConnectionError, type Failure } from "./connection-errors.ts";
import { deadlineExceeded, within } from "./deadline.ts";
import { listProblems } from "./errors.ts";
import type { Operation } from "./operations.ts";

export const userAgent = `rallly-connect/${version}`;

/** A request of an operation. The headers contain the key. */
export interface HttpRequest {
  name: OperationName;
  operation: Operation;
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

/** What one request came to. */
export interface Exchange {
  /** The response's JSON with its status, or a failure. */
  result: { json: unknown; status: number } | Failure;
  /** What the service says about the rate limit. */
  limit?: RateLimit | undefined;
  /** How far the service's clock is ahead of this one, in milliseconds. */
  clockAheadMs?: number | undefined;
}

/** Maximum size of a response, in bytes. */
const maxBytes = 5 * 1024 * 1024;

/** Maximum size of a list of participants, in bytes: it has no pages, and up to 1,000 people with 100 options. */
const maxParticipantsBytes = 64 * 1024 * 1024;

/** How far a request got. */
interface Progress {
  /** The signal that its fetch got. */
  signal?: AbortSignal;
  response?: Response;
  /** When the response arrived, in milliseconds since 1970. */
  arrivedAt: number;
}

/** Sends a request once, for at most so long. The outer signal is the caller's. */
export async function exchange(
  fetch: Fetch,
  request: HttpRequest,
  milliseconds: number,
  outer: AbortSignal | undefined,
): Promise<Exchange> {
  const progress: Progress = { arrivedAt: 0 };
  let received: { response: Response; text: string | undefined };
  try {
    // Not every fetch settles after an abort.
    received = await within(milliseconds, outer, (signal) => send(fetch, request, signal, progress));
  } catch (error) {
    const { signal, response } = progress;
    const isConnecting = signal !== undefined && connecting.has(signal);
    const outcome = signal === undefined || isConnecting ? "not-sent" : "unknown";
    if (error === deadlineExceeded) {
      const message = outcome === "unknown" ? "No response in time." : "No connection in time.";
      return { result: fail(message, { outcome, code: "DEADLINE_EXCEEDED", retry: true }) };
    }
    if (outer?.aborted) return { result: fail("The call was aborted.", { outcome }) };
    if (response === undefined) return { result: describeConnectionError(error, isConnecting) };
    return { result: fail("The response was cut short.", { status: response.status, retry: true }) };
  }
  const { response, text } = received;
  if (text === undefined) return { result: fail("The response is too large.", { status: response.status }) };
  const json = parseJson(text);
  const result = classify(request, response, json);
  if (!("json" in result) && !is(errorBody, json)) return { result };
  const date = Date.parse(response.headers.get("date") ?? "");
  const clockAheadMs = Number.isNaN(date) ? undefined : date - progress.arrivedAt;
  return { result, limit: readRateLimit(response), clockAheadMs };
}

/** The response, and its text unless it is too large. */
async function send(
  fetch: Fetch,
  request: HttpRequest,
  signal: AbortSignal,
  progress: Progress,
): Promise<{ response: Response; text: string | undefined }> {
  progress.signal = signal;
  const response = await fetch(request.url, toInit(request, signal));
  // A mock of a fetch may return something else.
  if (typeof response?.headers?.get !== "function") throw new Error("it resolved to no Response");
  progress.response = response;
  progress.arrivedAt = Date.now();
  const limit = request.name === "listParticipants" ? maxParticipantsBytes : maxBytes;
  return { response, text: await readText(response, limit) };
}

/** A failure: unless said otherwise, unknown and not to be repeated. */
function fail(message: string, details: Partial<Failure> = {}): Failure {
  return { outcome: "unknown", retry: false, message, ...details };
}

function toInit({ operation, headers, body }: HttpRequest, signal: AbortSignal): RequestInit {
  const { method } = operation;
  const init = { method, headers, signal, redirect: "manual" } as const;
  if (body === undefined) return init;
  // Deno repeats a text after a reset, but not a stream. Bun opens a connection for a request without keepalive.
  const isDeno = "Deno" in globalThis;
  const sent = isDeno ? { body: new Blob([body]).stream(), duplex: "half" as const } : { body };
  return Object.assign(init, sent, { keepalive: false });
}

/** The text of a body, or undefined if it is too large. */
async function readText({ body }: Response, limit: number): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  const reader = body?.getReader();
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
    size += chunk.value.byteLength;
    if (size > limit) {
      reader?.cancel().catch(() => {});
      return undefined;
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
  return text + decoder.decode();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The table of outcomes. A create or delete is refused only by the service's own error body: a proxy's page proves nothing. */
function classify(request: HttpRequest, response: Response, json: unknown): Exchange["result"] {
  const { name, operation } = request;
  const { status } = response;
  const isClientError = status >= 400 && status < 500;
  const foreign = () => fail(describeForeign(response, json), { status, code: "NOT_THE_API" });
  if (status >= 200 && status < 300) {
    const problems = checkResponse(operation.output, json);
    if (problems.length === 0) return { json, status };
    const isBroken = json === undefined && /json/i.test(response.headers.get("content-type") ?? "");
    if (isBroken) return fail("The response's JSON is cut short or broken.", { status, retry: true });
    if (json === undefined) return foreign();
    const what = `Unexpected response to ${name} (${operation.method} ${operation.path}): ${listProblems(problems)}.`;
    const advice = `The service may have changed since this version (${userAgent}).`;
    return fail(`${what} ${advice}`, { status, code: "INVALID_RESPONSE", problems, received: json });
  }
  const retry = status === 429 || status >= 500;
  const retryAfterMs = status === 429 || status === 503 ? readRetryAfter(response) : undefined;
  if (is(errorBody, json)) {
    const isRefused = isClientError || (status === 503 && retryAfterMs !== undefined);
    return { outcome: isRefused ? "refused" : "unknown", ...json.error, status, retryAfterMs, retry };
  }
  const busy = `The service, or a proxy before it, responded with status ${status}.`;
  const failure = retry ? fail(busy, { status, retryAfterMs, retry }) : foreign();
  return operation.method === "GET" && isClientError ? { ...failure, outcome: "refused" } : failure;
}

/** What a response that is not the API's may be. */
function describeForeign({ status, headers }: Response, json: unknown): string {
  const advice =
    "Check the base URL (only rallly.co has the API; a Rallly that you host yourself has none), the proxy, and whether the network asks to sign in in a browser.";
  // A browser hides the status of a redirect.
  if (status === 0 || (status >= 300 && status < 400))
    return `The service's address redirects to ${getHost(headers.get("location"))} (${status}). Redirects are not followed. ${advice}`;
  const type = /^text\/\w+/.exec(headers.get("content-type") ?? "")?.[0] ?? "something else";
  const found =
    json === undefined ? `expected JSON, got ${type}` : "expected the API's error, got other JSON";
  return `Something else responds, not the API (${status}: ${found}). ${advice}`;
}

/** Only the host: the rest of an address may be a secret. */
function getHost(location: string | null): string {
  const base = "https://base.invalid";
  if (location === null || !URL.canParse(location, base)) return "another address";
  const { host, origin } = new URL(location, base);
  return origin === base ? "another path" : host;
}

/** Retry-After in milliseconds: whole seconds, or an HTTP date, which is compared with the service's own clock. */
function readRetryAfter({ headers }: Response): number | undefined {
  const value = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const moment = / GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(moment)) return undefined;
  return Math.max(0, moment - (Date.parse(headers.get("date") ?? "") || Date.now()));
}

function readRateLimit(response: Response): RateLimit | undefined {
  const read = (name: string) => {
    const value = response.headers.get(`ratelimit-${name}`) ?? "";
    return /^\d+$/.test(value) ? Number(value) : undefined;
  };
  const [limit, left, reset] = [read("limit"), read("remaining"), read("reset")];
  const wait = response.status === 429 ? readRetryAfter(response) : undefined;
  if (wait) return { limit, left: 0, resetMs: wait };
  return left === undefined || reset === undefined ? undefined : { limit, left, resetMs: reset * 1000 };
}
