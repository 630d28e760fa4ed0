/**
 * Reads a date with a time, an end, an offset or a time zone out of a text. What has two meanings gives a
 * problem.
 */
import { addDays, isRealOffset, normalizeTimeZone } from "../../src/time/index.ts";
import { fold, parseDate, Scanner } from "./date-text.ts";
import { listPossibleZones } from "./zones.ts";

/** A date and perhaps a time of day, as a wall clock shows them. */
export interface Moment {
  /** YYYY-MM-DD */
  date: string;
  /** HH:mm, with seconds when they are not zero. */
  time?: string;
  /** Such as "+05:30"; undefined when none was written. */
  offset?: string | undefined;
}

/** A day, a time, or a time with its end. */
export interface ParsedTime {
  start: Moment;
  end?: Moment | undefined;
  /** The IANA zone that the text names. */
  timeZone?: string | undefined;
  /** The end is on the next day although no date says so. */
  overnight?: boolean;
  /** The start is an instant of a program, with Z or +00:00, and not midnight. */
  instant?: boolean;
  /** Why no time can be taken from the text, although its date is clear. */
  timeProblem?: string | undefined;
}

/** The parsed text, or the problem of a text in a known form, or undefined for a text in no known form. */
export type ParseTimeResult = { value: ParsedTime } | { problem: string } | undefined;

/** The problem of a time of day without a date. */
export const noDate = "has no date. Add it.";

/** Longer than any date with two times and a time zone. */
const maxLength = 200;

/**
 * The day with which spreadsheets write a cell that has only a time of day, and the Z that some programs add.
 */
const timeCell =
  /^(?:1899-12-3[01]|12\/3[01]\/1899|3[01][./]12[./]1899)[t ]+(\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?)(?:\.0+)?z?$/;

/** The time of day in a spreadsheet's cell of 1899; any other text as it is. */
export const readTimeCell = (text: string): string =>
  text.startsWith("1899") || text.includes("1899 ") ? fold(text).replace(timeCell, "$1") : text;

/** ISO 8601 without separators, as calendar files have it. */
const compact = /\b(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)(?!\d)/g;

const foldTime = (text: string): string => fold(readTimeCell(text)).replace(compact, "$1-$2-$3t$4:$5:$6");

const counted = /^(.*[a-z\d]) ?([+-]) ?(\d{1,3}) ?(d|w|days?|weeks?)$/;

/** Parses one written date or time. `today` (YYYY-MM-DD) is what "today" and "tomorrow" count from. */
export function parseTime(written: string, today?: string): ParseTimeResult {
  const whole = foldTime(written.slice(0, 100_000));
  if (whole.length > maxLength) return undefined;
  const [, text = whole, sign, number = 0, unit = ""] = counted.exec(whole) ?? [];
  const scan = new Scanner(text);
  const sides = parseDateFirst(scan, today) ?? parseClockFirst(scan, today);
  const zone = sides && takeZone(scan, sides);
  scan.take(/[.,]/y);
  if (sides === undefined || zone === undefined || scan.rest !== "") return undefined;
  if (scan.problem !== undefined) return { problem: scan.problem };
  const days = (sign === "-" ? -1 : 1) * Number(number) * (unit.startsWith("w") ? 7 : 1);
  for (const side of [sides.start, sides.end])
    if (side?.date !== undefined) side.date = addDays(side.date, days);
  return { value: toParsed(scan, sides, zone) };
}

/**
 * A text that is a time of day and nothing else, as `HH:mm`, or `undefined`. `end` says that it closes a
 * range: midnight is then 24:00, and otherwise 00:00. 24:00 does not start a range.
 */
export function parseClockTime(written: string, end = false): string | undefined {
  const text = foldTime(written.slice(0, maxLength));
  const scan = new Scanner(text);
  const clock = parseClock(scan);
  if (clock === undefined || scan.rest !== "" || scan.problem !== undefined) return undefined;
  if (clock.bare || clock.second > 0) return undefined;
  if (end) return clock.minutes === 0 ? "24:00" : formatClock(clock.minutes);
  if (clock.minutes === day) return text.includes("midnight") ? "00:00" : undefined;
  return formatClock(clock.minutes);
}

/** A start or an end as it was written. */
interface Side {
  date?: string;
  clock?: Clock;
  offset?: Offset | undefined;
  /** The time follows the date with a T, as in ISO 8601. */
  joined?: boolean;
}

interface Sides {
  start: Side & { date: string };
  /** `sign` is the dash, slash or word before the end, and the white space around it. */
  end?: (Side & { sign: string }) | undefined;
}

function parseDateFirst(scan: Scanner, today?: string): Sides | undefined {
  return scan.attempt(() => {
    const date = parseDate(scan, today);
    if (date === undefined) return undefined;
    const lastDay = scan.attempt(() => scan.take(rangeSign) && parseDate(scan, today));
    if (lastDay !== undefined)
      return { start: { date }, end: { date: lastDay, ...parseClockAfterDate(scan), sign: "" } };
    return { start: { ...parseClockAfterDate(scan), date }, end: parseEnd(scan, today) };
  });
}

/** `9am - 10am, March 1, 2027` and `9:00 am - Monday, March 1, 2027` */
function parseClockFirst(scan: Scanner, today?: string): Sides | undefined {
  return scan.attempt(() => {
    scan.take(/(?:from|at)\b/y);
    const clock = parseClock(scan);
    if (clock === undefined) return undefined;
    const offset = parseOffset(scan, clock, false);
    const parseDay = () => {
      scan.take(/(?: ?,)?(?: on\b)?(?: [\p{Pd}\u2212] )?/uy);
      return parseDate(scan, today);
    };
    const only = scan.attempt(() => {
      const date = parseDay();
      return /^[.,]?$/.test(scan.rest) ? date : undefined;
    });
    const end = only === undefined ? parseEnd(scan, today) : undefined;
    if (clock.bare && end?.clock?.half === undefined) return undefined;
    const date = only ?? parseDay();
    if (date === undefined) scan.refuse(noDate);
    return { start: { date: date ?? "2000-01-01", clock, offset }, end };
  });
}

/** The time of day behind a date with what may stand between them, and its offset. */
function parseClockAfterDate(scan: Scanner): Side | undefined {
  return scan.attempt(() => {
    const joined = scan.take(/t(?=\d)/y) !== undefined;
    // A dash has spaces around it; directly before digits it would be a sign.
    if (!joined)
      scan.take(/(?: ?[,\u00b7\u22c5\u2022])?(?: ?(?:at\b|@|from\b))?(?: [\p{Pd}\u2212~\u2192]+>?(?= ))?/uy);
    const clock = parseClock(scan);
    return clock && { clock, joined, offset: parseOffset(scan, clock, joined) };
  });
}

const rangeSign =
  / ?(?:[\p{Pd}\u2212~\u223c\uff5e\u2192\u27f6\u21d2]+>?|=>|\/|(?:to|until|till?|thru|through|bis)\b) ?/uy;

function parseEnd(scan: Scanner, today?: string): Sides["end"] {
  return scan.attempt(() => {
    const [sign] = scan.take(rangeSign) ?? [];
    if (sign === undefined) return undefined;
    const date = parseDate(scan, today);
    if (date !== undefined) return { date, ...parseClockAfterDate(scan), sign };
    const clock = parseClock(scan);
    return clock && { clock, offset: parseOffset(scan, clock, false), sign };
  });
}

/** A time of day as it was written. */
interface Clock {
  /** After midnight, up to 1,440. Without am or pm, the hour as it was written. */
  minutes: number;
  second: number;
  half?: string | undefined;
  /**
   * An hour without minutes and without am or pm: means nothing unless the other side of a range says which
   * half.
   */
  bare: boolean;
  /** Whether seconds were written. */
  precise: boolean;
}

const day = 1440;
const halfDay = 720;

const clockDigits = new RegExp(
  [
    " ?(?<hour>\\d{1,2})(?!\\d)",
    "(?:[:.](?<minute>\\d\\d)(?!\\d)(?::(?<second>\\d\\d)(?!\\d)(?:[.,]\\d{1,9}(?!\\d))?)?",
    "|(?<h> ?h)(?: ?(?<past>\\d\\d)(?!\\d)|(?![a-z])))?",
    // One letter counts only directly behind the digits.
    "(?: ?(?<half>[ap])(?:\\.? ?m\\b\\.?|(?<! .)\\b(?!\\.)))?",
    "(?<uhr> uhr\\b)?(?: ?h\\b)?",
  ].join(""),
  "y",
);

/**
 * Parses a time of day: `9:00`, `09:00:00.000`, `9.30`, `15h30`, `9am`, `9:00 a.m.`, noon, midnight, a bare
 * hour.
 */
function parseClock(scan: Scanner): Clock | undefined {
  const word = scan.take(/ ?(?:12 )?(?:noon|midday|(midnight))\b/y);
  if (word?.[1] !== undefined) return { minutes: day, second: 0, bare: false, precise: false };
  if (word !== undefined) return { minutes: halfDay, second: 0, half: "p", bare: false, precise: false };
  const groups = scan.take(clockDigits)?.groups;
  if (groups === undefined) return undefined;
  const { minute = groups["past"], second = "0", half, h, uhr } = groups;
  const hour = Number(groups["hour"]);
  const minutes =
    (half === undefined ? hour : (hour % 12) + (half === "p" ? 12 : 0)) * 60 + Number(minute ?? 0);
  const exists = half === undefined ? minutes * 60 + Number(second) <= day * 60 : hour >= 1 && hour <= 12;
  if (!exists || Number(minute ?? 0) > 59 || Number(second) > 59)
    scan.refuse("has a time of day that does not exist. Correct it.");
  const bare = (minute ?? half ?? h ?? uhr) === undefined;
  return { minutes, second: Number(second), half, bare, precise: groups["second"] !== undefined };
}

/** An offset that was written behind a time of day. */
interface Offset {
  /** Such as "+05:30". */
  text: string;
  /**
   * `name` is Z, UTC or GMT; `shift` is such a name with a number (`GMT-5`); `digits` is a number (`-05:00`).
   */
  form: "name" | "shift" | "digits";
  /** Whether it is the letter Z. */
  zulu?: boolean;
  /** The same digits as a time of day, when they could as well be the end of a range. */
  asEnd?: Clock;
}

// A plus, or any dash that a program or a keyboard makes of a minus.
const sign = "[+\\-\u2010-\u2014\u2212\uff0d\ufe63]";
// Seconds, or am and pm, show that the digits are a time of day.
const end = "(?!\\d|[:.]\\d| ?(?:[ap]\\.?m?|h|d|w)\\b)";
const shiftDigits = new RegExp(
  ` ?(?:(\\+) ?|(${sign}))(\\d{1,2})(?::?(\\d\\d))?${end}(?! ?(?:z|utc|gmt)\\b)`,
  "y",
);
const plainDigits = new RegExp(`( ?)(${sign})(\\d\\d)(?:(:?)(\\d\\d))?${end}`, "y");

/**
 * Parses what stands behind a time of day: `Z`, `UTC`, `GMT-5`, `+01:00`, `-0500`, or the name of a time
 * zone, which gives a problem.
 */
function parseOffset(scan: Scanner, clock: Clock, joined: boolean): Offset | undefined {
  const written =
    scan.attempt(() => {
      const named = scan.take(/ ?\(/y) && parseNamedOffset(scan);
      return named && scan.take(/\)/y) && named;
    }) ??
    parseNamedOffset(scan) ??
    scan.attempt(() => parseDigits(scan, clock, joined));
  // Programs name the zone once more behind its offset: -0500 (EST).
  const isRepeated = written !== undefined && written.form !== "name" && written.asEnd === undefined;
  if (isRepeated && written.text === "+00:00" && scan.take(/ (?:utc|gmt)\b| \((?:utc|gmt)\)/y))
    return written;
  const zone = written === undefined || isRepeated ? parseZoneName(scan) : undefined;
  if (written !== undefined || zone === undefined) return written;
  const names = listPossibleZones(zone).join(" or ") || "a name such as America/New_York";
  scan.refuseTime(
    `has the time zone ${zone}, which is ambiguous. Write ${names}, or remove it and fill in Time Zone.`,
  );
  return { text: "+00:00", form: "name" };
}

/** `Z`, `UTC`, and `GMT-5`, `UTC +05:30`, `GMT-0500`. */
function parseNamedOffset(scan: Scanner): Offset | undefined {
  const [, name] = scan.take(/ ?(z|utc|gmt)(?!\p{L})/uy) ?? [];
  if (name === undefined) return undefined;
  const [, plus, minus = plus, hours = "", minutes] = scan.take(shiftDigits) ?? [];
  if (minus === undefined) return { text: "+00:00", form: "name", zulu: name === "z" };
  if (name === "z")
    scan.refuseTime("has a second offset after Z. Write one of them, or a range with Z after both times.");
  return needReal(scan, { text: writeOffset(minus, hours, minutes), form: "shift" });
}

const writeOffset = (sign: string, hours: string, minutes = "00"): string =>
  `${sign === "+" ? "+" : "-"}${hours.padStart(2, "0")}:${minutes}`.replace("-00:00", "+00:00");

function needReal(scan: Scanner, offset: Offset): Offset {
  if (!isRealOffset(offset.text))
    scan.refuseTime(`has an offset (${offset.text}) that does not exist. Correct it.`);
  return offset;
}

/** A date in an email. Its offset is no end of a range, also without seconds. */
const mailDate = /^[a-z]{3}, \d{1,2} [a-z]{3} \d{4} \d{1,2}:\d\d [+-]\d{4}\b/;

/**
 * A minus counts only behind seconds, behind the T of ISO 8601 (`joined`) or with four digits of its own, and
 * only with an offset that exists: otherwise it begins the end of a range.
 */
function parseDigits(scan: Scanner, clock: Clock, joined: boolean): Offset | undefined {
  const [, space, sign = "", hours = "", colon, minutes] = scan.take(plainDigits) ?? [];
  const spaced = space === " ";
  const isFour = minutes !== undefined && colon === "";
  const offset: Offset = { text: writeOffset(sign, hours, minutes), form: "digits" };
  const isMisplaced = spaced && !clock.precise && !isFour;
  if (sign === "+") {
    if (isRealOffset(offset.text) && isMisplaced) scan.refuseTime(unclearOffset);
    return needReal(scan, offset);
  }
  const counts = joined || clock.precise || (isFour && spaced && !clock.bare);
  if (sign === "" || !counts || !isRealOffset(offset.text)) return undefined;
  if (spaced && minutes === undefined) return undefined;
  // Exactly ISO 8601 (T09:00:00-05:00), or as PostgreSQL writes it (09:00:00-05).
  const isIso = clock.precise && !spaced && (joined || (minutes === undefined && hours.startsWith("0")));
  // Between two times a long dash is the usual sign of a range.
  const isSure = (clock.precise && isFour) || (isIso && !/[\u2012-\u2014]/.test(sign));
  if (isSure || mailDate.test(scan.text)) return offset;
  if (isMisplaced) scan.refuseTime(unclearOffset);
  const asEnd = {
    minutes: Number(hours) * 60 + Number(minutes ?? 0),
    second: 0,
    bare: false,
    precise: false,
  };
  return { ...offset, asEnd };
}

const unclearOffset =
  "could be a range or a time with an offset. Write the range with spaces, or the offset after T and seconds: 2027-03-01T14:00:00-05:00.";

const regions = "alaskan?|atlantic|central|eastern|hawaii|mountain|pacific";
const kinds = "(?:standard|daylight|summer)(?: saving)?";
const longZoneName = new RegExp(
  ` ?([([])?((?:${regions})(?: \\p{L}+){0,3} time|\\p{L}+(?: \\p{L}+){0,2} ${kinds} time)\\b`,
  "uy",
);

/**
 * Parses `EST` or `Eastern Standard Time`. Inside of brackets a place may follow (`Eastern Time - New York`).
 */
function parseZoneName(scan: Scanner): string | undefined {
  return scan.attempt(() => {
    const [, bracket, name = ""] = scan.take(longZoneName) ?? scan.take(/ ?([([])?([a-z]{2,4})\b/y) ?? [];
    if (!name.includes(" ") && listPossibleZones(name).length === 0) return undefined;
    if (bracket !== undefined && scan.take(/[\p{L} \p{Pd}]*[)\]]/uy) === undefined) return undefined;
    return name.includes(" ")
      ? name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
      : name.toUpperCase();
  });
}

/** `America/New_York, UTC-05:00 to UTC-04:00`: the time zone as the app writes it behind an option. */
const described = /^(?:([a-z0-9_+/-]+), )?utc([+-]\d\d:\d\d)(?: to utc([+-]\d\d:\d\d))?$/;

/**
 * Takes the time zone at the end; "" if there is none. Undefined if what stands there is no time zone, or
 * belongs to no time.
 */
function takeZone(scan: Scanner, { start, end }: Sides): string | undefined {
  const [, bracketed, name = bracketed] =
    scan.take(/ ?[([]([^()[\]]*)[)\]]$/y) ?? scan.take(/ ()([a-z_]+\/[a-z0-9_+/-]+)$/y) ?? [];
  if (name === undefined) return "";
  if (start.clock === undefined) return undefined;
  const [, zone = name, first, last = first] = described.exec(name) ?? [];
  const timeZone = normalizeTimeZone(zone);
  if (first === undefined || last === undefined) {
    // JavaScript and mail programs name the zone behind its offset, in the language of the machine.
    const isComment = start.clock.precise && start.offset !== undefined && start.offset.form !== "name";
    return isComment && /^[\p{L} .,'\u2019-]+$/u.test(name) ? (timeZone ?? "") : timeZone;
  }
  if (start.offset !== undefined || !isRealOffset(first) || !isRealOffset(last)) return undefined;
  start.offset = { text: first, form: "digits" };
  if (end !== undefined) end.offset = { text: last, form: "digits" };
  return timeZone ?? "";
}

const bareHour = "has an hour without minutes. Add am or pm, or write it as 9:00.";
const starts24 = "starts at 24:00. Write 00:00 for the start of a day.";

function toParsed(scan: Scanner, { start, end }: Sides, timeZone: string): ParsedTime {
  const { date, clock } = start;
  const days = { start: { date }, end: end && { date: end.date ?? date } };
  if (clock === undefined) return days;
  checkTimes(scan, start, clock, end, timeZone);
  // A name at the end of a range counts for both of its times.
  const offset = start.offset ?? (end?.offset?.form === "digits" ? undefined : end?.offset);
  const endOffset = end?.offset ?? offset;
  const isOneDay = end?.date === undefined && endOffset?.text === offset?.text;
  const range =
    end?.clock !== undefined && isOneDay && scan.timeProblem === undefined
      ? resolveRange(clock, end.clock)
      : { start: clock.minutes, end: end?.clock?.minutes ?? 0 };
  if (typeof range === "string") scan.refuseTime(range);
  const { timeProblem } = scan;
  if (typeof range === "string" || timeProblem !== undefined) return { ...days, timeProblem };
  const isUtc = start.offset?.zulu || (start.offset?.form === "digits" && start.offset.text === "+00:00");
  return {
    start: toMoment(date, clock, range.start, offset),
    end: end?.clock && toMoment(end.date ?? date, end.clock, range.end, endOffset),
    timeZone: timeZone === "" ? undefined : timeZone,
    overnight: isOneDay && range.end > day,
    instant: isUtc && clock.minutes > 0,
  };
}

/** Notes what is wrong with the times of a text, or unclear. */
function checkTimes(scan: Scanner, start: Side, clock: Clock, end: Sides["end"], timeZone: string): void {
  const { offset, joined } = start;
  if (end === undefined) {
    if (offset?.asEnd !== undefined && typeof resolveRange(clock, offset.asEnd) !== "string")
      scan.refuseTime(unclearOffset);
    if (clock.bare) scan.refuseTime(bareHour);
    if (clock.minutes === day) scan.refuseTime(starts24);
    return;
  }
  const sign = end.sign.trim();
  if (sign === "/" && (end.sign !== sign || !joined || !end.joined))
    scan.refuseTime(
      "has two times with a slash between them. Write each time by itself, or a range with a dash: 09:00 - 10:00.",
    );
  if (end.clock === undefined) {
    scan.refuseTime("has an end without a time of day. Add it.");
    return;
  }
  if (offset === undefined && end.offset !== undefined && (end.offset.form === "digits" || end.joined))
    scan.refuseTime("has an offset on one side only. Write it on both sides.");
  // The digits behind the dash could be meant as an offset from the zone that the start names.
  const couldBeOffset = end.date === undefined && /^[\p{Pd}\u2212]+$/u.test(sign);
  if (offset?.form === "name" && end.offset === undefined && timeZone === "" && couldBeOffset)
    scan.refuseTime(
      "could be a range or an offset from UTC. Write 09:00 UTC - 10:00 UTC, or the offset without a space: UTC-5.",
    );
  // Times of two days or two offsets are not completed by each other, as those of one day are.
  if (end.date === undefined && (end.offset === undefined || (offset ?? end.offset).text === end.offset.text))
    return;
  if (clock.bare || end.clock.bare) scan.refuseTime(bareHour);
  if (clock.minutes === day) scan.refuseTime(starts24);
  if (isHalfOpen(clock, end.clock)) scan.refuseTime("has am or pm on one side only. Write it on both sides.");
}

/** Whether one of two times has am or pm, and the other one could have it too. */
function isHalfOpen(start: Clock, end: Clock): boolean {
  const { minutes } = start.half === undefined ? start : end;
  return (start.half === undefined) !== (end.half === undefined) && minutes >= 60 && minutes < 13 * 60;
}

/**
 * What two clock times on one date mean, in minutes after midnight of the first day: `9-11am` is 9 to 11 in
 * the morning, `22:00 - 02:00` goes over midnight. Gives a problem when the end is not after the start, unless
 * the range can only mean that it ends on the next day.
 */
function resolveRange(start: Clock, end: Clock): { start: number; end: number } | string {
  const halves = [start.half, end.half].filter((half) => half !== undefined).length;
  const [from, to] = [start.minutes, end.minutes];
  const isOpen = isHalfOpen(start, end);
  if (halves < 2 && !isOpen && (start.bare || end.bare))
    return "has an hour without minutes. Add am or pm, or write both times as 9:00 - 10:00.";
  if (from === day) return starts24;
  if (isOpen) {
    // Only one side says am or pm: the other one is in the half of the day that makes the shorter range.
    const length = (to - from + 2 * day) % halfDay;
    if (length === 0) return "could last no time or twelve hours. Write am or pm on both sides.";
    const begin = start.half === undefined ? (to - length + day) % day : from;
    return { start: begin, end: begin + length };
  }
  if (to > from) return { start: from, end: to };
  if (to === from) return "ends when it starts. Write a later end.";
  const length = to + day - from;
  // Without am and pm a range such as 9:00 - 5:00 may mean the afternoon. From 13:00 on the clock has 24 hours.
  const isShort = length < halfDay || (length === halfDay && halves === 2);
  if (isShort && (halves > 0 || from >= 13 * 60)) return { start: from, end: to + day };
  return "ends before it starts. Write am and pm, use the 24-hour clock, or add the date of the end.";
}

const pad = (part: number): string => String(part).padStart(2, "0");

const formatClock = (minutes: number): string => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;

function toMoment(date: string, { second }: Clock, minutes: number, offset: Offset | undefined): Moment {
  return {
    date: addDays(date, Math.floor(minutes / day)),
    time: `${formatClock(minutes % day)}${second === 0 ? "" : `:${pad(second)}`}`,
    offset: offset?.text,
  };
}
