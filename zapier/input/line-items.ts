/** Line items: objects with columns such as Start, End, Date and Time, as sheets, forms and calendars give them. */
import { isCalendarDate, isSameZone, nextDay } from "../../src/time/index.ts";
import type { ParseResult } from "./dates.ts";
import { parseMinutes } from "./duration.ts";
import { dropBlanks, listLeaves } from "./form-values.ts";
import { quoteValue } from "./input-error.ts";
import { type Column, findColumns, type Part, type Side } from "./line-item-columns.ts";
import { noDate, type ParsedTime, type ParseTimeResult, parseTime } from "./parse-time.ts";
import { explainTimeZone, parseTimeZone } from "./time-zone.ts";

/** One date or time of a list field: the text that the person entered, and its parsed value. */
export interface TimeItem {
  text: string;
  parsed: ParseTimeResult;
  /** Minutes, when the line item has a duration column, or why that cannot be used. */
  duration?: ParseResult<number>;
}

/** More columns than any table has for a start, an end and a duration. */
const maxColumns = 40;

/** What limits parsing, and the day that "today" is. */
export interface ParseBudget {
  /** Pieces that may still be parsed. Below zero: some were left out. */
  pieces: number;
  /** YYYY-MM-DD */
  today?: string | undefined;
}

/** Takes pieces from the budget. Returns whether there were enough. */
export function takePieces(budget: ParseBudget, count: number): boolean {
  budget.pieces -= count;
  return budget.pieces >= 0;
}

/**
 * The dates or times of a line item: one, or one for each row when its columns are lists. Returns undefined when the
 * object has no column for a date, a start or an end.
 */
export function parseLineItem(
  object: Readonly<Record<string, unknown>>,
  budget: ParseBudget,
): TimeItem[] | undefined {
  const columns = findColumns(object).filter(({ cell }) => dropBlanks(cell) !== undefined);
  const hasTime = columns.some(({ part }) => part !== "timeZone" && part !== "duration");
  if (hasTime) return parseRows(columns, budget);
  const others = Object.entries(object).filter(([, cell]) => dropBlanks(cell) !== undefined);
  if (columns.length === 0 || others.length > columns.length) return undefined;
  const text = columns.map(({ key, cell }) => `${key}: ${listLeaves(cell).join(", ")}`).join(", ");
  return [
    refuse(text, "is in a line item without a date and a start. Map them too, or clear the line item."),
  ];
}

function parseRows(columns: readonly Column[], budget: ParseBudget): TimeItem[] {
  const lists = columns.filter(({ cell }) => Array.isArray(cell)) as (Column & { cell: unknown[] })[];
  if (lists.length === 0) {
    if (!takePieces(budget, 1)) return [];
    return parseRow(columns, budget.today) ?? [];
  }
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

const refuse = (text: string, problem: string): TimeItem => ({ text, parsed: { problem } });

/** A cell with one value, and the time zone that a calendar writes beside it. Parsed at most once. */
interface Cell {
  text: string;
  timeZone?: string | undefined;
  parse: () => ParseTimeResult;
}

function createCell(text: string, today: string | undefined, timeZone?: string): Cell {
  let result: { parsed: ParseTimeResult } | undefined;
  const parse = () => {
    result ??= { parsed: parseTime(text, today) };
    return result.parsed;
  };
  return { text, timeZone, parse };
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
  const shared = pick("both", "timeZone")?.text;
  const startZone = start.timeZone ?? pick("start", "timeZone")?.text ?? shared;
  const endZone = end?.timeZone ?? pick("end", "timeZone")?.text ?? shared ?? startZone;
  const duration = parseDuration(values);
  const item = attachZones(joinRange(start, end, today), startZone, end && endZone, end, today);
  return [{ ...item, ...(duration !== undefined && { duration }) }];
}

/** Columns that say different things about the same part. */
function findConflict(values: readonly Value[]): TimeItem | undefined {
  for (const { side, part } of new Map(
    values.map((value) => [`${value.side} ${value.part}`, value]),
  ).values()) {
    const cells = getCells(values, side, part);
    if (part === "duration" || cells.length === 1) continue;
    if (new Set(cells.map((cell) => normalizeCell(cell, part))).size > 1)
      return refuse(formatCells(cells), "are several values in one line item. Map one of them.");
  }
  for (const side of ["start", "end"] as const) {
    const cells = (["moment", "date", "time"] as const).flatMap((part) => getCells(values, side, part));
    // A day of its own in the row counts for the start. The end may be on the next day.
    if (side === "start") cells.push(...getCells(values, "both", "date"));
    const days = cells.length === 1 ? [] : cells.flatMap((cell) => getTime(cell)?.start.date ?? []);
    if (new Set(days).size > 1)
      return refuse(formatCells(cells), `are different days for one ${side}. Map one of them.`);
  }
  return undefined;
}

const formatCells = (cells: readonly Cell[]): string => cells.map(({ text }) => text).join(", ");

/** The cells of a kind; when some of them are dates or times, only those: `{date: "2027-03-01", day: "Monday"}`. */
function getCells(values: readonly Value[], side: Side, part: Part): readonly Cell[] {
  const cells = values.filter((value) => value.side === side && value.part === part).map(({ cell }) => cell);
  if (cells.length <= 1 || part === "timeZone") return cells;
  const known = cells.filter((cell) => cell.parse() !== undefined);
  return known.length > 0 ? known : cells;
}

const normalizeCell = (cell: Cell, part: Part): string =>
  part === "timeZone" ? cell.text.toLowerCase() : JSON.stringify(cell.parse() ?? cell.text);

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
  return text === undefined || others.length > 0 ? undefined : createCell(text, today);
}

const isDated = (cell: Cell): boolean => {
  const parsed = cell.parse();
  return parsed !== undefined && ("value" in parsed || parsed.problem !== noDate);
};

const getTime = (cell: Cell): ParsedTime | undefined => {
  const parsed = cell.parse();
  return parsed !== undefined && "value" in parsed ? parsed.value : undefined;
};

const isOnlyDay = (cell: Cell): boolean => {
  const time = getTime(cell);
  return time !== undefined && time.start.time === undefined && time.timeProblem === undefined;
};

/** One moment from a column with both, or from a date column and a time column. */
function joinCells(
  moment: Cell | undefined,
  time: Cell | undefined,
  date: Cell | undefined,
  today: string | undefined,
): Cell | undefined {
  const main = moment ?? time;
  if (main === undefined) return date;
  if (date !== undefined && !isDated(main)) return appendTime(date, main, today);
  return main === moment && time !== undefined && isOnlyDay(main) ? appendTime(main, time, today) : main;
}

function appendTime(date: Cell, time: Cell, today: string | undefined): Cell {
  if (isDated(time)) return time;
  return createCell(`${date.text} ${time.text}`, today, time.timeZone ?? date.timeZone);
}

function joinRange(start: Cell, end: Cell | undefined, today: string | undefined): TimeItem {
  // Calendars write the day after as the end of a whole day.
  const isWholeDay =
    isCalendarDate(start.text) && (end?.text === start.text || end?.text === nextDay(start.text));
  const day =
    end !== undefined && !isOnlyDay(end) && isOnlyDay(start) ? getTime(start)?.start.date : undefined;
  if (day !== undefined) {
    const timeProblem = "has an end without a start. Map the start too.";
    return { text: `${start.text}, ${end?.text}`, parsed: { value: { start: { date: day }, timeProblem } } };
  }
  const range = end === undefined || isWholeDay ? start : createCell(`${start.text} - ${end.text}`, today);
  return { text: range.text, parsed: range.parse() };
}

/** Puts the time zones of a line item into what was parsed. Days and times with an offset need none. */
function attachZones(
  item: TimeItem,
  startZone: string | undefined,
  endZone: string | undefined,
  end: Cell | undefined,
  today: string | undefined,
): TimeItem {
  const { text, parsed } = item;
  if (parsed === undefined || "problem" in parsed || parsed.value.start.time === undefined) return item;
  const value = { ...parsed.value };
  const names: string[] = [];
  if (startZone !== undefined && value.start.offset === undefined) {
    const zone = parseTimeZone(startZone);
    if ("problem" in zone) return refuse(text, explainTimeZone(startZone, zone.problem));
    const { timeZone } = zone;
    if (value.timeZone !== undefined && !isSameZone(value.timeZone, timeZone))
      return refuse(text, `has two time zones: its own and ${timeZone}. Keep one of them.`);
    value.timeZone = timeZone;
    names.push(timeZone);
  }
  if (value.end !== undefined && end !== undefined && endZone !== undefined) {
    // The offset that the end has itself: in a range it would take the one of the start.
    const own = isDated(end) ? end : createCell(`${value.start.date} ${end.text}`, today);
    const hasOffset = getTime(own)?.start.offset !== undefined;
    const zone = parseTimeZone(endZone);
    if (!hasOffset && "problem" in zone) return refuse(text, explainTimeZone(endZone, zone.problem));
    const timeZone = "problem" in zone ? undefined : zone.timeZone;
    if (!hasOffset && timeZone !== undefined && timeZone !== value.timeZone) {
      const { date, time } = value.end;
      value.end = { date, ...(time !== undefined && { time }), timeZone };
      names.push(timeZone);
    }
  }
  return { text: names.length === 0 ? text : `${text} (${names.join(" to ")})`, parsed: { value } };
}

/** The duration columns of a line item; a number alone counts in the unit that the column is named after. */
function parseDuration(values: readonly Value[]): ParseResult<number> | undefined {
  const results = values.flatMap(({ part, cell: { text }, unit, key }) => {
    if (part !== "duration") return [];
    const value = parseMinutes(unit !== undefined && /^[\d.,]+$/.test(text) ? `${text} ${unit}` : text);
    const problem = `has the length ${quoteValue(text)} (${key}), which is not a duration. Write it in minutes, such as 90, or as 1 h 30 min.`;
    return [{ text, result: value === undefined ? { problem } : { value } }];
  });
  const refused = results.find(({ result }) => "problem" in result)?.result;
  if (refused !== undefined) return refused;
  if (new Set(results.map(({ result }) => JSON.stringify(result))).size > 1)
    return {
      problem: `has several lengths (${results.map(({ text }) => quoteValue(text)).join(", ")}). Keep one of them.`,
    };
  return results[0]?.result;
}
