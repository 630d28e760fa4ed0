import type { Poll } from "../../src/api/web.ts";
import { formatOption, normalizeTimeZone, type OptionTime, toLocal } from "../../src/time/index.ts";
import { displayTimeZone } from "../../src/time/zones.ts";

/** Formats an option for a model: `Mon 2027-03-01 09:00–09:30 -05:00`. */
export function formatWhen(option: OptionTime, timeZone: string | null): string {
  return formatOption(option, timeZone, { style: "iso" });
}

/** Formats an instant in a zone: `Sat 2026-11-21 09:10 +01:00`. */
export function formatInstant(instant: Date, timeZone: string): string {
  const minute = new Date(Math.floor(instant.getTime() / 60_000) * 60_000);
  const { weekday, date, time, offset } = toLocal(minute.toISOString(), timeZone);
  return `${capitalize(weekday)} ${date} ${time} ${offset}`;
}

/** The name of a weekday as shown: "mon" gives "Mon". */
export function capitalize(weekday: string): string {
  return weekday.charAt(0).toUpperCase() + weekday.slice(1);
}

/** A number with its noun: "1 option", "2 options". */
export function pluralize(amount: number, thing: string): string {
  return amount === 1 ? `1 ${thing}` : `${amount} ${thing}s`;
}

/** The first texts of a list, and how many more there are. */
export function cutList(texts: readonly string[], max: number): string[] {
  const more = texts.length - max;
  return more > 0 ? [...texts.slice(0, max), `and ${more} more`] : [...texts];
}

/** The sentences that are present, as one text. */
export function joinSentences(...sentences: (string | false | undefined)[]): string {
  return sentences.filter(Boolean).join(" ");
}

/** The zones to show a poll in, and the current time there. */
interface DisplayZone {
  /** The zone of its options. Null for whole days and floating times. */
  timeZone: string | null;
  /** The zone of instants, such as the time of an answer. Undefined if nobody named one. */
  clockZone: string | undefined;
  /** Output fields: the zone if it is not the poll's, and the current time there. */
  fields: { shownIn?: string; now?: string };
}

/** The requested zone, else the poll's. Never the server's. */
export function chooseDisplayZone(poll: Poll, requested: string | undefined, now: Date): DisplayZone {
  const clockZone = normalizeTimeZone(requested ?? poll.timeZone ?? "");
  if (poll.kind === "date" || poll.timeZone === null)
    return { timeZone: null, clockZone, fields: clockZone ? { now: formatInstant(now, clockZone) } : {} };
  // A poll may have a zone such as EST, which IANA keeps but create_poll refuses.
  const timeZone = clockZone ?? displayTimeZone(poll.timeZone);
  const shownIn = timeZone === poll.timeZone ? {} : { shownIn: timeZone };
  return { timeZone, clockZone: timeZone, fields: { ...shownIn, now: formatInstant(now, timeZone) } };
}
