import type { GridOption } from "./grid.ts";

/** How one option is said, for one zone and one language. */
export interface OptionLabels {
  /** Its weekday and its day, both short, for the head of a column. */
  weekday: string;
  day: string;
  /** Start of a slot; empty for a whole day. */
  start: string;
  /** End of a slot, marked when it falls on a later day; empty for a whole day. */
  end: string;
  /** The day with weekday and year. */
  date: string;
  /** From when to when, with the later day when it ends on one; empty for a whole day. */
  hours: string;
  /** Date and hours together, for screen readers. */
  full: string;
}

/**
 * A speaker of options. `timeZone` null is a floating poll, whose times are said as they stand. Days never pass
 * through a zone. A zone or language that the browser does not know is replaced by UTC and by the browser's own.
 */
export function createOptionFormatter(
  timeZone: string | null,
  locale: string | undefined,
): (option: GridOption) => OptionLabels {
  const language = isKnown(() => new Intl.DateTimeFormat(locale)) ? locale : undefined;
  const zone = timeZone === null ? "UTC" : supportedTimeZone(timeZone);
  const format = (options: Intl.DateTimeFormatOptions, timeZone: string) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone });
  const short = { day: "numeric", month: "short" } as const;
  const weekday = { weekday: "short" } as const;
  const long = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
  const floatingShort = format(short, "UTC");
  const floatingWeekday = format(weekday, "UTC");
  const floatingLong = format(long, "UTC");
  const zonedShort = format(short, zone);
  const zonedWeekday = format(weekday, zone);
  const zonedLong = format(long, zone);
  const clock = format({ timeStyle: "short" }, zone);
  return (option) => {
    if ("date" in option) {
      const day = new Date(`${option.date}T00:00:00Z`);
      const date = floatingLong.format(day);
      return {
        weekday: floatingWeekday.format(day),
        day: floatingShort.format(day),
        start: "",
        end: "",
        date,
        hours: "",
        full: date,
      };
    }
    const from = new Date(option.startTime);
    const to = new Date(from.getTime() + option.duration * 60_000);
    const start = clock.format(from);
    const end = clock.format(to);
    const date = zonedLong.format(from);
    const sameDay = date === zonedLong.format(to);
    const hours = `${start}–${end}${sameDay ? "" : ` (${zonedWeekday.format(to)} ${zonedShort.format(to)})`}`;
    return {
      weekday: zonedWeekday.format(from),
      day: zonedShort.format(from),
      start,
      end: sameDay ? end : `${end} +1`,
      date,
      hours,
      full: `${date}, ${hours}`,
    };
  };
}

/** The zone that times are said in where this one is meant: UTC when the browser does not know it. */
export function supportedTimeZone(timeZone: string): string {
  return isSupportedTimeZone(timeZone) ? timeZone : "UTC";
}

/** Whether the browser knows the zone. */
export function isSupportedTimeZone(name: string): boolean {
  return isKnown(() => new Intl.DateTimeFormat("en", { timeZone: name }));
}

/** `America/New_York` as people read it: `New York`. */
export function zoneLabel(zone: string): string {
  return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}

function isKnown(make: () => unknown): boolean {
  try {
    make();
    return true;
  } catch {
    return false;
  }
}
