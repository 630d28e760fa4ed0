import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { webhookVersion } from "./events.ts";
import { makeRecordId } from "./ids.ts";
import { signDelivery } from "./signature.ts";
import type { WebhookEndpoint } from "./webhook-endpoints.ts";

/**
 * Posts an event to an endpoint once and answers the status, or null when none came within the time. Signed with the
 * machine's clock, not the sandbox's: a receiver checks the age of a delivery against its own.
 */
export function deliver(
  endpoint: WebhookEndpoint,
  event: { type: string; body: string },
  signal: AbortSignal,
): Promise<number | null> {
  const url = new URL(endpoint.url);
  const open = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const request = open(url, {
      method: "POST",
      agent: false,
      signal,
      headers: {
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(event.body),
        "User-Agent": "rallly-sandbox",
        "X-Rallly-Event": event.type,
        "X-Rallly-Delivery": makeRecordId(),
        "X-Rallly-Webhook-Version": webhookVersion,
        "X-Rallly-Signature": signDelivery(endpoint.secret, event.body, Date.now()),
      },
    });
    request.on("error", () => resolve(null));
    request.on("response", (response) => {
      resolve(response.statusCode ?? null);
      // Only the status counts; an endless body must not keep the socket.
      response.destroy();
    });
    request.end(event.body);
  });
}
