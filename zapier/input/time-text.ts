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
  offset?: string;
}

/** A day, a time, or a time with its end. */
export interface ParsedTime {
  start: Moment;
  end?: Moment;
  /** The IANA zone that the text names. */
  timeZone?: string;
  /** The end is on the next day although no date says so. */
  overnight?: true;
  /** The start is an instant of a program, with Z or +00:00, and not midnight. */
  instant?: true;
  /** Why no time can be taken from the text, although its date is clear. */
  timeProblem?: string;
}

/** The parsed text, or the problem of a text in a known form, or undefined for a text in no known form. */
export type ParseTimeResult = { value: ParsedTime } | { problem: string } | undefined;

/** The problem of a time of day without a date. */
export const noDate = "has no date. Add it.";

/** Longer than any date with two times and a time zone. */
const maxLength = 200;

/** ISO 8601 without separators, as calendar files have it. */
const compact = /\b(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)(?!\d)/g;

/**
 * The day with which spreadsheets write a cell that has only a time of day, and the Z that some programs add.
 */
const timeCell =
  /^(?:1899-12-3[01]|12\/3[01]\/1899|3[01][./]12[./]1899)[t ]+(\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?)(?:\.0+)?z?$/;

/** The time of day in a spreadsheet's cell of 1899; any other text as it is. */
export const readTimeCell = (text: string): string =>
  text.startsWith("1899") || text.includes("1899 ") ? fold(text).replace(timeCell, "$1") : text;

const foldTime = (text: string): string => fold(readTimeCell(text)).replace(compact, "$1-$2-$3t$4:$5:$6");

const counted = /^(.*[a-z\d]) ?([+-]) ?(\d{1,3}) ?(d|w|days?|weeks?)$/;

/** A date in an email. Its offset is no end of a range, also without seconds. */
const mailDate = /^[a-z]{3}, \d{1,2} [a-z]{3} \d{4} \d{1,2}:\d\d [+-]\d{4}\b/;

/** Parses one written date or time. `today` (YYYY-MM-DD) is what "today" and "tomorrow" count from. */
export function parseTime(written: string, today?: string): ParseTimeResult {
  const whole = foldTime(written.slice(0, 100_000));
  if (whole.length > maxLength) return undefined;
  const [, text = whole, sign, number = 0, unit = ""] = counted.exec(whole) ?? [];
  const scan = new Scanner(text);
  const sides = parseDateFirst(scan, today) ?? parseClockFirst(scan, today);
  const suffix = sides && takeSuffix(scan, sides);
  scan.take(/[.,]/y);
  if (sides === undefined || suffix === undefined || scan.rest !== "") return undefined;
  if (scan.problem !== undefined) return { problem: scan.problem };
  const days = (sign === "-" ? -1 : 1) * Number(number) * (unit.startsWith("w") ? 7 : 1);
  return { value: addToDates(toParsed(sides, suffix.timeZone), days) };
}

/**
 * A text that is a time of day and nothing else, as `HH:mm`, or `undefined`. `end` says that it closes a
 * range: midnight is then 24:00, and otherwise 00:00. 24:00 does not start a range.
 */
export function parseClockTime(written: string, end = false): string | undefined {
  const text = foldTime(written.slice(0, 1_000));
  const scan = new Scanner(text.length > 100 ? "" : text);
  const clock = parseClock(scan);
  if (clock === undefined || scan.rest !== "" || scan.problem !== undefined) return undefined;
  if (clock.bare || clock.second > 0) return undefined;
  const minutes = toMinutes(clock);
  if (end) return minutes === 0 ? "24:00" : formatClock(minutes);
  if (minutes === day) return text.includes("midnight") ? "00:00" : undefined;
  return formatClock(minutes);
}

interface Side {
  date?: string | undefined;
  clock?: Clock | undefined;
  offset?: Offset | undefined;
  /** The time follows the date with a T, as in ISO 8601. */
  joined?: boolean;
  /** Of an end: the dash, slash or word before it, and whether white space stands around that. */
  sign?: string;
  spaced?: boolean;
}

interface Sides {
  start: Side & { date: string };
  end?: Side | undefined;
}

function parseDateFirst(scan: Scanner, today?: string): Sides | undefined {
  return scan.attempt(() => {
    const date = parseDate(scan, today);
    if (date === undefined) return undefined;
    const lastDay = scan.attempt(() => scan.take(rangeSign) && parseDate(scan, today));
    if (lastDay !== undefined)
      return { start: { date }, end: { date: lastDay, ...parseClockAfterDate(scan) } };
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

function parseEnd(scan: Scanner, today?: string): Side | undefined {
  return scan.attempt(() => {
    const [taken] = scan.take(rangeSign) ?? [];
    if (taken === undefined) return undefined;
    const sign = { sign: taken.trim(), spaced: taken.length > taken.trim().length };
    const date = parseDate(scan, today);
    if (date !== undefined) return { date, ...parseClockAfterDate(scan), ...sign };
    const clock = parseClock(scan) ?? parseUnclearEnd(scan);
    return clock && { clock, offset: parseOffset(scan, clock, false), ...sign };
  });
}

/**
 * Three or four digits as an end are recognized, so that the whole text is quoted, but could be an offset.
 */
const parseUnclearEnd = (scan: Scanner): Clock | undefined =>
  scan.take(/ ?\d{3,4}(?!\d)/y) && { hour: Number.NaN, minute: 0, second: 0, bare: true, precise: false };

/** A time of day as it was written. */
interface Clock {
  /** 0 to 24, as written: 5 for both "5:00" and "5 pm". */
  hour: number;
  minute: number;
  second: number;
  half?: "am" | "pm";
  /**
   * An hour without minutes and without am or pm: means nothing unless the other side of a range says which
   * half.
   */
  bare: boolean;
  /** Whether seconds were written. */
  precise: boolean;
}

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
  if (word !== undefined) {
    const time = { minute: 0, second: 0, bare: false, precise: false };
    return word[1] === undefined ? { ...time, hour: 12, half: "pm" } : { ...time, hour: 24 };
  }
  const groups = scan.take(clockDigits)?.groups;
  if (groups === undefined) return undefined;
  const { minute = groups["past"], second, half, h, uhr } = groups;
  const clock: Clock = {
    hour: Number(groups["hour"]),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    ...(half !== undefined && { half: half === "a" ? "am" : "pm" }),
    bare: (minute ?? half ?? h ?? uhr) === undefined,
    precise: second !== undefined,
  };
  const exists =
    half === undefined
      ? clock.hour <= 23 || (clock.hour === 24 && clock.minute + clock.second === 0)
      : clock.hour >= 1 && clock.hour <= 12;
  if (!exists || clock.minute > 59 || clock.second > 59)
    scan.refuse("has a time of day that does not exist. Correct it.");
  return clock;
}

/** An offset that was written behind a time of day. */
interface Offset {
  /** Such as "+05:30". */
  offset: string;
  /**
   * `name` is Z, UTC or GMT; `shift` is such a name with a number (`GMT-5`); `digits` is a number (`-05:00`).
   */
  form: "name" | "shift" | "digits";
  /** Whether it is the letter Z. */
  zulu?: boolean;
  /** The same digits as a time of day, when they could as well be the end of a range. */
  asEnd?: Clock;
  /** Why the time cannot be used with it. */
  problem?: string;
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
 * zone, which gives a problem. A minus without a name counts only behind seconds, behind the T of ISO 8601
 * (`joined`) or with four digits of its own, and only with an offset that exists: otherwise it begins the end
 * of a range.
 */
function parseOffset(scan: Scanner, clock: Clock, joined: boolean): Offset | undefined {
  const written =
    scan.attempt(() => {
      const named = scan.take(/ ?\(/y) && parseNamedOffset(scan);
      return named && scan.take(/\)/y) && named;
    }) ??
    parseNamedOffset(scan) ??
    scan.attempt(() => parseDigits(scan, clock, joined));
  if (written === undefined) {
    const zone = parseZoneName(scan);
    return zone === undefined
      ? undefined
      : { offset: "+00:00", form: "name", problem: explainZoneName(zone) };
  }
  // Programs name the zone once more behind its offset: -0500 (EST).
  if (written.form !== "name" && written.asEnd === undefined && parseZoneName(scan) === undefined)
    if (written.offset === "+00:00") scan.take(/ (?:utc|gmt)\b| \((?:utc|gmt)\)/y);
  return written;
}

/** `Z`, `UTC`, and `GMT-5`, `UTC +05:30`, `GMT-0500`. */
function parseNamedOffset(scan: Scanner): Offset | undefined {
  const [, name] = scan.take(/ ?(z|utc|gmt)(?!\p{L})/uy) ?? [];
  if (name === undefined) return undefined;
  const [, plus, minus = plus, hours = "", minutes = "00"] = scan.take(shiftDigits) ?? [];
  if (minus === undefined) return { offset: "+00:00", form: "name", zulu: name === "z" };
  const shift = toOffset(minus, hours, minutes, "shift");
  if (name !== "z") return shift;
  return {
    ...shift,
    problem: "has a second offset after Z. Write one of them, or a range with Z after both times.",
  };
}

function toOffset(sign: string, hours: string, minutes: string, form: Offset["form"]): Offset {
  const offset = `${sign === "+" ? "+" : "-"}${hours.padStart(2, "0")}:${minutes}`.replace(
    "-00:00",
    "+00:00",
  );
  if (isRealOffset(offset)) return { offset, form };
  return { offset: "+00:00", form, problem: `has an offset (${offset}) that does not exist. Correct it.` };
}

const misplacedOffset =
  "has an offset that is not directly after the time. Write it as 2027-03-01T14:00:00-05:00.";

function parseDigits(scan: Scanner, clock: Clock, joined: boolean): Offset | undefined {
  const isMail = mailDate.test(scan.text);
  const [, space, sign = "", hours = "", colon, minutes] = scan.take(plainDigits) ?? [];
  const spaced = space === " ";
  const isPlus = sign === "+";
  const isFour = minutes !== undefined && colon === "";
  if (sign === "" || (!isPlus && !joined && !clock.precise && !(isFour && spaced && !clock.bare)))
    return undefined;
  const offset = toOffset(sign, hours, minutes ?? "00", "digits");
  if (isPlus && offset.problem !== undefined) return offset;
  if (offset.problem !== undefined || (spaced && !isPlus && minutes === undefined)) return undefined;
  const isMisplaced = spaced && !clock.precise && !isFour;
  const placed = isMisplaced ? { ...offset, problem: misplacedOffset } : offset;
  if (isPlus || isMail || (clock.precise && isFour)) return placed;
  // Exactly ISO 8601 (T09:00:00-05:00), or as PostgreSQL writes it (09:00:00-05).
  const isIso = clock.precise && !spaced && (joined || (minutes === undefined && hours.startsWith("0")));
  // Between two times a long dash is the usual sign of a range.
  if (isIso && !/[\u2012-\u2014]/.test(sign)) return placed;
  const asEnd = { hour: Number(hours), minute: Number(minutes ?? 0), second: 0, bare: false, precise: false };
  return { ...placed, asEnd };
}

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

function explainZoneName(zone: string): string {
  const names = listPossibleZones(zone).join(" or ") || "a name such as America/New_York";
  return `has the time zone ${zone}, which is ambiguous. Write ${names}, or remove it and fill in Time Zone.`;
}

/** `America/New_York, UTC-05:00 to UTC-04:00`: the time zone as the app writes it behind an option. */
const described = /^(?:([a-z0-9_+/-]+), )?utc([+-]\d\d:\d\d)(?: to utc([+-]\d\d:\d\d))?$/;

/** Takes the time zone at the end. Undefined if what stands there is no time zone, or belongs to no time. */
function takeSuffix(scan: Scanner, { start, end }: Sides): { timeZone?: string } | undefined {
  const [, bracketed, name = bracketed] =
    scan.take(/ ?[([]([^()[\]]*)[)\]]$/y) ?? scan.take(/ ()([a-z_]+\/[a-z0-9_+/-]+)$/y) ?? [];
  if (name === undefined) return {};
  const [, zone = name, first, last = first] = described.exec(name) ?? [];
  const timeZone = normalizeTimeZone(zone);
  if (first === undefined || last === undefined) {
    // JavaScript and mail programs name the zone behind its offset, in the language of the machine.
    const isComment = start.clock?.precise && start.offset !== undefined && start.offset.form !== "name";
    if (timeZone === undefined && isComment && /^[\p{L} .,'\u2019-]+$/u.test(name)) return {};
    return timeZone === undefined || start.clock === undefined ? undefined : { timeZone };
  }
  if (!isRealOffset(first) || !isRealOffset(last)) return undefined;
  if (start.clock === undefined || start.offset !== undefined) return undefined;
  start.offset = { offset: first, form: "digits" };
  if (end !== undefined) end.offset = { offset: last, form: "digits" };
  return { ...(timeZone !== undefined && { timeZone }) };
}

const bareHour = "has an hour without minutes. Add am or pm, or write it as 9:00.";
const starts24 = "starts at 24:00. Write 00:00 for the start of a day.";

function toParsed({ start, end }: Sides, timeZone: string | undefined): ParsedTime {
  const { date, clock } = start;
  // A range of days, or a day before a time that lacks its own.
  if (clock === undefined)
    return { start: { date }, ...(end !== undefined && { end: { date: end.date ?? date } }) };
  const refuse = (timeProblem: string): ParsedTime => ({
    start: { date },
    ...(end?.date !== undefined && { end: { date: end.date } }),
    timeProblem,
  });
  const problem = findTimeProblem(start, clock, end, timeZone);
  if (problem !== undefined) return refuse(problem);
  // A name at the end of a range counts for both of its times.
  const offset = (start.offset ?? (end?.offset?.form === "digits" ? undefined : end?.offset))?.offset;
  const zulu = start.offset?.zulu || (start.offset?.form === "digits" && offset === "+00:00");
  const meant = {
    ...(timeZone !== undefined && { timeZone }),
    ...(zulu && toMinutes(clock) > 0 && { instant: true as const }),
  };
  if (end?.clock === undefined) return { start: toMoment(date, clock, toMinutes(clock), offset), ...meant };
  const endOffset = end.offset?.offset ?? offset;
  if (end.date !== undefined || endOffset !== offset)
    return {
      start: toMoment(date, clock, toMinutes(clock), offset),
      end: toMoment(end.date ?? date, end.clock, toMinutes(end.clock), endOffset),
      ...meant,
    };
  const range = resolveRange(clock, end.clock);
  if ("problem" in range) return refuse(range.problem);
  return {
    start: toMoment(date, clock, range.start, offset),
    end: toMoment(date, end.clock, range.end, offset),
    ...(range.end > day && { overnight: true }),
    ...meant,
  };
}

function findTimeProblem(
  start: Side,
  clock: Clock,
  end: Side | undefined,
  timeZone: string | undefined,
): string | undefined {
  const { offset, joined } = start;
  if (end?.sign === "/" && (end.spaced || !joined || !end.joined))
    return "has two times with a slash between them. Write each time by itself, or a range with a dash: 09:00 - 10:00.";
  if (offset?.asEnd !== undefined && end === undefined && !("problem" in resolveRange(clock, offset.asEnd)))
    return "could be a range or a time with an offset. Write the range with spaces, or the offset after T and seconds: 2027-03-01T14:00:00-05:00.";
  const problem = offset?.problem ?? end?.offset?.problem;
  if (problem !== undefined) return problem;
  if (end === undefined) return clock.bare ? bareHour : clock.hour === 24 ? starts24 : undefined;
  if (end.clock === undefined) return "has an end without a time of day. Add it.";
  if (Number.isNaN(end.clock.hour)) return "has an end that is not a time. Write it as 10:00.";
  if (offset === undefined && end.offset !== undefined && (end.offset.form === "digits" || end.joined))
    return "has an offset on one side only. Write it on both sides.";
  // The digits behind the dash could be meant as an offset from the zone that the start names.
  const couldBeOffset = end.date === undefined && /^[\p{Pd}\u2212]+$/u.test(end.sign ?? "");
  if (offset?.form === "name" && end.offset === undefined && timeZone === undefined && couldBeOffset)
    return "could be a range or an offset from UTC. Write 09:00 UTC - 10:00 UTC, or the offset without a space: UTC-5.";
  // Times of two days or two offsets are not completed by each other, as those of one day are.
  const isOneDay = end.date === undefined;
  if (isOneDay && (end.offset === undefined || (offset ?? end.offset).offset === end.offset.offset))
    return undefined;
  if (clock.bare || end.clock.bare) return bareHour;
  if (clock.hour === 24) return starts24;
  const open = clock.half === undefined ? clock : end.clock;
  const isOneSided = (clock.half === undefined) !== (end.clock.half === undefined);
  return isOneSided && open.hour >= 1 && open.hour <= 12
    ? "has am or pm on one side only. Write it on both sides."
    : undefined;
}

/** Minutes after midnight of the first day; an end after 1,440 is on the next day. */
type Range = { start: number; end: number } | { problem: string };

const day = 1440;
const halfDay = 720;

/**
 * What two clock times on one date mean: `9-11am` is 9 to 11 in the morning, `22:00 - 02:00` goes over
 * midnight. Gives a problem when the end is not after the start, unless the range can only mean that it ends
 * on the next day.
 */
function resolveRange(start: Clock, end: Clock): Range {
  const halves = [start.half, end.half].filter((half) => half !== undefined).length;
  const open = start.half === undefined ? start : end;
  const [from, to] = [toMinutes(start), toMinutes(end)];
  const isHalfOpen = halves === 1 && open.hour >= 1 && open.hour <= 12;
  if (halves < 2 && !isHalfOpen && (start.bare || end.bare))
    return { problem: "has an hour without minutes. Add am or pm, or write both times as 9:00 - 10:00." };
  if (start.hour === 24) return { problem: starts24 };
  if (isHalfOpen) return completeHalf(start, from, to);
  if (to > from) return { start: from, end: to };
  const length = to + day - from;
  // Without am and pm a range such as 9:00 - 5:00 may mean the afternoon. From 13:00 on the clock has 24 hours.
  const isShort = length < halfDay || (length === halfDay && halves === 2);
  if (to !== from && isShort && (halves > 0 || start.hour >= 13)) return { start: from, end: to + day };
  return {
    problem:
      from === to
        ? "ends when it starts. Write a later end."
        : "ends before it starts. Write am and pm, use the 24-hour clock, or add the date of the end.",
  };
}

/** Only one side says am or pm: the other one is in the half of the day that makes the shorter range. */
function completeHalf({ half }: Clock, from: number, to: number): Range {
  const length = (to - from + 2 * day) % halfDay;
  if (length === 0) return { problem: "could last no time or twelve hours. Write am or pm on both sides." };
  const start = half === undefined ? (to - length + day) % day : from;
  return { start, end: start + length };
}

/** Minutes after midnight of a clock whose half of the day is known. */
function toMinutes({ hour, minute, half }: Clock): number {
  return (half === undefined ? hour : (hour % 12) + (half === "pm" ? 12 : 0)) * 60 + minute;
}

const pad = (part: number): string => String(part).padStart(2, "0");

const formatClock = (minutes: number): string => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;

function toMoment(date: string, { second }: Clock, minutes: number, offset: string | undefined): Moment {
  return {
    date: addDays(date, Math.floor(minutes / day)),
    time: `${formatClock(minutes % day)}${second === 0 ? "" : `:${pad(second)}`}`,
    ...(offset !== undefined && { offset }),
  };
}

/** Moves a parsed time by whole days. */
function addToDates(parsed: ParsedTime, days: number): ParsedTime {
  const move = (moment: Moment): Moment => ({ ...moment, date: addDays(moment.date, days) });
  return days === 0
    ? parsed
    : { ...parsed, start: move(parsed.start), ...(parsed.end && { end: move(parsed.end) }) };
}
