/** Reads a date with a time, an end, an offset or a time zone. What has two meanings gives a problem. */
import type { ProblemText } from "../../problem.ts";
import { addDays, normalizeTimeZone } from "../../time/index.ts";
import { isRealOffset } from "../../time/zones.ts";
import { dropNumber, fold } from "./clean.ts";
import {
  bareHour,
  type Clock,
  clockPattern,
  formatClock,
  resolveClocks,
  toClock,
  writeNoon,
} from "./clocks.ts";
import { type DateRules, type FoundDate, rangeSign, takeDates } from "./days.ts";
import { problem, type Reading } from "./problem.ts";
import { readTimeZone, writeOffset, zoneNames } from "./zones.ts";

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
  /** The offset is GMT by that name, in a time without seconds, as people write it. */
  gmt?: boolean | undefined;
  /** Days to add to the time as the zone of the poll shows it. */
  move?: number | undefined;
}

/** A day, a time, or a time with its end, as it was written. */
export interface WrittenTime {
  start: WrittenMoment;
  end?: WrittenMoment | undefined;
  /** The end is on the next day although no date says so. */
  overnight?: boolean;
  /** The start is an instant of a program, with Z or +00:00. */
  instant?: boolean | undefined;
  /** The date was counted from the current one. */
  relative?: boolean | undefined;
  /** Why no time can be taken from the text, although its date is clear. */
  doubt?: ProblemText | undefined;
}

/** Whether a time is a whole day. With `midnight`, 00:00 without an end stands for one. */
export const isWholeDay = ({ start, end, doubt }: WrittenTime, midnight = false): boolean =>
  start.clock === undefined ? doubt === undefined : midnight && start.clock === "00:00" && end === undefined;

/** What programs write, and the same in the order and with the signs that are read below. */
const rewrites: readonly (readonly [RegExp, string])[] = [
  // The day with which spreadsheets write a cell that has only a time of day.
  [
    /^(?:1899-12-3[01]|12\/3[01]\/1899|3[01][./]12[./]1899)[t ](\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?)(?:\.0+)?$/i,
    "$1",
  ],
  // ISO 8601 without separators, as calendar files have it.
  [/\b(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)(?!\d)/g, "$1-$2-$3t$4:$5:$6"],
  // The year last, as C and "Formatter by Zapier" write it.
  [/^((?:[a-z]{3} )?[a-z]{3} \d{1,2}) (\d\d:\d\d:\d\d(?: [+-]\d{4}| [a-z]+)?) (\d{4})$/, "$1 $3 $2"],
];

/** A text as it is read below. Between two spaces before a dash a cell was empty: nothing but a start can be missing there. */
const foldTime = (text: string): string =>
  rewrites.reduce(
    (each, [pattern, form]) => each.replace(pattern, form),
    fold(text.replace(/(?<! ) {2,}(?=\p{Pd} )/u, " \u2192")),
  );

/** Days to add: `2027-03-01 09:00 +7d`. */
const counted = /^(.*[a-z\d]) ?([+-]) ?(\d{1,3}) ?(d|w|days?|weeks?)$/;

/** `9am - 10am, March 1, 2027` and `9:00 am - Monday, March 1, 2027`, perhaps with a zone. */
const dateLast = /^([^D]+?)(?: ?,)?(?: on)?(?: -)? ?D((?: ?[([].*| \S+\/\S+)?[.,]?)$/u;

/** What several languages write between a date and its time. */
const at =
  "(?:(?:at|from|um|von|de|das?|dalle|van|fra|fran|od|a|as|a las?|alle|(?:d?alle )?ore|om|o)\\b|@|(?:kl|godz)\\b\\.?)";
// A dash has spaces around it; directly before digits it would be a sign. An arrow is always the sign of a range.
const filler = `(?: ?[,:|\u00b7\u22c5\u2022])?(?: ?${at})?(?: -+(?= ))?`;
// Seconds, or am and pm, show that digits are a time of day.
const noClock = "(?!\\d|[:.]\\d| ?(?:[ap]\\.?m?|h|d|w)\\b)";
const shift = `(?<shift>(?<=utc|gmt) ?(?:\\+ ?|-)\\d{1,2}(?::?\\d\\d)?${noClock}(?! ?(?:z|utc|gmt)\\b))?`;
/** Z, UTC, (GMT), GMT-5, UTC +05:30. */
const utc = ` ?(?:\\((?=[^()]*\\)(?! ?\\p{L})))?(?:(?<utc>z|utc|gmt)(?!\\p{L})${shift})(?!\\p{L})\\)?`;
/**
 * +01:00, -0500, -05. A minus counts only behind seconds, behind the T of ISO 8601, or with a space before it alone
 * (`03:00 -05:00`), and only with an offset that exists: otherwise it begins the end of a range.
 */
const digits = [
  "(?<digits> ?\\+\\d\\d(?::?\\d\\d)?",
  "|(?<=[:.]\\d\\d[:.]\\d\\d(?:[.,]\\d+)?|t\\d\\d?(?:[:.]\\d\\d)?)-(?:(?:0\\d|1[0-2])(?::?00)?|0[239]:?30)",
  "|(?<=[:.h]\\d\\d|[a-z]\\.?|t\\d\\d?) -(?:(?:0\\d|1[0-2]):?00|0[239]:?30)",
  `)${noClock}`,
].join("");
/** Programs name the zone once more behind an offset: +0000 UTC, GMT-0500 (EST). */
const again = `(?<again>(?<=[+-]0?0(?::?00)?\\)?) \\(?(?:utc|gmt)\\b\\)?|(?<=\\d\\)?)${zoneNames.replace(/\?<\w+>/g, "?:")})?`;
const clock = `(?:(?<=D)(?:(?<joined>t)(?=\\d)|${filler}))? ?${clockPattern}(?:(?:${utc}|${digits})${again}|${zoneNames})?`;
/** A start or an end. The names of its groups have its number. */
const side = (number: string) =>
  `(?: ?(?<date>D))?(?:${clock})?`.replace(/(?<=\(\?<)[a-z]+/g, (name) => name + number);
// Also as in an interval of ISO 8601, START/END.
const until = `(?<until> ?(?:${rangeSign}|(?:as|a las?|alle|do)\\b) ?|(?<=Dt\\S*)\\/(?=Dt))`;
/** (Europe/Berlin), [Europe/Berlin], America/New_York, (UTC-05:00) Eastern Time (US & Canada), or as the app writes it behind an option. */
const place = [
  "(?: ?[([](?<place>[^()[\\]]*?)(?:, utc(?<from>[+-]\\d\\d:\\d\\d)(?: to utc(?<last>[+-]\\d\\d:\\d\\d))?)?[)\\]]",
  "| (?<plain>[a-z_]+\\/[a-z0-9_+/-]+)| (?<menu>\\((?:utc|gmt)[^D]*\\) ?\\p{L}[^D]*))",
].join("");
/** A folded text in which each date is a D. */
const grammar = new RegExp(`^${side("1")}(?:${until}${side("2")})?${place}?[.,]?$`, "u");

/** An offset that was written behind a time of day. */
interface Offset {
  /** Such as "+05:30". */
  text: string;
  /** `name` is Z, UTC or GMT; `shift` is such a name with a number (`GMT-5`); `digits` is a number (`-05:00`). */
  form: "name" | "shift" | "digits";
  /** Written as Z, or as +00:00. */
  isProgram?: boolean;
  isGmt?: boolean;
  /** The same digits as a time of day, when they could as well be the end of a range. */
  asEnd?: Clock | undefined;
}

/** A start or an end as it was written. */
interface Side {
  date?: string | undefined;
  clock?: Clock | undefined;
  offset?: Offset | undefined;
  zoneName?: string | undefined;
  /** Days to add. */
  move: number;
}

/** The start and the end of a text. */
interface Sides {
  start: Side;
  end?: Side | undefined;
  /** The dash or word before the end of a range, and the white space around it. */
  until: string;
  zone?: string | undefined;
  /** The first of several problems. */
  problem?: ProblemText | undefined;
  /** Why no time of day can be taken from the text, whose date counts. */
  doubt?: ProblemText | undefined;
  relative?: boolean;
  /** The end stands in a cell of its own. */
  isApart?: boolean;
}

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

const clockAlone = new RegExp(`^ ?${clockPattern}$`, "u");

/**
 * A text that is a time of day and nothing else, as `HH:mm`. `end` says that it closes a range: midnight is then 24:00, and
 * otherwise 00:00. 24:00 does not start a range.
 */
export function readClock(written: string, end = false): Reading<string> {
  const { groups } = clockAlone.exec(writeNoon(foldTime(written))) ?? {};
  if (groups === undefined) {
    const { value, problem } = readTime(written) ?? {};
    if (value !== undefined) return { problem: withDate };
    return problem?.code === "sheet-time" ? { problem } : undefined;
  }
  const { isReal, bare, second, minutes } = toClock(groups);
  if (!isReal) return { problem: wrongClock };
  if (bare) return { problem: bareHour };
  if (second) return undefined;
  if (end) return { value: minutes === 0 ? "24:00" : formatClock(minutes) };
  if (minutes < dayMinutes) return { value: formatClock(minutes) };
  return /midnight/i.test(written) ? { value: "00:00" } : undefined;
}

const dayMinutes = 1440;
const withDate = problem("no-clock", "has a date", "Enter only the time of day.");
const noDate = problem("no-date", "has no date", "Add it.", "which day they mean");
const wrongClock = problem(
  "wrong-clock",
  "has a time of day that does not exist",
  "Correct it.",
  "which time they mean",
);
const rangeOrOffset = problem(
  "range-or-offset",
  "could be a range or a time with an offset",
  "Write the range with spaces, or the offset after T and seconds: 2027-03-01T14:00:00-05:00.",
  "whether it is a range",
);
const utcDigits = problem(
  "utc-digits",
  "has no offset, and Microsoft writes times in UTC with seven digits after the second",
  "Add Z if it is UTC, or leave the digits out.",
  "whether the time is in UTC",
);

function readSides(written: string, rules: DateRules): Sides | undefined {
  const folded = foldTime(written);
  const [, whole = folded, sign, number = 0, unit = ""] = counted.exec(folded) ?? [];
  const { text, dates } = takeDates(whole, rules);
  const ordered = writeNoon(text)
    .replace(dateLast, "D $1$2")
    .replace(/^D \((\d[^()]*)\)$/, "D $1");
  const move = (sign === "-" ? -1 : 1) * Number(number) * (unit.startsWith("w") ? 7 : 1);
  const { groups } = grammar.exec(ordered) ?? {};
  if (groups === undefined) return undefined;
  const sides: Sides = { start: { move }, until: groups["until"] ?? "" };
  sides.start = takeSide(groups, "1", dates, sides);
  if (groups["until"] !== undefined) sides.end = takeSide(groups, "2", dates, sides);
  const { start, end = start } = sides;
  if ([start, end].some((each) => (each.date ?? each.clock) === undefined)) return undefined;
  // A number in front of a date, or without one, is no time.
  if (!text.startsWith("D") && (start.clock?.bare ?? true) && end.clock?.half === undefined) return undefined;
  if (!takePlace(groups, sides)) return undefined;
  if (!ordered.startsWith("D")) sides.problem ??= noDate;
  for (const { clock, offset, zoneName } of [start, end]) {
    if (offset !== undefined && !isRealOffset(offset.text))
      sides.doubt ??= problem("offset", `has an offset (${offset.text}) that does not exist`);
    if (clock?.isGraph && (offset ?? zoneName) === undefined) sides.doubt ??= utcDigits;
  }
  return { ...sides, relative: /\b(?:now|today|tomorrow)\b/.test(whole) };
}

type Groups = Readonly<Partial<Record<string, string>>>;

/** The start or the end in the groups of the grammar. Takes its date out of the list. */
function takeSide(all: Groups, number: string, dates: FoundDate[], sides: Sides): Side {
  const own = Object.entries(all).filter(([name, part]) => name.endsWith(number) && part !== undefined);
  const groups: Groups = Object.fromEntries(own.map(([name, part]) => [name.slice(0, -1), part]));
  const { date, hour, bracketed, name = bracketed } = groups;
  const found = date && dates.shift();
  const side: Side = { date: undefined, move: sides.start.move };
  if (found) {
    side.date = found.date;
    sides.problem ??= found.problem;
  }
  if (hour === undefined) return side;
  const clock = toClock(groups);
  if (!clock.isReal) sides.problem ??= wrongClock;
  return { ...side, clock, zoneName: name, offset: readOffset(groups, clock, sides) };
}

/** The offset behind a time of day. */
function readOffset({ utc, shift, digits, again }: Groups, clock: Clock, sides: Sides): Offset | undefined {
  const written = digits ?? shift;
  if (written === undefined)
    return utc === undefined
      ? undefined
      : {
          text: "+00:00",
          form: "name",
          isProgram: utc === "z",
          isGmt: utc === "gmt" && clock.second === undefined,
        };
  const [, sign = "", hour = "", minute] = /([+-]) ?(\d{1,2}?):?(\d\d)?$/.exec(written) ?? [];
  const text = writeOffset(sign, hour, minute);
  if (digits === undefined) return { text, form: "shift" };
  const isPrecise = clock.second !== undefined;
  const isSpaced = digits.startsWith(" ");
  const isFour = /\d{4}/.test(digits);
  // Exactly ISO 8601 (T09:00:00-05:00), or as PostgreSQL writes it (09:00:00-05).
  const isIso = isPrecise && !isSpaced && (clock.joined || (minute === undefined && hour.startsWith("0")));
  const isSure = sign === "+" || (isPrecise && isFour) || isIso;
  if (isSpaced && !isPrecise && !isFour && isRealOffset(text))
    sides.doubt ??= { ...rangeOrOffset, code: "offset-form" };
  if (!isSure && again !== undefined) sides.doubt ??= rangeOrOffset;
  const asEnd = isSure ? undefined : toClock({ hour, minute: minute ?? "00" });
  return { text, form: "digits", isProgram: text === "+00:00", asEnd };
}

/** Takes the time zone at the end of a text, and its offsets. False if it is none. */
function takePlace({ menu, place, plain: name = place, from, last = from }: Groups, sides: Sides): boolean {
  const { start, end } = sides;
  if (menu !== undefined) {
    sides.zone = readTimeZone(menu).value;
    return sides.zone !== undefined;
  }
  if (name === undefined) return true;
  const { clock, offset } = start;
  sides.zone = normalizeTimeZone(name);
  if (from !== undefined && last !== undefined) {
    start.offset = { text: from, form: "digits" };
    if (end !== undefined) end.offset = { text: last, form: "digits" };
    return clock !== undefined && offset === undefined;
  }
  // JavaScript and mail programs name the zone behind its offset, in the language of the machine.
  const isComment = offset !== undefined && offset.form !== "name" && clock?.second !== undefined;
  return (
    clock !== undefined && (sides.zone !== undefined || (isComment && /^[\p{L} .,'\u2019-]+$/u.test(name)))
  );
}

const twoZones = problem("zone", "has two time zones", "Keep one of them.");
const noStartClock = problem("no-clock", "has a start without a time of day", "Add it.");
const noEndClock = problem("end", "has an end without a time of day", "Add it.");
export const oneOffset = problem("offset", "has an offset on one side only", "Write it on both sides.");

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
  const isOwn = isApart || end?.offset?.form === "digits";
  const offset = start.offset ?? (isOwn ? undefined : end?.offset);
  const endOffset = end?.offset ?? (isApart ? undefined : offset);
  const isOneDay = end?.date === undefined && (isApart ? end?.move === 0 : endOffset?.text === offset?.text);
  const zoneName = start.zoneName ?? end?.zoneName;
  const isTwice = zoneName !== undefined && (offset ?? endOffset ?? zone) !== undefined;
  const wrong = isTwice ? twoZones : checkEnd(sides, clock);
  const span = wrong ? { problem: wrong } : resolveClocks(clock, end?.clock, isOneDay, isApart);
  if (span.problem) return { value: { ...days, doubt: sides.doubt ?? span.problem } };
  const toMoment = (side: Side, on: string, { second }: Clock, minutes: number, own?: Offset) => {
    const isMoved = own === undefined && zone === undefined;
    return {
      date: addDays(on, Math.floor(minutes / dayMinutes) + (isMoved ? side.move : 0)),
      clock: formatClock(minutes % dayMinutes, second),
      offset: own?.text,
      gmt: own?.isGmt,
      zone,
      zoneName: side.zoneName ?? zoneName,
      move: isMoved || side.move === 0 ? undefined : side.move,
    };
  };
  return {
    value: {
      start: toMoment(start, date, clock, span.from, offset),
      end: end?.clock && toMoment(end, endDate, end.clock, span.to, endOffset),
      overnight: isOneDay && span.to > dayMinutes,
      instant: start.offset?.isProgram,
      relative,
      doubt: sides.doubt,
    },
  };
}

/** What is wrong with the end of a range and its offset. */
function checkEnd({ start, end, until, zone, isApart }: Sides, clock: Clock): ProblemText | undefined {
  if (end === undefined) {
    const asEnd = start.offset?.asEnd;
    return asEnd && !resolveClocks(clock, asEnd, true).problem ? rangeOrOffset : undefined;
  }
  if (end.clock === undefined) return noEndClock;
  if (isApart) return undefined;
  const isOneSided = start.offset === undefined && end.offset !== undefined;
  if (isOneSided && (end.offset?.form === "digits" || end.clock.joined)) return oneOffset;
  // The digits behind the dash could be meant as an offset from the zone that the start names.
  const couldBeOffset = end.date === undefined && /^ ?-+ ?$/.test(until);
  if (start.offset?.form === "name" && end.offset === undefined && zone === undefined && couldBeOffset)
    return problem(
      "offset",
      "could be a range or an offset from UTC",
      "Write 09:00 UTC - 10:00 UTC, or the offset without a space: UTC-5.",
    );
  return undefined;
}
