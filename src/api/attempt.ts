import type { Notice, RateGate } from "./rate-gate.ts";
import { redact } from "./redact.ts";
import type { Call } from "./request.ts";
import { readHttpDate, readRetryAfter } from "./retry-after.ts";
import { timeIsOver } from "./scope.ts";
import { type Transport, TransportError, type TransportResponse } from "./transport.ts";
import { type Answer, isOwnError, judgeAnswer, readAnswer, type Setback, type Verdict } from "./verdict.ts";

/** What every attempt of one client shares. */
export interface Wire {
  apiKey: string;
  transport: Transport;
  gate: RateGate;
  headers: Record<string, string>;
  /** Wall-clock time in milliseconds since 1970. */
  now: () => number;
  /** Takes the service's time from a response's Date header, in milliseconds since 1970. */
  learnTime: (serviceTime: number) => void;
}

/** What one attempt may take. */
export interface Limits {
  signal: AbortSignal;
  /** Whether the connection must not carry other requests. */
  ownConnection: boolean;
  /** How long to wait at the gate at the most, in milliseconds. */
  patience: number;
}

/** One attempt: through the gate, over the transport, judged. Never throws; an abort shows in the verdict's outcome. */
export async function attempt(
  wire: Wire,
  call: Omit<Call, "signal">,
  { signal, ownConnection, patience }: Limits,
): Promise<Verdict> {
  const { operation, prepared, largestAnswer } = call;
  try {
    await wire.gate.enter(signal, patience);
  } catch {
    const wait = wire.gate.shutFor();
    return {
      outcome: "not-sent",
      again: false,
      held: true,
      message: "the limit of requests leaves no room in time",
      ...(wait > 0 ? { retryAfterMs: wait } : {}),
    };
  }
  try {
    const request = {
      method: operation.method,
      url: prepared.url,
      headers:
        prepared.body === undefined ? wire.headers : { ...wire.headers, "content-type": "application/json" },
      ...(prepared.body === undefined ? {} : { body: prepared.body }),
      signal,
      ownConnection,
      largestAnswer,
    };
    const answer = readAnswer(await orAbort(wire.transport(request), signal));
    const now = wire.now();
    wire.gate.learn(readNotice(call, answer, now));
    const date = readHttpDate(answer.headers["date"] ?? "");
    if (date !== undefined && isFromService(answer)) wire.learnTime(date);
    const verdict = judgeAnswer(call, answer, wire.apiKey, now);
    if ("issues" in verdict) answer.closeConnection?.();
    return verdict;
  } catch (error) {
    return describeFailure(error, signal, wire.apiKey);
  } finally {
    wire.gate.leave();
  }
}

/** A proxy's 429 says nothing of the service's windows; for longer than this it does not hold the client back. */
const maxForeignHoldMs = 60_000;

const isFromService = (answer: Answer) => (answer.status >= 200 && answer.status < 300) || isOwnError(answer);

function readNotice({ operation }: Pick<Call, "operation">, answer: Answer, now: number): Notice {
  const { status, headers } = answer;
  const wait = status === 429 ? readRetryAfter(headers, now) : undefined;
  if (!isFromService(answer)) {
    // After a create nobody knows the outcome of, reading is the only way to find out: it must not be held back.
    return wait === undefined || operation.effect !== "read"
      ? {}
      : { shutMs: Math.min(wait, maxForeignHoldMs) };
  }
  const reset = readCount(headers["ratelimit-reset"]);
  return {
    shutMs: wait,
    left: readCount(headers["ratelimit-remaining"]),
    resetMs: reset === undefined ? undefined : reset * 1000,
  };
}

function readCount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,10}$/.test(text.trim()) ? Number(text) : undefined;
}

function describeFailure(error: unknown, signal: AbortSignal, apiKey: string): Setback {
  if (signal.aborted) {
    const message = signal.reason === timeIsOver ? "no answer came in time" : "the caller gave up";
    return { outcome: wasSent(error) ? "unknown" : "not-sent", again: true, message };
  }
  if (!(error instanceof TransportError)) {
    return { outcome: "unknown", again: true, message: "the connection failed" };
  }
  const message = redact(error.message, apiKey);
  return { outcome: wasSent(error) ? "unknown" : "not-sent", again: true, message };
}

const wasSent = (error: unknown) => !(error instanceof TransportError) || error.sent;

/** A transport that ignores the signal must not hold the call; one that heeds it may still say whether it had sent. */
const graceMs = 50;

async function orAbort(answer: Promise<TransportResponse>, signal: AbortSignal): Promise<TransportResponse> {
  let timer: NodeJS.Timeout | undefined;
  let watch = () => {};
  const given = new Promise<never>((_, reject) => {
    watch = () => {
      timer = setTimeout(() => reject(new TransportError("the call was given up", true)), graceMs);
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
