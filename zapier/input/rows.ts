/**
 * Line items: objects with columns such as Start, End, Date and Time, as sheets, forms and calendars give
 * them.
 */
import { isCalendarDate, isSameZone, nextDay, weekdayOf } from "../../src/time/index.ts";
import { findWeekday, fold } from "./date-text.ts";
import { parseMinutes } from "./duration.ts";
import { dropBlanks, listLeaves } from "./form-values.ts";
import { quoteValue } from "./input-error.ts";
import type { ParseResult } from "./slots.ts";
import { noDate, type ParsedTime, type ParseTimeResult, parseTime, readTimeCell } from "./time-text.ts";
import { explainTimeZone, parseTimeZone } from "./zones.ts";

/** One date or time of a field: the text that the person entered, and its parsed value. */
export interface TimeItem {
  text: string;
  parsed: ParseTimeResult;
  /** Minutes, when the line item has a duration column, or why that cannot be used. */
  duration?: ParseResult<number>;
  /** The date cell beside a start, when it is an instant. */
  day?: ParsedTime;
}

/** What limits parsing, and the day that "today" is. */
export interface ParseBudget {
  /** Pieces that may still be parsed. Below zero: some were left out. */
  pieces: number;
  /** YYYY-MM-DD */
  today: string | undefined;
}

/** Takes pieces from the budget. Returns whether there were enough. */
export function takePieces(budget: ParseBudget, count: number): boolean {
  budget.pieces -= count;
  return budget.pieces >= 0;
}

/** Which end of a slot a column is about; "both" for a column such as Date or Time Zone. */
type Side = "start" | "end" | "both";

/** What a column holds; "moment" is a date with a time of day. */
type Part = "moment" | "date" | "time" | "timeZone" | "duration";

/** One column of a line item. */
interface Column {
  side: Side;
  part: Part;
  /** The name of the column as it was given. */
  key: string;
  cell: unknown;
  /** The unit that the name of a duration column ends in. */
  unit?: string | undefined;
}

const owners =
  "(?:row|event|slot|meeting|appointment|booking|session|interview|shift|call|lesson|class|proposed|preferred|requested|scheduled)?";
const parts: [Part, string][] = [
  ["moment", "(?:at|on)?(?:datetime|dateandtime|datetimeiso|timestamp)|at"],
  ["date", "(?:on)?(?:date|day)|on"],
  ["time", "(?:at)?(?:time|clock|hour|timeofday)"],
  ["timeZone", "(?:timezone|tz)(?:id|name)?"],
];
const starts = "dtstart|starts?|starting|begins?|beginning|from";
const ends = "dtend|ends?|ending|finish|finishes|finishing|until|till|to|stop|stops";
const sided = new RegExp(
  `^${owners}(?:(?<start>${starts})|(?<end>${ends}))(?:${parts.map(([part, names]) => `(?<${part}>${names})`).join("|")})?$`,
);
const shared: [Part, RegExp][] = [
  ["moment", new RegExp(`^(?:${owners}(?:datetime|dateandtime|at)|when|slot)$`)],
  ["date", new RegExp(`^${owners}(?:date|day|weekday)$`)],
  ["time", new RegExp(`^${owners}(?:time|timeofday|hour)$`)],
  ["timeZone", new RegExp(`^${owners}(?:timezone|tz)(?:id|name)?$`)],
  ["duration", new RegExp(`^${owners}(?:duration|length)(?:in)?(?<unit>[a-z]*)$`)],
  ["duration", /^(?<unit>minutes|mins|hours|seconds)$/],
];

/** When an entry was made or changed: never a date to vote on, unless a person maps it alone. */
const bookkeeping =
  /creat|updat|submi(?:t|ssion)|modifi|timestamp|edited|received|inserted|changed|completed|entrydate|entrytime|dateadded|addedat|addedon/;

const foldKey = (key: string) => key.toLowerCase().replace(/[^a-z]/g, "");

/**
 * Whether a column says when an entry was made or changed, such as Created At, Timestamp or Submission Date.
 */
export const isBookkeeping = (key: string): boolean => bookkeeping.test(foldKey(key));

function identify(key: string): Pick<Column, "side" | "part" | "unit"> | undefined {
  // Longer names are no names of columns; the patterns are not tried on them.
  const name = key.length > 60 ? "" : foldKey(key);
  const groups = sided.exec(name)?.groups;
  if (groups !== undefined) {
    const part = parts.find(([part]) => groups[part] !== undefined)?.[0] ?? "moment";
    return { side: groups["start"] === undefined ? "end" : "start", part };
  }
  for (const [part, pattern] of shared) {
    const match = pattern.exec(name);
    if (match !== null) return { side: "both", part, unit: match.groups?.["unit"] || undefined };
  }
  return undefined;
}

/** More columns than any table has for a start, an end and a duration. */
const maxColumns = 40;

/**
 * The dates or times of a line item: one, or one for each row when its columns are lists. Returns undefined
 * when the object has no column for a date, a start or an end.
 */
export function parseLineItem(
  object: Readonly<Record<string, unknown>>,
  budget: ParseBudget,
): TimeItem[] | undefined {
  const filled = Object.entries(object).filter(([, cell]) => dropBlanks(cell) !== undefined);
  const columns = filled.flatMap(([key, cell]): Column[] => {
    const column = identify(key);
    return column === undefined ? [] : [{ ...column, key, cell }];
  });
  if (columns.some(({ part }) => part !== "timeZone" && part !== "duration"))
    return parseRows(columns, budget);
  if (columns.length === 0 || filled.length > columns.length) return undefined;
  const text = columns.map(({ key, cell }) => `${key}: ${listLeaves(cell).join(", ")}`).join(", ");
  return [
    refuse(text, "is in a line item without a date and a start. Map them too, or clear the line item."),
  ];
}

const refuse = (text: string, problem: string): TimeItem => ({ text, parsed: { problem } });

function parseRows(columns: readonly Column[], budget: ParseBudget): TimeItem[] {
  const lists = columns.filter(({ cell }) => Array.isArray(cell)) as (Column & { cell: unknown[] })[];
  if (lists.length === 0) return takePieces(budget, 1) ? (parseRow(columns, budget.today) ?? []) : [];
  const count = Math.min(...lists.map(({ cell }) => cell.length));
  if (lists.some(({ cell }) => dropBlanks(cell.slice(count)) !== undefined))
    return [
      refuse(
        lists.map(({ key }) => key).join(", "),
        "have different numbers of rows. Give every row a start.",
      ),
    ];
  const items: TimeItem[] = [];
  for (let row = 0; row < count && budget.pieces >= 0; row++) {
    const cells = columns.map((column) => ({
      ...column,
      cell: Array.isArray(column.cell) ? column.cell[row] : column.cell,
    }));
    items.push(
      ...parseRows(
        cells.filter(({ cell }) => dropBlanks(cell) !== undefined),
        budget,
      ),
    );
  }
  return items;
}

/** The text of a cell, what it means, and the time zone that a calendar writes beside it. */
interface Cell {
  text: string;
  parsed: ParseTimeResult;
  /** The day and the time of day, if the text has them. */
  time: ParsedTime | undefined;
  timeZone?: string | undefined;
  /** The date cell that the day comes from, when it is an instant. */
  day?: ParsedTime;
}

function createCell(text: string, today: string | undefined, timeZone?: string): Cell {
  const parsed = parseTime(text, today);
  return {
    text,
    parsed,
    time: parsed !== undefined && "value" in parsed ? parsed.value : undefined,
    timeZone,
  };
}

/** A column of one row. */
type Value = Omit<Column, "cell"> & { cell: Cell };

function parseRow(columns: readonly Column[], today: string | undefined): TimeItem[] | undefined {
  if (columns.length > maxColumns)
    return [
      refuse(
        columns.map(({ key }) => key).join(", "),
        "are too many columns for one date or time. Map fewer.",
      ),
    ];
  const values: Value[] = [];
  for (const column of columns) {
    const cell = toCell(column.cell, today);
    if (cell === undefined)
      return [refuse(column.key, "has several values in one line item. Map one of them.")];
    values.push({ ...column, cell });
  }
  const conflict = findConflict(values);
  if (conflict !== undefined) return [conflict];
  const pick = (side: Side, part: Part) => getCells(values, side, part)[0];
  const join = (side: Side, other: Side = side) =>
    joinCells(
      pick(side, "moment") ?? pick(other, "moment"),
      pick(side, "time") ?? pick(other, "time"),
      pick(side, "date") ?? pick(other, "date"),
      today,
    );
  const start = join("start", "both");
  const end = join("end");
  if (start === undefined) return end && [refuse(end.text, "is an end without a start. Map the start too.")];
  const zone = pick("both", "timeZone")?.text;
  const startZone = start.timeZone ?? pick("start", "timeZone")?.text ?? zone;
  const endZone = end && (end.timeZone ?? pick("end", "timeZone")?.text ?? zone ?? startZone);
  const item = attachZones(joinRange(start, end, today), startZone, endZone, end, today);
  const duration = parseDuration(values);
  return [{ ...item, ...(duration !== undefined && { duration }), ...(start.day && { day: start.day }) }];
}

/** A single value, or a calendar's `{dateTime, timeZone}` or `{date}`; undefined for several values. */
function toCell(value: unknown, today: string | undefined): Cell | undefined {
  const cell = dropBlanks(value);
  if (typeof cell === "object" && cell !== null && !Array.isArray(cell)) {
    const { dateTime, date, timeZone } = cell as Record<string, unknown>;
    const text = dateTime ?? date;
    if (typeof text === "string")
      return createCell(text, today, typeof timeZone === "string" ? timeZone : undefined);
  }
  const [text, ...others] = listLeaves(cell);
  return text === undefined || others.length > 0 ? undefined : createCell(readTimeCell(text), today);
}

/** Columns that say different things about the same part. */
function findConflict(values: readonly Value[]): TimeItem | undefined {
  const formatCells = (cells: readonly Cell[]) => cells.map(({ text }) => text).join(", ");
  for (const { side, part } of values) {
    const cells = getCells(values, side, part);
    if (part === "duration" || cells.length === 1) continue;
    const meanings = cells.map(({ text, parsed }) =>
      part === "timeZone" ? text.toLowerCase() : JSON.stringify(parsed ?? text),
    );
    if (new Set(meanings).size > 1)
      return refuse(formatCells(cells), "are several values in one line item. Map one of them.");
  }
  for (const side of ["start", "end"] as const) {
    const cells = (["moment", "date", "time"] as const).flatMap((part) => getCells(values, side, part));
    // A day of its own in the row counts for the start. The end may be on the next day.
    if (side === "start") cells.push(...getCells(values, "both", "date"));
    const days = cells.flatMap(({ time }) => time?.start.date ?? []);
    if (new Set(days).size > 1)
      return refuse(formatCells(cells), `are different days for one ${side}. Map one of them.`);
    const [date] = days;
    const weekday = side === "start" && values.find(({ cell }) => isOtherWeekday(cell.text, date))?.cell.text;
    if (weekday) return refuse(formatCells(cells), `is not a ${weekday}. Correct the day or the date.`);
  }
  return undefined;
}

function isOtherWeekday(text: string, date: string | undefined): boolean {
  const weekday = findWeekday(fold(text));
  return weekday !== undefined && date !== undefined && weekdayOf(date) !== weekday;
}

/**
 * The cells of a kind; when some of them are dates or times, only those: `{date: "2027-03-01", day:
 * "Monday"}`.
 */
function getCells(values: readonly Value[], side: Side, part: Part): Cell[] {
  const cells = values.filter((value) => value.side === side && value.part === part).map(({ cell }) => cell);
  const known = cells.filter(({ parsed }) => parsed !== undefined);
  return cells.length > 1 && part !== "timeZone" && known.length > 0 ? known : cells;
}

const isDated = ({ parsed }: Cell): boolean =>
  parsed !== undefined && ("value" in parsed || parsed.problem !== noDate);

const isOnlyDay = ({ time }: Cell): boolean =>
  time !== undefined && time.start.time === undefined && time.timeProblem === undefined;

/** A day as a spreadsheet or a program gives it: alone, at midnight, or as an instant. */
const isDayCell = (cell: Cell): boolean =>
  isOnlyDay(cell) ||
  (cell.time?.end === undefined && (cell.time?.start.time === "00:00" || cell.time?.instant === true));

/** One moment from a column with both, or from a date column and a time column. */
function joinCells(
  moment: Cell | undefined,
  time: Cell | undefined,
  date: Cell | undefined,
  today: string | undefined,
): Cell | undefined {
  const main = moment ?? time;
  // Midnight in a column of days is no time of day.
  if (main === undefined)
    return date?.time?.start.time === "00:00" && !date.time.end ? toDayCell(date, today) : date;
  if (date !== undefined && !isDated(main)) return appendTime(date, main, today);
  return main === moment && time !== undefined && isDayCell(main) ? appendTime(main, time, today) : main;
}

const toDayCell = ({ text, time }: Cell, today: string | undefined): Cell =>
  createCell(time?.start.date ?? text, today);

function appendTime(date: Cell, time: Cell, today: string | undefined): Cell {
  if (isDated(time)) return time;
  const { text } = isDayCell(date) && !isOnlyDay(date) ? toDayCell(date, today) : date;
  const joined = createCell(`${text} ${time.text}`, today, time.timeZone ?? date.timeZone);
  return date.time?.instant ? { ...joined, day: date.time } : joined;
}

function joinRange(start: Cell, end: Cell | undefined, today: string | undefined): TimeItem {
  if (end === undefined) return start;
  // Calendars write the day after as the end of a whole day.
  if (isCalendarDate(start.text) && (end.text === start.text || end.text === nextDay(start.text)))
    return start;
  if (!isOnlyDay(end) && isOnlyDay(start) && start.time !== undefined) {
    const timeProblem = "has an end without a start. Map the start too.";
    const { date } = start.time.start;
    return { text: `${start.text}, ${end.text}`, parsed: { value: { start: { date }, timeProblem } } };
  }
  return createCell(`${start.text} - ${end.text}`, today);
}

/** Puts the time zones of a line item into what was parsed. Days and times with an offset need none. */
function attachZones(
  { text, parsed }: TimeItem,
  startZone: string | undefined,
  endZone: string | undefined,
  end: Cell | undefined,
  today: string | undefined,
): TimeItem {
  if (parsed === undefined || "problem" in parsed || parsed.value.start.time === undefined)
    return { text, parsed };
  const value = { ...parsed.value };
  const year = Number(value.start.date.slice(0, 4));
  const names: string[] = [];
  if (startZone !== undefined && value.start.offset === undefined) {
    const zone = parseTimeZone(startZone, year);
    if ("problem" in zone) return refuse(text, explainTimeZone(startZone, zone.problem));
    if (value.timeZone !== undefined && !isSameZone(value.timeZone, zone.timeZone))
      return refuse(text, `has two time zones: its own and ${zone.timeZone}. Keep one of them.`);
    value.timeZone = zone.timeZone;
    names.push(zone.timeZone);
  }
  if (value.end !== undefined && end !== undefined && endZone !== undefined) {
    // The offset that the end has itself: in a range it would take the one of the start.
    const own = isDated(end) ? end : createCell(`${value.start.date} ${end.text}`, today);
    if (own.time?.start.offset === undefined) {
      const zone = parseTimeZone(endZone, year);
      if ("problem" in zone) return refuse(text, explainTimeZone(endZone, zone.problem));
      if (zone.timeZone !== value.timeZone) {
        const { offset: _, ...clock } = value.end;
        value.end = { ...clock, timeZone: zone.timeZone };
        names.push(zone.timeZone);
      }
    }
  }
  return { text: names.length === 0 ? text : `${text} (${names.join(" to ")})`, parsed: { value } };
}

/** The duration columns of a line item; a number alone counts in the unit that the column is named after. */
function parseDuration(values: readonly Value[]): ParseResult<number> | undefined {
  const durations = values.filter(({ part }) => part === "duration");
  const results = durations.map(({ cell: { text }, unit, key }): ParseResult<number> => {
    const value = parseMinutes(unit !== undefined && /^[\d.,]+$/.test(text) ? `${text} ${unit}` : text);
    if (value !== undefined) return { value };
    return {
      problem: `has the length ${quoteValue(text)} (${key}), which is not a duration. Write it in minutes, such as 90, or as 1 h 30 min.`,
    };
  });
  const different = new Set(results.map((result) => JSON.stringify(result))).size > 1;
  const refused = results.find((result) => "problem" in result);
  if (refused !== undefined || !different) return refused ?? results[0];
  const texts = durations.map(({ cell }) => quoteValue(cell.text)).join(", ");
  return { problem: `has several lengths (${texts}). Keep one of them.` };
}
