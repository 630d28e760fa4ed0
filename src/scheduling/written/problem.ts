import { describeProblem, type ProblemText } from "../../problem.ts";

/** What was read, or its problem. */
export type Read<Value> = { value: Value; problem?: never } | { value?: never; problem: ProblemText };

/** What was read, or the problem of a text in a known format, or undefined for a text in no known format. */
export type Reading<Value> = Read<Value> | undefined;

/** Why what is written cannot be used. The message is the end of a sentence that begins with the written text. */
export const problem = (
  code: string,
  text: string,
  fix = "Correct it.",
  ask?: string,
  values?: ProblemText["values"],
): ProblemText => ({ ...describeProblem(code, text, values, ask), fix });

export const askDay = "which day they mean";
