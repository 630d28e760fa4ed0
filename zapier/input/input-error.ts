import { sanitizeLine } from "../../src/sanitize.ts";

/** One thing that is wrong in a form, with the label of the field as the person sees it. */
export interface FieldProblem {
  field: string;
  message: string;
  /** How to write such values, as a sentence; shown once for all problems that share it. */
  hint?: string | undefined;
}

const maxProblems = 10;
// With the quotation marks that JSON escapes, an error stays under 1,000 characters.
const maxMessage = 850;
const maxQuoted = 60;

/** A piece of the person's own input for a message: quoted, on one line, at most 60 characters of it. */
export const quoteValue = (text: string): string => `"${sanitizeLine(text, maxQuoted)}"`;

/**
 * Thrown when the input cannot be sent. Nothing has been sent. Holds every problem, so
 * that a Zap is mended in one go; the message shows the first ten, in at most 850 characters.
 */
export class InputError extends Error {
  readonly problems: readonly FieldProblem[];

  constructor(problems: readonly FieldProblem[]) {
    super(writeMessage(problems));
    this.name = "InputError";
    this.problems = problems;
  }
}

function writeMessage(problems: readonly FieldProblem[]): string {
  for (let shown = Math.min(problems.length, maxProblems); shown > 1; shown--) {
    const message = writeFirst(problems, shown);
    if (message.length <= maxMessage) return message;
  }
  return writeFirst(problems, 1).slice(0, maxMessage);
}

function writeFirst(problems: readonly FieldProblem[], count: number): string {
  const shown = problems.slice(0, count);
  const more = problems.length - count;
  return [
    ...shown.map(({ field, message }) => `${field}: ${message}`),
    ...(more > 0 ? [`And ${more} more ${more === 1 ? "problem" : "problems"}.`] : []),
    ...new Set(shown.flatMap(({ hint }) => hint ?? [])),
  ].join(" ");
}
