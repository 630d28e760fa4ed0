import { type Client, type ClientOptions, createClient as connect } from "./client.ts";
import type { Transport } from "./transport.ts";
import { createUndiciTransport } from "./undici.ts";

export type { CallOptions, Client, OperationName } from "./client.ts";
export * from "./errors.ts";
export { operations } from "./operations.ts";
export { paginate } from "./paginate.ts";
export type { Problem } from "./problems.ts";
export * from "./schemas.ts";
export * from "./transport.ts";

/** The typed client, over undici unless another transport is given. */
export function createClient({
  transport = createUndiciTransport(),
  ...options
}: Omit<ClientOptions, "transport"> & { transport?: Transport }): Client {
  return connect({ transport, ...options });
}
