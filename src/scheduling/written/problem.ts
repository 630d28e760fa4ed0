import type { ProblemText } from "../../problem.ts";

/** Why what is written cannot be used. `message` is the end of a sentence that begins with the written text. */
export interface WrittenProblem extends ProblemText {
  code: string;
  /** What to do, as a sentence. A field stands as `{date_order}`: a front end puts its name there. */
  fix: string;
}

export const problem = (
  code: string,
  message: string,
  fix = "Correct it.",
  ask?: string,
): WrittenProblem => ({ code, message, fix, ...(ask !== undefined && { ask }) });

export const askDay = "which day they mean";
