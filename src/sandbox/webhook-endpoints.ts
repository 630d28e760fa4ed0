import { randomBytes } from "node:crypto";
import { ControlError } from "./control-error.ts";
import { type WebhookEventType, webhookEventTypes } from "./events.ts";
import { makeRecordId } from "./ids.ts";
import { storedKeys } from "./spaces.ts";

/** An endpoint as its owner would enter it. */
export interface WebhookInput {
  /** https anywhere, or http on this machine. */
  url: string;
  /** The key that deliveries are signed with; one is made when left out. */
  secret?: string | undefined;
  /** The events wanted; all when left out. A ping always comes. */
  events?: readonly WebhookEventType[] | undefined;
  /** A key of the space whose events are wanted; the demo space when left out. */
  apiKey?: string | undefined;
}

/** An endpoint in use. */
export interface WebhookEndpoint {
  id: string;
  spaceId: string;
  url: string;
  secret: string;
  events: readonly WebhookEventType[];
}

const mostEndpoints = 5;

/** Checks an endpoint and adds it to the others. Throws a ControlError for a bad address or a sixth one. */
export function addEndpoint(endpoints: WebhookEndpoint[], input: WebhookInput): WebhookEndpoint {
  const spaceId = input.apiKey === undefined ? "space-demo" : spaceOf(input.apiKey);
  if (endpoints.filter((endpoint) => endpoint.spaceId === spaceId).length >= mostEndpoints) {
    throw new ControlError(409, `a space has at most ${mostEndpoints} endpoints`);
  }
  const endpoint: WebhookEndpoint = {
    id: makeRecordId(),
    spaceId,
    url: checkAddress(input.url),
    secret: input.secret ?? `whsec_${randomBytes(24).toString("hex")}`,
    events: input.events ?? webhookEventTypes,
  };
  endpoints.push(endpoint);
  return endpoint;
}

function spaceOf(secret: string): string {
  const key = storedKeys.find((stored) => stored.secret === secret);
  if (key === undefined) throw new ControlError(404, "no such key");
  return key.spaceId;
}

// The service takes https on public hosts only. A sandbox on one's own machine has receivers there, without
// certificates; it has no business sending plain text anywhere else.
function checkAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const local = url !== null && ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  if (url === null || !(url.protocol === "https:" || (url.protocol === "http:" && local))) {
    throw new ControlError(400, "url must be https, or http on this machine");
  }
  if (url.username !== "" || url.password !== "")
    throw new ControlError(400, "url must not hold credentials");
  return url.href;
}
