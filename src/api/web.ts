/** The typed client without Node modules: for Workers, Deno, Bun and browsers, and for front ends with their own fetch. */
export type { Problem } from "../problem.ts";
export {
  type BaseUrlRules,
  defaultBaseUrl,
  isLoopback,
  parseBaseUrl,
  sendsKeyInClearText,
} from "./base-url.ts";
export { createClient } from "./client.ts";
export {
  type CommonPollInput,
  type CreateDatePollInput,
  type CreatePollInput,
  type CreateTimePollInput,
  checkCommonInput,
  checkCreatePoll,
  maxLengths,
  maxOptions,
} from "./create-input.ts";
export { type FailureDetails, type KnownCode, listProblems, type Outcome, RalllyError } from "./errors.ts";
export { type Fetch, userAgent } from "./http.ts";
export {
  type ListPollsInput,
  maxPageSize,
  type Operation,
  type OperationName,
  operations,
  type ParticipantIdInput,
  type PollIdInput,
} from "./operations.ts";
export type { ClientOptions } from "./options.ts";
export { type PageLoopOptions, type PollPage, paginate, readPages } from "./paginate.ts";
export type { Checked } from "./problems.ts";
export { createRedactor, type Redactor, redactDeep, redactKeys } from "./redact.ts";
export {
  type Availability,
  type DateOption,
  type DateOptionResult,
  type DatePoll,
  type DatePollResults,
  defaultSettings,
  mapSettings,
  type Participant,
  type Poll,
  type PollConferencing,
  type PollKind,
  type PollOption,
  type PollOrganizer,
  type PollResults,
  type PollSetting,
  type PollSettings,
  type PollSettingsInput,
  type PollStatus,
  participant,
  poll,
  results,
  settingNames,
  type TimeOption,
  type TimeOptionResult,
  type TimePoll,
  type TimePollResults,
  type VoteCount,
} from "./schemas.ts";
export type * from "./types.ts";
export * from "./webhooks.ts";
