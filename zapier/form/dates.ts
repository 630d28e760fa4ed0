import { addDays, isCalendarDate } from "../../src/time/index.ts";
import { findDayProblem, findMomentProblem, type Now, toEpoch } from "./moments.ts";

/** A text that was read, or the reason why it was not. */
export type Reading<Value> = { value: Value } | { problem: string };

const shape =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?(?:\s*([+-])(\d{1,3})([dw]))?$/i;

const example = "Write it as 2027-03-01";

/**
 * A day as it was written: of a date with a time only the day is kept, since a day has no time zone and converting
 * it could only shift it. `+7d` or `+2w` behind it counts on from there, as in Zapier's own date fields.
 */
export function readDate(text: string, now: Now): Reading<string> {
  const quoted = `"${text}"`;
  if (/^\d+$/.test(text)) return { problem: `${quoted} is a number, not a date. ${example}.` };
  const [, date, clock, offset, sign, count, unit] = shape.exec(text) ?? [];
  if (date === undefined) return { problem: `${quoted} could not be read as a date. ${example}.` };
  if (!isCalendarDate(date)) return { problem: `${quoted} is not a day of the calendar.` };
  if (count !== undefined) return judge(addDays(date, countDays(sign, count, unit)), quoted, now);
  const current = clock === undefined ? undefined : findNow(`${date}T${clock}${offset ?? ""}`, now);
  return current === undefined ? judge(date, quoted, now) : { problem: `${quoted} ${current}` };
}

function judge(date: string, quoted: string, { now }: Now): Reading<string> {
  const problem = findDayProblem(date, now);
  return problem === undefined ? { value: date } : { problem: `${quoted} ${problem}` };
}

const countDays = (sign: string | undefined, count: string, unit: string | undefined): number =>
  (sign === "-" ? -1 : 1) * Number(count) * (unit?.toLowerCase() === "w" ? 7 : 1);

/** Only a moment that is the current one speaks against a day: an earlier hour of today does not. */
function findNow(text: string, now: Now): string | undefined {
  const problem = findMomentProblem(toEpoch(text, now.timeZone ?? "UTC"), now, false);
  return problem?.startsWith("could not") ? problem : undefined;
}
