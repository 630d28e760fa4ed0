import type { Poll } from "../../src/api/web.ts";
import {
  displayTimeZone,
  formatOption,
  getOptionLength,
  getOptionStart,
  normalizeTimeZone,
  type OptionTime,
  toLocal,
} from "../../src/time/index.ts";

/** Formats an option for a model: `Mon 2027-03-01 09:00–09:30 -05:00`. */
export function formatWhen(option: OptionTime, timeZone: string | null): string {
  return formatOption(option, timeZone, { style: "iso" });
}

/** Formats the current time in a zone: `Sat 2026-11-21 09:10 +01:00`. */
export function formatNow(now: Date, timeZone: string): string {
  // Whole minutes, so that calls in the same minute convert the same instant.
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000);
  const { weekday, date, time, offset } = toLocal(minute.toISOString(), timeZone);
  return `${capitalize(weekday)} ${date} ${time} ${offset}`;
}

/** Time in milliseconds after which a day that has ended in UTC has ended everywhere on earth. */
const lastZoneMs = 12 * 3_600_000;

/** The end of an option, in milliseconds since 1970. A date ends when it has ended everywhere on earth. */
export function getOptionEnd(option: OptionTime): number {
  return getOptionStart(option) + getOptionLength(option) + ("date" in option ? lastZoneMs : 0);
}

/** The name of a weekday as shown: "mon" gives "Mon". */
export function capitalize(weekday: string): string {
  return weekday.charAt(0).toUpperCase() + weekday.slice(1);
}

/** A number with its noun: "1 option", "2 options". */
export function pluralize(amount: number, thing: string): string {
  return amount === 1 ? `1 ${thing}` : `${amount} ${thing}s`;
}

/** The zone to show a poll's times in, and the current time there. */
export interface DisplayZone {
  /** Null for whole days and floating times. */
  timeZone: string | null;
  /** Output fields: the zone if it is not the poll's, and the current time there. */
  fields: { shownIn?: string; now?: string };
}

/** The requested zone, else the poll's. Never the server's. */
export function chooseDisplayZone(poll: Poll, requested: string | undefined, now: Date): DisplayZone {
  if (poll.kind === "date" || poll.timeZone === null)
    return { timeZone: null, fields: { now: formatNow(now, normalizeTimeZone(requested ?? "") ?? "UTC") } };
  // A poll may have a zone such as EST, which IANA keeps but create_poll refuses.
  const timeZone = normalizeTimeZone(requested ?? poll.timeZone) ?? displayTimeZone(poll.timeZone);
  const shownIn = timeZone === poll.timeZone ? {} : { shownIn: timeZone };
  return { timeZone, fields: { ...shownIn, now: formatNow(now, timeZone) } };
}
