import { createHmac, randomBytes } from "node:crypto";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import * as z from "zod";
import { storedKeys } from "./accounts.ts";
import type { SandboxClock } from "./clock.ts";
import { ControlError, validate } from "./errors.ts";
import { createRecordId } from "./store.ts";

/** Every webhook event of the service, with `ping`. */
const eventTypes = [
  "poll.created",
  "poll.updated",
  "poll.closed",
  "poll.reopened",
  "poll.scheduled",
  "poll.deleted",
  "poll.participant.created",
  "poll.participant.updated",
  "poll.participant.deleted",
  "ping",
] as const;

/** The name of an event. */
export type DeliveredEventType = (typeof eventTypes)[number];

/** The payload of an event: ids, and the data of the event itself. */
export interface WebhookData {
  poll?: { id: string };
  participant?: { id: string };
  reason?: "manual" | "auto";
  event?: { start: string; end: string; allDay: boolean };
}

/** A new endpoint. */
export interface WebhookInput {
  /** http or https on loopback; https on any host with `allowExternalWebhooks`. At most 2,048 characters. */
  url: string;
  /** The signing secret. Default: a random one. */
  secret?: string | undefined;
  /** The events to send. Default: all. Pings are always sent. */
  events?: readonly DeliveredEventType[] | undefined;
  /** An API key of the space whose events are sent. Default: the demo space. */
  apiKey?: string | undefined;
}

/** Validates a new endpoint. */
export const webhookInput = z.strictObject({
  url: z.string(),
  secret: z.string().min(1).optional(),
  events: z.array(z.enum(eventTypes)).optional(),
  apiKey: z.string().optional(),
});

/** A stored endpoint. */
export interface WebhookEndpoint {
  id: string;
  spaceId: string;
  url: string;
  secret: string;
  events: readonly DeliveredEventType[];
}

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

const version = "2026-09-20";
const maxEndpoints = 5;
const maxUrlLength = 2048;
/** After this many events in a row whose attempts all failed, an endpoint is switched off. */
const maxLostEvents = 20;
const minute = 60_000;
/** Milliseconds before the second attempt, the third, and so on. */
const retryDelays = [minute, 5 * minute, 30 * minute, 120 * minute, 720 * minute];

/** Sends signed events to endpoints: at least once each, in no particular order. */
export function createWebhooks(clock: SandboxClock, options: WebhookOptions = {}, allowExternal = false) {
  const { retryScale = 1, timeoutMs = 10_000 } = options;
  const endpoints: WebhookEndpoint[] = [];
  const deliveries: Delivery[] = [];
  const lostInARow = new Map<WebhookEndpoint, number>();
  const closing = new AbortController();
  const inFlight = new Set<Promise<void>>();

  const deliver = async (endpoint: WebhookEndpoint, type: DeliveredEventType, id: string, body: string) => {
    const delays = type === "ping" ? [] : retryDelays;
    for (let attempt = 1; ; attempt++) {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]);
      const result = await postWebhook(endpoint, type, body, signal);
      if (closing.signal.aborted) return;
      deliveries.push({ endpointId: endpoint.id, eventId: id, type, attempt, ...result });
      const isDelivered = result.status !== null && result.status >= 200 && result.status < 300;
      const delay = delays[attempt - 1];
      if (isDelivered) lostInARow.delete(endpoint);
      else if (delay === undefined) lostInARow.set(endpoint, (lostInARow.get(endpoint) ?? 0) + 1);
      if (isDelivered || delay === undefined) return;
      await sleep(delay * retryScale, closing.signal);
      if (closing.signal.aborted || !endpoints.includes(endpoint)) return;
    }
  };
  const send = (
    endpoint: WebhookEndpoint,
    type: DeliveredEventType,
    data: WebhookData,
    createdAt: string,
  ) => {
    if ((lostInARow.get(endpoint) ?? 0) >= maxLostEvents) return;
    const id = type === "ping" ? `ping_${createRecordId()}` : createRecordId();
    const body = JSON.stringify({ version, id, type, createdAt, data });
    const run = deliver(endpoint, type, id, body).finally(() => inFlight.delete(run));
    inFlight.add(run);
  };
  const find = (id: string): WebhookEndpoint => {
    const endpoint = endpoints.find((candidate) => candidate.id === id);
    if (endpoint === undefined) throw new ControlError(404, `no webhook ${id}`);
    return endpoint;
  };
  const add = (input: WebhookInput): WebhookEndpoint => {
    const { url, secret, events, apiKey } = validate(webhookInput, input, "webhook");
    const spaceId = apiKey === undefined ? "space-demo" : findSpaceId(apiKey);
    if (endpoints.filter((endpoint) => endpoint.spaceId === spaceId).length >= maxEndpoints)
      throw new ControlError(409, `a space can have at most ${maxEndpoints} endpoints`);
    const endpoint: WebhookEndpoint = {
      id: createRecordId(),
      spaceId,
      url: parseUrl(url, allowExternal),
      secret: secret ?? `whsec_${randomBytes(24).toString("hex")}`,
      events: events ?? eventTypes,
    };
    endpoints.push(endpoint);
    return endpoint;
  };
  for (const input of options.endpoints ?? []) add(input);

  return {
    /** The endpoints that exist. */
    endpoints: endpoints as readonly WebhookEndpoint[],
    /** Every delivery so far, oldest first. */
    deliveries: deliveries as readonly Delivery[],
    /** Sends an event to every endpoint of the space with that event. `createdAt` is an ISO time. Default: now. */
    announce(spaceId: string, type: DeliveredEventType, data: WebhookData, createdAt?: string): void {
      for (const endpoint of endpoints)
        if (endpoint.spaceId === spaceId && endpoint.events.includes(type))
          send(endpoint, type, data, createdAt ?? clock.timestamp());
    },
    /**
     * Adds an endpoint for future events. Throws a ControlError for a URL that is not allowed, an unknown API key and a
     * sixth endpoint of a space, and a RangeError that names every invalid field.
     */
    add,
    /** Removes an endpoint and ends its retries. Throws a ControlError for an unknown id. */
    remove(id: string): void {
      endpoints.splice(endpoints.indexOf(find(id)), 1);
    },
    /** Sends a ping to one endpoint, once. Throws a ControlError for an unknown id. */
    ping: (id: string): void => send(find(id), "ping", {}, clock.timestamp()),
    /** Resolves when every delivery has succeeded or failed for good. */
    async settled(): Promise<void> {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
    /** Aborts all deliveries and retries. */
    close: (): void => closing.abort(),
  };
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}

function findSpaceId(secret: string): string {
  const key = storedKeys.find((stored) => stored.secret === secret);
  if (key === undefined) throw new ControlError(404, "apiKey: unknown key");
  return key.spaceId;
}

/** Whether a host name, as a URL has it, is `localhost` or a loopback address. */
export function isLoopbackHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "");
  return name === "localhost" || name === "[::1]" || /^127(\.\d+){3}$/.test(name);
}

// The service accepts only https on public hosts. Receivers for a sandbox run on the same machine without certificates,
// and a test must not reach other machines by accident.
function parseUrl(text: string, allowExternal: boolean): string {
  const refuse = (message: string) => new ControlError(400, `url: ${message}`);
  if (!URL.canParse(text)) throw refuse("not a URL");
  const url = new URL(text);
  if (url.href.length > maxUrlLength) throw refuse(`longer than ${maxUrlLength} characters`);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw refuse("must start with http:// or https://");
  if (url.username !== "" || url.password !== "") throw refuse("must not contain credentials");
  if (isLoopbackHost(url.hostname)) return url.href;
  if (!allowExternal)
    throw refuse(
      "must be on this machine (localhost, 127.0.0.1 or [::1]), unless the sandbox is started with " +
        "--allow-external-webhooks (allowExternalWebhooks in code)",
    );
  if (url.protocol === "http:") throw refuse("must be https, except on this machine");
  return url.href;
}

/** The result of one attempt: a status, or an error. */
type DeliveryResult = Pick<Delivery, "status" | "error">;

/**
 * Sends an event to an endpoint once, without following redirects. Signs with the machine's clock, not the sandbox's,
 * because a receiver compares the time of a delivery with its own clock.
 */
function postWebhook(
  endpoint: WebhookEndpoint,
  type: string,
  body: string,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", endpoint.secret).update(`${seconds}.${body}`).digest("hex");
  const open = endpoint.url.startsWith("https:") ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const request = open(endpoint.url, {
      method: "POST",
      agent: false,
      signal,
      headers: {
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(body),
        "User-Agent": "Rallly-Webhooks/1.0",
        "X-Rallly-Event": type,
        "X-Rallly-Delivery": createRecordId(),
        "X-Rallly-Webhook-Version": version,
        "X-Rallly-Signature": `t=${seconds},v1=${signature}`,
      },
    });
    request.on("error", (error) => resolve({ status: null, error: describeFailure(error) }));
    request.on("response", (response) => {
      resolve({ status: response.statusCode ?? 0, error: null });
      // Only the status is used.
      response.destroy();
    });
    request.end(body);
  });
}

function describeFailure(error: Error): string {
  if (error.name === "AbortError" || error.name === "TimeoutError") return "no response in time";
  // The message is empty when the connections to several addresses failed.
  return error.message || ("code" in error ? String(error.code) : error.name);
}
