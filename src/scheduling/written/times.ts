/** Reads a date with a time, an end, an offset or a time zone. What has two meanings gives a problem. */
import type { ProblemText } from "../../problem.ts";
import { addDays } from "../../time/index.ts";
import { dropNumber, fold } from "./clean.ts";
import { completeRange, type DateRules, takeDates } from "./days.ts";
import {
  type Clock,
  day,
  halfDay,
  type Offset,
  readPieces,
  type Side,
  type Sides,
  unclearOffset,
} from "./pieces.ts";
import { problem } from "./problem.ts";

/** A date and perhaps a time of day, as a wall clock shows them. */
export interface WrittenMoment {
  /** YYYY-MM-DD */
  date: string;
  /** HH:mm, with seconds when they are not zero. */
  clock?: string;
  /** Such as "+05:30"; undefined when none was written. */
  offset?: string | undefined;
  /** The IANA zone that the text names. */
  zone?: string | undefined;
  /** Another name of the zone, such as "edt" or "eastern time - new york". */
  zoneName?: string | undefined;
  /** Days to add to the time as the zone of the poll shows it. */
  move?: number | undefined;
}

/** A day, a time, or a time with its end, as it was written. */
export interface WrittenTime {
  start: WrittenMoment;
  end?: WrittenMoment | undefined;
  /** The start is in GMT by that name. */
  gmt?: boolean;
  /** The end is on the next day although no date says so. */
  overnight?: boolean;
  /** The start is an instant of a program, with Z or +00:00. */
  instant?: boolean;
  /** The date was counted from the current one. */
  relative?: boolean | undefined;
  /** Why no time can be taken from the text, although its date is clear. */
  doubt?: ProblemText | undefined;
}

/** What was read, or the problem of a text in a known format, or undefined for a text in no known format. */
export type Reading<Value> = { value: Value } | { problem: ProblemText } | undefined;

/** The day with which spreadsheets write a cell that has only a time of day. */
const timeCell =
  /^(?:1899-12-3[01]|12\/3[01]\/1899|3[01][./]12[./]1899)[t ](\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?)(?:\.0+)?$/i;

/** ISO 8601 without separators, as calendar files have it. */
const compact = /\b(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)(?!\d)/g;

/** A date in an email without seconds. With them, its offset can't be the end of a range. */
const mailDate = /^([a-z]{3}, \d{1,2} [a-z]{3} \d{4} \d{1,2}:\d\d)(?= [+-]\d{4}\b)/;

/** The year last, as C and "Formatter by Zapier" write it. */
const yearLast = /^((?:[a-z]{3} )?[a-z]{3} \d{1,2}) (\d\d:\d\d:\d\d(?: [+-]\d{4}| [a-z]+)?) (\d{4})$/;

const foldTime = (text: string): string =>
  fold(text)
    .replace(timeCell, "$1")
    .replace(compact, "$1-$2-$3t$4:$5:$6")
    .replace(mailDate, "$1:00")
    .replace(yearLast, "$1 $3 $2");

/** Noon and midnight in digits. */
const writeNoon = (text: string): string =>
  text
    .replace(/(?:(?<![\d:.])12 )?\b(?:noon|midday)\b/g, "12:00 pm")
    .replace(/(?:(?<![\d:.])12 )?\bmidnight\b/g, "24:00");

const counted = /^(.*[a-z\d]) ?([+-]) ?(\d{1,3}) ?(d|w|days?|weeks?)$/;

/** `9am - 10am, March 1, 2027` and `9:00 am - Monday, March 1, 2027`, perhaps with a zone. */
const dateLast = /^([^D]+?)(?: ?,)?(?: on)?(?: -)? ?D((?: ?[([].*| \S+\/\S+)?[.,]?)$/u;

/** Reads one date or time, with or without the number of its item in a list. */
export const readTime = (written: string, rules: DateRules = {}): Reading<WrittenTime> =>
  toReading(readSides(written, rules) ?? readSides(dropNumber(written), rules));

/** Reads a start and an end that stand apart. A start without a date is on `day`. */
export function readCells(
  [start, end]: readonly [string, string],
  rules: DateRules,
  day?: string,
): Reading<WrittenTime> {
  const [first, last] = [start, end].map((text) => readSides(text, rules));
  const wrong = [first, last].find((each) => each?.problem !== undefined && each.problem.code !== "no-date");
  if (wrong?.problem) return { problem: wrong.problem };
  const from = first?.start;
  const to = last?.start;
  if (!first || !from || (end !== "" && (!to || last?.end || first.end))) return undefined;
  const own = from.date ?? day;
  if (own === undefined) return { problem: noDate };
  const sides = { ...first, problem: undefined, start: { ...from, date: own }, isApart: true };
  if (!last || !to) return toReading(sides);
  const doubt = first.doubt ?? last.doubt;
  return toReading({ ...sides, end: to, doubt });
}

/**
 * A text that is a time of day and nothing else, as `HH:mm`. `end` says that it closes a range: midnight is then 24:00, and
 * otherwise 00:00. 24:00 does not start a range.
 */
export function readClock(written: string, end = false): Reading<string> {
  const { start, shape, problem: wrong } = readPieces(writeNoon(foldTime(written)), []) ?? {};
  if (start?.clock === undefined || shape !== "C") {
    const read = readTime(written);
    if (read === undefined) return undefined;
    if ("value" in read) return { problem: withDate };
    return read.problem.code === "sheet-time" ? read : undefined;
  }
  const { bare, second, minutes } = start.clock;
  if (wrong !== undefined) return { problem: wrong };
  if (bare) return { problem: bareHour };
  if (second) return undefined;
  if (end) return { value: minutes === 0 ? "24:00" : formatClock(minutes) };
  if (minutes < day) return { value: formatClock(minutes) };
  return /midnight/i.test(written) ? { value: "00:00" } : undefined;
}

const withDate = problem("no-clock", "has a date", "Enter only the time of day.");
const noDate = problem("no-date", "has no date", "Add it.", "which day they mean");
const bareHour = problem("half-day", "has an hour without minutes", "Add am or pm, or write it as 9:00.");

function readSides(written: string, rules: DateRules): Sides | undefined {
  const folded = foldTime(written);
  const [, whole = folded, sign, number = 0, unit = ""] = counted.exec(folded) ?? [];
  const taken = takeDates(whole, rules);
  const { text, dates } = completeRange(taken.text, taken.dates);
  const ordered = writeNoon(text).replace(dateLast, "D $1$2");
  const move = (sign === "-" ? -1 : 1) * Number(number) * (unit.startsWith("w") ? 7 : 1);
  const sides = readPieces(ordered, dates, move);
  // A number in front of a date, or without one, is no time.
  if (!text.startsWith("D") && (sides?.start.clock?.bare ?? true) && sides?.end?.clock?.half === undefined)
    return undefined;
  if (sides === undefined) return undefined;
  if (!ordered.startsWith("D")) sides.problem ??= noDate;
  return { ...sides, relative: /\b(?:now|today|tomorrow)\b/.test(whole) };
}

function toReading(sides: Sides | undefined): Reading<WrittenTime> {
  if (sides === undefined) return undefined;
  if (sides.problem !== undefined) return { problem: sides.problem };
  const { start, end, zone, relative, isApart = false } = sides;
  const { date = "", clock } = start;
  const endDate = end?.date ?? date;
  const toDate = (side: Side, on: string) => ({ date: addDays(on, side.move) });
  const days = { start: toDate(start, date), end: end && toDate(end, endDate), relative };
  if (clock === undefined) return end?.clock ? { problem: noStartClock } : { value: days };
  // A name at the end of a range counts for both of its times.
  const offset = start.offset ?? (end?.offset?.form === "digits" || isApart ? undefined : end?.offset);
  const endOffset = end?.offset ?? (isApart ? undefined : offset);
  const isOneDay = end?.date === undefined && (isApart ? end?.move === 0 : endOffset?.text === offset?.text);
  const zoneName = start.zoneName ?? end?.zoneName;
  const isTwice = zoneName !== undefined && (offset ?? endOffset ?? zone) !== undefined;
  const wrong = isTwice ? twoZones : isApart ? checkApart(end) : checkSides(start, clock, end, zone);
  const span = wrong ?? resolveClocks(clock, end?.clock, isOneDay);
  if ("message" in span) return { value: { ...days, doubt: sides.doubt ?? span } };
  const toMoment = (side: Side, on: string, { second }: Clock, minutes: number, own?: Offset) => {
    const isMoved = own === undefined && zone === undefined;
    const local = addDays(on, Math.floor(minutes / day) + (isMoved ? side.move : 0));
    return {
      date: local,
      clock: `${formatClock(minutes % day)}${second ? `:${pad(second)}` : ""}`,
      offset: own?.text,
      zone,
      zoneName: side.zoneName ?? zoneName,
      move: isMoved || side.move === 0 ? undefined : side.move,
    };
  };
  const { name, form, text } = start.offset ?? {};
  return {
    value: {
      start: toMoment(start, date, clock, span.from, offset),
      end: end?.clock && toMoment(end, endDate, end.clock, span.to, endOffset),
      overnight: isOneDay && span.to > day,
      instant: name === "z" || (form === "digits" && text === "+00:00"),
      gmt: offset?.name === "gmt",
      relative,
      doubt: sides.doubt,
    },
  };
}

const twoZones = problem("zone", "has two time zones", "Keep one of them.");
const noStartClock = problem("no-clock", "has a start without a time of day", "Add it.");
const noEndClock = problem("end", "has an end without a time of day", "Add it.");
export const oneOffset = problem("offset", "has an offset on one side only", "Write it on both sides.");

const checkApart = (end: Side | undefined) =>
  end !== undefined && end.clock === undefined ? noEndClock : undefined;

/** What is wrong with the signs and offsets of a text, or unclear. */
function checkSides(start: Side, clock: Clock, end: Side | undefined, zone: string | undefined) {
  const { offset } = start;
  if (end === undefined) {
    const other = offset?.asEnd && resolveClocks(clock, offset.asEnd, true);
    return other !== undefined && "from" in other ? unclearOffset : undefined;
  }
  if (end.clock === undefined) return noEndClock;
  if (offset === undefined && end.offset !== undefined && (end.offset.form === "digits" || end.clock.joined))
    return oneOffset;
  // The digits behind the dash could be meant as an offset from the zone that the start names.
  const couldBeOffset = end.date === undefined && /^ ?-+ ?$/.test(end.sign);
  if (offset?.form === "name" && end.offset === undefined && zone === undefined && couldBeOffset)
    return problem(
      "offset",
      "could be a range or an offset from UTC",
      "Write 09:00 UTC - 10:00 UTC, or the offset without a space: UTC-5.",
    );
  return undefined;
}

/**
 * What one or two clock times mean, in minutes after midnight of the first day: on one day `9-11am` is 9 to 11 in the morning, and
 * `22:00 - 02:00` goes over midnight. Gives a problem when the end is not after the start, unless the range can only mean that it
 * ends on the next day.
 */
function resolveClocks(
  start: Clock,
  end: Clock | undefined,
  isOneDay: boolean,
): { from: number; to: number } | ProblemText {
  const [from, to] = [start.minutes, end?.minutes ?? 0];
  const halves = [start, end].filter((clock) => clock?.half !== undefined).length;
  // One time has am or pm, and the other one could have it too.
  const open = start.half === undefined ? from : to;
  const isOpen = end !== undefined && halves === 1 && open >= 60 && open < 13 * 60;
  if ((start.bare || end?.bare) && !(isOpen && isOneDay)) return bareHour;
  if (from === day) return problem("wrong-clock", "starts at 24:00", "Write 00:00 for the start of a day.");
  if (isOpen && !isOneDay)
    return problem("half-day", "has am or pm on one side only", "Write it on both sides.");
  if (end === undefined || !isOneDay) return { from, to };
  if (isOpen) {
    // The other time is in the half of the day that makes the shorter range.
    const length = (to - from + 2 * day) % halfDay;
    if (length === 0)
      return problem("half-day", "could last no time or twelve hours", "Write am or pm on both sides.");
    const begin = start.half === undefined ? (to - length + day) % day : from;
    return { from: begin, to: begin + length };
  }
  if (to > from) return { from, to };
  if (to === from) return problem("end", "ends when it starts", "Write a later end.");
  const length = to + day - from;
  // Without am and pm a range such as 9:00 - 5:00 or 14:00 - 1:00 may mean the afternoon. From 13:00 on the clock has 24 hours.
  const longest = halves === 0 && end.isShort ? 8 * 60 : halfDay;
  const isNight = length < longest || (length === halfDay && halves === 2);
  if (isNight && (halves > 0 || from >= 13 * 60)) return { from, to: to + day };
  return problem(
    "end",
    "ends before it starts",
    "Write am and pm, use the 24-hour clock, or add the date of the end.",
    "when it ends",
  );
}

const pad = (part: number): string => String(part).padStart(2, "0");

const formatClock = (minutes: number): string => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
