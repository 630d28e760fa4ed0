import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { toProblems } from "./errors.ts";
import {
  anyWebhookEvent,
  type WebhookEvent,
  type WebhookEventType,
  webhookEvents,
} from "./webhook-events.ts";

export type {
  KnownWebhookEvent,
  ParticipantEventData,
  PollClosedEventData,
  PollEventData,
  PollScheduledEventData,
  UnknownWebhookEvent,
  WebhookEvent,
  WebhookEventType,
  WebhookParticipant,
  WebhookPoll,
  WebhookScheduledEvent,
} from "./webhook-events.ts";

/** Maximum difference between the time of a delivery and the local clock, in seconds, as the contract says. */
export const defaultToleranceSeconds = 300;

/** Maximum tolerance, in seconds: one day. A larger one would accept replayed deliveries. */
export const maxToleranceSeconds = 86_400;

/**
 * Why a delivery was rejected. `signature` and `age`: do not trust it. `payload`: signed, but not a valid event. `options`:
 * the receiving program has no secret, or passed an invalid or unknown option. Nothing is then known about the delivery:
 * respond with status 500, so that it is sent again.
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
 * Checks that a delivery was signed with the endpoint's secret within the tolerance. Throws WebhookError for any other
 * argument, and no other error.
 *
 *     verifyWebhook({ body, signature: request.headers["x-rallly-signature"], secret });
 */
export function verifyWebhook(delivery: WebhookDelivery): void {
  verify(checkDelivery(delivery));
}

function verify({ body, signature, secret, now, toleranceSeconds }: CheckedDelivery): void {
  const [, time = "", given] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (given === undefined) throw malformedSignature();
  // WebCrypto is asynchronous, and edge runtimes lack node:crypto.
  const expected = hmac
    .create(sha256, utf8ToBytes(secret))
    .update(utf8ToBytes(`${time}.`))
    .update(typeof body === "string" ? utf8ToBytes(body) : body)
    .digest();
  if (!equalInConstantTime(expected, hexToBytes(given))) {
    throw new WebhookError(
      "signature",
      "The signature does not match. Check the endpoint's secret, and pass the body as it arrived",
    );
  }
  // Negated, so that NaN is rejected.
  if (!(Math.abs(now() / 1000 - Number(time)) <= toleranceSeconds)) {
    throw new WebhookError(
      "age",
      `The delivery was signed more than ${toleranceSeconds} seconds before or after now`,
    );
  }
}

/** Compares all bytes, so that the time does not show where they differ. Expects equal lengths. */
function equalInConstantTime(one: Uint8Array, other: Uint8Array): boolean {
  return one.reduce((difference, byte, at) => difference | (byte ^ (other[at] ?? 0)), 0) === 0;
}

const deliveryFields: readonly string[] = [
  "body",
  "signature",
  "secret",
  "now",
  "toleranceSeconds",
] satisfies (keyof WebhookDelivery)[];

interface CheckedDelivery {
  body: Uint8Array | string;
  signature: string;
  secret: string;
  now: () => number;
  toleranceSeconds: number;
}

/** Gets each field once, because a getter may throw, or return another value the next time. */
function getFields(delivery: object): {
  given: Partial<Record<keyof WebhookDelivery, unknown>>;
  unknown: string | undefined;
} {
  try {
    const given = Object.fromEntries(deliveryFields.map((field) => [field, Reflect.get(delivery, field)]));
    return { given, unknown: Object.keys(delivery).find((field) => !deliveryFields.includes(field)) };
  } catch {
    throw new WebhookError("options", "A field of the delivery threw an error");
  }
}

/** Validates every field. JavaScript callers may pass anything. */
function checkDelivery(delivery: unknown): CheckedDelivery {
  if (typeof delivery !== "object" || delivery === null) {
    throw new WebhookError("options", "Pass one object with body, signature and secret");
  }
  const { given, unknown } = getFields(delivery);
  if (unknown !== undefined) {
    throw new WebhookError("options", `Unknown option ${JSON.stringify(unknown.slice(0, 50))}`);
  }
  const { body, signature, secret, now = Date.now, toleranceSeconds = defaultToleranceSeconds } = given;
  // Anyone could sign with an empty secret.
  if (typeof secret !== "string" || secret.trim() === "") {
    throw new WebhookError("options", "Missing secret. Pass the signing secret of the endpoint");
  }
  if (typeof signature !== "string") throw malformedSignature();
  if (
    typeof toleranceSeconds !== "number" ||
    !(toleranceSeconds >= 0 && toleranceSeconds <= maxToleranceSeconds)
  ) {
    throw new WebhookError("options", `toleranceSeconds must be a number from 0 to ${maxToleranceSeconds}`);
  }
  if (typeof now !== "function") {
    throw new WebhookError("options", "now must be a function that returns milliseconds");
  }
  return {
    body: checkBody(body),
    signature,
    secret,
    now: () => callClock(now as () => unknown),
    toleranceSeconds,
  };
}

function malformedSignature(): WebhookError {
  return new WebhookError("signature", "The header X-Rallly-Signature is missing or malformed");
}

function checkBody(body: unknown): Uint8Array | string {
  if (typeof body === "string" || isBytes(body)) return body;
  throw new WebhookError(
    "payload",
    "The body is not raw. Pass its bytes (Buffer or Uint8Array) or its text before a JSON parser changes it",
  );
}

// Not by instanceof: the bytes may come from another realm.
function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === "[object Uint8Array]";
}

function callClock(now: () => unknown): number {
  let time: unknown;
  try {
    time = now();
  } catch {
    // Rejected below.
  }
  if (typeof time === "number" && Number.isFinite(time)) return time;
  throw new WebhookError("age", "now did not return a number of milliseconds");
}

/** Parses the body of a delivery. An event of an unknown type becomes `unknown`. Throws WebhookError. */
export function parseWebhook(body: Uint8Array | string): WebhookEvent {
  const json = parseJson(checkBody(body));
  const any = anyWebhookEvent.safeParse(json);
  if (!any.success) throw invalidPayload(any.error.issues);
  const { type, version, id, createdAt, data } = any.data;
  if (!isKnown(type)) return { type: "unknown", originalType: type, version, id, createdAt, data };
  const known = webhookEvents[type].safeParse(json);
  if (!known.success) throw invalidPayload(known.error.issues);
  return known.data;
}

/**
 * Verifies a delivery, then parses it. Throws WebhookError, and no other error.
 *
 *     const event = receiveWebhook({ body, signature: request.headers["x-rallly-signature"], secret });
 */
export function receiveWebhook(delivery: WebhookDelivery): WebhookEvent {
  const checked = checkDelivery(delivery);
  verify(checked);
  return parseWebhook(checked.body);
}

const isKnown = (type: string): type is WebhookEventType => Object.hasOwn(webhookEvents, type);

function parseJson(body: Uint8Array | string): unknown {
  try {
    return JSON.parse(
      typeof body === "string"
        ? body
        : new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(body),
    );
  } catch {
    throw new WebhookError("payload", "The body is not JSON");
  }
}

function invalidPayload(issues: Parameters<typeof toProblems>[0]): WebhookError {
  const paths = toProblems(issues).map(({ path }) => path);
  return new WebhookError("payload", `Unexpected body. Missing or invalid: ${paths.join(", ")}`);
}
