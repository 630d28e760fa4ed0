import { lookup } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { webhookVersion } from "./events.ts";
import { makeRecordId } from "./ids.ts";
import { isLoopbackAddress, isLoopbackHost } from "./loopback.ts";
import { signDelivery } from "./signature.ts";
import type { WebhookEndpoint } from "./webhook-endpoints.ts";

/** What came of one attempt: a status, or why there was none. */
export type DeliveryResult = { status: number; error: null } | { status: null; error: string };

/**
 * Posts an event to an endpoint once; redirects are not followed. Signed with the machine's clock, not the sandbox's: a
 * receiver compares the age of a delivery with its own clock.
 */
export function deliver(
  endpoint: WebhookEndpoint,
  event: { type: string; body: string },
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const url = new URL(endpoint.url);
  const open = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const request = open(url, {
      method: "POST",
      agent: false,
      signal,
      // The URL was checked by name. What the name resolves to is checked when the connection is made.
      ...(isLoopbackHost(url.hostname) && { lookup: lookupLoopback }),
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
    request.on("error", (error) => resolve({ status: null, error: describeFailure(error) }));
    request.on("response", (response) => {
      resolve({ status: response.statusCode ?? 0, error: null });
      // Only the status counts; an endless body must not keep the socket.
      response.destroy();
    });
    request.end(event.body);
  });
}

/** Resolves a name as `dns.lookup` does, and fails when any of its addresses is not a loopback address. */
export const lookupLoopback: LookupFunction = (hostname, options, callback) => {
  // Not every resolver knows `localhost.`, which is the same name.
  lookup(hostname.replace(/\.$/, ""), { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, []);
    const [first] = addresses;
    const external = addresses.find(({ address }) => !isLoopbackAddress(address));
    if (first === undefined || external !== undefined) {
      return callback(new Error(`${hostname} does not resolve to this machine`), []);
    }
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

function describeFailure(error: Error): string {
  if (error.name === "AbortError" || error.name === "TimeoutError") return "no response in time";
  // With several addresses the message is empty and the code says it all.
  return error.message || ("code" in error ? String(error.code) : error.name);
}
