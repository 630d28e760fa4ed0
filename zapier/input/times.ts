/** Dates, times and rows of a form, as days and slots of a poll. */
import { type ProblemText, wordProblem } from "../../src/problem.ts";
import type { RequestedTime } from "../../src/scheduling/index.ts";
import { nextDay } from "../../src/time/days.ts";
import { addDays, formatDate, toInstant, toLocal } from "../../src/time/index.ts";
import { isSlotMinutes, notSlotMinutes } from "../../src/time/slots.ts";
import { labelOf, quoteValue } from "../label.ts";
import type { RefuseText } from "./form.ts";
import { dropBlanks, listLeaves, parseJsonText } from "./form-values.ts";
import { refuse } from "./input-error.ts";
import {
  cleanText,
  type DateRules,
  joinCells,
  problem,
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

/** What was read. Throws if there is nothing: the text is no `noun`. */
function needRead({ text, read }: TimeItem, noun: string, today: string | undefined, refuse: RefuseText) {
  if (read?.value) return read.value;
  const [nouns, more] =
    noun === "date"
      ? ["dates", ""]
      : ["dates and times", " 09:00, or with an end as 2027-03-01 09:00 - 09:45"];
  const hint = `Write ${nouns} as 2027-03-01${more}; "Formatter by Zapier" can change other notations to that.`;
  if (read) throw refuse(wordWritten(read.problem), hint);
  const what = /^\d+$/.test(text) ? `is a number, not a ${noun}.` : `is not a ${noun}.`;
  throw refuse(what, today === undefined ? hint : `${hint} Today is ${today}.`);
}

/** The day on which a time starts, without the zone of the poll. */
const dayOf = ({ start }: WrittenTime): string => addDays(start.date, start.move ?? 0);

/** The day on which a time starts in a zone, if it is an instant. */
const dayIn = ({ start, instant }: WrittenTime, zone: string | null): string =>
  instant && start.clock !== undefined && zone !== null
    ? toLocal(toInstant(`${start.date}T${start.clock}Z`), zone).date
    : start.date;

/** The day of an item. A time beside it is left out, and the day is never converted: it has no time zone. */
export function toDay(item: TimeItem, { today, dayZone, now }: TimeContext, refuse: RefuseText): string {
  const found = needRead(item, "date", today, refuse);
  const { start, end, overnight } = found;
  const endsAtMidnight = end?.clock === "00:00" && end.date === nextDay(start.date);
  if (end !== undefined && end.date !== start.date && !overnight && !endsAtMidnight)
    throw refuse("covers several days. Enter each day by itself.");
  const shift = findDayShift(found, dayZone);
  if (shift !== undefined) throw refuse(wordWritten(shift));
  return checkAhead(dayOf(found), now, refuse);
}

/** Why the day of an instant is unclear: it is another one in the poll's zone or the account's. */
function findDayShift(time: WrittenTime, zone: string | null): ProblemText | undefined {
  const { date, clock } = time.start;
  const day = dayIn(time, zone);
  // Midnight stands for the whole day.
  if (day === date || clock === "00:00") return undefined;
  const message = `is ${formatDate(date)} in UTC, but ${formatDate(day)} in ${zone}`;
  return problem("other-day", message, `Write the day that is meant, such as ${day}.`);
}

/** Later dates come from digits that were mistaken for a timestamp. */
const maxAheadMs = 10 * 366 * 86_400_000;

function checkAhead(day: string, now: number, refuse: RefuseText): string {
  if (Date.parse(day) - now <= maxAheadMs) return day;
  throw refuse("is more than ten years ahead. Correct the date.");
}

/** The slot of an item, for the planner. It has the end that is written, or the duration of its row. */
export function toSlot(item: TimeItem, context: TimeContext, refuse: RefuseText) {
  const found = needRead(item, "date and time", context.today, refuse);
  const settled = settleTime(found, context);
  if (settled.problem) throw refuse(wordWritten(settled.problem));
  const { start, end } = settled;
  checkAhead(start.local.slice(0, 10), context.now, refuse);
  const slot: RequestedTime = { start, end, duration: item.duration };
  return { slot, note: found.overnight && `ends on the next day, ${end?.local.slice(0, 10)}.` };
}

const columns = ["date", "start", "end", "duration"];

/** The times of rows of a sheet or a calendar. Blank rows are left out. Columns are found by the names of their fields, too. */
export const readRows = (value: unknown, context: TimeContext): TimeItem[] =>
  [dropBlanks(parseJsonText(value)) ?? []].flat(2).map((row) => readRow(Object(row), context));

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
  const begin = start || date;
  if (begin === "")
    return stop(
      end || length || [...named.keys()].join(", "),
      "is in a row without a date and a start",
      "Map Date and Start, and End or Duration if they differ, or clear the row.",
    );
  const text = [[date, start].filter(Boolean).join(" "), end].filter(Boolean).join(" - ");
  const duration = length === "" ? undefined : readDuration(length);
  if (duration?.problem) return { text: `${text}, ${length}`, read: duration };
  const [from, to] = [readCell(begin, context), end === "" ? undefined : readCell(end, context)];
  if (!from?.value) return { text: begin, read: from };
  if (end !== "" && !to?.value) return { text: end, read: to };
  const side = from.value;
  // Alone, midnight is no time of day.
  if (start === "" && side.minutes === 0) side.minutes = undefined;
  if (to !== undefined && side.minutes === undefined)
    return stop(
      text,
      "has a start without a time of day",
      "Map a start with its time, or choose Whole Days under {optionType}.",
    );
  const join = (more: object = {}): TimeItem => ({
    text,
    read: joinCells({ ...side, ...more }, to?.value),
    duration: duration?.value,
  });
  if (start === "" || date === "") return join();
  const both = `${date}, ${start}`;
  // The day of the start decides what its date cell means.
  const day = readTime(date, { ...context, among: side.date === undefined ? undefined : [side.date] });
  const clock = day?.value?.start.clock ?? "00:00";
  if (side.date === undefined) {
    if (!day?.value) return { text: date, read: day };
    if (day.value.end !== undefined) return stop(date, "covers several days");
    const shift = findDayShift(day.value, context.dayZone);
    if (shift) return { text, read: { problem: shift } };
    if (clock !== "00:00" && !day.value.instant)
      return stop(both, "contradict each other: {date} has another time of day");
    return join({ date: dayOf(day.value) });
  }
  const joined = join();
  const whole = joined.read?.value;
  if (whole === undefined) return joined;
  const shown = dayIn(whole, context.timeZone);
  const isSame = day?.value && [day.value.start.date, dayIn(day.value, context.timeZone)].includes(shown);
  if (isSame && ["00:00", whole.start.clock].includes(clock)) return joined;
  return stop(both, `contradict each other: {date} is not ${formatDate(shown)}`);
}

/** The minutes of a row's slot. */
function readDuration(text: string): ReturnType<typeof readLength> {
  const read = readLength(text);
  return read.problem || isSlotMinutes(read.value)
    ? read
    : { problem: problem("length", `has a duration which ${notSlotMinutes}`) };
}
