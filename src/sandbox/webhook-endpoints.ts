import { randomBytes } from "node:crypto";
import * as z from "zod";
import { storedKeys } from "./accounts.ts";
import { ControlError, validate } from "./errors.ts";
import { isLoopbackHost } from "./loopback.ts";
import { createRecordId } from "./store.ts";

/** Every event the service announces, `ping` included. */
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
/** The thin payload of an event: ids, and the facts that belong to the event itself. */
export interface WebhookData {
  poll?: { id: string };
  participant?: { id: string };
  reason?: "manual" | "auto";
  event?: { start: string; end: string; allDay: boolean };
}
/** The version that every delivery names. */
export const webhookVersion = "2026-09-20";

/** An endpoint as input. */
export interface WebhookInput {
  /** http or https on loopback; https on any host with `allowExternalWebhooks`. At most 2,048 characters. */
  url: string;
  /** The key that deliveries are signed with. Default: a new one. */
  secret?: string | undefined;
  /** The events to send. Default: all. A ping is always sent. */
  events?: readonly DeliveredEventType[] | undefined;
  /** A key of the space whose events are sent. Default: the demo space. */
  apiKey?: string | undefined;
}

/** An endpoint as options and the control route take it. */
export const webhookInput = z.strictObject({
  url: z.string(),
  secret: z.string().min(1).optional(),
  events: z.array(z.enum(webhookEventTypes)).optional(),
  apiKey: z.string().optional(),
});

/** An endpoint in use. */
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
 * Checks an endpoint and adds it to the others. Throws a ControlError for an address that is not allowed, an unknown key
 * and a sixth endpoint of a space, a RangeError for a field of the wrong type.
 */
export function addEndpoint(
  endpoints: WebhookEndpoint[],
  input: WebhookInput,
  allowExternal: boolean,
): WebhookEndpoint {
  const { url, secret, events, apiKey } = validate(webhookInput, input, "webhook");
  const spaceId = apiKey === undefined ? "space-demo" : spaceOf(apiKey);
  if (endpoints.filter((endpoint) => endpoint.spaceId === spaceId).length >= maxEndpoints) {
    throw new ControlError(409, `a space has at most ${maxEndpoints} endpoints`);
  }
  const endpoint: WebhookEndpoint = {
    id: createRecordId(),
    spaceId,
    url: checkUrl(url, allowExternal),
    secret: secret ?? `whsec_${randomBytes(24).toString("hex")}`,
    events: events ?? webhookEventTypes,
  };
  endpoints.push(endpoint);
  return endpoint;
}

function spaceOf(secret: string): string {
  const key = storedKeys.find((stored) => stored.secret === secret);
  if (key === undefined) throw new ControlError(404, "no such key");
  return key.spaceId;
}

// The service takes https on public hosts only. A sandbox is for receivers on the same machine, which have no
// certificates; what people try out with it must not reach other machines by accident.
function checkUrl(text: string, allowExternal: boolean): string {
  if (!URL.canParse(text)) throw new ControlError(400, "url: not a URL");
  const url = new URL(text);
  if (url.href.length > maxUrlLength) {
    throw new ControlError(400, `url: longer than ${maxUrlLength} characters`);
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new ControlError(400, "url: must begin with http:// or https://");
  }
  if (url.username !== "" || url.password !== "") {
    throw new ControlError(400, "url: must not contain credentials");
  }
  if (isLoopbackHost(url.hostname)) return url.href;
  if (!allowExternal) {
    throw new ControlError(
      400,
      "url: the sandbox sends webhooks to this machine only. Use localhost, 127.0.0.1 or [::1], " +
        "or start the sandbox with --allow-external-webhooks (allowExternalWebhooks in code)",
    );
  }
  if (url.protocol === "http:") {
    throw new ControlError(400, "url: must be https, except on this machine");
  }
  return url.href;
}
