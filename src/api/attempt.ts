import { deadlineExceeded } from "./deadline.ts";
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
  parseHttpDate,
  parseRetryAfter,
} from "./response.ts";
import { type Transport, TransportError, type TransportResponse } from "./transport.ts";

/** What every attempt of one client shares. */
export interface Connection {
  apiKey: string;
  transport: Transport;
  rateLimiter: RateLimiter;
  headers: Record<string, string>;
  /** Wall-clock time in milliseconds since 1970. */
  now: () => number;
  /** Takes the service's time from a response's Date header, in milliseconds since 1970. */
  learnTime: (serviceTime: number) => void;
}

/** What one attempt may take. */
export interface AttemptLimits {
  signal: AbortSignal;
  /** Whether the connection must not carry other requests. */
  ownConnection: boolean;
  /** How long to wait at the gate at the most, in milliseconds. */
  maxWaitMs: number;
}

/** One attempt: through the gate, over the transport, judged. Never throws; an abort shows in the verdict's outcome. */
export async function attempt(
  connection: Connection,
  call: Omit<OperationRequest, "signal">,
  { signal, ownConnection, maxWaitMs: patience }: AttemptLimits,
): Promise<AttemptResult> {
  const { operation, prepared, maxResponseBytes } = call;
  try {
    await connection.rateLimiter.acquire(signal, patience);
  } catch {
    const wait = connection.rateLimiter.retryAfterMs();
    return {
      outcome: "not-sent",
      retryable: false,
      rateLimited: true,
      message: "the limit of requests leaves no room in time",
      ...(wait > 0 ? { retryAfterMs: wait } : {}),
    };
  }
  try {
    const request = {
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
    };
    const answer = normalizeResponse(await orAbort(connection.transport(request), signal));
    const now = connection.now();
    connection.rateLimiter.update(parseRateLimit(call, answer, now));
    const date = parseHttpDate(answer.headers["date"] ?? "");
    if (date !== undefined && isFromService(answer)) connection.learnTime(date);
    const verdict = classifyResponse(call, answer, connection.apiKey, now);
    if ("issues" in verdict) answer.closeConnection?.();
    return verdict;
  } catch (error) {
    return toFailure(error, signal, connection.apiKey);
  } finally {
    connection.rateLimiter.release();
  }
}

/** A proxy's 429 says nothing of the service's windows; for longer than this it does not hold the client back. */
const maxForeignHoldMs = 60_000;

const isFromService = (answer: HttpResponse) =>
  (answer.status >= 200 && answer.status < 300) || isServiceError(answer);

function parseRateLimit(
  { operation }: Pick<OperationRequest, "operation">,
  answer: HttpResponse,
  now: number,
): RateLimitInfo {
  const { status, headers } = answer;
  const wait = status === 429 ? parseRetryAfter(headers, now) : undefined;
  if (!isFromService(answer)) {
    // After a create nobody knows the outcome of, reading is the only way to find out: it must not be held back.
    return wait === undefined || operation.effect !== "read"
      ? {}
      : { blockedMs: Math.min(wait, maxForeignHoldMs) };
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
    const message = signal.reason === deadlineExceeded ? "no answer came in time" : "the caller gave up";
    return { outcome: wasSent(error) ? "unknown" : "not-sent", retryable: true, message };
  }
  if (!(error instanceof TransportError)) {
    return { outcome: "unknown", retryable: true, message: "the connection failed" };
  }
  const message = redact(error.message, apiKey);
  return { outcome: wasSent(error) ? "unknown" : "not-sent", retryable: true, message };
}

const wasSent = (error: unknown) => !(error instanceof TransportError) || error.sent;

/** A transport that ignores the signal must not hold the call; one that heeds it may still say whether it had sent. */
const abortGraceMs = 50;

async function orAbort(answer: Promise<TransportResponse>, signal: AbortSignal): Promise<TransportResponse> {
  let timer: NodeJS.Timeout | undefined;
  let watch = () => {};
  const given = new Promise<never>((_, reject) => {
    watch = () => {
      timer = setTimeout(() => reject(new TransportError("the call was given up", true)), abortGraceMs);
    };
    if (signal.aborted) watch();
    else signal.addEventListener("abort", watch);
  });
  try {
    return await Promise.race([answer, given]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", watch);
  }
}
