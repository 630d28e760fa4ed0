import { listProblems } from "../../api/send/errors.ts";
import type { Problem } from "../../problem.ts";
import { sanitizeLine } from "../../sanitize.ts";
import { isKnownTimeZone } from "../../time/index.ts";

/** Thrown by planPoll, planCopy and rankOptions. Holds every problem at once. */
export class PlanError extends Error {
  /** The name of the class. */
  override readonly name = "PlanError";
  /** Every problem. */
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(listProblems(problems));
    this.problems = problems;
  }
}

/** The problem of the zone in which days and floating times start, if it has one. */
export function checkLocalZone(localZone: string | undefined): Problem[] {
  if (localZone === undefined || isKnownTimeZone(localZone)) return [];
  return [
    { path: "localZone", message: `${quote(localZone)} is not an IANA time zone such as Europe/Berlin` },
  ];
}

/** Quotes a piece of the input for a message, sanitized and cut to 40 characters. */
export function quote(text: string): string {
  return JSON.stringify(sanitizeLine(text, 40));
}
