import { describeProblem, type ProblemText } from "../../../src/problem.ts";

/** What was read, or its problem. A text in no known format has neither: its value is undefined. */
export type Read<Value> = { value: Value; problem?: never } | { value?: never; problem: ProblemText };

/** Why what is written cannot be used. The message is the end of a sentence that begins with the written text. */
export const problem = (
  code: string,
  text: string,
  fix = "Correct it.",
  values?: ProblemText["values"],
): ProblemText => ({ ...describeProblem(code, text, values), fix });

/** Ends the reading of a text. */
export class Refused extends Error {
  readonly problem: ProblemText;
  constructor(...words: Parameters<typeof problem>) {
    super(words[1]);
    this.problem = problem(...words);
  }
}

/** What a function reads, or why it refuses. */
export function guard<Value>(read: () => Value): Read<Value> {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof Refused) return { problem: error.problem };
    throw error;
  }
}
