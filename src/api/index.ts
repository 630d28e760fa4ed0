/** The typed client for the scheduling poll API, over undici unless another transport is given. */
import { type CommonClientOptions, createClient as connect } from "./client.ts";
import type { Client } from "./client-types.ts";
import { checkClientOptions, connectOptions } from "./options.ts";
import type { Transport } from "./transport.ts";
import { createUndiciTransport, type UndiciTimeouts } from "./undici-transport.ts";

export type { Problem } from "../problem.ts";
export type { CommonClientOptions } from "./client.ts";
export type { Client, Input, Output, RequestOptions } from "./client-types.ts";
export type { Clock } from "./deadline.ts";
export * from "./errors.ts";
export type * from "./inputs.ts";
export { type OperationName, operations } from "./operations.ts";
export { paginate } from "./paginate.ts";
export type { Policy, PolicyOptions } from "./policy.ts";
export * from "./policy.ts";
export type { ResponseIssue } from "./response-issues.ts";
export * from "./schemas.ts";
export {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from "./transport.ts";
export { createUndiciTransport, type UndiciTimeouts } from "./undici-transport.ts";
export * from "./webhooks.ts";

/** How to make a client; only the key is needed. */
export interface ConnectOptions extends CommonClientOptions, UndiciTimeouts {
  /** What sends requests. Default: undici.request. Refused beside the two timeouts, which are the default's own. */
  transport?: Transport | undefined;
}

/**
 * The typed client, over undici.request unless another transport is given. Throws InvalidInputError that
 * names every option which is wrong or unknown.
 *
 *     const client = createClient({ apiKey: process.env.RALLLY_API_KEY });
 *     const { data: polls } = await client.listPolls({ status: "open" });
 */
export function createClient(options: ConnectOptions): Client {
  checkClientOptions(connectOptions, options);
  const { connectTimeoutMs, idleTimeoutMs, ...rest } = options;
  const transport = rest.transport ?? createUndiciTransport({ connectTimeoutMs, idleTimeoutMs });
  return connect({ ...rest, transport });
}
