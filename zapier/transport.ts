import type { ZObject } from "zapier-platform-core";
import { type Transport, TransportError } from "../src/api/transport.ts";

/**
 * Carries the client's requests through `z.request`, so that they appear in Zapier's logs with the key masked.
 * Redirects are not followed and no status throws: the client judges answers. `runMs` bounds all requests of a run
 * together, from now on, in milliseconds; `z.request` knows no default timeout.
 */
export function createTransport(z: ZObject, runMs: number): Transport {
  const deadline = performance.now() + runMs;
  return async ({ method, url, headers, body, signal, maxResponseBytes }) => {
    signal.throwIfAborted();
    const timeout = Math.ceil(deadline - performance.now());
    if (timeout <= 0) throw new TransportError("no time was left to ask the service", false);
    try {
      const response = await z.request({
        method,
        url,
        // No connection is kept: Zapier's are shared, so that a response could be another run's, or break a create.
        headers: { ...headers, connection: "close" },
        ...(body !== undefined && { body: hideCurlies(body) }),
        redirect: "manual",
        size: maxResponseBytes,
        skipThrowForStatus: true,
        timeout,
      });
      return { status: response.status, headers: lowerCase(response.headers), text: response.content };
    } catch (error) {
      throw describe(error);
    }
  };
}

/**
 * `z.request` throws at `{{bundle.x}}` anywhere in a body, also when a person typed it into a title. Escaped, the
 * JSON means the same and reads as no template.
 */
const hideCurlies = (json: string): string => json.replaceAll("{{", "{\\u007b");

function lowerCase(headers: Iterable<[string, string]>): Record<string, string> {
  return Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]));
}

/** Failures that happen before a connection stands: nothing can have been done. */
const beforeSending = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
];

function describe(error: unknown): TransportError {
  const { code, type } = { code: "", type: "", ...(error instanceof Error ? error : {}) };
  if (beforeSending.includes(code))
    return new TransportError(`the service could not be reached (${code})`, false);
  if (type === "request-timeout" || type === "body-timeout")
    return new TransportError("the service did not answer in time", true);
  if (type === "max-size") return new TransportError("the answer of the service is too large", true);
  return new TransportError(`the connection to the service broke (${code || "no reason given"})`, true);
}
