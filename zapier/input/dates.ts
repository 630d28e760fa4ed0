import { type ParseTimeResult, parseTime } from "./parse-time.ts";
import { findDayProblem, findToday, type TimeContext } from "./time-context.ts";

/** A value with what to tell the person about it, or why there is none; `hint` says how to write it. */
export type ParseResult<Value> = { value: Value; note?: string } | { problem: string; hint?: string };

const hint = 'Write dates as 2027-03-01; "Formatter by Zapier" can change other notations to that.';

const relative = /^(now|today|tomorrow)\b/i;

/**
 * The day of a written date. Of a date with a time only the day is kept as it was written: a day has no time zone, and
 * converting it could only shift it. `+7d` or `+2w` behind it counts on from there, as in Zapier's own date fields.
 */
export function parseDay(text: string, now: TimeContext): ParseResult<string> {
  return toDay(text, parseTime(text, findToday(now)), now);
}

/** The day of a text that was parsed; see parseDay. */
export function toDay(text: string, parsed: ParseTimeResult, now: TimeContext): ParseResult<string> {
  if (/^\d+$/.test(text)) return { problem: "is a number, not a date.", hint };
  if (parsed === undefined) return { problem: "could not be read as a date.", hint };
  if ("problem" in parsed) return { problem: parsed.problem, hint };
  const { start, end, overnight } = parsed.value;
  if (end !== undefined && end.date !== start.date && !overnight && !endsAtMidnight(start.date, end)) {
    return { problem: "covers several days: give each day.", hint };
  }
  const problem = findDayProblem(start.date, now.now);
  if (problem !== undefined) return { problem };
  return relative.test(text) ? { value: start.date, note: `taken as ${start.date}.` } : { value: start.date };
}

const endsAtMidnight = (date: string, end: { date: string; time?: string }): boolean =>
  end.time === "00:00" && Date.parse(end.date) - Date.parse(date) === 86_400_000;
