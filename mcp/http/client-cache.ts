import { createHash } from "node:crypto";
import type { Client } from "../../src/api/core.ts";

/** The header in which a caller may send the key of their own space, instead of the one that the server holds. */
export const KEY_HEADER = "x-rallly-api-key";

/** Maximum number of clients kept. A further one replaces the least recently used. */
const MAX_CLIENTS = 100;

/** The client for a request. */
export interface HttpClient {
  client: Client | undefined;
  /** Signs this caller's cursors and request state. */
  secret: string | undefined;
}

/** Whether a header's value has the syntax of a key. */
export function looksLikeKey(key: string): boolean {
  return /^[\x21-\x7e]{8,256}$/u.test(key);
}

/**
 * Gets the client for a caller's key, or the server's own for `null`. Without `connect`, callers' keys are not accepted:
 * the request check refuses them earlier, and this throws.
 */
export function createClientCache(
  own: HttpClient,
  connect: ((apiKey: string) => Client) | undefined,
): (key: string | null) => HttpClient {
  const clients = new Map<string, Client>();
  return (key) => {
    if (key === null) return own;
    if (connect === undefined) throw new Error(`The ${KEY_HEADER} header is not accepted here.`);
    const name = createHash("sha256").update(key).digest("hex");
    const client = clients.get(name) ?? connect(key);
    clients.delete(name);
    clients.set(name, client);
    const oldest = clients.keys().next().value;
    if (clients.size > MAX_CLIENTS && oldest !== undefined) clients.delete(oldest);
    return { client, secret: key };
  };
}
