import { isInstant } from "../../time/days.ts";
import type { UnknownWebhookEvent, WebhookBody, WebhookDelivery, WebhookEvent } from "../types/webhooks.ts";
import { verifyWebhook, WebhookError } from "./verify.ts";

/**
 * Verifies a delivery, then parses it. An event of an unknown type becomes `unknown`. Rejects with WebhookError.
 *
 *     const event = await receiveWebhook({ body: await request.arrayBuffer(), headers: request.headers, secret });
 */
export async function receiveWebhook(delivery: WebhookDelivery): Promise<WebhookEvent> {
  await verifyWebhook(delivery);
  return parseEvent(delivery.body);
}

const instant = "an instant such as 2027-02-28T12:00:00Z";

/** What a field can be, in the words of an error. */
const kinds = {
  "a string": (value: unknown) => typeof value === "string",
  "true or false": (value: unknown) => typeof value === "boolean",
  "an object": (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value),
  [instant]: (value: unknown) => typeof value === "string" && isInstant(value),
};

type Fields = Readonly<Record<string, keyof typeof kinds>>;

const common: Fields = {
  version: "a string",
  id: "a string",
  type: "a string",
  createdAt: instant,
  data: "an object",
};
const poll: Fields = { "data.poll.id": "a string" };
const participant: Fields = { ...poll, "data.participant.id": "a string" };
const picked = {
  "data.event.start": instant,
  "data.event.end": instant,
  "data.event.allDay": "true or false",
} as const;

/** The fields of the events of each type, beside the common ones. */
const eventFields: Readonly<Record<string, Fields>> = {
  "poll.created": poll,
  "poll.updated": poll,
  "poll.closed": { ...poll, "data.reason": "a string" },
  "poll.reopened": poll,
  "poll.scheduled": { ...poll, ...picked },
  "poll.deleted": poll,
  "poll.participant.created": participant,
  "poll.participant.updated": participant,
  "poll.participant.deleted": participant,
  ping: {},
};

function parseEvent(body: WebhookBody["body"]): WebhookEvent {
  let json: Exclude<WebhookEvent, UnknownWebhookEvent>;
  try {
    json = JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body));
  } catch {
    throw new WebhookError("payload", "The body is not JSON");
  }
  const { type, version, id, createdAt, data } = Object(json);
  const fields = Object.hasOwn(eventFields, type) ? eventFields[type] : undefined;
  const wrong = Object.entries({ ...common, ...fields }).filter(
    ([path, kind]) => !kinds[kind](path.split(".").reduce((value, name) => Object(value)[name], json)),
  );
  if (wrong.length > 0) {
    const list = wrong.map(([path, kind]) => `${path} (expected ${kind})`).join(", ");
    throw new WebhookError("payload", `Unexpected body. Missing or invalid: ${list}`);
  }
  return fields ? json : { type: "unknown", originalType: type, version, id, createdAt, data };
}
