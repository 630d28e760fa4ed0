/** The typed client without Node modules: for Workers, Deno, Bun and browsers, and for front ends with their own fetch. */
export type { Problem } from "../problem.ts";
export type { SlotGenerator, Weekday } from "../time/index.ts";
export { createClient } from "./send/client.ts";
export { type FailureDetails, type KnownCode, type Outcome, RalllyError } from "./send/errors.ts";
export { paginate } from "./send/paginate.ts";
export type * from "./types/client.ts";
export type * from "./types/inputs.ts";
export type * from "./types/polls.ts";
export * from "./webhooks/index.ts";
