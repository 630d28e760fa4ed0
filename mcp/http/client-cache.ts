import { createHash } from "node:crypto";
import type { Client } from "../../src/api/client-types.ts";

/** The header in which a caller may send the key of their own space, instead of the one that the server holds. */
export const KEY_HEADER = "x-rallly-api-key";

/** Clients kept open; further callers push out the one unused for longest. */
const MOST_CLIENTS = 100;

/** Whose space a request works in. */
export interface HttpClient {
  client: Client | undefined;
  /** Seals what this caller carries back to us, so that nobody else's is taken for it. */
  secret: string | undefined;
}

/** Whether a header's value can be a key at all, as far as can be told without asking the service. */
export function looksLikeKey(key: string): boolean {
  return /^[\x21-\x7e]{8,256}$/u.test(key);
}

/**
 * Finds the caller of a request: their own key, or the server's. Without `connect` callers' keys are not accepted, and
 * one that comes this far is an error of ours: it throws.
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
    if (clients.size > MOST_CLIENTS && oldest !== undefined) clients.delete(oldest);
    return { client, secret: key };
  };
}
