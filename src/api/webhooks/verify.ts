import type { WebhookBody, WebhookDelivery, WebhookFault, WebhookHeaders } from "../types/webhooks.ts";

/** Thrown for a rejected delivery. Contains neither the secret nor the body. */
export class WebhookError extends Error {
  /** The name of the class. */
  override readonly name = "WebhookError";
  /** Which check failed. */
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/**
 * Checks that a delivery was signed with the endpoint's secret within the tolerance. Rejects with WebhookError otherwise.
 * Without `await` it checks nothing.
 *
 *     await verifyWebhook({ body, headers: request.headers, secret });
 */
export async function verifyWebhook(delivery: WebhookDelivery): Promise<void> {
  const { body, now = Date.now(), toleranceSeconds = 300 } = delivery;
  // A larger tolerance would accept replayed deliveries.
  if (typeof toleranceSeconds !== "number" || !(toleranceSeconds >= 0 && toleranceSeconds <= 86_400))
    throw new WebhookError("options", "toleranceSeconds must be a number from 0 to 86400");
  if (!Number.isFinite(now)) throw new WebhookError("options", "now must be milliseconds since 1970");
  const key = await importKey(delivery.secret, "verify");
  // While a secret is rotated there may be several v1; later versions have other names.
  const parts = readSignature(delivery)
    .split(",")
    .map((part) => part.trim());
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
  if (Math.abs(now / 1000 - Number(time)) > toleranceSeconds)
    throw new WebhookError(
      "age",
      `The delivery was signed more than ${toleranceSeconds} seconds before or after now`,
    );
}

/** The header's value; empty if it is missing or repeated. */
function readSignature({ signature, headers }: WebhookDelivery): string {
  const given = signature ?? (headers && readHeader(headers));
  const [value, ...others] = [given].flat();
  return typeof value === "string" && others.length === 0 ? value : "";
}

function readHeader(headers: WebhookHeaders): string | readonly string[] | null | undefined {
  const name = "x-rallly-signature";
  if (typeof headers.get === "function") return headers.get(name);
  return Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
}

/** The key of a secret. Rejects without one. @internal Its type stands in no library that every program has. */
export function importKey(secret: string | undefined, usage: "sign" | "verify") {
  // Anyone could sign with an empty secret.
  const text = typeof secret === "string" ? secret.trim() : "";
  if (text === "")
    throw new WebhookError("options", "Missing secret. Pass the signing secret of the endpoint");
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", new TextEncoder().encode(text), algorithm, false, [usage]);
}

/** The bytes that the service signs. */
export function joinSigned(time: string, body: WebhookBody["body"]): Promise<ArrayBuffer> {
  // A buffer of another realm, as in a test runner, is no instance of this one's class.
  const isBuffer = Object.prototype.toString.call(body) === "[object ArrayBuffer]";
  if (typeof body !== "string" && !ArrayBuffer.isView(body) && !isBuffer)
    throw new WebhookError(
      "payload",
      "The body is not raw. Pass its bytes (Buffer, Uint8Array or ArrayBuffer) or its text before a JSON parser changes it",
    );
  return new Blob([`${time}.`, body as Uint8Array<ArrayBuffer> | string]).arrayBuffer();
}
