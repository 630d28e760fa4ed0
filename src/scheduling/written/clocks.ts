/** Times of day as people write them, and what two of them mean as a range. */
import type { ProblemText } from "../../problem.ts";
import { problem } from "./problem.ts";

/** A time of day as it was written. */
export interface Clock {
  /** After midnight, up to 1,440. Without am or pm, the hour as it was written. */
  minutes: number;
  second: number | undefined;
  half: string | undefined;
  /** An hour alone: means nothing unless the other side of a range has am or pm. */
  bare: boolean;
  /** It has a word or a letter for the clock: 9 Uhr, 9h. */
  isNamed: boolean;
  /** An hour of one digit, as in a day of twice twelve hours. */
  isShort: boolean;
  /** Written as on a clock of 24 hours: with the T of ISO 8601, a leading zero, seconds or a word, and without am and pm. */
  is24: boolean;
  /** It follows the date with a T, as in ISO 8601. */
  joined: boolean;
  /** Seven digits behind the second, as Microsoft Graph writes them. */
  isGraph: boolean;
  /** A day has this time. */
  isReal: boolean;
}

const day = 1440;
const halfDay = 720;

/** 9:00, 09:00:00.000, 9.30, 15h30, 9am, 9:00 a.m., 16 Uhr, a bare hour. */
export const clockPattern = [
  "(?<hour>\\d{1,2})(?!\\d)",
  "(?:[:.](?<minute>\\d\\d)(?!\\d)(?::(?<second>\\d\\d)(?!\\d)(?:[.,](?<fraction>\\d{1,9})(?!\\d))?)?",
  "|(?<h> ?[hu])(?: ?(?<past>\\d\\d)(?!\\d)|(?![a-z])))?",
  // One letter counts only directly behind the digits.
  "(?: ?(?<half>[ap])(?:\\.? ?m\\b\\.?|(?<! .)\\b(?!\\.)))?",
  "(?<uhr> (?:uhr|uur|heures?)\\b)?(?: ?(?:h|u|hrs)\\b)?",
].join("");

/** Noon and midnight in digits. */
export const writeNoon = (text: string): string =>
  text
    .replace(/(?:(?<![\d:.])12(?::00)? )?\b(?:noon|midday)\b/g, "12:00 pm")
    .replace(/(?:(?<![\d:.])12(?::00)? )?\bmidnight\b/g, "24:00");

/** The time of day in the groups of its pattern. */
export function toClock(groups: Readonly<Partial<Record<string, string>>>): Clock {
  const { hour = "", h, uhr, half, past, minute = past, second, fraction, joined } = groups;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === "p" ? 12 : 0);
  const minutes = hours * 60 + Number(minute ?? 0);
  const seconds = Number(second ?? 0);
  const isHour = half === undefined ? minutes * 60 + seconds <= day * 60 : /^(?:0?[1-9]|1[0-2])$/.test(hour);
  return {
    minutes,
    second: second === undefined ? undefined : seconds,
    half,
    bare: (minute ?? half ?? h ?? uhr) === undefined,
    isNamed: (h ?? uhr) !== undefined,
    isShort: hour.length === 1,
    is24: half === undefined && (hour.startsWith("0") || (joined ?? second ?? h ?? uhr) !== undefined),
    joined: joined !== undefined,
    isGraph: fraction?.length === 7,
    isReal: isHour && Number(minute ?? 0) < 60 && seconds < 60,
  };
}

export const bareHour = problem(
  "half-day",
  "has an hour without minutes",
  "Add am or pm, or write it as 9:00.",
);

const oneHalf = {
  problem: problem("half-day", "has am or pm on one side only", "Write it on both sides."),
};

/**
 * What one or two clock times mean, in minutes after midnight of the first day: on one day `9-11am` is 9 to 11 in the morning, and
 * `22:00 - 02:00` goes over midnight. Gives a problem when the end is not after the start, unless the range can only mean that it
 * ends on the next day. Times in cells of their own, and those of a clock of 24 hours, stay as they are.
 */
export function resolveClocks(
  start: Clock,
  end: Clock | undefined,
  isOneDay: boolean,
  isApart = false,
): { from: number; to: number; problem?: never } | { problem: ProblemText } {
  const refuse = (...words: Parameters<typeof problem>) => ({ problem: problem(...words) });
  const [from, to] = [start.minutes, end?.minutes ?? 0];
  const halves = [start, end].filter((clock) => clock?.half !== undefined).length;
  // One time has am or pm, and the other one could have it too.
  const open = start.half === undefined ? from : to;
  const isOpen = end !== undefined && halves === 1 && open >= 60 && open < 13 * 60;
  // The word at the end of `9 - 10 Uhr` is that of both hours.
  const isBare = end?.bare || (start.bare && !end?.isNamed);
  if (isBare && !(isOpen && isOneDay)) return { problem: bareHour };
  if (from === day) return refuse("wrong-clock", "starts at 24:00", "Write 00:00 for the start of a day.");
  if (isOpen && !isOneDay) return oneHalf;
  if (end === undefined || !isOneDay) return { from, to };
  if (isOpen) {
    // The other time is in the half of the day that makes the shorter range.
    const length = (to - from + 2 * day) % halfDay;
    if (length === 0)
      return refuse("half-day", "could last no time or twelve hours", "Write am or pm on both sides.");
    const begin = start.half === undefined ? (to - length + day) % day : from;
    const isSame = start.half === undefined ? begin === from : begin + length === to;
    const is24 = isApart || (start.half === undefined ? start : end).is24;
    return is24 && !isSame ? oneHalf : { from: begin, to: begin + length };
  }
  if (to > from) return { from, to };
  if (to === from) return refuse("end", "ends when it starts", "Write a later end.");
  const length = to + day - from;
  // Without am and pm a range such as 9:00 - 5:00 or 14:00 - 1:00 may mean the afternoon. From 13:00 on the clock has 24 hours.
  const longest = halves === 0 && end.isShort ? 8 * 60 : halfDay;
  const isNight = length < longest || (length === halfDay && halves === 2);
  if (isNight && (halves > 0 || from >= 13 * 60)) return { from, to: to + day };
  const fix = "Write am and pm, use the 24-hour clock, or add the date of the end.";
  return refuse("end", "ends before it starts", fix, "when it ends");
}

const pad = (part: number): string => String(part).padStart(2, "0");

/** HH:mm of minutes after midnight, with seconds when they are not zero. */
export const formatClock = (minutes: number, second = 0): string =>
  `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}${second ? `:${pad(second)}` : ""}`;
