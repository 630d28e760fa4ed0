import { Cursor, tokenize } from "./time-tokens.ts";

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

const impossible = "has a time of day that does not exist.";

/** Parses a time of day: `9:00`, `09:00:00.000`, `9.30`, `15h30`, `9am`, `9:00 a.m.`, noon, midnight, a bare hour. */
export function parseClock(cursor: Cursor): ClockTime | undefined {
  return cursor.attempt(() => parseWord(cursor) ?? parseDigits(cursor));
}

function parseWord(cursor: Cursor): ClockTime | undefined {
  const word = cursor.take("noon", "midday", "midnight")?.text;
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
  cursor.take("uhr", "h");
  const clock: ClockTime = {
    hour: Number(hour),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    ...(half !== undefined && { half }),
    bare: minute === undefined && half === undefined,
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
 * midnight is then 24:00, and as a start it is only what is written 00:00 or 12am.
 */
export function parseClockTime(text: string, end = false): string | undefined {
  if (text.length > 100) return undefined;
  const cursor = new Cursor(tokenize(text));
  const clock = parseClock(cursor);
  if (clock === undefined || !cursor.done || cursor.problem !== undefined) return undefined;
  if (clock.bare || clock.second > 0) return undefined;
  const minutes = toMinutes(clock);
  if (end) return minutes === 0 ? "24:00" : formatClock(minutes);
  return minutes === 1440 ? undefined : formatClock(minutes);
}
