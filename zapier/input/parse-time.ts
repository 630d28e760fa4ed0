import { addDays } from "../../src/time/index.ts";
import { resolveRange } from "./clock-range.ts";
import { parseOffset, type WrittenOffset } from "./offset.ts";
import { parseDate } from "./parse-date.ts";
import {
  type ClockTime,
  Cursor,
  formatClock,
  parseClock,
  splitSuffix,
  type Token,
  tokenize,
  toMinutes,
} from "./time-tokens.ts";

/** A date and perhaps a time of day, as a wall clock shows them. */
export interface Moment {
  /** YYYY-MM-DD */
  date: string;
  /** HH:mm, with seconds when they are not zero. */
  time?: string;
  /** Such as "+05:30"; undefined when none was written. */
  offset?: string;
  /** IANA zone of an end that has another one than its start. */
  timeZone?: string;
}

/** A day, a time, or a time with its end. */
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

/** The parsed text, or the problem of a text in a known form, or undefined for a text in no known form. */
export type ParseTimeResult = { value: ParsedTime } | { problem: string } | undefined;

/** The problem of a time of day without a date. */
export const noDate = "has no date. Add it.";

/** Longer than any date with two times and a time zone. */
const maxLength = 200;

/**
 * Parses one written date or time in linear time. Everything that is documented in docs/zapier.md is recognized;
 * what has two meanings gives a problem. `today` (YYYY-MM-DD) is what "today" and "tomorrow" count from.
 */
export function parseTime(written: string, today?: string): ParseTimeResult {
  const text = written.replace(/\s+/g, " ").trim().replace(compact, "$1-$2-$3T$4:$5:$6");
  if (text.length > maxLength) return undefined;
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
  if (offset !== undefined) sides.start.offset = { offset, form: "digits" };
  if (endOffset !== undefined && sides.end !== undefined)
    sides.end.offset = { offset: endOffset, form: "digits" };
  return count(toParsed(sides, timeZone), days);
}

/** ISO 8601 without separators, as calendar files have it. */
const compact = /\b(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(?!\d)/gi;

interface Side {
  date?: string | undefined;
  clock?: ClockTime | undefined;
  offset?: WrittenOffset | undefined;
  /** The time follows the date with a T, as in ISO 8601. */
  joined?: boolean;
  /** Of an end: the dash, slash or word before it, and whether white space stands around that. */
  sign?: Token;
  spaced?: boolean;
}

interface Sides {
  start: Side & { date: string };
  end?: Side | undefined;
}

const rangeWords = ["to", "until", "till", "til", "thru", "through", "bis"];

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
    const offset = parseOffset(cursor, clock, false);
    const end = parseEnd(cursor, today);
    if (clock.bare && end?.clock?.half === undefined) return undefined;
    cursor.take(",");
    cursor.take("on");
    const date = parseDate(cursor, today);
    if (date === undefined && !cursor.done) return undefined;
    if (date === undefined) cursor.refuse(noDate);
    return { start: { date: date ?? "2000-01-01", clock, offset }, end };
  });
}

/** The time of day behind a date with what may stand between them, and its offset. */
function parseClockAfterDate(cursor: Cursor): Side | undefined {
  return cursor.attempt(() => {
    const joined = cursor.peek()?.spaced === false && cursor.take("t") !== undefined;
    if (!joined) takeBetween(cursor);
    const clock = parseClock(cursor);
    if (clock === undefined) return undefined;
    return { clock, joined, offset: parseOffset(cursor, clock, joined) };
  });
}

function takeBetween(cursor: Cursor): void {
  cursor.take(",", "\u00b7", "\u22c5", "\u2022");
  cursor.take("at", "@", "from");
  const [dash, next] = [cursor.peek(), cursor.peek(1)];
  // A dash with spaces around it; directly before digits it would be a sign.
  if (dash?.kind === "dash" && dash.spaced && next?.spaced) cursor.at++;
}

function parseEnd(cursor: Cursor, today?: string): Side | undefined {
  return cursor.attempt(() => {
    const sign = takeRangeSign(cursor);
    if (sign === undefined) return undefined;
    const spaced = sign.spaced || cursor.peek()?.spaced === true;
    const date = parseDate(cursor, today);
    if (date !== undefined) return { date, ...parseClockAfterDate(cursor), sign, spaced };
    const clock = parseClock(cursor) ?? parseDigits(cursor);
    return clock && { clock, offset: parseOffset(cursor, clock, false), sign, spaced };
  });
}

function takeRangeSign(cursor: Cursor): Token | undefined {
  const token = cursor.peek();
  if (token?.kind !== "dash" && token?.text !== "/" && !rangeWords.includes(token?.text ?? ""))
    return undefined;
  cursor.at++;
  return token;
}

/** Three or four digits as an end are recognized, so that the whole text is quoted, but could be an offset. */
function parseDigits(cursor: Cursor): ClockTime | undefined {
  if (cursor.takeNumber(3, 4) === undefined) return undefined;
  return { hour: Number.NaN, minute: 0, second: 0, bare: true, precise: false };
}

const bareHour = "has an hour without minutes. Add am or pm, or write it as 9:00.";

const slash =
  "has two times with a slash between them. Write each time by itself, or a range with a dash: 09:00 - 10:00.";

const rangeOrShift =
  "could be a range or an offset from UTC. Write 09:00 UTC - 10:00 UTC, or the offset without a space: UTC-5.";

const ambiguousOffset =
  "could be a range or a time with an offset. Write the range with spaces, or the offset after T and seconds: 2027-03-01T14:00:00-05:00.";

function toParsed({ start, end }: Sides, timeZone: string | undefined): ParsedTime {
  const zone = timeZone === undefined ? {} : { timeZone };
  if (start.clock === undefined) {
    // A range of days, or a day before a time that lacks its own.
    return {
      start: { date: start.date },
      ...(end !== undefined && { end: { date: end.date ?? start.date } }),
    };
  }
  const problem = findTimeProblem(start, start.clock, end, timeZone);
  if (problem !== undefined) {
    const day = { date: start.date };
    return { start: day, ...(end?.date !== undefined && { end: { date: end.date } }), timeProblem: problem };
  }
  // A name at the end of a range counts for both of its times.
  const offset = (start.offset ?? (end?.offset?.form === "digits" ? undefined : end?.offset))?.offset;
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

function findTimeProblem(
  start: Side,
  clock: ClockTime,
  end: Side | undefined,
  timeZone: string | undefined,
): string | undefined {
  const { offset, joined } = start;
  if (end?.sign?.text === "/" && (end.spaced || !joined || !end.joined)) return slash;
  if (offset?.asEnd !== undefined && end === undefined && !("problem" in resolveRange(clock, offset.asEnd)))
    return ambiguousOffset;
  const problem = offset?.problem ?? end?.offset?.problem;
  if (problem !== undefined) return problem;
  if (Number.isNaN(end?.clock?.hour)) return "has an end that is not a time. Write it as 10:00.";
  if (end === undefined || end.clock === undefined) {
    if (end !== undefined) return "has an end without a time of day. Add it.";
    if (clock.bare) return bareHour;
    if (clock.hour === 24) return "starts at 24:00. Write 00:00 for the start of a day.";
    return undefined;
  }
  return findOffsetProblem(start, end, timeZone) ?? findMixedProblem(start, clock, end, end.clock);
}

/** An end without a zone behind a start that names one: its digits could be meant as an offset from that zone. */
function findOffsetProblem(start: Side, end: Side, timeZone: string | undefined): string | undefined {
  if (start.offset === undefined && end.offset !== undefined && (end.offset.form === "digits" || end.joined))
    return "has an offset on one side only. Write it on both sides.";
  const couldBeOffset = end.date === undefined && /^[\p{Pd}\u2212]+$/u.test(end.sign?.text ?? "");
  if (start.offset?.form === "name" && end.offset === undefined && timeZone === undefined && couldBeOffset)
    return rangeOrShift;
  return undefined;
}

/** Times of two days or two offsets are not completed by each other, as those of one day are. */
function findMixedProblem(start: Side, clock: ClockTime, end: Side, endClock: ClockTime): string | undefined {
  const sameOffset = end.offset === undefined || (start.offset ?? end.offset).offset === end.offset.offset;
  if (end.date === undefined && sameOffset) return undefined;
  if (clock.bare || endClock.bare) return bareHour;
  if (clock.hour === 24) return "starts at 24:00. Write 00:00 for the start of a day.";
  const open = clock.half === undefined ? clock : endClock;
  return (clock.half === undefined) !== (endClock.half === undefined) && open.hour >= 1 && open.hour <= 12
    ? "has am or pm on one side only. Write it on both sides."
    : undefined;
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
