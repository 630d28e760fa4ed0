import { addDays } from "./days.ts";
import { resolveLocal, toLocal } from "./zones.ts";

/** One option of a time poll: a UTC instant ("2027-03-01T14:00:00Z") and a length in minutes. */
export interface Slot {
  /** When the slot starts: an ISO 8601 instant in UTC. Of a floating poll, the clock time with `Z`. */
  startTime: string;
  /** How long the slot lasts, in minutes: 1 or more. */
  duration: number;
}

/** One option of a date poll. */
export interface Day {
  /** The day, YYYY-MM-DD. It has no time zone: never convert it through one. */
  date: string;
}

/** When an option of a poll is: a whole day, or a slot. */
export type OptionTime = Day | Slot;

/** The start of an option for sorting, in milliseconds since 1970. A day starts at 00:00Z. */
export function getOptionStart(option: OptionTime): number {
  return Date.parse("date" in option ? option.date : option.startTime);
}

/** The end of an option in the same way. A day has 24 hours. */
export function getOptionEnd(option: OptionTime): number {
  return getOptionStart(option) + ("date" in option ? 1440 : option.duration) * 60_000;
}

/** Compares options by start, then by end, for sorting. */
export function compareOptionTimes(one: OptionTime, other: OptionTime): number {
  return getOptionStart(one) - getOptionStart(other) || getOptionEnd(one) - getOptionEnd(other);
}

/** The day on which an option starts in a zone; null for floating times. */
export function getStartDate(option: OptionTime, timeZone: string | null): string {
  return "date" in option ? option.date : toLocal(option.startTime, timeZone ?? "UTC").date;
}

/** From when to when an option is. */
export interface OptionInterval {
  /** Start, inclusive, in milliseconds since 1970. */
  start: number;
  /** End, exclusive, in milliseconds since 1970. */
  end: number;
}

/** UTC-12: where a day and a clock time come last. */
const lastZone = "Etc/GMT+12";

/**
 * The first and last instant of an option, in milliseconds since 1970. A day and a time of a floating poll (`timeZone` null)
 * are read in `floatingZone`, by default where they come last.
 */
export function getOptionInterval(
  option: OptionTime,
  timeZone: string | null,
  floatingZone = lastZone,
): OptionInterval {
  const toMs = (local: string) => Date.parse(resolveLocal(local, floatingZone).instant);
  if ("date" in option)
    return { start: toMs(`${option.date}T00:00`), end: toMs(`${addDays(option.date, 1)}T00:00`) };
  const start =
    timeZone === null
      ? toMs(new Date(option.startTime).toISOString().slice(0, -1))
      : Date.parse(option.startTime);
  return { start, end: start + option.duration * 60_000 };
}

/**
 * The instant from which an option is past, in milliseconds since 1970: a slot once it starts, a day once it is over. Days and
 * floating times are read as in {@link getOptionInterval}, so that none is past while somebody's clock has not reached it.
 */
export function getPastTime(option: OptionTime, timeZone: string | null, floatingZone?: string): number {
  const { start, end } = getOptionInterval(option, timeZone, floatingZone);
  return "date" in option ? end : start;
}
