/** The typed client for Node: the names and types of web.ts. Requests go through undici and the proxies of the environment. */
import { openClient } from "./send/client.ts";
import { createNodeTransport } from "./send/node.ts";
import type { Client, ClientOptions } from "./types/client.ts";

export * from "./web.ts";

/**
 * Creates a client. Throws a RalllyError with the code INVALID_OPTIONS that names every invalid and unknown option.
 *
 *     const client = createClient();
 *     const { data: polls } = await client.listPolls({ status: "open" });
 */
export function createClient(options: ClientOptions = {}): Client {
  return openClient(options, createNodeTransport());
}
