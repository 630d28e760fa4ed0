/** Dates, times and rows of a form, as days and slots of a poll. */
import { type ProblemText, wordProblem } from "../../src/problem.ts";
import type { RequestedTime } from "../../src/scheduling/index.ts";
import { addDays, formatDate, toInstant, toLocal } from "../../src/time/index.ts";
import { labelOf, quoteValue } from "../label.ts";
import { dropBlanks, listLeaves, parseJsonText } from "./form-values.ts";
import { refuse, TextError } from "./input-error.ts";
import {
  cleanText,
  type DateRules,
  guard,
  joinCells,
  problem,
  type Read,
  type ReadItem,
  readCell,
  readLength,
  readTime,
  readTimes,
  settleTime,
  type WrittenTime,
} from "./written/index.ts";

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

/** One date or time of a field. */
export interface TimeItem extends ReadItem {
  /** Minutes, when the row has a duration of its own. */
  duration?: number | undefined;
}

/** A problem in the words of the form. */
export const wordWritten = (problem: ProblemText): string => wordProblem(problem, labelOf);

/** What was read. Throws its problem in the words of the form. */
export function unwrap<Value>(read: Read<Value>, hint?: string): Value {
  if (read.problem) throw new TextError(wordWritten(read.problem), hint);
  return read.value;
}

/** The dates or times of a list field: single texts, nested lists, JSON, or lists in text. Throws `InputError`. */
export const splitTimes = (value: unknown, key: string, rules: DateRules): TimeItem[] =>
  readTimes(listTexts(dropBlanks(parseJsonText(value)), key), rules);

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

/** How to write such values. */
export const toHint = (nouns: string, form: string) =>
  `Write ${nouns} as ${form}; "Formatter by Zapier" can change other notations to that.`;
const hints = {
  date: toHint("dates", "2027-03-01"),
  "date and time": toHint("dates and times", "2027-03-01 09:00, or with an end as 2027-03-01 09:00 - 09:45"),
};

/** What was read. Throws if there is nothing: the text is no `noun`. */
function needRead({ text, read }: TimeItem, noun: keyof typeof hints, { today }: TimeContext): WrittenTime {
  const hint = hints[noun];
  const found = unwrap(read, hint);
  if (found !== undefined) return found;
  const what = /^\d+$/.test(text) ? `is a number, not a ${noun}.` : `is not a ${noun}.`;
  throw new TextError(what, today === undefined ? hint : `${hint} Today is ${today}.`);
}

/** The day on which a time starts, without the zone of the poll. */
const dayOf = ({ start }: WrittenTime): string => addDays(start.date, start.move ?? 0);

/** The day of an item. A time beside it is left out, and the day is never converted: it has no time zone. */
export function toDay(item: TimeItem, context: TimeContext): string {
  const found = needRead(item, "date", context);
  const { start, end, overnight } = found;
  const endsAtMidnight = end?.clock === "00:00" && end.date === addDays(start.date, 1);
  if (end !== undefined && end.date !== start.date && !overnight && !endsAtMidnight)
    throw new TextError("covers several days. Enter each day by itself.");
  const shift = findDayShift(found, context.dayZone);
  if (shift !== undefined) throw new TextError(wordWritten(shift));
  return checkAhead(dayOf(found), context);
}

/** Why the day of an instant is unclear: it is another one in the poll's zone or the account's. */
function findDayShift({ start, instant }: WrittenTime, zone: string | null): ProblemText | undefined {
  // Midnight stands for the whole day.
  if (!instant || start.clock === "00:00" || zone === null) return undefined;
  const { date } = toLocal(toInstant(`${start.date}T${start.clock}Z`), zone);
  if (date === start.date) return undefined;
  const message = `is ${formatDate(start.date)} in UTC, but ${formatDate(date)} in ${zone}`;
  return problem("other-day", message, `Write the day that is meant, such as ${date}.`);
}

/** Later dates come from digits that were mistaken for a timestamp. */
const maxAheadMs = 10 * 366 * 86_400_000;

function checkAhead(day: string, { now }: TimeContext): string {
  if (Date.parse(day) - now <= maxAheadMs) return day;
  throw new TextError("is more than ten years ahead. Correct the date.");
}

/** The slot of an item, for the planner. It has the end that is written, or the duration of its row. */
export function toSlot(item: TimeItem, context: TimeContext) {
  const found = needRead(item, "date and time", context);
  const { start, end } = unwrap(
    guard(() => settleTime(found, context.timeZone)),
    hints["date and time"],
  );
  checkAhead(start.local.slice(0, 10), context);
  const slot: RequestedTime = { start, end, duration: item.duration };
  return { slot, note: found.overnight && `ends on the next day, ${end?.local.slice(0, 10)}.` };
}

/** The times of rows of a sheet or a calendar. Blank rows are left out. Columns are found by the names of their fields, too. */
export const readRows = (value: unknown, context: TimeContext): TimeItem[] =>
  [dropBlanks(parseJsonText(value)) ?? []].flat(2).map((row) => readRow(Object(row), context));

const columns = ["date", "start", "end", "duration"];

const unread = (text: string, { problem }: Read<unknown>): TimeItem => ({
  text,
  read: problem ? { problem } : { value: undefined },
});

function readRow(row: Readonly<Record<string, unknown>>, context: TimeContext): TimeItem {
  const stop = (text: string, message: string, fix = "Map one of them."): TimeItem => ({
    text,
    read: { problem: problem("row", message, fix) },
  });
  const named = new Map(
    Object.entries(row).map(([name, cell]) => [name.toLowerCase().replace(/^row_/, ""), listLeaves(cell)]),
  );
  const cells = columns.map((name) => named.get(name) ?? []);
  const several = cells.find(({ length }) => length > 1);
  if (several) return stop(several.join(", "), "are several values in one row");
  const [date = "", start = "", end = "", length = ""] = cells.map(([cell = ""]) => cleanText(cell).trim());
  if (date + start === "")
    return stop(
      end || length || [...named.keys()].join(", "),
      "is in a row without a date and a start",
      "Map Date and Start, and End or Duration if they differ, or clear the row.",
    );
  const duration = length === "" ? undefined : readLength(length);
  if (duration?.problem) return unread(length, duration);
  const from = readCell(start || date, context);
  if (!from.value) return unread(start || date, from);
  const to = end === "" ? undefined : readCell(end, context);
  if (to && !to.value) return unread(end, to);
  const side = from.value;
  // Alone, midnight is no time of day.
  if (start === "" && side.minutes === 0) side.minutes = undefined;
  const text = [[date, start].filter(Boolean).join(" "), end].filter(Boolean).join(" - ");
  if (to && side.minutes === undefined)
    return stop(
      text,
      "has a start without a time of day",
      "Map a start with its time, or choose Whole Days under {optionType}.",
    );
  const join = (day = side.date): TimeItem => ({
    text,
    read: joinCells({ ...side, date: day }, to?.value),
    duration: duration?.value,
  });
  if (start === "" || date === "") return join();
  // The day of the start decides what a date cell such as 3/1 means.
  const day = readTime(date, side.date === undefined ? context : { ...context, among: [side.date] });
  const both = `${date}, ${start}`;
  if (side.date !== undefined) {
    const whole = join();
    const isSame = day.value?.start.date === side.date;
    const isHere = !whole.read.value || !findDayShift(whole.read.value, context.timeZone);
    return isSame && isHere
      ? whole
      : stop(both, `contradict each other: {date} is not the day of {start} in the zone of the poll`);
  }
  if (!day.value) return unread(date, day);
  if (day.value.end) return stop(date, "covers several days");
  const shift = findDayShift(day.value, context.dayZone);
  if (shift) return { text, read: { problem: shift } };
  if (![undefined, "00:00"].includes(day.value.start.clock) && !day.value.instant)
    return stop(both, "contradict each other: {date} has another time of day");
  return join(dayOf(day.value));
}
