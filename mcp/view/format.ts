import type { Grid, GridOption } from "./grid.ts";

/** The texts for one option, in one time zone and language. */
export interface OptionLabels {
  /** Weekday, day and month, short. */
  day: string;
  /** Date with weekday and year. */
  date: string;
  /** Start and end, with `+1` when it ends on a later day. Empty for a whole day. */
  hours: string;
}

/**
 * Makes a formatter of options. `timeZone` is null for a floating poll, whose times are formatted as written. Dates never
 * pass through a zone. An unknown language is replaced by the browser's own.
 */
export function createOptionFormatter(
  timeZone: string | null,
  locale: string | undefined,
): (option: GridOption) => OptionLabels {
  const language = doesNotThrow(() => new Intl.DateTimeFormat(locale)) ? locale : undefined;
  const createFormats = (timeZone: string) => {
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language, { ...options, timeZone });
    return {
      short: format({ weekday: "short", day: "numeric", month: "short" }),
      long: format({ weekday: "long", day: "numeric", month: "long", year: "numeric" }),
      clock: format({ timeStyle: "short" }),
    };
  };
  const utc = createFormats("UTC");
  const zoned = timeZone === null ? utc : createFormats(timeZone);
  return (option) => {
    if ("date" in option) {
      const day = new Date(`${option.date}T00:00:00Z`);
      return { day: utc.short.format(day), date: utc.long.format(day), hours: "" };
    }
    const { short, long, clock } = zoned;
    const start = new Date(option.startTime);
    const end = new Date(start.getTime() + option.duration * 60_000);
    const later = long.format(start) === long.format(end) ? "" : " +1";
    return {
      day: short.format(start),
      date: long.format(start),
      hours: `${clock.format(start)}–${clock.format(end)}${later}`,
    };
  };
}

/** Cities that browsers call by a former name, with their names of today. */
const renamed =
  "Asmera Asmara, Calcutta Kolkata, Coral_Harbour Atikokan, Enderbury Kanton, Faeroe Faroe, Godthab Nuuk, Katmandu Kathmandu, Kiev Kyiv, Ponape Pohnpei, Rangoon Yangon, Saigon Ho_Chi_Minh, Truk Chuuk";
const currentNames = new Map(renamed.split(", ").map((pair) => pair.split(" ") as [string, string]));

/** A zone that the viewer can choose. */
export interface ZoneOption {
  zone: string;
  /** Its city and whose it is, such as `Kolkata (yours)`. */
  label: string;
}

/**
 * The zones to choose from, each once, the one to begin with first: that of the tool's arguments, the poll's, and the viewer's.
 * Empty for date polls and floating polls, whose times have no zone.
 */
export function listZones({ poll, shownIn }: Grid, ownZone: string): ZoneOption[] {
  if (poll.kind === "date" || poll.timeZone === null) return [];
  // The service may know newer zones than this browser.
  const pollZone = isSupportedTimeZone(poll.timeZone)
    ? { zone: poll.timeZone, whose: "poll" }
    : { zone: "UTC", whose: "the poll's zone is unknown here" };
  const zones = [pollZone, { zone: ownZone, whose: "yours" }];
  if (shownIn !== null) zones.unshift({ zone: shownIn, whose: "asked for" });
  const known = new Map<string, string>();
  for (const { zone, whose } of zones) {
    const name = zone.replace(/[^/]+$/, (city) => currentNames.get(city) ?? city);
    if (isSupportedTimeZone(name)) known.set(name, [known.get(name), whose].filter(Boolean).join(", "));
  }
  return [...known].map(([zone, whose]) => ({ zone, label: `${nameCity(zone)} (${whose})` }));
}

const nameCity = (zone: string): string => (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");

/** Whether the browser knows the zone. */
export function isSupportedTimeZone(name: string): boolean {
  return doesNotThrow(() => new Intl.DateTimeFormat("en", { timeZone: name }));
}

function doesNotThrow(run: () => unknown): boolean {
  try {
    run();
    return true;
  } catch {
    return false;
  }
}
