/** Dates, times and rows of a form, as days and slots of a poll. */
import { type ProblemText, wordProblem } from "../../src/problem.ts";
import type { RequestedTime } from "../../src/scheduling/index.ts";
import { nextDay } from "../../src/time/days.ts";
import { addDays, formatDate, toInstant, toLocal } from "../../src/time/index.ts";
import { labelOf, quoteValue } from "../label.ts";
import { dropBlanks, listLeaves, parseJsonText } from "./form-values.ts";
import { refuse } from "./input-error.ts";
import {
  type DateRules,
  problem,
  type ReadItem,
  readTimes,
  settleTime,
  type WrittenTime,
} from "./written/index.ts";

/** What 3/4/2027 means. */
export const dateOrders = { month_first: "Month First", day_first: "Day First" };

/** The current time, and the zone of times without an offset. */
export interface TimeContext extends DateRules {
  /** Milliseconds since the epoch. */
  now: number;
  /** IANA zone, or null for a floating poll. */
  timeZone: string | null;
  /** The zone of the poll, or else of the Zapier account. */
  dayZone: string | null;
  /** YYYY-MM-DD in that zone. */
  today: string | undefined;
}

/** A value with a note for the person, or a problem with a hint how to write the value. */
export type FieldResult<Value> =
  | { value: Value; note?: string | undefined }
  | { problem: string; hint?: string };

/** One date or time of a field. */
export interface TimeItem extends ReadItem {
  /** Minutes, when the row has a duration of its own. */
  duration?: number | undefined;
}

/** A problem in the words of the form. */
export const wordWritten = (problem: ProblemText): string => wordProblem(problem, labelOf);

/** The dates or times of a list field: single texts, nested lists, JSON, or lists in text. Throws `InputError`. */
export function splitTimes(value: unknown, key: string, rules: DateRules): TimeItem[] {
  return readTimes(listTexts(dropBlanks(parseJsonText(value)), key), rules);
}

/** The texts of nested lists, in their order. Of a line item nothing says which of its values is meant. */
function listTexts(value: unknown, key: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => listTexts(each, key));
  if (typeof value !== "object" || value === null) return listLeaves(value);
  const [cell, ...others] = Object.values(value);
  if (others.length === 0) return listTexts(cell, key);
  throw refuse(
    key,
    `${quoteValue(listLeaves(value).join(", "))} is a line item with several values. Map one of them, or choose Rows of a sheet or calendar under ${labelOf("option_type")}.`,
  );
}

/** What was read, or why there is nothing: the text is no `noun`. */
function needRead({ text, read }: TimeItem, noun: string, today?: string): FieldResult<WrittenTime> {
  if (read?.value) return read;
  const nouns = noun === "date" ? "dates" : "dates and times";
  const hint = `Write ${nouns} as 2027-03-01${noun === "date" ? "" : " 09:00, or with an end as 2027-03-01 09:00 - 09:45"}; "Formatter by Zapier" can change other notations to that.`;
  if (read) return { problem: wordWritten(read.problem), hint };
  const problem = /^\d+$/.test(text) ? `is a number, not a ${noun}.` : `is not a ${noun}.`;
  return { problem, hint: today === undefined ? hint : `${hint} Today is ${today}.` };
}

/** The day on which a time starts, without the zone of the poll. */
export const dayOf = ({ start }: WrittenTime): string => addDays(start.date, start.move ?? 0);

/** The day of an item. A time beside it is left out, and the day is never converted: it has no time zone. */
export function toDay(item: TimeItem, context: TimeContext): FieldResult<string> {
  const found = needRead(item, "date", context.today);
  if ("problem" in found) return found;
  const { start, end, overnight } = found.value;
  const endsAtMidnight = end?.clock === "00:00" && end.date === nextDay(start.date);
  if (end !== undefined && end.date !== start.date && !overnight && !endsAtMidnight)
    return { problem: "covers several days. Enter each day by itself." };
  const shift = findDayShift(found.value, context);
  if (shift !== undefined) return { problem: wordWritten(shift) };
  const date = dayOf(found.value);
  return checkTime(date, date, context.now);
}

/** Why the day of an instant is unclear: it is another one in the poll's zone or the account's. */
export function findDayShift({ start, instant }: WrittenTime, { dayZone }: TimeContext) {
  // Midnight stands for the whole day.
  if (!instant || start.clock === "00:00" || dayZone === null) return undefined;
  const { date } = toLocal(toInstant(`${start.date}T${start.clock}Z`), dayZone);
  if (date === start.date) return undefined;
  const message = `is ${formatDate(start.date)} in UTC, but ${formatDate(date)} in ${dayZone}`;
  return problem("other-day", message, `Write the day that is meant, such as ${date}.`);
}

/** Later dates come from digits that were mistaken for a timestamp. */
const maxAheadMs = 10 * 366 * 86_400_000;

/** The result of a day or a slot: a problem if it is too far ahead. */
const checkTime = <Value>(value: Value, day: string, now: number, note?: string | false | undefined) =>
  Date.parse(day) - now > maxAheadMs
    ? { problem: "is more than ten years ahead. Correct the date." }
    : { value, note: note || undefined };

/** The slot of an item, for the planner. It has the end that is written, or the duration of its row. */
export function toSlot(item: TimeItem, context: TimeContext): FieldResult<RequestedTime> {
  const found = needRead(item, "date and time", context.today);
  if ("problem" in found) return found;
  const settled = settleTime(found.value, context);
  if (settled.problem) return { problem: wordWritten(settled.problem) };
  const { start, end } = settled;
  const night = found.value.overnight && `ends on the next day, ${end?.local.slice(0, 10)}.`;
  return checkTime({ start, end, duration: item.duration }, start.local.slice(0, 10), context.now, night);
}
