/** What follows from a poll: from a person's wishes to a create body. Pure. */
export { type PlanOptions, type PollPlan, planPoll } from "./plan.ts";
export { PlanError, type PlanNote, type WishProblem } from "./plan-error.ts";
export { maximumOptions } from "./planned-options.ts";
export type { Conferencing, PollWishes, WishedTime } from "./wishes.ts";
export type { OffsetRule } from "./written-time.ts";
