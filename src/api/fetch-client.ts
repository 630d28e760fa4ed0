/** The typed client without undici and without modules of Node: for workerd, Deno, Bun, edge runtimes and browsers. */
import type { Client } from "./client-types.ts";
import { type CommonClientOptions, createClient as createCoreClient } from "./core.ts";
import { createFetchTransport, type Fetch, type FetchTransportOptions } from "./fetch-transport.ts";
import { checkClientOptions, fetchClientOptions } from "./options.ts";
import type { Transport } from "./transport.ts";

export * from "./exports.ts";

/** The options of a client that sends its requests with a fetch. Only the key is required. */
export interface FetchClientOptions extends CommonClientOptions, FetchTransportOptions {
  /** Sends the requests: any WHATWG fetch. It must not repeat requests. Excludes `transport`. */
  fetch?: Fetch | undefined;
  /** Sends the requests. Excludes the timeouts, which are options of the other transports. */
  transport?: Transport | undefined;
}

/**
 * Creates a client. It uses the runtime's fetch unless it gets another one or a transport. Throws InvalidInputError with
 * every invalid or unknown option.
 *
 *     const client = createClient({ apiKey: env.RALLLY_API_KEY });
 *     const { data: polls } = await client.listPolls({ status: "open" });
 */
export function createClient(options: FetchClientOptions): Client {
  checkClientOptions(fetchClientOptions, options);
  const { idleTimeoutMs, fetch = callGlobalFetch, ...rest } = options;
  return createCoreClient({
    ...rest,
    transport: rest.transport ?? createFetchTransport(fetch, { idleTimeoutMs }),
  });
}

// Looked up for each request, because tests and frameworks replace it. Called without an owner, which browsers require.
const callGlobalFetch: Fetch = (url, init) => fetch(url, init);
