import { createHmac, randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { request } from "undici";
import * as z from "zod";
import { ControlError } from "../errors.ts";
import { findSpace, spaces } from "../state/accounts.ts";
import type { SandboxClock } from "../state/clock.ts";
import type { StoredPoll } from "../state/model.ts";
import { createRecordId } from "../state/store.ts";
import type {
  Delivery,
  WebhookEndpoint,
  WebhookEventType,
  WebhookInput,
  WebhookOptions,
  Webhooks,
} from "../types.ts";
import { milliseconds, validate } from "../validate.ts";

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
] as const satisfies WebhookEventType[];

/** Validates a new endpoint. */
const webhookInput = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: "Must be a URL with http:// or https://" })
    .max(2048, "Longer than 2048 characters"),
  secret: z
    .string()
    .min(1)
    .default(() => `whsec_${randomBytes(24).toString("hex")}`),
  events: z.array(z.enum(eventTypes)).readonly().default(eventTypes),
  apiKey: z.string().optional(),
}) satisfies z.ZodType<unknown, WebhookInput>;

/** Validates the timing of deliveries. */
export const webhookOptions = z.strictObject({
  retryScale: z.number().min(0).default(1),
  timeoutMs: milliseconds.default(10_000),
}) satisfies z.ZodType<unknown, WebhookOptions>;

const version = "2026-09-20";
const maxEndpoints = 5;
const minute = 60_000;
/** Milliseconds before each attempt. */
const attemptDelays = [0, minute, 5 * minute, 30 * minute, 120 * minute, 720 * minute];

/** Sends signed events to endpoints: at least once each, in no particular order. */
export function createWebhooks(
  clock: SandboxClock,
  { retryScale, timeoutMs }: z.output<typeof webhookOptions>,
  allowExternal: boolean,
) {
  const endpoints: WebhookEndpoint[] = [];
  const deliveries: Delivery[] = [];
  const closing = new AbortController();
  const inFlight = new Set<Promise<void>>();

  /** Rejects when the sandbox closes. */
  const deliver = async (endpoint: WebhookEndpoint, type: WebhookEventType, id: string, body: string) => {
    for (const [index, delay] of (type === "ping" ? [0] : attemptDelays).entries()) {
      await setTimeout(delay * retryScale, undefined, { signal: closing.signal });
      if (!endpoints.includes(endpoint)) return;
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]);
      const result = await postWebhook(endpoint, type, body, signal);
      closing.signal.throwIfAborted();
      deliveries.push({ endpointId: endpoint.id, eventId: id, type, attempt: index + 1, ...result });
      if (result.status !== null && result.status >= 200 && result.status < 300) return;
    }
  };
  const send = (
    endpoint: WebhookEndpoint,
    type: WebhookEventType,
    data: object,
    createdAt = clock.timestamp(),
  ) => {
    const id = type === "ping" ? `ping_${createRecordId()}` : createRecordId();
    const body = JSON.stringify({ version, id, type, createdAt, data });
    const run = deliver(endpoint, type, id, body)
      .catch(() => {})
      .finally(() => inFlight.delete(run));
    inFlight.add(run);
  };
  const find = (id: string): WebhookEndpoint => {
    const endpoint = endpoints.find((candidate) => candidate.id === id);
    if (endpoint === undefined) throw new ControlError(404, `no webhook ${id}`);
    return endpoint;
  };
  const add = (input: WebhookInput): WebhookEndpoint => {
    const { apiKey, url, ...given } = validate(webhookInput, input, "webhook");
    const spaceId = (apiKey === undefined ? spaces[0] : findSpace(apiKey))?.id;
    if (spaceId === undefined) throw new ControlError(404, "apiKey: unknown key");
    if (endpoints.filter((endpoint) => endpoint.spaceId === spaceId).length >= maxEndpoints)
      throw new ControlError(409, `a space can have at most ${maxEndpoints} endpoints`);
    const endpoint = { id: createRecordId(), spaceId, url: parseUrl(url, allowExternal), ...given };
    endpoints.push(endpoint);
    return endpoint;
  };

  const webhooks: Webhooks = {
    endpoints,
    deliveries,
    add,
    remove(id) {
      endpoints.splice(endpoints.indexOf(find(id)), 1);
    },
    ping: (id) => send(find(id), "ping", {}),
    async settled() {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
  };
  return {
    ...webhooks,
    /** Sends an event of a poll to every endpoint of its space with that event. `createdAt` is an ISO time. Default: now. */
    announce(
      { id, spaceId }: StoredPoll,
      type: WebhookEventType,
      data: object = {},
      createdAt?: string,
    ): void {
      for (const endpoint of endpoints)
        if (endpoint.spaceId === spaceId && endpoint.events.includes(type))
          send(endpoint, type, { poll: { id }, ...data }, createdAt);
    },
    /** Aborts all deliveries and retries. */
    close: (): void => closing.abort(),
  };
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
  const url = new URL(text);
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

/**
 * Sends an event to an endpoint once, without following redirects. Signs with the machine's clock, not the sandbox's,
 * because a receiver compares the time of a delivery with its own clock.
 */
async function postWebhook(
  { url, secret }: WebhookEndpoint,
  type: string,
  body: string,
  signal: AbortSignal,
): Promise<Pick<Delivery, "status" | "error">> {
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": "Rallly-Webhooks/1.0",
    "X-Rallly-Event": type,
    "X-Rallly-Delivery": createRecordId(),
    "X-Rallly-Webhook-Version": version,
    "X-Rallly-Signature": `t=${seconds},v1=${signature}`,
  };
  try {
    const response = await request(url, { method: "POST", headers, body, signal, reset: true });
    // Only the status is used.
    response.body.on("error", () => {}).destroy();
    return { status: response.statusCode, error: null };
  } catch (error) {
    if (signal.aborted) return { status: null, error: "no response in time" };
    return { status: null, error: error instanceof Error ? error.message : String(error) };
  }
}
