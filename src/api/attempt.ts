import { deadlineExceeded } from "./deadline.ts";
import { callHook, type Hooks } from "./hooks.ts";
import type { RateLimiter, RateLimitInfo } from "./rate-limiter.ts";
import { redact } from "./redact.ts";
import type { OperationRequest } from "./request.ts";
import {
  type AttemptFailure,
  type AttemptResult,
  classifyResponse,
  type HttpResponse,
  isServiceError,
  normalizeResponse,
  parseRetryAfter,
} from "./response.ts";
import {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from "./transport.ts";

/** What all attempts of one client share. */
export interface Connection {
  apiKey: string;
  transport: Transport;
  rateLimiter: RateLimiter;
  headers: Record<string, string>;
  hooks: Hooks;
  /** Wall-clock time in milliseconds since 1970. */
  now: () => number;
  /** Milliseconds since a fixed moment. */
  monotonic: () => number;
  /** Receives the Date header of a response of the service. */
  learnTime: (date: string) => void;
}

/** The limits of one attempt. */
export interface AttemptLimits {
  signal: AbortSignal;
  /** Number of the attempt in its call, from 1. */
  tries: number;
  /** Whether the connection must not carry other requests. */
  ownConnection: boolean;
  /** The maximum wait for the rate limiter, in milliseconds. */
  maxWaitMs: number;
}

/** Makes one attempt: waits for the rate limiter, sends the request, classifies the response. Never throws. */
export async function attempt(
  connection: Connection,
  request: Omit<OperationRequest, "signal">,
  { signal, tries, ownConnection, maxWaitMs }: AttemptLimits,
): Promise<AttemptResult> {
  const { operation, prepared, maxResponseBytes } = request;
  try {
    await connection.rateLimiter.acquire(signal, maxWaitMs);
  } catch {
    const wait = connection.rateLimiter.retryAfterMs();
    return {
      outcome: "not-sent",
      retryable: false,
      rateLimited: true,
      message: "Rate limit reached.",
      ...(wait > 0 ? { retryAfterMs: wait } : {}),
    };
  }
  const { hooks, apiKey } = connection;
  const event = { operation: request.name, method: operation.method, url: prepared.url, attempt: tries };
  const startedAt = connection.monotonic();
  try {
    callHook(hooks.onRequest, apiKey, event);
    const { status, result } = await exchange(connection, request, {
      method: operation.method,
      url: prepared.url,
      headers:
        prepared.body === undefined
          ? connection.headers
          : { ...connection.headers, "content-type": "application/json" },
      ...(prepared.body === undefined ? {} : { body: prepared.body }),
      signal,
      ownConnection,
      maxResponseBytes,
    });
    const { outcome, code } = "data" in result ? { outcome: "done" as const, code: undefined } : result;
    const durationMs = connection.monotonic() - startedAt;
    callHook(hooks.onResponse, apiKey, { ...event, status, outcome, code, durationMs });
    return result;
  } finally {
    connection.rateLimiter.release();
  }
}

/** Sends one request and classifies its response. `status` is undefined without a response. Never throws. */
async function exchange(
  connection: Connection,
  request: Omit<OperationRequest, "signal">,
  sent: TransportRequest,
): Promise<{ status: number | undefined; result: AttemptResult }> {
  let status: number | undefined;
  try {
    const response = normalizeResponse(await orAbort(connection.transport(sent), sent.signal));
    status = response.status;
    const now = connection.now();
    connection.rateLimiter.update(parseRateLimit(request, response, now));
    const { date } = response.headers;
    if (date !== undefined && isFromService(response)) connection.learnTime(date);
    const result = classifyResponse(request, response, connection.apiKey, now);
    if ("issues" in result || "unconfirmed" in result) response.closeConnection?.();
    return { status, result };
  } catch (error) {
    return { status, result: toFailure(error, sent.signal, connection.apiKey) };
  }
}

/** Maximum time that a proxy's 429 blocks reads, in milliseconds. A proxy does not know the service's windows. */
const maxProxyBlockMs = 60_000;

const isFromService = (response: HttpResponse) =>
  (response.status >= 200 && response.status < 300) || isServiceError(response);

function parseRateLimit(
  { operation }: Pick<OperationRequest, "operation">,
  response: HttpResponse,
  now: number,
): RateLimitInfo {
  const { status, headers } = response;
  const wait = status === 429 ? parseRetryAfter(headers, now) : undefined;
  if (!isFromService(response)) {
    // A create with an unknown outcome is looked up with reads, which a proxy's 429 must not hold back.
    return wait === undefined || operation.effect !== "read"
      ? {}
      : { blockedMs: Math.min(wait, maxProxyBlockMs) };
  }
  const reset = parseCount(headers["ratelimit-reset"]);
  return {
    blockedMs: wait,
    left: parseCount(headers["ratelimit-remaining"]),
    resetMs: reset === undefined ? undefined : reset * 1000,
  };
}

function parseCount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,10}$/.test(text.trim()) ? Number(text) : undefined;
}

function toFailure(error: unknown, signal: AbortSignal, apiKey: string): AttemptFailure {
  if (signal.aborted) {
    const message =
      signal.reason === deadlineExceeded ? "No response before the deadline." : "The call was aborted.";
    return { outcome: wasSent(error) ? "unknown" : "not-sent", retryable: true, message };
  }
  if (!(error instanceof TransportError)) {
    return { outcome: "unknown", retryable: true, message: "The connection failed." };
  }
  const { code, retryable } = error;
  return {
    outcome: wasSent(error) ? "unknown" : "not-sent",
    retryable,
    message: redact(error.message, apiKey),
    ...(code !== undefined && { code: redact(code, apiKey, 100) }),
  };
}

const wasSent = (error: unknown) => !(error instanceof TransportError) || error.sent;

/** Time for a transport to report after an abort whether it had sent the request, in milliseconds. */
const abortGraceMs = 50;

function orAbort(response: Promise<TransportResponse>, signal: AbortSignal): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onAbort = () => {
      timer = setTimeout(() => {
        close();
        reject(new TransportError("The call was aborted.", true));
      }, abortGraceMs);
    };
    const close = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort);
    response.then(resolve, reject).then(close);
  });
}
