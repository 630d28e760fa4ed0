import type { Problem } from "../../problem.ts";
import { sanitizeLine } from "../../sanitize.ts";

/** A field of the request, and what was decided about it. */
export interface PlanNote {
  /** The place, such as `times.0.start`. */
  path: string;
  /** What was decided there. */
  message: string;
}

const shownProblems = 10;

/** Thrown by planPoll. Holds every problem at once; the message shows the first ten. */
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

/** A piece of the person's own input for a message: cleaned, cut when long, and quoted. */
export function quote(text: string): string {
  return JSON.stringify(sanitizeLine(text, 40));
}
