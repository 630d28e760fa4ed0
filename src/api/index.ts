/** The typed client for Node: requests go through undici and the proxies of the environment. */
import { createClient as createWebClient } from "./client.ts";
import { createNodeFetch } from "./node.ts";
import type { ClientOptions as WebClientOptions } from "./options.ts";
import type { Client } from "./types.ts";

export { createNodeFetch, type Environment } from "./node.ts";
export * from "./web.ts";

/** The options of a client in Node. */
export interface ClientOptions extends Omit<WebClientOptions, "apiKey"> {
  /**
   * The space's API key, `sk_<prefix>_<secret>`. Left out, it is RALLLY_API_KEY of the environment, and the base URL RALLLY_BASE_URL,
   * unless that is given. Undefined is an error.
   */
  apiKey?: string | undefined;
}

/**
 * Creates a client. Throws a RalllyError with the code INVALID_OPTIONS that names every invalid and unknown option.
 *
 *     const client = createClient();
 *     const { data: polls } = await client.listPolls({ status: "open" });
 */
export function createClient(options: ClientOptions = {}): Client {
  const { RALLLY_API_KEY, RALLLY_BASE_URL } = process.env;
  const { apiKey, baseUrl, fetch = createNodeFetch(), ...others } = options;
  if ("apiKey" in options) return createWebClient({ apiKey, baseUrl, fetch, ...others });
  const foundUrl = baseUrl ?? (RALLLY_BASE_URL || undefined);
  return createWebClient({ apiKey: RALLLY_API_KEY, baseUrl: foundUrl, fetch, ...others });
}
