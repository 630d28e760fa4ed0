/** What every build of the client exports. index.ts adds the client with undici, fetch-client.ts the client without it. */
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
export {
  createFetchTransport,
  type Fetch,
  type FetchInit,
  type FetchResponse,
  type FetchTransportOptions,
} from "./fetch-transport.ts";
export type { Hooks, RequestEvent, ResponseEvent, RetryEvent } from "./hooks.ts";
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
export * from "./webhooks.ts";
