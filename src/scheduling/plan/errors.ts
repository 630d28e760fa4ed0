import type { Problem } from "../../problem.ts";
import { sanitizeLine } from "../../sanitize.ts";

const shownProblems = 10;

/** Thrown by planPoll and planCopy. Holds every problem at once; the message shows the first ten. */
export class PlanError extends Error {
  override readonly name = "PlanError";
  /** Every problem. */
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const shown = problems.slice(0, shownProblems).map(({ path, message }) => `${path}: ${message}`);
    const more = problems.length - shown.length;
    super(more > 0 ? `${shown.join("; ")}; and ${more} more` : shown.join("; "));
    this.problems = problems;
  }
}

/** Quotes a piece of the input for a message, sanitized and cut to 40 characters. */
export function quote(text: string): string {
  return JSON.stringify(sanitizeLine(text, 40));
}
