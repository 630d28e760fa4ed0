import { createHmac } from "node:crypto";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { SandboxClock } from "./clock.ts";
import { ControlError } from "./errors.ts";
import { isLoopbackHost, lookupLoopback } from "./loopback.ts";
import { createRecordId } from "./store.ts";
import {
  addEndpoint,
  type DeliveredEventType,
  type WebhookData,
  type WebhookEndpoint,
  type WebhookInput,
  webhookVersion,
} from "./webhook-endpoints.ts";

/** The first webhook endpoints, and the timing of deliveries. */
export interface WebhookOptions {
  /** The endpoints that events are sent to from the start. */
  endpoints?: readonly WebhookInput[];
  /** Factor for the delays between attempts. Default: 1, the delays of the service. */
  retryScale?: number;
  /** Milliseconds until an attempt times out. Default: 10,000. */
  timeoutMs?: number;
}

/** One attempt to deliver an event. Without a response `status` is null and `error` is the reason. */
export interface Delivery {
  endpointId: string;
  eventId: string;
  type: DeliveredEventType;
  attempt: number;
  status: number | null;
  error: string | null;
}

const minute = 60_000;
/** Milliseconds before the second attempt, the third, and so on. */
export const retryDelays: readonly number[] = [minute, 5 * minute, 30 * minute, 120 * minute, 720 * minute];

/** Sends signed events to endpoints: at least once each, in no particular order. */
export function createWebhooks(clock: SandboxClock, options: WebhookOptions = {}, allowExternal = false) {
  const { retryScale = 1, timeoutMs = 10_000 } = options;
  const endpoints: WebhookEndpoint[] = [];
  const deliveries: Delivery[] = [];
  const closing = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const inFlight = new Set<Promise<void>>();

  const attempt = async (endpoint: WebhookEndpoint, event: AnnouncedEvent, count: number): Promise<void> => {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]);
    const { status, error } = await postWebhook(endpoint, event, signal);
    if (closing.signal.aborted) return;
    deliveries.push({
      endpointId: endpoint.id,
      eventId: event.id,
      type: event.type,
      attempt: count,
      status,
      error,
    });
    const delay = retryDelays[count - 1];
    const delivered = status !== null && status >= 200 && status < 300;
    if (delivered || delay === undefined || !endpoints.includes(endpoint)) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        resolve();
      }, delay * retryScale);
      timers.add(timer);
    });
    return attempt(endpoint, event, count + 1);
  };
  const send = (
    endpoint: WebhookEndpoint,
    type: DeliveredEventType,
    data: WebhookData,
    createdAt: string,
  ) => {
    const id = createRecordId();
    const body = JSON.stringify({ version: webhookVersion, id, type, createdAt, data });
    const run = attempt(endpoint, { id, type, body }, 1).finally(() => inFlight.delete(run));
    inFlight.add(run);
  };
  const find = (id: string): WebhookEndpoint => {
    const endpoint = endpoints.find((candidate) => candidate.id === id);
    if (endpoint === undefined) throw new ControlError(404, `no webhook ${id}`);
    return endpoint;
  };
  for (const input of options.endpoints ?? []) addEndpoint(endpoints, input, allowExternal);

  return {
    /** The endpoints that exist. */
    endpoints: endpoints as readonly WebhookEndpoint[],
    /** Every delivery so far, oldest first. */
    deliveries: deliveries as readonly Delivery[],
    /** Sends an event to every endpoint of the space with that event. */
    announce(
      spaceId: string,
      type: DeliveredEventType,
      data: WebhookData,
      createdAt = clock.timestamp(),
    ): void {
      for (const endpoint of endpoints) {
        if (endpoint.spaceId === spaceId && endpoint.events.includes(type))
          send(endpoint, type, data, createdAt);
      }
    },
    /** Adds an endpoint for future events. Throws a ControlError or a RangeError; see addEndpoint. */
    add: (input: WebhookInput): WebhookEndpoint => addEndpoint(endpoints, input, allowExternal),
    /** Removes an endpoint and ends its retries. Throws a ControlError for an unknown id. */
    remove(id: string): void {
      endpoints.splice(endpoints.indexOf(find(id)), 1);
    },
    /** Sends a ping to one endpoint. Throws a ControlError for an unknown id. */
    ping: (id: string): void => send(find(id), "ping", {}, clock.timestamp()),
    /** Resolves when every delivery has succeeded or failed for good. */
    async settled(): Promise<void> {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
    /** Aborts all deliveries and retries. */
    close(): void {
      closing.abort();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

interface AnnouncedEvent {
  id: string;
  type: DeliveredEventType;
  body: string;
}

/** The value of `X-Rallly-Signature` for a body and a time in milliseconds since 1970. */
function signWebhook(secret: string, body: string, time: number): string {
  const seconds = Math.floor(time / 1000);
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
}

/** The result of one attempt: a status, or an error. */
export type DeliveryResult = { status: number; error: null } | { status: null; error: string };

/**
 * Sends an event to an endpoint once, without following redirects. Signs with the machine's clock, not the sandbox's,
 * because a receiver compares the time of a delivery with its own clock.
 */
function postWebhook(
  endpoint: WebhookEndpoint,
  event: { type: string; body: string },
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const url = new URL(endpoint.url);
  const open = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const request = open(url, {
      method: "POST",
      agent: false,
      signal,
      // The URL was checked by name. The address of the name is checked here, at each connection.
      ...(isLoopbackHost(url.hostname) && { lookup: lookupLoopback }),
      headers: {
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(event.body),
        "User-Agent": "rallly-sandbox",
        "X-Rallly-Event": event.type,
        "X-Rallly-Delivery": createRecordId(),
        "X-Rallly-Webhook-Version": webhookVersion,
        "X-Rallly-Signature": signWebhook(endpoint.secret, event.body, Date.now()),
      },
    });
    request.on("error", (error) => resolve({ status: null, error: describeFailure(error) }));
    request.on("response", (response) => {
      resolve({ status: response.statusCode ?? 0, error: null });
      // Only the status is used. An endless body must not keep the connection.
      response.destroy();
    });
    request.end(event.body);
  });
}

function describeFailure(error: Error): string {
  if (error.name === "AbortError" || error.name === "TimeoutError") return "no response in time";
  // The message is empty when the connections to several addresses failed.
  return error.message || ("code" in error ? String(error.code) : error.name);
}
