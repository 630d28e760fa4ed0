import { randomBytes } from "node:crypto";
import * as z from "zod";
import { storedKeys } from "./accounts.ts";
import { ControlError, validate } from "./errors.ts";
import { isLoopbackHost } from "./loopback.ts";
import { createRecordId } from "./store.ts";

/** Every webhook event of the service, with `ping`. */
export const webhookEventTypes = [
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
export type DeliveredEventType = (typeof webhookEventTypes)[number];

/** The payload of an event: ids, and the data of the event itself. */
export interface WebhookData {
  poll?: { id: string };
  participant?: { id: string };
  reason?: "manual" | "auto";
  event?: { start: string; end: string; allDay: boolean };
}

/** The webhook version in every delivery. */
export const webhookVersion = "2026-09-20";

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
  events: z.array(z.enum(webhookEventTypes)).optional(),
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

const maxEndpoints = 5;
const maxUrlLength = 2048;

/**
 * Validates an endpoint and adds it to the others. Throws a ControlError for a URL that is not allowed, an unknown API
 * key and a sixth endpoint of a space, and a RangeError that names every invalid field.
 */
export function addEndpoint(
  endpoints: WebhookEndpoint[],
  input: WebhookInput,
  allowExternal: boolean,
): WebhookEndpoint {
  const { url, secret, events, apiKey } = validate(webhookInput, input, "webhook");
  const spaceId = apiKey === undefined ? "space-demo" : findSpaceId(apiKey);
  if (endpoints.filter((endpoint) => endpoint.spaceId === spaceId).length >= maxEndpoints) {
    throw new ControlError(409, `a space can have at most ${maxEndpoints} endpoints`);
  }
  const endpoint: WebhookEndpoint = {
    id: createRecordId(),
    spaceId,
    url: parseUrl(url, allowExternal),
    secret: secret ?? `whsec_${randomBytes(24).toString("hex")}`,
    events: events ?? webhookEventTypes,
  };
  endpoints.push(endpoint);
  return endpoint;
}

function findSpaceId(secret: string): string {
  const key = storedKeys.find((stored) => stored.secret === secret);
  if (key === undefined) throw new ControlError(404, "apiKey: unknown key");
  return key.spaceId;
}

// The service accepts only https on public hosts. Receivers for a sandbox run on the same machine without certificates,
// and a test must not reach other machines by accident.
function parseUrl(text: string, allowExternal: boolean): string {
  if (!URL.canParse(text)) throw new ControlError(400, "url: not a URL");
  const url = new URL(text);
  if (url.href.length > maxUrlLength) {
    throw new ControlError(400, `url: longer than ${maxUrlLength} characters`);
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new ControlError(400, "url: must start with http:// or https://");
  }
  if (url.username !== "" || url.password !== "") {
    throw new ControlError(400, "url: must not contain credentials");
  }
  if (isLoopbackHost(url.hostname)) return url.href;
  if (!allowExternal) {
    throw new ControlError(
      400,
      "url: must be on this machine (localhost, 127.0.0.1 or [::1]), unless the sandbox is started with " +
        "--allow-external-webhooks (allowExternalWebhooks in code)",
    );
  }
  if (url.protocol === "http:") {
    throw new ControlError(400, "url: must be https, except on this machine");
  }
  return url.href;
}
