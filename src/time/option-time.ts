import { resolveLocal } from "./local-time.ts";
import type { Slot } from "./slots.ts";

/** When an option of a poll is: a whole day, or a slot. */
export type OptionTime = { date: string } | Slot;

/** The start of an option, in milliseconds since 1970. A day starts at 00:00Z. */
export function getOptionStart(option: OptionTime): number {
  return Date.parse("date" in option ? option.date : option.startTime);
}

/** The length of an option, in milliseconds. A day has 24 hours. */
export function getOptionLength(option: OptionTime): number {
  return ("date" in option ? 1440 : option.duration) * 60_000;
}

/** Compares options by start, then by length, for sorting. */
export function compareOptionTimes(one: OptionTime, other: OptionTime): number {
  return getOptionStart(one) - getOptionStart(other) || getOptionLength(one) - getOptionLength(other);
}

/** When an option starts and ends, in milliseconds since 1970. Days and floating times are read in `floatingZone`. */
export function getOptionInterval(
  option: OptionTime,
  timeZone: string | null,
  floatingZone = "Etc/GMT+12",
): { start: number; end: number } {
  if ("startTime" in option && timeZone !== null) {
    const start = getOptionStart(option);
    return { start, end: start + getOptionLength(option) };
  }
  const at = (time: number) =>
    Date.parse(resolveLocal(new Date(time).toISOString().slice(0, 19), floatingZone).instant);
  const start = getOptionStart(option);
  return { start: at(start), end: at(start + getOptionLength(option)) };
}
