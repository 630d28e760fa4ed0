/** Why what is written cannot be used. Front ends show the parts in their own words. */
export interface WrittenProblem {
  code: ProblemCode;
  /** What is wrong, as the end of a sentence that begins with the written text. */
  message: string;
  /** What to do, as a sentence. A field stands as `{date_order}`: a front end puts its name there. */
  fix: string;
  /** What to ask the person, when only a person can decide. It completes "Ask the person". */
  ask?: string;
  /** What the problem is about: the `date` YYYY-MM-DD, and the weekday as it was `written`. */
  values?: { date: string; written?: string };
}

/** `unread` and those above it may be cured by what stands around the text. */
export type ProblemCode =
  | "no-date"
  | "no-year"
  | "unread"
  | "two-days"
  | "no-day"
  | "wrong-weekday"
  | "relative"
  | "sheet-time"
  | "utc-digits"
  | "no-clock"
  | "wrong-clock"
  | "half-day"
  | "end"
  | "same-day"
  | "offset"
  | "range-or-offset"
  | "offset-form"
  | "seconds"
  | "zone"
  | "length"
  | "row";

export const problem = (
  code: ProblemCode,
  message: string,
  fix = "Correct it.",
  ask?: string,
): WrittenProblem => ({ code, message, fix, ...(ask !== undefined && { ask }) });

export const askDay = "which day they mean";
