import { addDays } from "../../src/time/index.ts";
import { resolveRange } from "./clock-range.ts";
import { parseOffset, type WrittenOffset } from "./offset.ts";
import { type ClockTime, formatClock, parseClock, toMinutes } from "./parse-clock.ts";
import { parseDate } from "./parse-date.ts";
import { splitSuffix } from "./time-suffix.ts";
import { Cursor, tokenize } from "./time-tokens.ts";

/** A date and perhaps a time of day, as a wall clock shows them. */
export interface Moment {
  /** YYYY-MM-DD */
  date: string;
  /** HH:mm, with seconds when they are not zero. */
  time?: string;
  /** Such as "+05:30"; undefined when none was written. */
  offset?: string;
}

/** What a text says: a day, a time, or a time with its end. */
export interface ParsedTime {
  start: Moment;
  end?: Moment;
  /** The IANA zone that the text names. */
  timeZone?: string;
  /** The end is on the next day although no date says so. */
  overnight?: true;
  /** Why no time can be taken from the text, although its date is clear. */
  timeProblem?: string;
}

/** A text that was parsed, one whose form was recognized but which cannot be meant, or undefined: not recognized. */
export type ParseTimeResult = { value: ParsedTime } | { problem: string } | undefined;

/** The problem of a time of day alone. */
export const noDate = "has no date.";

/** Longer than any date with two times and a time zone. */
const maxLength = 200;

/**
 * Parses one written date or time in linear time. Everything that is documented in docs/zapier.md is recognized;
 * what has two meanings gives a problem. `today` (YYYY-MM-DD) is what "today" and "tomorrow" count from.
 */
export function parseTime(written: string, today?: string): ParseTimeResult {
  const text = written.replace(/\s+/g, " ").trim().replace(compact, "$1-$2-$3T$4:$5:$6");
  if (text.length > maxLength) return undefined;
  const abbreviated = parseAbbreviated(text, today);
  if (abbreviated !== undefined) return abbreviated;
  const suffix = splitSuffix(text);
  const cursor = new Cursor(tokenize(suffix.text));
  const sides = parseDateFirst(cursor, today) ?? parseClockFirst(cursor, today);
  cursor.take(".", ",");
  if (sides === undefined || !cursor.done) return undefined;
  if (cursor.problem !== undefined) return { problem: cursor.problem };
  const { offset, endOffset = offset, timeZone, days = 0 } = suffix;
  if (timeZone !== undefined && sides.start.clock === undefined) return undefined;
  if (offset !== undefined && (sides.start.clock === undefined || sides.start.offset !== undefined))
    return undefined;
  if (offset !== undefined) sides.start.offset = { offset };
  if (endOffset !== undefined && sides.end !== undefined) sides.end.offset = { offset: endOffset };
  return count(toParsed(sides, timeZone), days);
}

/** A time with the abbreviation of a time zone: the day is clear, the time is not. */
function parseAbbreviated(text: string, today?: string): ParseTimeResult {
  const [, before, word] = /^(.+) ([A-Z]{2,5})$/.exec(text) ?? [];
  if (before === undefined || word === undefined || ["AM", "PM", "UTC", "GMT"].includes(word))
    return undefined;
  const parsed = parseTime(before, today);
  if (parsed === undefined || "problem" in parsed || parsed.value.start.time === undefined) return undefined;
  const timeProblem = `ends in ${word}: abbreviations of time zones are ambiguous, so leave it out and fill in Time Zone.`;
  return { value: { start: { date: parsed.value.start.date }, timeProblem } };
}

/** ISO 8601 without separators, as calendar files have it. */
const compact = /\b(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(?!\d)/gi;

interface Side {
  date?: string | undefined;
  clock?: ClockTime | undefined;
  offset?: WrittenOffset | undefined;
  /** The time follows the date with a T, as in ISO 8601. */
  joined?: boolean;
}

interface Sides {
  start: Side & { date: string };
  end?: Side | undefined;
}

const rangeWords = ["to", "until", "till", "til", "bis"];

function parseDateFirst(cursor: Cursor, today?: string): Sides | undefined {
  return cursor.attempt(() => {
    const date = parseDate(cursor, today);
    if (date === undefined) return undefined;
    const lastDay = cursor.attempt(() => (takeRangeSign(cursor) ? parseDate(cursor, today) : undefined));
    if (lastDay !== undefined)
      return { start: { date }, end: { date: lastDay, ...parseClockAfterDate(cursor) } };
    const start = { ...parseClockAfterDate(cursor), date };
    return { start, end: parseEnd(cursor, today) };
  });
}

/** `9am - 10am, March 1, 2027` */
function parseClockFirst(cursor: Cursor, today?: string): Sides | undefined {
  return cursor.attempt(() => {
    cursor.take("from", "at");
    const clock = parseClock(cursor);
    if (clock === undefined) return undefined;
    const end = parseEnd(cursor, today);
    if (clock.bare && end?.clock?.half === undefined) return undefined;
    cursor.take(",");
    cursor.take("on");
    const date = parseDate(cursor, today);
    if (date === undefined && !cursor.done) return undefined;
    if (date === undefined) cursor.refuse(noDate);
    return { start: { date: date ?? "2000-01-01", clock }, end };
  });
}

/** The time of day behind a date with what may stand between them, and its offset. */
function parseClockAfterDate(cursor: Cursor): Side | undefined {
  return cursor.attempt(() => {
    const joined = cursor.peek()?.spaced === false && cursor.take("t") !== undefined;
    if (!joined) takeBetween(cursor);
    const clock = parseClock(cursor);
    if (clock === undefined) return undefined;
    return { clock, joined, offset: parseOffset(cursor, joined || clock.precise) };
  });
}

function takeBetween(cursor: Cursor): void {
  cursor.take(",");
  cursor.take("at", "@", "from");
  const [dash, next] = [cursor.peek(), cursor.peek(1)];
  // A dash with spaces around it; directly before digits it would be a sign.
  if (dash?.kind === "dash" && dash.spaced && next?.spaced) cursor.at++;
}

function parseEnd(cursor: Cursor, today?: string): Side | undefined {
  return cursor.attempt(() => {
    if (!takeRangeSign(cursor)) return undefined;
    const date = parseDate(cursor, today);
    if (date !== undefined) return { date, ...parseClockAfterDate(cursor) };
    const clock = parseClock(cursor) ?? parseDigits(cursor);
    return clock && { clock, offset: parseOffset(cursor, false) };
  });
}

function takeRangeSign(cursor: Cursor): boolean {
  const token = cursor.peek();
  if (token?.kind !== "dash" && token?.text !== "/" && !rangeWords.includes(token?.text ?? "")) return false;
  cursor.at++;
  return true;
}

/** Three or four digits as an end are recognized, so that the whole text is quoted, but could be an offset. */
function parseDigits(cursor: Cursor): ClockTime | undefined {
  if (cursor.takeNumber(3, 4) === undefined) return undefined;
  return { hour: Number.NaN, minute: 0, second: 0, bare: true, precise: false };
}

const misplacedOffset =
  "has an offset that is not directly behind the time: write it as 2027-03-01T14:00:00-05:00.";

const ambiguousOffset =
  "could be a range or a time with an offset: write the range with spaces, or the offset behind T and seconds (2027-03-01T14:00:00-05:00).";

function toParsed({ start, end }: Sides, timeZone: string | undefined): ParsedTime {
  const zone = timeZone === undefined ? {} : { timeZone };
  if (start.clock === undefined) {
    // A range of days, or a day before a time that lacks its own.
    return {
      start: { date: start.date },
      ...(end !== undefined && { end: { date: end.date ?? start.date } }),
    };
  }
  const problem = findTimeProblem(start, start.clock, end);
  if (problem !== undefined) {
    const day = { date: start.date };
    return { start: day, ...(end?.date !== undefined && { end: { date: end.date } }), timeProblem: problem };
  }
  const offset = start.offset?.offset;
  if (end?.clock === undefined)
    return { start: toMoment(start.date, start.clock, undefined, offset), ...zone };
  const endOffset = end.offset?.offset ?? offset;
  if (end.date !== undefined || endOffset !== offset) {
    return {
      start: toMoment(start.date, start.clock, undefined, offset),
      end: toMoment(end.date ?? start.date, end.clock, undefined, endOffset),
      ...zone,
    };
  }
  const range = resolveRange(start.clock, end.clock);
  if ("problem" in range) return { start: { date: start.date }, timeProblem: range.problem };
  return {
    start: toMoment(start.date, start.clock, range.start, offset),
    end: toMoment(start.date, end.clock, range.end, offset),
    ...(range.end > 1440 && { overnight: true as const }),
    ...zone,
  };
}

function findTimeProblem(start: Side, clock: ClockTime, end: Side | undefined): string | undefined {
  if (start.offset?.misplaced) return misplacedOffset;
  if (Number.isNaN(end?.clock?.hour)) return "has an end that cannot be read: write it as 10:00.";
  const { offset, joined } = start;
  if (offset?.asClock !== undefined && end === undefined && !(joined && clock.precise)) {
    const [hour, minute] = [Math.floor(offset.asClock / 60), offset.asClock % 60];
    const asEnd = { hour, minute, second: 0, bare: false, precise: false };
    if (!("problem" in resolveRange(clock, asEnd))) return ambiguousOffset;
  }
  if (end === undefined || end.clock === undefined) {
    if (end !== undefined) return "has an end without a time of day.";
    if (clock.bare) return "has no time of day that can be read.";
    if (clock.hour === 24) return "starts at midnight: write 00:00 for the start of a day.";
  }
  if (start.offset === undefined && end?.offset !== undefined) return "has an offset on one side only.";
  if (end?.date !== undefined && (clock.bare || end.clock?.bare || clock.hour === 24))
    return "has no time of day that can be read.";
  return undefined;
}

/** The wall clock of a side; `minutes` after midnight of the date are those that a range gave it. */
function toMoment(
  date: string,
  clock: ClockTime,
  minutes: number | undefined,
  offset: string | undefined,
): Moment {
  const counted = minutes ?? toMinutes(clock);
  const seconds = clock.second === 0 ? "" : `:${String(clock.second).padStart(2, "0")}`;
  return {
    date: addDays(date, Math.floor(counted / 1440)),
    time: `${formatClock(counted % 1440)}${seconds}`,
    ...(offset !== undefined && { offset }),
  };
}

/** Moves a parsed time by whole days. */
function count(parsed: ParsedTime, days: number): ParseTimeResult {
  if (days === 0) return { value: parsed };
  const move = (moment: Moment): Moment => ({ ...moment, date: addDays(moment.date, days) });
  return {
    value: { ...parsed, start: move(parsed.start), ...(parsed.end && { end: move(parsed.end) }) },
  };
}
