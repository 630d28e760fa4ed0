import { createHash } from "node:crypto";

/** The header for a caller's own API key, used instead of the server's. */
export const keyHeader = "x-rallly-api-key";

/** Maximum number of clients kept. A further one replaces the least recently used. */
const maxClients = 100;

/** The client for a request: any kind, because the cache only keeps it. */
export interface HttpClient<Client> {
  client: Client | undefined;
  /** Signs this caller's request state. */
  secret: string | undefined;
}

/** Whether a header's value has the syntax of a key. */
export function hasKeySyntax(key: string): boolean {
  return /^[\x21-\x7e]{8,256}$/u.test(key);
}

/**
 * Creates a cache of clients by key. `null` gets the server's own client. Without `connect`, keys are not accepted: the
 * request check refuses them, and the cache throws.
 */
export function createClientCache<Client>(
  own: HttpClient<Client>,
  connect: ((apiKey: string) => Client) | undefined,
): (key: string | null) => HttpClient<Client> {
  const clients = new Map<string, Client>();
  return (key) => {
    if (key === null) return own;
    if (connect === undefined) throw new Error(`The ${keyHeader} header is not accepted here.`);
    const name = createHash("sha256").update(key).digest("hex");
    const client = clients.get(name) ?? connect(key);
    clients.delete(name);
    clients.set(name, client);
    const oldest = clients.keys().next().value;
    if (clients.size > maxClients && oldest !== undefined) clients.delete(oldest);
    return { client, secret: key };
  };
}
