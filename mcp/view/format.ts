import { getOptionEnd, getOptionStart, type OptionTime } from "../../src/time/option-times.ts";
import { isKnownTimeZone, toLocal } from "../../src/time/zones.ts";
import type { Plan } from "./plan.ts";
import type { Speech } from "./words/index.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

/** A formatter of dates. Creating one takes long, so each is kept. */
export function createFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

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
  const create = (options: Intl.DateTimeFormatOptions) => createFormat(locale, { ...options, timeZone });
  const short = create({ weekday: "short", day: "numeric", month: "short" });
  const long = create({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
  const clock = create({ timeStyle: "short" });
  return (option) => {
    const [start, end] = [getOptionStart(option), getOptionEnd(option)];
    const [day, date] = [short.format(start), long.format(start)];
    if ("date" in option) return { day, date, hours: "" };
    if (date === long.format(end)) return { day, date, hours: clock.formatRange(start, end) };
    return { day, date, hours: `${clock.format(start)}–${clock.format(end)} +1` };
  };
}

/** A weekday and a time on the person's clock, such as `Fri 10:00`. */
export const writeMoment = (at: number, locale: string, timeZone: string): string =>
  createFormat(locale, { weekday: "short", hour: "numeric", minute: "2-digit", timeZone }).format(at);

/** The days from the first to the last of the options, such as `1–5 March 2027`. */
export function writeSpan(options: readonly OptionTime[], timeZone: string, locale: string): string {
  const zone = options.some((option) => "date" in option) ? "UTC" : timeZone;
  const format = createFormat(locale, { dateStyle: "long", timeZone: zone });
  const starts = options.map(getOptionStart).sort((one, other) => Number(one) - Number(other));
  const [first, last] = [starts[0], starts.at(-1)];
  return first && last ? format.formatRange(first, last) : "";
}

/** The zone of the browser, unless the host names one. */
export const chooseOwnZone = (hostZone: string | undefined): string =>
  hostZone !== undefined && isKnownTimeZone(hostZone)
    ? hostZone
    : new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The name of a zone as people call it: `Central European Time`. */
export function nameZone(timeZone: string, locale: string): string {
  const format = createFormat(locale, { timeZone, timeZoneName: "longGeneric" });
  return format.formatToParts().find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

/**
 * The zones to choose from with their labels, such as `India Standard Time (yours)`, the one to begin with first: those that the
 * caller asked for, the poll's, and the viewer's. None for days. Floating times are the same in every zone. The second clock of a plan
 * never shows the poll's own.
 */
export function listZones(
  { kind, timeZone, options }: Pick<Plan, "kind" | "timeZone" | "options">,
  asked: readonly (string | undefined)[],
  ownZone: string,
  { words: { common }, locale }: Speech,
  isSecond = false,
): Map<string, string> {
  if (kind === "date") return new Map();
  if (timeZone === null) return new Map(isSecond ? [] : [["UTC", common.asWritten]]);
  // The service may know newer zones than this browser.
  const isKnown = isKnownTimeZone(timeZone);
  const candidates: [zone: string | undefined, whose: string][] = [
    ...asked.map((zone): [string | undefined, string] => [zone, common.askedFor]),
    isKnown ? [timeZone, common.poll] : ["UTC", common.unknownZone],
    [ownZone, common.yours],
  ];
  // One of Beirut and one of Cairo have one name, and change their clocks on different days.
  const clocks = new Map<string, { zone: string; name: string; whose: string[] }>();
  for (const [zone, whose] of candidates) {
    if (zone === undefined || !isKnownTimeZone(zone)) continue;
    const name = nameZone(zone, locale);
    const offsets = options.map((option) => "date" in option || toLocal(option.startTime, zone).offset);
    const known = clocks.get(`${[name, ...offsets]}`);
    if (known) known.whose.push(whose);
    else clocks.set(`${[name, ...offsets]}`, { zone, name, whose: [whose] });
  }
  const isOnly = isKnown && clocks.size === 1;
  return new Map(
    [...clocks.values()]
      .filter(({ whose }) => !isSecond || !whose.includes(common.poll))
      .map(({ zone, name, whose }) => [zone, isOnly ? name : `${name} (${whose.join(", ")})`]),
  );
}
