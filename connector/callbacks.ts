/** What is sent to hosts that have subscribed: signed messages (Standard Webhooks), and the challenge before the first. */
import { createHmac } from "node:crypto";
import { readText } from "../src/api/send/transport.ts";
import { type EventArguments, type Refusal, refuse } from "./events.ts";

/** What a host subscribes to, and where it is told. */
export interface Subscription {
  name: string;
  arguments: EventArguments;
  url: string;
  /** Signs what is sent: `whsec_` and the bytes in base64. */
  secret: string;
}

/** A subscription as it is kept. */
export interface Subscriber extends Subscription {
  id: string;
  /** The secret before the last change, which also signs for a while. */
  previous?: { secret: string; until: number } | undefined;
}

/** Whether a callback is public: https, at a name of the internet that is not ours. A fetch of this Worker reaches nothing else. */
export function isPublic(callback: string, origin: string): boolean {
  if (!URL.canParse(callback)) return false;
  const { protocol, username, password, hash, hostname } = new URL(callback);
  const name = hostname.replace(/\.$/, "");
  const isName = /\.[a-z][\w-]*$/.test(name) && !/\.(?:local|localhost|internal|arpa|onion)$/.test(name);
  return (
    protocol === "https:" && !(username || password || hash) && isName && name !== new URL(origin).hostname
  );
}

export const toMessageId = (kind: string): string => `msg_${kind}_${crypto.randomUUID()}`;

/** Asks a callback to repeat a nonce, which proves that it wants the events. */
export async function challenge(subscriber: Subscriber): Promise<Refusal | undefined> {
  const nonce = crypto.randomUUID();
  const message = { type: "verification", challenge: nonce };
  const fail = (reason: string) =>
    refuse("callback", "The callback did not repeat the challenge", { reason });
  try {
    const response = await post(subscriber, toMessageId("verification"), message, 5_000);
    if (response.status >= 400) return fail(response.status < 500 ? "http_4xx" : "http_5xx");
    const answer: unknown = response.ok && JSON.parse((await readText(response.body, maxAnswerBytes)) ?? "");
    return Object(answer).challenge === nonce ? undefined : fail("challenge_failed");
  } catch (error) {
    if (error instanceof SyntaxError) return fail("challenge_failed");
    return fail(Object(error).name === "TimeoutError" ? "timeout" : "connection_refused");
  }
}

const maxAnswerBytes = 8 * 1024;

/** Signs the id, the time and the body of a message (Standard Webhooks). */
export function sign(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}

/** Sends a message. Rejects when there is no response in time. */
export async function post(to: Subscriber, id: string, message: object, limitMs: number): Promise<Response> {
  const body = JSON.stringify(message);
  const time = Math.floor(Date.now() / 1000);
  const { secret, previous } = to;
  const secrets = previous && previous.until > Date.now() ? [secret, previous.secret] : [secret];
  const signatures = secrets.map((each) => sign(each, `${id}.${time}.${body}`));
  return fetch(to.url, {
    method: "POST",
    redirect: "manual",
    body,
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(time),
      "webhook-signature": signatures.join(" "),
      "x-mcp-subscription-id": to.id,
    },
    signal: AbortSignal.timeout(Math.max(1, Math.floor(limitMs))),
  });
}
