import { getOptionLength, getOptionStart, type OptionTime } from "../../src/time/options.ts";
import type { Grid } from "./grid.ts";

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
 * Makes a formatter of options. Days and times of floating polls are written as UTC, and so is `timeZone` for them. An unknown
 * language is replaced by the browser's own.
 */
export function createOptionFormatter(
  timeZone: string,
  locale: string | undefined,
): (option: OptionTime) => OptionLabels {
  const language = isSupported(locale) ? locale : undefined;
  const create = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone });
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

/** Cities that browsers call by a former name, with their names of today. */
const renamed =
  "Asmera Asmara, Calcutta Kolkata, Coral_Harbour Atikokan, Enderbury Kanton, Faeroe Faroe, Godthab Nuuk, Katmandu Kathmandu, Kiev Kyiv, Ponape Pohnpei, Rangoon Yangon, Saigon Ho_Chi_Minh, Truk Chuuk";
const currentNames = new Map(renamed.split(", ").map((pair) => pair.split(" ") as [string, string]));

/**
 * The zones to choose from with their labels, such as `Kolkata (yours)`, the one to begin with first: that of the tool's
 * arguments, the poll's, and the viewer's. None for days. Floating times are the same in every zone.
 */
export function listZones({ poll, shownIn = "" }: Grid, ownZone: string): Map<string, string> {
  if (poll.kind === "date") return new Map();
  if (poll.timeZone === null) return new Map([["UTC", "Times as written"]]);
  const zones = new Map<string, string[]>();
  const add = (zone: string, whose: string) => {
    const name = zone.replace(/[^/]+$/, (city) => currentNames.get(city) ?? city);
    if (isSupported("en", name)) zones.set(name, [...(zones.get(name) ?? []), whose]);
  };
  add(shownIn, "asked for");
  // The service may know newer zones than this browser.
  if (isSupported("en", poll.timeZone)) add(poll.timeZone, "poll");
  else add("UTC", "the poll's zone is unknown here");
  add(ownZone, "yours");
  const nameCity = (zone: string) => zone.replace(/.*\//, "").replaceAll("_", " ");
  return new Map([...zones].map(([zone, whose]) => [zone, `${nameCity(zone)} (${whose.join(", ")})`]));
}

/** Whether the browser knows the language and the zone. */
function isSupported(locale: string | undefined, timeZone = "UTC"): boolean {
  try {
    new Intl.DateTimeFormat(locale, { timeZone });
    return true;
  } catch {
    return false;
  }
}
