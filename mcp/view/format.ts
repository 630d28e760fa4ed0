import { getOptionLength, getOptionStart, type OptionTime } from "../../src/time/options.ts";
import { isKnownTimeZone } from "../../src/time/zones.ts";
import type { Speech } from "./words/index.ts";

/** The texts for one option, in one time zone and language. */
export interface OptionLabels {
  /** Weekday, day and month, short. */
  day: string;
  /** Date with weekday and year. */
  date: string;
  /** Start and end, with `+1` when it ends on a later day. Empty for a whole day. */
  hours: string;
}

/** Makes a formatter of options. Days and times of floating polls are written as UTC, and so is `timeZone` for them. */
export function createOptionFormatter(
  timeZone: string,
  locale: string,
): (option: OptionTime) => OptionLabels {
  const create = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone });
  const short = create({ weekday: "short", day: "numeric", month: "short" });
  const long = create({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
  const clock = create({ timeStyle: "short" });
  return (option) => {
    const start = getOptionStart(option);
    const end = start + getOptionLength(option);
    const [day, date] = [short.format(start), long.format(start)];
    if ("date" in option) return { day, date, hours: "" };
    if (date === long.format(end)) return { day, date, hours: clock.formatRange(start, end) };
    return { day, date, hours: `${clock.format(start)}–${clock.format(end)} +1` };
  };
}

/** The zone of the browser, unless the host names one. */
export const chooseOwnZone = (hostZone: string | undefined): string =>
  hostZone !== undefined && isKnownTimeZone(hostZone)
    ? hostZone
    : new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The name of a zone as people call it: `Central European Time`. */
export function nameZone(timeZone: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "longGeneric" });
  return format.formatToParts().find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

/** The zones of a poll: its own, and those that the caller asked for. */
export interface PollZones {
  kind: "date" | "time";
  timeZone: string | null;
  asked?: readonly (string | undefined)[];
}

/**
 * The zones to choose from with their labels, such as `India Standard Time (yours)`, the one to begin with first: those that the
 * caller asked for, the poll's, and the viewer's. None for days. Floating times are the same in every zone.
 */
export function listZones(
  { kind, timeZone, asked = [] }: PollZones,
  ownZone: string,
  { words: { common }, locale }: Speech,
): Map<string, string> {
  if (kind === "date") return new Map();
  if (timeZone === null) return new Map([["UTC", common.asWritten]]);
  // The service may know newer zones than this browser.
  const isKnown = isKnownTimeZone(timeZone);
  const candidates: [zone: string | undefined, whose: string][] = [
    ...asked.map((zone): [string | undefined, string] => [zone, common.askedFor]),
    isKnown ? [timeZone, common.poll] : ["UTC", common.unknownZone],
    [ownZone, common.yours],
  ];
  // Zones of one name have the same clock.
  const byName = new Map<string, { zone: string; whose: string[] }>();
  for (const [zone, whose] of candidates) {
    if (zone === undefined || !isKnownTimeZone(zone)) continue;
    const name = nameZone(zone, locale);
    const known = byName.get(name) ?? { zone, whose: [] };
    byName.set(name, { ...known, whose: [...known.whose, whose] });
  }
  const isOnly = isKnown && byName.size === 1;
  return new Map(
    [...byName].map(([name, { zone, whose }]) => [zone, isOnly ? name : `${name} (${whose.join(", ")})`]),
  );
}
