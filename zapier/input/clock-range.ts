import { type ClockTime, toMinutes } from "./time-tokens.ts";

/** Minutes after midnight of the first day; an end after 1,440 is on the next day. */
export interface ClockRange {
  start: number;
  end: number;
}

const day = 1440;
const halfDay = 720;

const bareHour = "has an hour without minutes. Add am or pm, or write both times as 9:00 - 10:00.";

/**
 * What two clock times on one date mean: `9-11am` is 9 to 11 in the morning, `22:00 - 02:00` goes over midnight. Gives
 * a problem when the end is not after the start, unless the range can only mean that it ends on the next day.
 */
export function resolveRange(start: ClockTime, end: ClockTime): ClockRange | { problem: string } {
  const halves = [start.half, end.half].filter((half) => half !== undefined).length;
  if (halves === 0 && (start.bare || end.bare)) return { problem: bareHour };
  if (start.hour === 24) return { problem: "starts at 24:00. Write 00:00 for the start of a day." };
  const from = toMinutes(start);
  const to = toMinutes(end);
  if (halves === 1) return resolveMixed(start, end, from, to);
  if (to > from) return { start: from, end: to };
  const length = to + day - from;
  // Without am and pm a range such as 9:00 - 5:00 may mean the afternoon. From 13:00 on the clock has 24 hours.
  const overnight = halves === 2 ? length <= halfDay : start.hour >= 13 && length < halfDay;
  return overnight ? { start: from, end: to + day } : { problem: explainBackwards(from === to) };
}

/** Only one side says am or pm: the other one is in the half of the day that makes the shorter range. */
function resolveMixed(
  start: ClockTime,
  end: ClockTime,
  from: number,
  to: number,
): ClockRange | { problem: string } {
  const open = start.half === undefined ? start : end;
  if (open.hour < 1 || open.hour > 12) {
    if (open.bare) return { problem: bareHour };
    if (to > from) return { start: from, end: to };
    if (to < from && to + day - from < halfDay) return { start: from, end: to + day };
    return { problem: explainBackwards(from === to) };
  }
  const length = (to - from + 2 * day) % halfDay;
  if (length === 0) return { problem: "could last no time or twelve hours. Write am or pm on both sides." };
  if (start.half === undefined) {
    const begin = (to - length + day) % day;
    return { start: begin, end: begin + length };
  }
  return { start: from, end: from + length };
}

const explainBackwards = (equal: boolean): string =>
  equal
    ? "ends when it starts. Write a later end."
    : "ends before it starts. Write am and pm, use the 24-hour clock, or add the date of the end.";
