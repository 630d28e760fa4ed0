/**
 * The client without undici, for src/scheduling, zapier and mcp: all public types, and the values that they need. Some of the
 * values are not public, such as the masking of keys.
 */
export { type ClientOptions, type CommonClientOptions, createClient } from "./client.ts";
export type { Client, Input, Output, RequestOptions } from "./client-types.ts";
export {
  type ConnectionErrorCode,
  findConnectionErrorCode,
  isTransientConnectionError,
} from "./connection-errors.ts";
export { createCommonInput } from "./create-poll-fields.ts";
export { type Clock, machineClock, withMonotonic } from "./deadline.ts";
export {
  type Failure,
  InvalidInputError,
  NotSentError,
  type Outcome,
  RalllyError,
  RefusedError,
  toProblems,
  toSentence,
  UnknownOutcomeError,
} from "./errors.ts";
export { notTheApi } from "./foreign-response.ts";
export type * from "./inputs.ts";
export type { OperationName } from "./operations.ts";
export { readPages } from "./paginate.ts";
export { defaultBaseUrl, type Policy, type PolicyOptions } from "./policy.ts";
export { maxLengths, maxOptions, maxPageSize } from "./poll-limits.ts";
export {
  defaultSettings,
  mapSettings,
  type PollSetting,
  type PollSettings,
  type PollSettingsInput,
  settingNames,
} from "./poll-settings.ts";
export { findProviderHint } from "./provider-hint.ts";
export { createRedactor, getRedactor, type Redactor, redactDeep } from "./redact.ts";
export { describeIssues, mayHaveChanged, type ResponseIssue } from "./response-issues.ts";
export {
  type Transport,
  TransportError,
  type TransportErrorDetails,
  type TransportRequest,
  type TransportResponse,
} from "./transport.ts";
export type * from "./types.ts";
export {
  receiveWebhook,
  signWebhook,
  type WebhookDelivery,
  WebhookError,
  type WebhookEvent,
  type WebhookFault,
} from "./webhooks.ts";
