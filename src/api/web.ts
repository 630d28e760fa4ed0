/** The typed client without Node modules: for Workers, Deno, Bun and browsers, and for front ends with their own fetch. */
export type { Problem } from "../problem.ts";
export type { SlotGenerator, Weekday } from "../time/index.ts";
export type {
  ConferencingInput,
  CreateDatePollInput,
  CreatePollInput,
  CreateTimePollInput,
} from "./check/create-input.ts";
export type {
  Availability,
  DateOption,
  DateOptionResult,
  DatePoll,
  DatePollResults,
  Participant,
  Poll,
  PollConferencing,
  PollKind,
  PollOption,
  PollResults,
  PollStatus,
  TimeOption,
  TimeOptionResult,
  TimePoll,
  TimePollResults,
} from "./check/responses.ts";
export { createClient } from "./send/client.ts";
export { type FailureDetails, type KnownCode, type Outcome, RalllyError } from "./send/errors.ts";
export type { Fetch } from "./send/http.ts";
export type { ListPollsInput, OperationName, ParticipantIdInput, PollIdInput } from "./send/operations.ts";
export type { ClientOptions } from "./send/options.ts";
export { type PaginateOptions, paginate, readPages } from "./send/paginate.ts";
export type * from "./types/client.ts";
export * from "./webhooks/index.ts";
