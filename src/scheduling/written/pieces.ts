/** The pieces of a time, and how a text is taken apart into them. */
import type { ProblemText } from "../../problem.ts";
import { normalizeTimeZone } from "../../time/index.ts";
import { isRealOffset } from "../../time/zones.ts";
import type { FoundDate } from "./days.ts";
import { problem } from "./problem.ts";
import { readTimeZone, writeOffset, zoneNames } from "./zones.ts";

/** A start or an end as it was written. */
export interface Side {
  date?: string | undefined;
  clock?: Clock | undefined;
  offset?: Offset | undefined;
  zoneName?: string | undefined;
  /** The dash or word before the end of a range, and the white space around it. */
  sign: string;
  /** Days to add. */
  move: number;
}

/** The start and the end of a text. Of several problems the first is kept. */
export interface Sides {
  start: Side;
  end?: Side | undefined;
  zone?: string | undefined;
  problem?: ProblemText | undefined;
  /** Why no time of day can be taken from the text, whose date counts. */
  doubt?: ProblemText | undefined;
  /** The letters of the pieces that were read. */
  shape: string;
  relative?: boolean;
  /** The end stands in a cell of its own, so that no sign is before it. */
  isApart?: boolean;
}

type Groups = Readonly<Partial<Record<string, string>>>;

/** A part of a time. */
interface Piece {
  /** Its letter in the shape of a text, and the shapes that it may follow. */
  letter: string;
  after: RegExp;
  pattern: string;
  /** Puts it into the side of a range that is read. False if the text is not that piece there. */
  take(groups: Groups, side: Side, sides: Sides, dates: FoundDate[]): unknown;
}

/** What several languages write between a date and its time. */
const at =
  "(?:(?:at|from|um|von|de|das?|dalle|van|fra|fran|od|a|as|a las?|alle|(?:d?alle )?ore|om|o)\\b|@|kl\\b\\.?)";
/** What they write between a start and its end. */
const to = "(?:to|until|till?|thru|through|bis|a|as|a las?|alle|tot|do)\\b";
// A dash has spaces around it; directly before digits it would be a sign.
const filler = `(?: ?[,:|\u00b7\u22c5\u2022])?(?: ?${at})?(?: [-~\u2192]+>?(?= ))?`;
// Seconds, or am and pm, show that digits are a time of day.
const noClock = "(?!\\d|[:.]\\d| ?(?:[ap]\\.?m?|h|d|w)\\b)";
const shift = `(?: ?(?<sign>\\+ ?|-)(?<hours>\\d{1,2})(?::?(?<minutes>\\d\\d))?${noClock}(?! ?(?:z|utc|gmt)\\b))?`;

/** The pieces of a folded text, where each date is a D. The first that fits is taken. */
const pieces: readonly Piece[] = [
  {
    letter: "D",
    after: /^R?$|R$/,
    pattern: " ?D",
    take(_groups, side, sides, dates) {
      const found = dates.shift();
      sides.problem ??= found?.problem;
      side.date = found?.date;
    },
  },
  {
    // 9:00, 09:00:00.000, 9.30, 15h30, 9am, 9:00 a.m., a bare hour
    letter: "C",
    after: /^$|[DR]$/,
    pattern: [
      `(?:(?<=D)(?:(?<joined>t)(?=\\d)|${filler}))? ?(?<hour>\\d{1,2})(?!\\d)`,
      "(?:[:.](?<minute>\\d\\d)(?!\\d)(?::(?<second>\\d\\d)(?!\\d)(?:[.,](?<fraction>\\d{1,9})(?!\\d))?)?",
      "|(?<h> ?h)(?: ?(?<past>\\d\\d)(?!\\d)|(?![a-z])))?",
      // One letter counts only directly behind the digits.
      "(?: ?(?<half>[ap])(?:\\.? ?m\\b\\.?|(?<! .)\\b(?!\\.)))?",
      "(?<uhr> (?:uhr|uur)\\b)?(?: ?h\\b)?",
    ].join(""),
    take(groups, side, sides) {
      side.clock = toClock(groups);
      if (!side.clock.isReal) sides.problem ??= wrongClock;
    },
  },
  {
    // Z, UTC, (GMT), GMT-5, UTC +05:30
    letter: "N",
    after: /C$/,
    pattern: ` ?(?:\\((?=[^()]*\\)(?! ?\\p{L})))?(?<name>z|(?:utc|gmt)(?!\\p{L})${shift})(?!\\p{L})\\)?`,
    take({ name, sign, hours = "", minutes }, side) {
      side.offset =
        sign === undefined
          ? { text: "+00:00", form: "name", name }
          : { text: writeOffset(sign, hours, minutes), form: "shift" };
    },
  },
  {
    // +01:00, -0500, -05
    letter: "O",
    after: /C$/,
    pattern: `(?<space> ?)(?<sign>[+-])(?<hours>\\d\\d)(?:(?<colon>:?)(?<minutes>\\d\\d))?${noClock}`,
    take: takeDigits,
  },
  {
    // Programs name the zone once more behind an offset: +0000 UTC, GMT-0500 (EST).
    letter: "A",
    after: /[NO]$/,
    pattern: `(?:(?<=[+-]0?0(?::?00)?\\)?) \\(?(?:utc|gmt)\\b\\)?|(?<=\\d\\)?)${zoneNames})`,
    take: (_groups, { offset }) => offset?.asEnd === undefined,
  },
  {
    // EST, (Eastern Time - New York)
    letter: "Z",
    after: /C$/,
    pattern: zoneNames,
    take({ bracketed, name = bracketed }, side) {
      side.zoneName = name;
    },
  },
  {
    letter: "R",
    after: /^[^R]+$/,
    // Also as in an interval of ISO 8601, START/END.
    pattern: `(?<sign> ?(?:[-~\u2192]+>?|${to}) ?|(?<=Dt\\S*)\\/(?=Dt))`,
    take({ sign = "" }, { move }, sides) {
      sides.end = { sign, move };
    },
  },
  {
    // (Europe/Berlin), [Europe/Berlin], America/New_York, (UTC-05:00) Eastern Time (US & Canada)
    letter: "P",
    after: /C(?:.*[^R])?$/,
    pattern:
      "(?: ?[([](?<bracketed>[^()[\\]]*)[)\\]]| (?<plain>[a-z_]+\\/[a-z0-9_+/-]+)| (?<menu>\\((?:utc|gmt).*\\) ?\\p{L}.*))$",
    take: takePlace,
  },
  { letter: ".", after: /[^R]$/, pattern: "[.,]$", take: () => true },
];

const patterns = pieces.map((piece) => ({ ...piece, pattern: new RegExp(piece.pattern, "uy") }));

/** Reads a folded text from its start to its end. Undefined if a part of it is none of the pieces. */
export function readPieces(text: string, found: readonly FoundDate[], move = 0): Sides | undefined {
  const dates = [...found];
  const sides: Sides = { start: { sign: "", move }, shape: "" };
  for (let at = 0; at < text.length; ) {
    const next = patterns.find(({ after, pattern, take }) => {
      pattern.lastIndex = at;
      const groups = after.test(sides.shape) ? (pattern.exec(text)?.groups ?? {}) : undefined;
      return (
        pattern.lastIndex > at && groups && take(groups, sides.end ?? sides.start, sides, dates) !== false
      );
    });
    if (next === undefined) return undefined;
    at = next.pattern.lastIndex;
    sides.shape += next.letter;
  }
  for (const side of [sides.start, sides.end ?? sides.start]) {
    const { clock, offset, zoneName } = side;
    if (offset !== undefined && !isRealOffset(offset.text))
      sides.doubt ??= problem("offset", `has an offset (${offset.text}) that does not exist`);
    if (!clock?.isGraph || (offset ?? zoneName) !== undefined) continue;
    sides.doubt ??= utcDigits;
    side.offset = { text: "+00:00", form: "digits" };
  }
  return /[^R]$/.test(sides.shape) ? sides : undefined;
}

const utcDigits = problem(
  "utc-digits",
  "has no offset, and Microsoft writes times in UTC with seven digits after the second",
  "Add Z if it is UTC, or leave the digits out.",
  "whether the time is in UTC",
);

/** A time of day as it was written. */
export interface Clock {
  /** After midnight, up to 1,440. Without am or pm, the hour as it was written. */
  minutes: number;
  second: number | undefined;
  half: string | undefined;
  /** An hour alone: means nothing unless the other side of a range has am or pm. */
  bare: boolean;
  /** An hour of one digit, as in a day of twice twelve hours. */
  isShort: boolean;
  /** It follows the date with a T, as in ISO 8601. */
  joined: boolean;
  /** Seven digits behind the second, as Microsoft Graph writes them. */
  isGraph: boolean;
  /** A day has this time. */
  isReal: boolean;
}

export const day = 1440;
export const halfDay = 720;

function toClock(groups: Groups): Clock {
  const { hour = "", h, uhr, half, past, minute = past, second, joined, fraction } = groups;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === "p" ? 12 : 0);
  const minutes = hours * 60 + Number(minute ?? 0);
  const seconds = Number(second ?? 0);
  const isHour = half === undefined ? minutes * 60 + seconds <= day * 60 : /^(?:0?[1-9]|1[0-2])$/.test(hour);
  return {
    minutes,
    second: second === undefined ? undefined : seconds,
    half,
    bare: (minute ?? half ?? h ?? uhr) === undefined,
    isShort: hour.length === 1,
    joined: joined !== undefined,
    isGraph: fraction?.length === 7,
    isReal: isHour && Number(minute ?? 0) < 60 && seconds < 60,
  };
}

const wrongClock = problem(
  "wrong-clock",
  "has a time of day that does not exist",
  "Correct it.",
  "which time they mean",
);

/** An offset that was written behind a time of day. */
export interface Offset {
  /** Such as "+05:30". */
  text: string;
  /** `name` is Z, UTC or GMT; `shift` is such a name with a number (`GMT-5`); `digits` is a number (`-05:00`). */
  form: "name" | "shift" | "digits";
  /** Z, UTC or GMT, in small letters. */
  name?: string | undefined;
  /** The same digits as a time of day, when they could as well be the end of a range. */
  asEnd?: Clock;
}

/**
 * A minus counts only behind seconds, behind the T of ISO 8601, with four digits of its own or with a space before it
 * alone (`03:00 -05:00`), and only with an offset that exists: otherwise it begins the end of a range.
 */
function takeDigits({ space, sign = "", hours = "", colon, minutes }: Groups, side: Side, sides: Sides) {
  const { second, joined, bare } = side.clock as Clock;
  const offset: Offset = { text: writeOffset(sign, hours, minutes), form: "digits" };
  const isReal = isRealOffset(offset.text);
  const isSpaced = space === " ";
  const precise = second !== undefined;
  const isFour = minutes !== undefined && colon === "";
  const counts = isSpaced ? minutes !== undefined && (joined || precise || !bare) : joined || precise;
  if (sign === "-" && !(counts && isReal)) return false;
  // Exactly ISO 8601 (T09:00:00-05:00), or as PostgreSQL writes it (09:00:00-05).
  const isIso = precise && !isSpaced && (joined || (minutes === undefined && hours.startsWith("0")));
  const isSure = sign === "+" || (precise && isFour) || isIso;
  if (isReal && isSpaced && !precise && !isFour) sides.doubt ??= { ...unclearOffset, code: "offset-form" };
  side.offset = isSure ? offset : { ...offset, asEnd: toClock({ hour: hours, minute: minutes ?? "00" }) };
  return true;
}

export const unclearOffset = problem(
  "range-or-offset",
  "could be a range or a time with an offset",
  "Write the range with spaces, or the offset after T and seconds: 2027-03-01T14:00:00-05:00.",
  "whether it is a range",
);

/** `America/New_York, UTC-05:00 to UTC-04:00`: the time zone as the app writes it behind an option. */
const described = /^(?:([a-z0-9_+/-]+), )?utc([+-]\d\d:\d\d)(?: to utc([+-]\d\d:\d\d))?$/;

/** Takes the time zone at the end of a text, and its offsets. */
function takePlace({ menu, bracketed, plain: name = bracketed ?? "" }: Groups, _side: Side, sides: Sides) {
  const { start, end } = sides;
  if (menu !== undefined) {
    const read = readTimeZone(menu, Number(start.date?.slice(0, 4)));
    sides.zone = "value" in read ? read.value : undefined;
    return sides.zone !== undefined;
  }
  const [, zone = name, first, last = first] = described.exec(name) ?? [];
  sides.zone = normalizeTimeZone(zone);
  if (first === undefined || last === undefined) {
    // JavaScript and mail programs name the zone behind its offset, in the language of the machine.
    const hasOffset = start.offset !== undefined && start.offset.form !== "name";
    const isComment = hasOffset && start.clock?.second !== undefined;
    return sides.zone !== undefined || (isComment && /^[\p{L} .,'\u2019-]+$/u.test(name));
  }
  if (start.offset !== undefined || !isRealOffset(first) || !isRealOffset(last)) return false;
  start.offset = { text: first, form: "digits" };
  if (end !== undefined) end.offset = { text: last, form: "digits" };
  return true;
}
