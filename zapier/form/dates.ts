import { isCalendarDate } from "../../src/time/index.ts";
import { findDayProblem, findMomentProblem, type Now, toEpoch } from "./moments.ts";

/** A text that was read, or the reason why it was not. */
export type Reading<Value> = { value: Value } | { problem: string };

const shape = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * A day of a date poll. Of a date with a time only the day is kept, as it was written: a day has no time zone, so
 * converting it could only shift it.
 */
export function readDate(text: string, now: Now): Reading<string> {
  const quoted = `"${text}"`;
  if (/^\d+$/.test(text)) return { problem: `${quoted} is a number, not a date. Write it as 2027-03-01.` };
  const [, date, clock, offset] = shape.exec(text) ?? [];
  if (date === undefined)
    return { problem: `${quoted} could not be read as a date. Write it as 2027-03-01.` };
  if (!isCalendarDate(date)) return { problem: `${quoted} is not a day of the calendar.` };
  const problem = clock === undefined ? undefined : findNow(`${date}T${clock}${offset ?? ""}`, now);
  const past = problem ?? findDayProblem(date, now.now);
  return past === undefined ? { value: date } : { problem: `${quoted} ${past}` };
}

/** Only a moment that is the current one speaks against a day: an earlier hour of today does not. */
function findNow(text: string, now: Now): string | undefined {
  const problem = findMomentProblem(toEpoch(text, now.timeZone ?? "UTC"), now, false);
  return problem?.startsWith("could not") ? problem : undefined;
}
