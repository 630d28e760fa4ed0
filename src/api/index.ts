/** The typed client for the scheduling poll API. It sends requests with undici unless another transport is given. */
import type { Client } from "./client-types.ts";
import { compiledOperations } from "./compiled-operations.ts";
import { type CommonClientOptions, createClient as createCoreClient } from "./core.ts";
import { checkClientOptions, connectOptions } from "./options.ts";
import type { Transport } from "./transport.ts";
import { createUndiciTransport, type UndiciTimeouts } from "./undici-transport.ts";

export type { Problem } from "../problem.ts";
export type * from "./core.ts";
export {
  InvalidInputError,
  NotSentError,
  RalllyError,
  RefusedError,
  TransportError,
  UnknownOutcomeError,
} from "./core.ts";
export { operations } from "./operations.ts";
export { paginate } from "./paginate.ts";
export {
  defaultAttempts,
  defaultBackoffCapMs,
  defaultBackoffMs,
  defaultBaseUrl,
  defaultConcurrency,
  defaultConnectTimeoutMs,
  defaultDeadlineMs,
  defaultIdleTimeoutMs,
  defaultMaxParticipantsBytes,
  defaultMaxResponseBytes,
  defaultReconcileDelaysMs,
  defaultReconcileReserveMs,
  userAgent,
} from "./policy.ts";
export { maxOptions } from "./poll-limits.ts";
export {
  availability,
  createPollInput,
  dateOption,
  errorBody,
  participant,
  poll,
  pollKind,
  pollStatus,
  results,
  timeOption,
} from "./schemas.ts";
export { createUndiciTransport, type UndiciTimeouts } from "./undici-transport.ts";
export * from "./webhooks.ts";

/** The options of a client. Only the key is required. */
export interface ConnectOptions extends CommonClientOptions, UndiciTimeouts {
  /** Sends the requests. Default: undici. The two timeouts belong to the default and are invalid beside it. */
  transport?: Transport | undefined;
}

/**
 * Creates a client. It uses undici unless another transport is given. Throws InvalidInputError with every invalid
 * or unknown option.
 *
 *     const client = createClient({ apiKey: process.env.RALLLY_API_KEY });
 *     const { data: polls } = await client.listPolls({ status: "open" });
 */
export function createClient(options: ConnectOptions): Client {
  checkClientOptions(connectOptions, options);
  const { connectTimeoutMs, idleTimeoutMs, ...rest } = options;
  const transport = rest.transport ?? createUndiciTransport({ connectTimeoutMs, idleTimeoutMs });
  return createCoreClient({ ...rest, transport }, compiledOperations);
}
