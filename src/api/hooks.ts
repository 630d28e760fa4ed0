import type { Outcome } from "./errors.ts";
import type { OperationName } from "./operations.ts";
import { redact } from "./redact.ts";

/** What every hook gets: one request of a call. It contains neither the key nor a body. Frozen. */
export interface RequestEvent {
  /** The operation of the request. A create also sends `listPolls`, when it looks for its own poll. */
  readonly operation: OperationName;
  /** The HTTP method. */
  readonly method: "GET" | "POST" | "DELETE";
  /** The URL, with the ids of polls and participants, and the query. */
  readonly url: string;
  /** Number of the attempt in its call, from 1. */
  readonly attempt: number;
}

/** The end of a request. */
export interface ResponseEvent extends RequestEvent {
  /** The HTTP status. Undefined without a response. */
  readonly status: number | undefined;
  /** The result: `done`, or what is known about the failure. */
  readonly outcome: "done" | Outcome;
  /** The service's error code, such as POLL_NOT_FOUND, or why the connection failed. */
  readonly code: string | undefined;
  /** Milliseconds from the request to the end of the response or the failure. */
  readonly durationMs: number;
}

/** A wait before another attempt. `attempt` is the number of the attempt that failed. */
export interface RetryEvent extends Omit<ResponseEvent, "durationMs"> {
  /** Milliseconds until the next attempt: the service's Retry-After, or the backoff. */
  readonly waitMs: number;
}

/**
 * Functions that a client calls about its requests, for logs and metrics. The client ignores what they return, also a
 * promise, and what they throw. They cannot change a request or the outcome of a call.
 */
export interface Hooks {
  /** Called just before a request is sent, after any wait for the rate limit. */
  onRequest?: ((event: RequestEvent) => unknown) | undefined;
  /** Called once for each request at its end: with a response, a failure or an abort. */
  onResponse?: ((event: ResponseEvent) => unknown) | undefined;
  /** Called before the client waits for another attempt. */
  onRetry?: ((event: RetryEvent) => unknown) | undefined;
}

/** Calls a hook with a frozen event, the key masked. Never throws. */
export function callHook<Event extends RequestEvent>(
  hook: ((event: Event) => unknown) | undefined,
  apiKey: string,
  event: Event,
): void {
  if (hook === undefined) return;
  try {
    const returned = hook(Object.freeze({ ...event, url: redact(event.url, apiKey, maxUrlLength) }));
    // An unhandled rejection would end a Node process.
    if (typeof returned === "object" && returned !== null) Promise.resolve(returned).catch(() => {});
  } catch {
    // A hook must not change the outcome of a call.
  }
}

/** Longer than any URL of an operation with ids and cursors of the service. */
const maxUrlLength = 4000;
