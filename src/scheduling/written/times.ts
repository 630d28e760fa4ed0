/** Reads a date with a time, an end, an offset or a time zone. What has two meanings gives a problem. */
import { addDays, normalizeTimeZone } from "../../time/index.ts";
import { isRealOffset } from "../../time/zones.ts";
import { dropNumber, fold } from "./clean.ts";
import { completeRange, type DateRules, type FoundDate, takeDates } from "./days.ts";
import { problem, type WrittenProblem } from "./problem.ts";
import { writeOffset, zoneNames } from "./zones.ts";

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
  relative?: boolean;
  /** Why no time can be taken from the text, although its date is clear. */
  doubt?: WrittenProblem | undefined;
}

/** What was read, or the problem of a text in a known format, or undefined for a text in no known format. */
export type Reading<Value> = { value: Value } | { problem: WrittenProblem } | undefined;

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
  const scan: Scan = { rest: writeNoon(foldTime(written)), dates: [] };
  const groups = take(scan, clockAlone)?.groups;
  if (groups === undefined || scan.rest !== "") {
    const read = readTime(written);
    const isDated = read !== undefined && ("value" in read || read.problem.code === "sheet-time");
    if (read === undefined || !isDated) return undefined;
    return { problem: "value" in read ? withDate : read.problem };
  }
  const clock = toClock(scan, groups);
  if (scan.problem !== undefined) return { problem: scan.problem };
  if (clock.bare) return { problem: bareHour };
  if (clock.second) return undefined;
  if (end) return { value: clock.minutes === 0 ? "24:00" : formatClock(clock.minutes) };
  if (clock.minutes < day) return { value: formatClock(clock.minutes) };
  return /midnight/i.test(written) ? { value: "00:00" } : undefined;
}

const withDate = problem("no-clock", "has a date", "Enter only the time of day.");
const noDate = problem("no-date", "has no date", "Add it.", "which day they mean");
const bareHour = problem("half-day", "has an hour without minutes", "Add am or pm, or write it as 9:00.");

/** What is left of a folded text, where each date is a D. Of several problems the first is kept. */
interface Scan {
  rest: string;
  dates: FoundDate[];
  /** The name of a zone behind the time that was taken last. */
  zoneName?: string | undefined;
  problem?: WrittenProblem | undefined;
  /** Why no time of day can be taken from the text, whose date counts. */
  doubt?: WrittenProblem | undefined;
}

/** Takes what a pattern matches at the start of the rest. */
function take(scan: Scan, pattern: RegExp): RegExpExecArray | undefined {
  const match = pattern.exec(scan.rest) ?? undefined;
  scan.rest = scan.rest.slice(match?.[0].length);
  return match;
}

/** A start or an end as it was written. */
interface Side {
  date?: string | undefined;
  clock?: Clock | undefined;
  offset?: Offset | undefined;
  zoneName?: string | undefined;
  /** The time follows the date with a T, as in ISO 8601. */
  joined?: boolean;
  /** Days to add. */
  move: number;
  /** The dash or word before the end of a range, and the white space around it. */
  sign: string;
}

/** The start and the end of a text. `isApart`: they stand in cells of their own, so that no sign is between them. */
interface Sides extends Omit<Scan, "rest" | "dates"> {
  start: Side;
  end?: Side | undefined;
  zone?: string | undefined;
  relative: boolean;
  isApart?: boolean;
}

function readSides(written: string, rules: DateRules): Sides | undefined {
  const folded = foldTime(written);
  const [, whole = folded, sign, number = 0, unit = ""] = counted.exec(folded) ?? [];
  const taken = takeDates(whole, rules);
  const { text, dates } = completeRange(taken.text, taken.dates);
  const ordered = writeNoon(text).replace(dateLast, "D $1$2");
  const hasDate = ordered.startsWith("D");
  const move = (sign === "-" ? -1 : 1) * Number(number) * (unit.startsWith("w") ? 7 : 1);
  const scan: Scan = { rest: ordered, dates };
  const start = takeSide(scan, move);
  const [range] = take(scan, rangeSign) ?? [];
  const end = range === undefined ? undefined : takeSide(scan, move, range);
  const zone = takeZone(scan, start, end);
  take(scan, /^[.,]/);
  if (start === undefined || scan.rest !== "" || (range !== undefined && end === undefined)) return undefined;
  // A number in front of a date, or without one, is no time.
  if (!text.startsWith("D") && (start.clock?.bare ?? true) && end?.clock?.half === undefined)
    return undefined;
  scan.problem ??= hasDate ? undefined : noDate;
  return { ...scan, start, end, zone, relative: /\b(?:now|today|tomorrow)\b/.test(whole) };
}

const rangeSign = /^ ?(?:[-~\u2192]+>?|(?:to|until|till?|thru|through|bis)\b) ?/u;

function takeSide(scan: Scan, move: number, sign = ""): Side | undefined {
  const found = take(scan, /^ ?D/) && scan.dates.shift();
  scan.problem ??= found?.problem;
  const groups = take(scan, found ? clockAfterDate : clockAlone)?.groups;
  if (groups === undefined) return found && { date: found.date, move, sign };
  const clock = toClock(scan, groups);
  const joined = groups["joined"] !== undefined;
  scan.zoneName = undefined;
  const offset = takeOffset(scan, clock, joined);
  const { zoneName } = scan;
  const isGraph = groups["fraction"]?.length === 7 && (offset ?? zoneName) === undefined;
  if (isGraph) scan.doubt ??= utcDigits;
  return { date: found?.date, clock, joined, move, offset: isGraph ? utc : offset, zoneName, sign };
}

const utcDigits = problem(
  "utc-digits",
  "has no offset, and Microsoft writes times in UTC with seven digits after the second",
  "Add Z if it is UTC, or leave the digits out.",
  "whether the time is in UTC",
);

/** A time of day as it was written. */
interface Clock {
  /** After midnight, up to 1,440. Without am or pm, the hour as it was written. */
  minutes: number;
  second: number | undefined;
  half: string | undefined;
  /** An hour alone: means nothing unless the other side of a range has am or pm. */
  bare: boolean;
  /** An hour of one digit, as in a day of twice twelve hours. */
  isShort: boolean;
}

const day = 1440;
const halfDay = 720;

/** `9:00`, `09:00:00.000`, `9.30`, `15h30`, `9am`, `9:00 a.m.`, a bare hour. */
const clock = [
  " ?(?<hour>\\d{1,2})(?!\\d)",
  "(?:[:.](?<minute>\\d\\d)(?!\\d)(?::(?<second>\\d\\d)(?!\\d)(?:[.,](?<fraction>\\d{1,9})(?!\\d))?)?",
  "|(?<h> ?h)(?: ?(?<past>\\d\\d)(?!\\d)|(?![a-z])))?",
  // One letter counts only directly behind the digits.
  "(?: ?(?<half>[ap])(?:\\.? ?m\\b\\.?|(?<! .)\\b(?!\\.)))?",
  "(?<uhr> (?:uhr|uur)\\b)?(?: ?h\\b)?",
].join("");
const clockAlone = new RegExp(`^${clock}`, "u");
/** What several languages write between a date and its time. */
const at = "(?:(?:at|from|um|von|a|as|a las?|alle|(?:alle )?ore|om|o)\\b|@|kl\\b\\.?)";
// A dash has spaces around it; directly before digits it would be a sign.
const filler = `(?: ?[,:\u00b7\u22c5\u2022])?(?: ?${at})?(?: [-~\u2192]+>?(?= ))?`;
const clockAfterDate = new RegExp(`^(?:(?<joined>t)(?=\\d)|${filler})${clock}`, "u");

function toClock(scan: Scan, groups: Record<string, string | undefined>): Clock {
  const { hour = "", h, uhr, half, past, minute = past } = groups;
  const second = groups["second"] === undefined ? undefined : Number(groups["second"]);
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === "p" ? 12 : 0);
  const minutes = hours * 60 + Number(minute ?? 0);
  const isHour =
    half === undefined ? minutes * 60 + (second ?? 0) <= day * 60 : /^(?:0?[1-9]|1[0-2])$/.test(hour);
  if (!isHour || Number(minute ?? 0) > 59 || (second ?? 0) > 59) scan.problem ??= wrongClock;
  return {
    minutes,
    second,
    half,
    bare: (minute ?? half ?? h ?? uhr) === undefined,
    isShort: hour.length === 1,
  };
}

const wrongClock = problem(
  "wrong-clock",
  "has a time of day that does not exist",
  "Correct it.",
  "which time they mean",
);

/** An offset that was written behind a time of day. */
interface Offset {
  /** Such as "+05:30". */
  text: string;
  /** `name` is Z, UTC or GMT; `shift` is such a name with a number (`GMT-5`); `digits` is a number (`-05:00`). */
  form: "name" | "shift" | "digits";
  /** Z, UTC or GMT, in small letters. */
  name?: string;
  /** The same digits as a time of day, when they could as well be the end of a range. */
  asEnd?: Clock;
}

const utc: Offset = { text: "+00:00", form: "digits" };

// Seconds, or am and pm, show that the digits are a time of day.
const end = "(?!\\d|[:.]\\d| ?(?:[ap]\\.?m?|h|d|w)\\b)";
const shift = `(?: ?(?<sign>\\+ ?|-)(?<hours>\\d{1,2})(?::?(?<minutes>\\d\\d))?${end}(?! ?(?:z|utc|gmt)\\b))?`;
const namedOffset = new RegExp(
  `^ ?(?:\\((?=[^()]*\\)))?(?<name>z|(?:utc|gmt)(?!\\p{L})${shift})(?!\\p{L})\\)?`,
  "u",
);
const plainOffset = new RegExp(`^( ?)([+-])(\\d\\d)(?:(:?)(\\d\\d))?${end}`);

/** Takes what stands behind a time of day: `Z`, `UTC`, `GMT-5`, `+01:00`, `-0500`, or another name of a time zone. */
function takeOffset(scan: Scan, clock: Clock, joined: boolean): Offset | undefined {
  const written = takeNamedOffset(scan) ?? takePlainOffset(scan, clock, joined);
  if (written !== undefined && !isRealOffset(written.text))
    scan.doubt ??= problem("offset", `has an offset (${written.text}) that does not exist`);
  if (written?.form === "name" || written?.asEnd !== undefined) return written;
  // Programs name the zone once more behind its offset: -0500 (EST).
  if (written?.text === "+00:00" && take(scan, /^ \(?(?:utc|gmt)\b\)?/)) return written;
  const groups = take(scan, zoneNames)?.groups;
  const zone = groups?.["bracketed"] ?? groups?.["name"];
  if (written === undefined && zone !== undefined) scan.zoneName = zone;
  return written;
}

/** `Z`, `UTC`, and `GMT-5`, `UTC +05:30`, `GMT-0500`. */
function takeNamedOffset(scan: Scan): Offset | undefined {
  const { name, sign, hours = "", minutes } = take(scan, namedOffset)?.groups ?? {};
  if (name === undefined) return undefined;
  if (sign === undefined) return { text: "+00:00", form: "name", name };
  return { text: writeOffset(sign, hours, minutes), form: "shift" };
}

/**
 * A minus counts only behind seconds, behind the T of ISO 8601 (`joined`), with four digits of its own or with a space before it
 * alone (`03:00 -05:00`), and only with an offset that exists: otherwise it begins the end of a range.
 */
function takePlainOffset(scan: Scan, clock: Clock, joined: boolean): Offset | undefined {
  const precise = clock.second !== undefined;
  const [, space, sign = "", hours = "", colon, minutes] = plainOffset.exec(scan.rest) ?? [];
  if (space === undefined) return undefined;
  const offset: Offset = { text: writeOffset(sign, hours, minutes), form: "digits" };
  const isReal = isRealOffset(offset.text);
  const isSpaced = space === " ";
  const isFour = minutes !== undefined && colon === "";
  const isMinus = sign !== "+";
  const isOwn = isSpaced && minutes !== undefined && !clock.bare;
  const counts = joined || precise || isOwn;
  if (isMinus && (!counts || !isReal || (isSpaced && minutes === undefined))) return undefined;
  take(scan, plainOffset);
  // Exactly ISO 8601 (T09:00:00-05:00), or as PostgreSQL writes it (09:00:00-05).
  const isIso = precise && !isSpaced && (joined || (minutes === undefined && hours.startsWith("0")));
  if (isMinus && ((precise && isFour) || isIso)) return offset;
  if (isReal && isSpaced && !precise && !isFour) scan.doubt ??= { ...unclearOffset, code: "offset-form" };
  return isMinus ? { ...offset, asEnd: toClock(scan, { hour: hours, minute: minutes ?? "00" }) } : offset;
}

const unclearOffset = problem(
  "range-or-offset",
  "could be a range or a time with an offset",
  "Write the range with spaces, or the offset after T and seconds: 2027-03-01T14:00:00-05:00.",
  "whether it is a range",
);

const zoneAtEnd = /^(?: ?[([](?<bracketed>[^()[\]]*)[)\]]| (?<plain>[a-z_]+\/[a-z0-9_+/-]+))$/;

/** `America/New_York, UTC-05:00 to UTC-04:00`: the time zone as the app writes it behind an option. */
const described = /^(?:([a-z0-9_+/-]+), )?utc([+-]\d\d:\d\d)(?: to utc([+-]\d\d:\d\d))?$/;

/** Takes the time zone at the end, and its offsets. */
function takeZone(scan: Scan, start: Side | undefined, end: Side | undefined): string | undefined {
  const { bracketed, plain: name = bracketed } = zoneAtEnd.exec(scan.rest)?.groups ?? {};
  if (name === undefined || start?.clock === undefined) return undefined;
  const [, zone = name, first, last = first] = described.exec(name) ?? [];
  const timeZone = normalizeTimeZone(zone);
  if (first === undefined || last === undefined) {
    // JavaScript and mail programs name the zone behind its offset, in the language of the machine.
    const hasOffset = start.offset !== undefined && start.offset.form !== "name";
    const isComment = hasOffset && start.clock.second !== undefined && /^[\p{L} .,'\u2019-]+$/u.test(name);
    if (timeZone === undefined && !isComment) return undefined;
  } else {
    if (start.offset !== undefined || !isRealOffset(first) || !isRealOffset(last)) return undefined;
    start.offset = { text: first, form: "digits" };
    if (end !== undefined) end.offset = { text: last, form: "digits" };
  }
  take(scan, zoneAtEnd);
  return timeZone;
}

function toReading(sides: Sides | undefined): Reading<WrittenTime> {
  if (sides === undefined) return undefined;
  if (sides.problem !== undefined) return { problem: sides.problem };
  const { start, end, zone, relative, isApart = false } = sides;
  const { date = "", clock } = start;
  const endDate = end?.date ?? date;
  const toDate = (side: Side, on: string) => ({ date: addDays(on, side.move) });
  const days = { start: toDate(start, date), end: end && toDate(end, endDate), relative };
  if (clock === undefined) return { value: days };
  // A name at the end of a range counts for both of its times.
  const offset = start.offset ?? (end?.offset?.form === "digits" || isApart ? undefined : end?.offset);
  const endOffset = end?.offset ?? (isApart ? undefined : offset);
  const isOneDay = end?.date === undefined && (isApart ? end?.move === 0 : endOffset?.text === offset?.text);
  const zoneName = start.zoneName ?? end?.zoneName;
  const isTwice = zoneName !== undefined && (offset ?? endOffset ?? zone) !== undefined;
  const wrong = isTwice ? twoZones : isApart ? checkApart(end) : checkSides(start, clock, end, zone);
  const span = wrong ?? resolveClocks(clock, end?.clock, isOneDay);
  if ("code" in span) return { value: { ...days, doubt: sides.doubt ?? span } };
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
  if (offset === undefined && end.offset !== undefined && (end.offset.form === "digits" || end.joined))
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
): { from: number; to: number } | WrittenProblem {
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
