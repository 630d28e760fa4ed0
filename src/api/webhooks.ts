import { createHmac, timingSafeEqual } from "node:crypto";
import { listProblems } from "./problems.ts";
import {
  anyWebhookEvent,
  type WebhookEvent,
  type WebhookEventType,
  webhookEvents,
} from "./webhook-events.ts";

export type {
  KnownWebhookEvent,
  UnknownWebhookEvent,
  WebhookEvent,
  WebhookEventType,
} from "./webhook-events.ts";

/** A delivery may be this much older or newer than the clock here, in seconds: the contract's figure. */
export const defaultToleranceSeconds = 300;

/** Why a delivery was not accepted. `signature` and `age` mean: do not trust it. `payload`: signed, yet unreadable. */
export type WebhookFault = "signature" | "age" | "payload";

/** Thrown when a delivery is not to be acted on. Holds neither the secret nor the body. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** A delivery as it arrived. */
export interface WebhookDelivery {
  /** The body's raw bytes. A body parsed and printed again does not have the same signature. */
  body: Uint8Array | string;
  /** The header X-Rallly-Signature. */
  signature: string | undefined;
  /** The secret of the endpoint. */
  secret: string;
  /** The clock, in milliseconds. */
  now?: () => number;
  toleranceSeconds?: number;
}

/**
 * Checks that a delivery was signed with the endpoint's secret not longer ago than the tolerance. Throws WebhookError.
 *
 *     verifyWebhook({ body, signature: request.headers["x-rallly-signature"], secret });
 */
export function verifyWebhook(delivery: WebhookDelivery): void {
  const { body, signature, secret, now = Date.now, toleranceSeconds = defaultToleranceSeconds } = delivery;
  // An empty secret would let anyone sign.
  if (secret === "") throw new WebhookError("signature", "The endpoint's secret is missing");
  const parts = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature ?? "");
  if (parts === null)
    throw new WebhookError("signature", "The header X-Rallly-Signature is missing or malformed");
  const [, time = "", given = ""] = parts;
  const wanted = createHmac("sha256", secret).update(`${time}.`).update(body).digest();
  if (!timingSafeEqual(wanted, Buffer.from(given, "hex"))) {
    throw new WebhookError("signature", "The signature does not fit the body and the secret");
  }
  if (Math.abs(now() / 1000 - Number(time)) > toleranceSeconds) {
    throw new WebhookError(
      "age",
      `The delivery was signed more than ${toleranceSeconds} seconds away from now`,
    );
  }
}

/** Reads a delivery's body into an event; one of a type not known here becomes `unknown`. Throws WebhookError. */
export function parseWebhook(body: Uint8Array | string): WebhookEvent {
  const json = readJson(typeof body === "string" ? body : Buffer.from(body).toString("utf8"));
  const any = anyWebhookEvent.safeParse(json);
  if (!any.success) throw refusePayload(any.error.issues);
  const { type, version, id, createdAt, data } = any.data;
  if (!isKnown(type)) return { type: "unknown", originalType: type, version, id, createdAt, data };
  const known = webhookEvents[type].safeParse(json);
  if (!known.success) throw refusePayload(known.error.issues);
  return known.data;
}

/** Verifies a delivery, then parses it. Throws WebhookError. */
export function receiveWebhook(delivery: WebhookDelivery): WebhookEvent {
  verifyWebhook(delivery);
  return parseWebhook(delivery.body);
}

const isKnown = (type: string): type is WebhookEventType => Object.hasOwn(webhookEvents, type);

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WebhookError("payload", "The body is not JSON");
  }
}

function refusePayload(issues: Parameters<typeof listProblems>[0]): WebhookError {
  const fields = listProblems(issues).map(({ field }) => field);
  return new WebhookError("payload", `The body lacks what the contract promises: ${fields.join(", ")}`);
}
