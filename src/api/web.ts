/** The typed client without Node modules: for Workers, Deno, Bun and browsers, and for front ends with their own fetch. */
export type { Problem } from "../problem.ts";
export * from "./base-url.ts";
export { createClient } from "./client.ts";
export {
  type CommonPollInput,
  type ConferencingInput,
  type CreateDatePollInput,
  type CreatePollInput,
  type CreateTimePollInput,
  checkCommonInput,
  checkCreatePoll,
  maxLengths,
  maxOptions,
} from "./create-input.ts";
export { type KnownCode, listProblems, type Outcome, RalllyError } from "./errors.ts";
export { type Fetch, userAgent } from "./http.ts";
export * from "./operations.ts";
export type { ClientOptions } from "./options.ts";
export { type PollPage, paginate, readPages } from "./paginate.ts";
export type { Checked } from "./problems.ts";
export * from "./redact.ts";
export * from "./schemas.ts";
export type * from "./types.ts";
export * from "./webhooks.ts";
