/** The typed client for the scheduling poll API. It sends requests with undici unless it gets another transport. */
import type { Client } from "./client-types.ts";
import { compiledOperations } from "./compiled-operations.ts";
import { createClient as createCoreClient } from "./core.ts";
import type { FetchClientOptions } from "./fetch-client.ts";
import { createFetchTransport } from "./fetch-transport.ts";
import { checkClientOptions, connectOptions } from "./options.ts";
import { checkProxySettings } from "./proxy.ts";
import { connectUndici, type UndiciOptions } from "./undici-transport.ts";

export type { CertificateAuthorities } from "./certificates.ts";
export * from "./exports.ts";
export type { Environment } from "./proxy.ts";
export { createUndiciTransport, type UndiciDispatcher, type UndiciOptions } from "./undici-transport.ts";

/** The options of a client. Only the key is required. */
export interface ConnectOptions extends FetchClientOptions, UndiciOptions {}

/**
 * Creates a client. It uses undici unless it gets `transport` or `fetch`. Throws InvalidInputError with every invalid
 * or unknown option, or for an invalid proxy in the environment.
 *
 *     const client = createClient({ apiKey: process.env.RALLLY_API_KEY });
 *     const { data: polls } = await client.listPolls({ status: "open" });
 */
export function createClient(options: ConnectOptions): Client {
  const { baseUrl } = checkClientOptions(connectOptions, options);
  const { connectTimeoutMs, idleTimeoutMs, ca, dispatcher, fetch, ...rest } = options;
  if (!rest.transport && !fetch && !dispatcher) checkProxySettings(baseUrl, process.env);
  const transport =
    rest.transport ??
    (fetch
      ? createFetchTransport(fetch, { idleTimeoutMs })
      : connectUndici({ connectTimeoutMs, idleTimeoutMs, ca, dispatcher }, process.env, {
          operation: "createClient",
        }));
  return createCoreClient({ ...rest, transport }, compiledOperations);
}
