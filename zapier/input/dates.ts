import type { ParseTimeResult } from "./parse-time.ts";
import { findDayProblem, type TimeContext } from "./time-context.ts";

/** A parsed value with a note for the person, or a problem with a hint how to write the value. */
export type ParseResult<Value> = { value: Value; note?: string } | { problem: string; hint?: string };

const hint = 'Write dates as 2027-03-01; "Formatter by Zapier" can change other notations to that.';

const relative = /^(now|today|tomorrow)\b/i;

/** The day of a text that was parsed. A time beside it is left out, and the day is never converted: it has no time zone. */
export function toDay(text: string, parsed: ParseTimeResult, now: TimeContext): ParseResult<string> {
  if (/^\d+$/.test(text)) return { problem: "is a number, not a date.", hint };
  if (parsed === undefined) return { problem: "is not a date.", hint };
  if ("problem" in parsed) return { problem: parsed.problem, hint };
  const { start, end, overnight } = parsed.value;
  if (end !== undefined && end.date !== start.date && !overnight && !endsAtMidnight(start.date, end)) {
    return { problem: "covers several days. Enter each day by itself.", hint };
  }
  const problem = findDayProblem(start.date, now.now);
  if (problem !== undefined) return { problem };
  return relative.test(text) ? { value: start.date, note: `used ${start.date}.` } : { value: start.date };
}

const endsAtMidnight = (date: string, end: { date: string; time?: string }): boolean =>
  end.time === "00:00" && Date.parse(end.date) - Date.parse(date) === 86_400_000;
