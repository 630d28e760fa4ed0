import {
  receiveWebhook,
  signWebhook,
  type WebhookDelivery,
  WebhookError,
  type WebhookEvent,
  type WebhookFault,
} from "../../src/api/core.ts";
import type { DeliveryCheck } from "../output/webhook-event.ts";
import { listLeaves } from "./form-values.ts";
import { InputError } from "./input-error.ts";

/** The label of the field for the body of a delivery. */
export const rawBodyLabel = "Raw Body";

/** The label of the field for the header with the signature. */
export const signatureLabel = "Signature Header";

const signaturePattern = /t=(\d{1,12}),v1=[0-9a-f]{64}/g;

/** The event of a delivery, and whether its signature is valid. */
export interface CheckedDelivery extends DeliveryCheck {
  event: WebhookEvent;
}

/**
 * Parses a delivery of a webhook, and verifies its signature if the connection has a secret. A run may be held or replayed for
 * hours, so a delivery is accepted for a day; `recent` tells whether it was signed in the last five minutes. `body` is the
 * value as Zapier passes it on: the signature is of its exact bytes. Throws `InputError`.
 */
export async function checkDelivery(
  body: unknown,
  header: unknown,
  secret: string,
  now: number,
): Promise<CheckedDelivery> {
  const text = getBody(body);
  const signatures = new Set(
    listLeaves(header).flatMap((value) => value.slice(0, 10_000).match(signaturePattern) ?? []),
  );
  if (signatures.size > 1) throw refuse(signatureLabel, "has several signatures. Map one.");
  const [signature] = signatures;
  const seconds = Number(/\d+/.exec(signature ?? "")?.[0] ?? Number.NaN);
  const signedAt = Number.isNaN(seconds) ? null : new Date(seconds * 1000).toISOString();
  if (secret === "")
    return {
      event: await parse(await signWebhook({ body: text, secret: "none", now: () => now })),
      verified: false,
      signedAt,
      recent: false,
    };
  if (signature === undefined)
    throw refuse(
      signatureLabel,
      "has no signature. Map Headers Http X Rallly Signature of the Catch Raw Hook trigger, or remove the Webhook Secret from the connection.",
    );
  const event = await parse({ body: text, signature, secret, now: () => now, toleranceSeconds: 86_400 });
  return {
    event,
    verified: true,
    signedAt,
    recent: Math.abs(now / 1000 - seconds) <= 300,
  };
}

/** The body as it arrived. White space around it is removed: the service sends none, but a form may add some. */
function getBody(body: unknown): string {
  const [text = "", ...others] = listLeaves(body).map((value) => value.trim());
  if (text === "") throw refuse(rawBodyLabel, `is required. ${mapBody}`);
  if (others.length > 0) throw refuse(rawBodyLabel, `has several values. ${mapBody}`);
  return text;
}

const mapBody = "Map Raw Body of the Catch Raw Hook trigger.";

const messages: Record<WebhookFault, [field: string, message: string]> = {
  signature: [
    signatureLabel,
    "does not match. The delivery was not signed with the Webhook Secret of the connection, or it was changed. Map Raw Body of the Catch Raw Hook trigger unchanged, and check the secret.",
  ],
  age: [signatureLabel, "is more than a day old. Such a delivery is not accepted, because it may be a copy."],
  payload: [rawBodyLabel, `is not a delivery of a webhook. ${mapBody}`],
  options: [signatureLabel, "could not be checked. Check the Webhook Secret of the connection."],
};

async function parse(delivery: WebhookDelivery): Promise<WebhookEvent> {
  try {
    return await receiveWebhook(delivery);
  } catch (error) {
    if (error instanceof WebhookError) throw refuse(...messages[error.fault]);
    throw error;
  }
}

const refuse = (field: string, message: string) => new InputError([{ field, message }]);
