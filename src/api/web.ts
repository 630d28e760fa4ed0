/** The typed client without Node modules: for Workers, Deno, Bun and browsers, and for front ends with their own fetch. */
export type { Problem } from "../problem.ts";
export type { SlotGenerator, Weekday } from "../time/index.ts";
export { createClient } from "./client.ts";
export type {
  ConferencingInput,
  CreateDatePollInput,
  CreatePollInput,
  CreateTimePollInput,
} from "./create-input.ts";
export { type FailureDetails, type KnownCode, type Outcome, RalllyError } from "./errors.ts";
export type { Fetch } from "./http.ts";
export type { ListPollsInput, OperationName, ParticipantIdInput, PollIdInput } from "./operations.ts";
export type { ClientOptions } from "./options.ts";
export { type PaginateOptions, paginate, readPages } from "./paginate.ts";
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
} from "./schemas.ts";
export type * from "./types.ts";
export * from "./webhooks.ts";
