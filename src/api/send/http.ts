/** One request out, one classified result in. */
import { listProblems } from "../../problem.ts";
import { version } from "../../version.ts";
import { checkResponse, errorBody, is } from "../check/responses.ts";
import type { OperationName, RateLimit } from "../types/client.ts";
import { checkBaseUrl, describeConnectionError, describeOther, type Failure } from "./connection-errors.ts";
import { deadlineExceeded, within } from "./deadline.ts";
import type { Operation } from "./operations.ts";
import type { HttpRequest, Reply, Transport } from "./transport.ts";

export const userAgent = `rallly-connect/${version}`;

/** A request of an operation. */
export interface OperationRequest extends HttpRequest {
  name: OperationName;
  operation: Operation;
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

/** Sends a request once, for at most so long. The outer signal is the caller's. */
export async function exchange(
  transport: Transport,
  request: OperationRequest,
  milliseconds: number,
  outer: AbortSignal | undefined,
): Promise<Exchange> {
  const limit = request.name === "listParticipants" ? maxParticipantsBytes : maxBytes;
  let isOpen = false;
  let reply: Reply | undefined;
  let arrivedAt = 0;
  const send = async (signal: AbortSignal) => {
    reply = await transport(request, signal, () => (isOpen = true));
    arrivedAt = Date.now();
    return [reply, await reply.read(limit)] as const;
  };
  let received: Awaited<ReturnType<typeof send>>;
  try {
    // Not every fetch settles after an abort.
    received = await within(milliseconds, outer, send);
  } catch (error) {
    const outcome = isOpen ? "unknown" : "not-sent";
    if (error === deadlineExceeded) {
      const message = isOpen ? "No response in time." : "No connection in time.";
      return { result: fail(message, { outcome, code: "DEADLINE_EXCEEDED", retry: true }) };
    }
    if (outer?.aborted) return { result: fail("The call was aborted.", { outcome }) };
    if (reply === undefined) return { result: describeConnectionError(error, !isOpen) };
    return { result: fail("The response was cut short.", { status: reply.status, retry: true }) };
  }
  const [response, text] = received;
  if (text === undefined) return { result: fail("The response is too large.", { status: response.status }) };
  const json = parseJson(text);
  const result = classify(request, response, json);
  if (!("json" in result) && !is(errorBody, json)) return { result };
  const date = Date.parse(response.header("date") ?? "");
  const clockAheadMs = Number.isNaN(date) ? undefined : date - arrivedAt;
  return { result, limit: readRateLimit(response), clockAheadMs };
}

/** A failure: unless said otherwise, unknown and not to be repeated. */
function fail(message: string, details: Partial<Failure> = {}): Failure {
  return { outcome: "unknown", retry: false, message, ...details };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The table of outcomes. A create or delete is refused only by the service's own error body: a proxy's page proves nothing. */
function classify(request: OperationRequest, response: Reply, json: unknown): Exchange["result"] {
  const { name, operation } = request;
  const { status } = response;
  const isClientError = status >= 400 && status < 500;
  const foreign = () => fail(describeForeign(response, json), { status, code: "NOT_THE_API" });
  if (status >= 200 && status < 300) {
    const problems = checkResponse(operation.output, json);
    if (problems.length === 0) return { json, status };
    const isBroken = json === undefined && /json/i.test(response.header("content-type") ?? "");
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
function describeForeign({ status, header }: Reply, json: unknown): string {
  // A browser hides the status of a redirect.
  if (status === 0 || (status >= 300 && status < 400))
    return `The service's address redirects to ${getHost(header("location"))} (${status}). Redirects are not followed. ${checkBaseUrl}`;
  const type = /^text\/\w+/.exec(header("content-type") ?? "")?.[0] ?? "something else";
  const found =
    json === undefined ? `expected JSON, got ${type}` : "expected the API's error, got other JSON";
  return describeOther(`${status}: ${found}`);
}

/** Only the host: the rest of an address may be a secret. */
function getHost(location: string | undefined): string {
  const base = "https://base.invalid";
  if (location === undefined || !URL.canParse(location, base)) return "another address";
  const { host, origin } = new URL(location, base);
  return origin === base ? "another path" : host;
}

/** Retry-After in milliseconds: whole seconds, or an HTTP date, which is compared with the service's own clock. */
function readRetryAfter({ header }: Reply): number | undefined {
  const value = header("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const moment = / GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(moment)) return undefined;
  return Math.max(0, moment - (Date.parse(header("date") ?? "") || Date.now()));
}

function readRateLimit(response: Reply): RateLimit | undefined {
  const read = (name: string) => {
    const value = response.header(`ratelimit-${name}`) ?? "";
    return /^\d+$/.test(value) ? Number(value) : undefined;
  };
  const [limit, left, reset] = [read("limit"), read("remaining"), read("reset")];
  const wait = response.status === 429 ? readRetryAfter(response) : undefined;
  if (wait) return { limit, left: 0, resetMs: wait };
  return left === undefined || reset === undefined ? undefined : { limit, left, resetMs: reset * 1000 };
}
