import { isCalendarDate, nextDay } from "../../src/time/index.ts";
import { parseMinutes } from "./duration.ts";
import { parseJsonText } from "./lists.ts";
import { noYear } from "./parse-date.ts";
import { noDate, type ParseTimeResult, parseTime } from "./parse-time.ts";

/** One date or time of a list field: as it was written, and what it was parsed as. */
export interface TimeItem {
  text: string;
  parsed: ParseTimeResult;
  /** Minutes, when the value came with a length of its own. */
  duration?: number;
}

/** The values of a list field. */
export interface TimeList {
  items: TimeItem[];
  /** There are more values than any poll takes; not all of them are parsed. */
  tooMany: boolean;
}

/** A date with weekday, year and times has at most this many commas, and one more piece. */
const maxPieces = 5;

/** Enough for a hundred options with all their commas. */
const maxParsedPieces = 600;

/**
 * The dates or times of a list field, whatever shape Zapier gave it: single texts, lists, line items with a start and
 * an end, JSON, or text joined by line breaks, semicolons, commas or "and". A comma inside a date does not divide it, and
 * neighbouring pieces that nothing is recognized in stay one text. Repeats are dropped.
 */
export function splitTimes(value: unknown, today?: string): TimeList {
  const budget = { pieces: maxParsedPieces, today };
  const items = splitValue(parseJsonText(value), budget);
  const unique = new Map(items.map((item) => [`${item.text} ${item.duration ?? ""}`, item]));
  return { items: [...unique.values()], tooMany: budget.pieces < 0 };
}

/** What may still be parsed, and the day that "today" is. */
interface Budget {
  /** Below zero when pieces were left out. */
  pieces: number;
  today?: string | undefined;
}

function splitValue(value: unknown, budget: Budget): TimeItem[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((item) => splitValue(item, budget));
  if (typeof value === "object") {
    const fields = new Map(
      Object.entries(value).map(([key, item]) => [key.toLowerCase().replace(/[^a-z]/g, ""), item]),
    );
    return splitLineItem(fields, budget) ?? Object.values(value).flatMap((item) => splitValue(item, budget));
  }
  const lines = new Set(String(value).split(/[;\n\r]/));
  return [...lines].flatMap((line) => splitLine(line.trim().replace(/^[-*\u2022] /, ""), budget));
}

/** Whether the given number of further pieces may be parsed; counts them. */
function spend(budget: Budget, pieces: number): boolean {
  budget.pieces -= pieces;
  return budget.pieces >= 0;
}

type Fields = ReadonlyMap<string, unknown>;

const keys = {
  start: ["start", "startdatetime", "starttime", "startsat", "startdate", "begin", "from", "datetime"],
  end: ["end", "enddatetime", "endtime", "endsat", "enddate", "until", "to"],
  date: ["date", "day"],
  time: ["time"],
  duration: ["durationminutes", "duration", "minutes"],
  timeZone: ["timezone"],
};

const pick = (fields: Fields, names: readonly string[]): unknown =>
  names.map((name) => fields.get(name)).find((value) => value !== undefined && value !== null);

/** A line item with a start and an end, or a date and a time; `undefined` when it is only a group of values. */
function splitLineItem(fields: Fields, budget: Budget): TimeItem[] | undefined {
  const columns = pick(fields, keys.start) ?? pick(fields, keys.date);
  if (Array.isArray(columns))
    return columns.flatMap((_, row) => {
      const cells = [...fields].map(([key, cell]) => [key, Array.isArray(cell) ? cell[row] : cell] as const);
      return splitLineItem(new Map(cells), budget) ?? [];
    });
  const { today } = budget;
  const [start, end] = [readMoment(pick(fields, keys.start)), readMoment(pick(fields, keys.end))];
  const date = readMoment(pick(fields, keys.date))?.text;
  if (start === undefined) {
    const time = readMoment(pick(fields, keys.time))?.text;
    const text = date !== undefined && time !== undefined ? `${date} ${time}` : date;
    if (text === undefined) return undefined;
    return spend(budget, 1) ? [withDuration(text, fields, today)] : [];
  }
  if (!spend(budget, 1)) return [];
  const dated = date === undefined || hasDate(start.text, today) ? start.text : `${date} ${start.text}`;
  const zone = start.timeZone ?? readMoment(pick(fields, keys.timeZone))?.text;
  // Floating times, days and offsets need no zone.
  const suffix =
    zone === undefined || /[zZ]$|[+-]\d\d:?\d\d$/.test(dated) || isCalendarDate(dated) ? "" : ` (${zone})`;
  if (end === undefined) return [withDuration(`${dated}${suffix}`, fields, today)];
  // Calendars write the day after as the end of a whole day.
  const wholeDay = isCalendarDate(dated) && (end.text === dated || end.text === nextDay(dated));
  const text = wholeDay ? dated : `${dated} - ${end.text}${suffix}`;
  return [{ text, parsed: parseTime(text, today) }];
}

const hasDate = (text: string, today?: string): boolean => {
  const parsed = parseTime(text, today);
  return parsed !== undefined && "value" in parsed;
};

function withDuration(text: string, fields: Fields, today?: string): TimeItem {
  const written = readMoment(pick(fields, keys.duration))?.text;
  const duration = written === undefined ? undefined : parseMinutes(written);
  return { text, parsed: parseTime(text, today), ...(duration !== undefined && { duration }) };
}

/** A single value, or a calendar's `{dateTime, timeZone}` or `{date}`. */
function readMoment(value: unknown): { text: string; timeZone?: string } | undefined {
  if (typeof value === "string" || typeof value === "number") return { text: String(value) };
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { dateTime, date, timeZone } = value as Record<string, unknown>;
  const text = dateTime ?? date;
  if (typeof text !== "string") return undefined;
  return typeof timeZone === "string" ? { text, timeZone } : { text };
}

/** A part of a line, and what stands before it: a comma or "and". */
interface Piece {
  text: string;
  separator: string;
}

/** How well a line is understood when it is divided at some of its separators. */
interface Division {
  cost: number;
  items: { item: TimeItem; separator: string }[];
}

/** Divides a line at its commas and its "and" so that as much as possible of it is recognized. Takes linear time. */
function splitLine(line: string, budget: Budget): TimeItem[] {
  const pieces = splitPieces(line.replace(/^\[(.*)\]$/, "$1"));
  if (!spend(budget, pieces.length)) return [];
  const { today } = budget;
  const best: Division[] = [{ cost: 0, items: [] }];
  // best[n] is the division of the last n pieces.
  for (let count = 1; count <= pieces.length; count++) {
    const begin = pieces.length - count;
    const divisions = Array.from({ length: Math.min(maxPieces, count) }, (_, index) => {
      const [first, ...others] = pieces.slice(begin, begin + index + 1);
      const { text: start = "", separator = "" } = first ?? {};
      const text = others.reduce((all, piece) => `${all}${piece.separator}${piece.text}`, start);
      return join({ text, parsed: parseTime(text, today) }, separator, index + 1, best[count - index - 1]);
    });
    best[count] = divisions.reduce((one, other) => (other.cost < one.cost ? other : one));
  }
  return best[pieces.length]?.items.map(({ item }) => item) ?? [];
}

function join(
  item: TimeItem,
  separator: string,
  pieces: number,
  rest: Division = { cost: 0, items: [] },
): Division {
  const [next, ...others] = rest.items;
  if (item.parsed === undefined && pieces > 1) return { cost: Number.POSITIVE_INFINITY, items: [] };
  const cost = rest.cost + (item.parsed === undefined ? 2 : "problem" in item.parsed ? 1 : 0);
  if (next === undefined || !belongTogether(item, next.item))
    return { cost, items: [{ item, separator }, ...rest.items] };
  const text = `${item.text}${next.separator}${next.item.text}`;
  return { cost, items: [{ item: { text, parsed: undefined }, separator }, ...others] };
}

/** Whether neighbours are parts of one text that is not understood: each lacks something, and not the same. */
function belongTogether(item: TimeItem, next: TimeItem): boolean {
  const [one, other] = [lackOf(item), lackOf(next)];
  return one !== undefined && other !== undefined && (one !== other || one === "everything");
}

function lackOf({ parsed }: TimeItem): string | undefined {
  if (parsed === undefined) return "everything";
  return "problem" in parsed && [noDate, noYear].includes(parsed.problem) ? parsed.problem : undefined;
}

const separators = /,|\t| (?:and|&) /iy;

/** The pieces between commas, tabs, "and" or "&" that are in no brackets, without quotation marks. */
function splitPieces(line: string): Piece[] {
  const pieces: Piece[] = [];
  let depth = 0;
  let begin = 0;
  let separator = ", ";
  const add = (end: number) => {
    const text = stripQuotes(line.slice(begin, end));
    if (text !== "") pieces.push({ text, separator });
  };
  for (let at = 0; at < line.length; at++) {
    const character = line[at];
    if (character === "(" || character === "[") depth++;
    if (character === ")" || character === "]") depth = Math.max(0, depth - 1);
    separators.lastIndex = at;
    const found = depth > 0 ? undefined : separators.exec(line)?.[0];
    if (found === undefined) continue;
    add(at);
    separator = found.length === 1 ? ", " : found;
    begin = at + found.length;
    at = begin - 1;
  }
  add(line.length);
  return pieces;
}

const stripQuotes = (text: string): string => {
  const trimmed = text.trim();
  const quoted = /^["'\u201c\u2018]/.test(trimmed) && /["'\u201d\u2019]$/.test(trimmed) && trimmed.length > 1;
  return quoted ? trimmed.slice(1, -1).trim() : trimmed;
};
