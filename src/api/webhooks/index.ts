/** Receiving webhooks: signatures by WebCrypto, events without a schema library. Runs wherever `crypto.subtle` does. */

import { isInstant } from "../../time/days.ts";

/** What every event has. */
export interface WebhookEventOf<Type extends string, Data> {
  /** The version of the webhook's format, such as `2026-09-20`. */
  version: string;
  /** The event's id, equal for every delivery of the event. Use it to drop duplicates. */
  id: string;
  /** The type of the event. */
  type: Type;
  /** When the event happened: an ISO 8601 instant. Deliveries may arrive out of order. */
  createdAt: string;
  /** Ids only: read the poll or the participant with the client. */
  data: Data;
}

/** The data of an event about a poll. */
export interface PollEventData {
  /** The poll. */
  poll: { id: string };
}

/** The data of `poll.closed`. */
export interface PollClosedEventData extends PollEventData {
  /** `manual` (by the organizer) or `auto` (all options are in the past). An open set. */
  reason: string;
}

/** The data of `poll.scheduled`. No response of the API contains the picked time. */
export interface PollScheduledEventData extends PollEventData {
  /** The picked time. */
  event: {
    /** Start, inclusive: an ISO 8601 instant in UTC. Of a whole day, 00:00Z of that day. */
    start: string;
    /** End, exclusive: an ISO 8601 instant in UTC. */
    end: string;
    /** Whether whole days were picked, which have no time zone. */
    allDay: boolean;
  };
}

/** The data of an event about a participant. */
export interface ParticipantEventData extends PollEventData {
  /** The participant. */
  participant: { id: string };
}

/** An event of a type that this version does not know. Respond with 2xx and ignore it. */
export interface UnknownWebhookEvent extends WebhookEventOf<"unknown", Record<string, unknown>> {
  /** The type in the delivery. */
  originalType: string;
}

/** The event of a delivery. Compare `type` to narrow its data. */
export type WebhookEvent =
  | WebhookEventOf<"poll.created" | "poll.updated" | "poll.reopened" | "poll.deleted", PollEventData>
  | WebhookEventOf<"poll.closed", PollClosedEventData>
  | WebhookEventOf<"poll.scheduled", PollScheduledEventData>
  | WebhookEventOf<`poll.participant.${"created" | "updated" | "deleted"}`, ParticipantEventData>
  | WebhookEventOf<"ping", object>
  | UnknownWebhookEvent;

/**
 * Why a delivery was rejected. `signature` and `age`: do not trust it. `payload`: not a valid event. `options`: the receiving
 * program has no secret, or passed an invalid option. Nothing is then known about the delivery: respond with
 * status 500, so that it is sent again.
 */
export type WebhookFault = "signature" | "age" | "payload" | "options";

/** Thrown for a rejected delivery. Contains neither the secret nor the body. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
  /** Which check failed. */
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** A delivery as it arrived, and the secret of its endpoint. */
export interface WebhookDelivery {
  /** The raw bytes of the body (such as a Buffer), or its raw text. A body that was parsed and formatted again fails. */
  body: Uint8Array | string;
  /**
   * The header X-Rallly-Signature, as `request.headers["x-rallly-signature"]` of node:http or
   * `request.headers.get("x-rallly-signature")` of fetch returns it. A missing or repeated header is rejected.
   */
  signature: string | readonly string[] | null | undefined;
  /** The endpoint's secret. Without it the fault is `options`. */
  secret: string | undefined;
  /** The current time in milliseconds since 1970. Default: Date.now. */
  now?: (() => number) | undefined;
  /** Maximum difference between the time of the signature and now, in seconds, from 0 to 86,400. Default: 300. */
  toleranceSeconds?: number | undefined;
}

/**
 * Checks that a delivery was signed with the endpoint's secret within the tolerance. Rejects with WebhookError otherwise.
 * Without `await` it checks nothing.
 *
 *     await verifyWebhook({ body, signature: request.headers["x-rallly-signature"], secret });
 */
export async function verifyWebhook(delivery: WebhookDelivery): Promise<void> {
  const { body, signature, now = Date.now, toleranceSeconds = 300 } = delivery;
  // A larger tolerance would accept replayed deliveries.
  if (!(toleranceSeconds >= 0 && toleranceSeconds <= 86_400))
    throw new WebhookError("options", "toleranceSeconds must be a number from 0 to 86400");
  const key = await importKey(delivery.secret, "verify");
  // A repeated header is a list in node:http. While a secret is rotated there may be several v1; later versions have other names.
  const parts = typeof signature === "string" ? signature.split(",").map((part) => part.trim()) : [];
  const listValues = (name: string) =>
    parts.flatMap((part) => (part.startsWith(`${name}=`) ? [part.slice(name.length + 1)] : []));
  const [[time = "", ...others], macs] = [listValues("t"), listValues("v1")];
  const isWhole = others.length === 0 && /^\d{1,12}$/.test(time) && macs.length >= 1 && macs.length <= 10;
  if (!isWhole || !macs.every((mac) => /^[0-9a-f]{64}$/.test(mac)))
    throw new WebhookError("signature", "The header X-Rallly-Signature is missing or malformed");
  const signed = await joinSigned(time, body);
  const isValid = async (mac: string) => {
    const given = Uint8Array.from(mac.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
    // It compares in constant time.
    return crypto.subtle.verify("HMAC", key, given, signed);
  };
  if (!(await Promise.all(macs.map(isValid))).includes(true))
    throw new WebhookError(
      "signature",
      "The signature does not match. Check the endpoint's secret, and pass the body as it arrived",
    );
  // Negated, so that NaN is rejected.
  if (!(Math.abs(now() / 1000 - Number(time)) <= toleranceSeconds))
    throw new WebhookError(
      "age",
      `The delivery was signed more than ${toleranceSeconds} seconds before or after now`,
    );
}

/**
 * Verifies a delivery, then parses it. An event of an unknown type becomes `unknown`. Rejects with WebhookError.
 *
 *     const event = await receiveWebhook({ body, signature: request.headers["x-rallly-signature"], secret });
 */
export async function receiveWebhook(delivery: WebhookDelivery): Promise<WebhookEvent> {
  await verifyWebhook(delivery);
  return parseEvent(delivery.body);
}

/**
 * Signs a body as the service does, now or at the time of `now`. Resolves to the delivery, for tests of a receiver.
 *
 *     const { body, signature } = await signWebhook({ body: JSON.stringify(event), secret });
 *     await fetch(receiverUrl, { method: "POST", body, headers: { "X-Rallly-Signature": signature } });
 */
export async function signWebhook<Delivery extends Omit<WebhookDelivery, "signature">>(
  delivery: Delivery,
): Promise<Delivery & { signature: string }> {
  const { body, secret, now = Date.now } = delivery;
  const time = String(Math.floor(now() / 1000));
  const key = await importKey(secret, "sign");
  const mac = await crypto.subtle.sign("HMAC", key, await joinSigned(time, body));
  const hex = Array.from(new Uint8Array(mac), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { ...delivery, signature: `t=${time},v1=${hex}` };
}

function importKey(secret: string | undefined, usage: "sign" | "verify") {
  // Anyone could sign with an empty secret.
  if (typeof secret !== "string" || secret.trim() === "")
    throw new WebhookError("options", "Missing secret. Pass the signing secret of the endpoint");
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, [usage]);
}

/** The bytes that the service signs. */
function joinSigned(time: string, body: Uint8Array | string): Promise<ArrayBuffer> {
  if (typeof body !== "string" && !ArrayBuffer.isView(body))
    throw new WebhookError(
      "payload",
      "The body is not raw. Pass its bytes (Buffer or Uint8Array) or its text before a JSON parser changes it",
    );
  return new Blob([`${time}.`, body as Uint8Array<ArrayBuffer> | string]).arrayBuffer();
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

function parseEvent(body: Uint8Array | string): WebhookEvent {
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
