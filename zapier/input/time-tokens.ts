import { isRealOffset, normalizeTimeZone } from "../../src/time/index.ts";

/** One piece of a written date or time: digits, letters (lower case), dashes and arrows, or a single other character. */
export interface Token {
  kind: "number" | "word" | "dash" | "mark";
  text: string;
  /** Whether white space stands before it. */
  spaced: boolean;
}

// Every alternative has one quantifier and starts with its own characters, so matching takes linear time.
const pieces = /\s+|\d+|\p{L}+|[\p{Pd}\u2212~\u223c\uff5e\u2192\u27f6\u21d2]+>?|=>|./gsu;
const dash = /^(?:[\p{Pd}\u2212~\u223c\uff5e\u2192\u27f6\u21d2]|=>)/u;
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Cuts a text into tokens, in linear time. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let spaced = false;
  for (const [piece] of text.replace(invisible, "").matchAll(pieces)) {
    const blank = piece.trim() === "";
    if (!blank) tokens.push({ kind: kindOf(piece), text: piece.toLowerCase(), spaced });
    spaced = blank;
  }
  return tokens;
}

function kindOf(piece: string): Token["kind"] {
  if (/^\d/.test(piece)) return "number";
  if (/^\p{L}/u.test(piece)) return "word";
  return dash.test(piece) ? "dash" : "mark";
}

/** A place in a list of tokens. `problem` is the first thing found wrong with a text whose form was recognized. */
export class Cursor {
  at = 0;
  problem: string | undefined;
  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  /** The token `ahead` places from here. */
  peek(ahead = 0): Token | undefined {
    return this.tokens[this.at + ahead];
  }

  get done(): boolean {
    return this.at >= this.tokens.length;
  }

  /** Takes the next token if it is one of these texts. */
  take(...texts: string[]): Token | undefined {
    const token = this.peek();
    if (token === undefined || !texts.includes(token.text)) return undefined;
    this.at++;
    return token;
  }

  /** Takes a number of `min` to `max` digits. */
  takeNumber(min: number, max: number, spacing: "any" | "adjacent" = "any"): string | undefined {
    const token = this.peek();
    if (token?.kind !== "number" || token.text.length < min || token.text.length > max) return undefined;
    if (spacing === "adjacent" && token.spaced) return undefined;
    this.at++;
    return token.text;
  }

  /** Runs a parser; goes back to where it began when the parser recognizes nothing. */
  attempt<Result>(parse: () => Result | undefined): Result | undefined {
    const { at, problem } = this;
    const result = parse();
    if (result === undefined) {
      this.at = at;
      this.problem = problem;
    }
    return result;
  }

  /** Notes what is wrong; the first note is kept. */
  refuse(problem: string): void {
    this.problem ??= problem;
  }
}

/** A text without what may stand behind a date or time, and what that says. */
export interface Suffix {
  text: string;
  timeZone?: string;
  offset?: string;
  /** The offset at the end of a range over a clock change. */
  endOffset?: string;
  /** Days to count on from the date. */
  days?: number;
}

const counted = /^(.*[a-z\d]) ?([+-]) ?(\d{1,3}) ?(d|w|days?|weeks?)$/i;
const offset = "UTC([+-]\\d\\d:\\d\\d)";
const offsetBehindSeconds = /:\d\d(?:\.\d+)? ?(?:GMT|UTC)?[+-]\d{4}$/;
const isComment = /^[\p{L}\p{M} .,'\u2019-]+$/u;
const described = new RegExp(`^(?:([A-Za-z0-9_+/-]+), )?${offset}(?: to ${offset})?$`);

/** Takes a time zone, in brackets or behind a space, or a count such as `+7d` off the end of a text. */
export function splitSuffix(text: string): Suffix {
  const [, before, sign, number, unit = ""] = counted.exec(text) ?? [];
  if (before !== undefined) {
    const days = (sign === "-" ? -1 : 1) * Number(number) * (/^w/i.test(unit) ? 7 : 1);
    return { text: before, days };
  }
  const bracket = Math.max(text.lastIndexOf("("), text.lastIndexOf("["));
  if (bracket > 0 && /[)\]]$/.test(text))
    return describeSuffix(text.slice(0, bracket).trimEnd(), text.slice(bracket + 1, -1)) ?? { text };
  const space = text.lastIndexOf(" ");
  const last = text.slice(space + 1);
  if (space < 0 || !/^[A-Za-z_]+\/[A-Za-z0-9_+/-]+$/.test(last)) return { text };
  const timeZone = normalizeTimeZone(last);
  return timeZone === undefined ? { text } : { text: text.slice(0, space), timeZone };
}

function describeSuffix(text: string, inner: string): Suffix | undefined {
  const described = /[/\d]/.test(inner) ? describeZone(text, inner) : undefined;
  // JavaScript and mail programs name the zone behind its offset, in the language of the machine.
  if (described === undefined && isComment.test(inner) && offsetBehindSeconds.test(text)) return { text };
  return described ?? describeZone(text, inner);
}

/** The time zone as the app writes it behind an option: `America/New_York, UTC-05:00 to UTC-04:00`. */
function describeZone(text: string, inner: string): Suffix | undefined {
  const [, name, start, end = start] = described.exec(inner) ?? [];
  if (start === undefined || end === undefined) {
    const timeZone = normalizeTimeZone(inner);
    return timeZone === undefined ? undefined : { text, timeZone };
  }
  if (!isRealOffset(start) || !isRealOffset(end)) return undefined;
  const timeZone = name === undefined ? undefined : normalizeTimeZone(name);
  return { text, offset: start, endOffset: end, ...(timeZone !== undefined && { timeZone }) };
}

/** A time of day as it was written. */
export interface ClockTime {
  /** 0 to 24, as written: 5 for both "5:00" and "5 pm". */
  hour: number;
  minute: number;
  second: number;
  half?: "am" | "pm";
  /** An hour without minutes and without am or pm: means nothing unless the other side of a range says which half. */
  bare: boolean;
  /** Whether seconds were written. */
  precise: boolean;
}

const impossible = "has a time of day that does not exist. Correct it.";

/** Parses a time of day: `9:00`, `09:00:00.000`, `9.30`, `15h30`, `9am`, `9:00 a.m.`, noon, midnight, a bare hour. */
export function parseClock(cursor: Cursor): ClockTime | undefined {
  return cursor.attempt(() => parseWord(cursor) ?? parseDigits(cursor));
}

const dayWords = ["noon", "midday", "midnight"];

function parseWord(cursor: Cursor): ClockTime | undefined {
  // "12 noon" and "12 midnight" are how notices write them.
  if (cursor.peek()?.text === "12" && dayWords.includes(cursor.peek(1)?.text ?? "")) cursor.at++;
  const word = cursor.take(...dayWords)?.text;
  if (word === undefined) return undefined;
  const clock = { minute: 0, second: 0, bare: false, precise: false };
  return word === "midnight" ? { ...clock, hour: 24 } : { ...clock, hour: 12, half: "pm" };
}

function parseDigits(cursor: Cursor): ClockTime | undefined {
  const hour = cursor.takeNumber(1, 2);
  if (hour === undefined) return undefined;
  const minute = takePart(cursor, [":", "."]) ?? takeAfterHourSign(cursor);
  const second = minute === undefined || minute === "" ? undefined : takePart(cursor, [":"]);
  if (second !== undefined) takeFraction(cursor);
  const half = takeHalf(cursor);
  // Uhr names an hour of the 24-hour clock.
  const isHour = cursor.take("uhr") !== undefined;
  cursor.take("h");
  const clock: ClockTime = {
    hour: Number(hour),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    ...(half !== undefined && { half }),
    bare: minute === undefined && half === undefined && !isHour,
    precise: second !== undefined,
  };
  if (!exists(clock)) cursor.refuse(impossible);
  return clock;
}

function exists({ hour, minute, second, half }: ClockTime): boolean {
  if (minute > 59 || second > 59) return false;
  if (half !== undefined) return hour >= 1 && hour <= 12;
  return hour <= 23 || (hour === 24 && minute === 0 && second === 0);
}

function takePart(cursor: Cursor, marks: string[]): string | undefined {
  return cursor.attempt(() => {
    const mark = cursor.peek()?.spaced ? undefined : cursor.take(...marks);
    return mark && cursor.takeNumber(2, 2, "adjacent");
  });
}

/** `h` or `h30` behind an hour; "" when no minutes follow. */
function takeAfterHourSign(cursor: Cursor): string | undefined {
  if (cursor.take("h") === undefined) return undefined;
  return cursor.takeNumber(2, 2) ?? "";
}

function takeFraction(cursor: Cursor): void {
  cursor.attempt(() => {
    const mark = cursor.peek()?.spaced ? undefined : cursor.take(".", ",");
    return mark && cursor.takeNumber(1, 9, "adjacent");
  });
}

/** am, pm, a.m., p. m., and a or p directly behind the digits. */
function takeHalf(cursor: Cursor): "am" | "pm" | undefined {
  const token = cursor.peek();
  const letter = token?.kind === "word" ? token.text : "";
  if (letter === "am" || letter === "pm") {
    cursor.at++;
    cursor.take(".");
    return letter;
  }
  if (letter !== "a" && letter !== "p") return undefined;
  return cursor.attempt(() => {
    cursor.at++;
    const dot = cursor.take(".");
    const m = dot === undefined ? undefined : cursor.take("m");
    if (m !== undefined) cursor.take(".");
    else if (dot !== undefined || token?.spaced) return undefined;
    return letter === "a" ? "am" : "pm";
  });
}

const pad = (part: number): string => String(part).padStart(2, "0");

/** A number of minutes after midnight as `HH:mm`. */
export const formatClock = (minutes: number): string =>
  `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;

/** Minutes after midnight of a clock whose half of the day is known. */
export function toMinutes({ hour, minute, half }: ClockTime): number {
  if (half === undefined) return hour * 60 + minute;
  return ((hour % 12) + (half === "pm" ? 12 : 0)) * 60 + minute;
}

/**
 * A text that is a time of day and nothing else, as `HH:mm`, or `undefined`. `end` says that it closes a range:
 * midnight is then 24:00, and otherwise 00:00. 24:00 does not start a range.
 */
export function parseClockTime(text: string, end = false): string | undefined {
  if (text.length > 100) return undefined;
  const cursor = new Cursor(tokenize(text));
  const clock = parseClock(cursor);
  if (clock === undefined || !cursor.done || cursor.problem !== undefined) return undefined;
  if (clock.bare || clock.second > 0) return undefined;
  const minutes = toMinutes(clock);
  if (end) return minutes === 0 ? "24:00" : formatClock(minutes);
  if (minutes === 1440) return /midnight/i.test(text) ? "00:00" : undefined;
  return formatClock(minutes);
}
