import { describeProblem, type ProblemText } from "../../problem.ts";

/** Why what is written cannot be used. The message is the end of a sentence that begins with the written text. */
export const problem = (
  code: string,
  text: string,
  fix = "Correct it.",
  ask?: string,
  values?: ProblemText["values"],
): ProblemText => ({ ...describeProblem(code, text, values, ask), fix });

export const askDay = "which day they mean";
