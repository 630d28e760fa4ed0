/**
 * The client without undici: what scheduling, Zapier and the MCP server import. Beside the public names of index.ts it
 * holds what they need from the client's own parts: masking of keys, cursors, response issues, checks of an input.
 */
export { type ClientOptions, type CommonClientOptions, createClient } from "./client.ts";
export type { Client, Input, Output, RequestOptions } from "./client-types.ts";
export { createCommonInput } from "./create-poll-fields.ts";
export type { Clock } from "./deadline.ts";
export {
  type Failure,
  InvalidInputError,
  NotSentError,
  type Outcome,
  RalllyError,
  RefusedError,
  toProblems,
  UnknownOutcomeError,
} from "./errors.ts";
export type * from "./inputs.ts";
export { type OperationName, operations } from "./operations.ts";
export { paginate, readPages } from "./paginate.ts";
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
  maxOptions,
  type Policy,
  type PolicyOptions,
  userAgent,
} from "./policy.ts";
export {
  defaultSettings,
  mapSettings,
  type PollSetting,
  type PollSettings,
  type PollSettingsInput,
  settingNames,
} from "./poll-settings.ts";
export { createRedactor, type Redactor, redactDeep, redactorOf } from "./redact.ts";
export { describeIssues, mayHaveChanged, type ResponseIssue } from "./response-issues.ts";
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
export {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from "./transport.ts";
export type * from "./types.ts";
