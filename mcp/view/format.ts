import { getOptionStart, type OptionTime, type Slot } from "../../src/time/option-times.ts";
import { addMinutes, isKnownTimeZone, toLocal } from "../../src/time/zones.ts";
import type { Plan } from "./plan.ts";
import type { Speech } from "./words/index.ts";

/** Keeps every result of a function of two texts: what a page asks of the clocks of zones, 2,000 times for 100 options. */
export function keepAll<Result>(run: (one: string, other: string) => Result) {
  const known = new Map<string, Result>();
  return (one: string, other: string): Result => {
    const key = `${one} ${other}`;
    const result = known.get(key) ?? run(one, other);
    known.set(key, result);
    return result;
  };
}

/** A time on the clock of a zone. */
export const readLocal = keepAll(toLocal);

/** The start of a slot on the clock of a zone, and whether people sleep then: a part of it is between 22:00 and 7:00. */
export function readClock({ startTime, duration }: Slot, timeZone: string) {
  const start = readLocal(startTime, timeZone);
  // The last minute, so that a slot that ends at 22:00 or at midnight is not counted.
  const end = readLocal(addMinutes(startTime, duration - 1), timeZone);
  return { start, isNight: start.time < "07:00" || end.time >= "22:00" || start.date !== end.date };
}

const readFormat = keepAll((locale, options) => new Intl.DateTimeFormat(locale, JSON.parse(options)));

/** A formatter of dates. Creating one takes long, so each is kept. */
export const createFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  readFormat(locale, JSON.stringify(options));

/** The texts for one option, in one time zone and language. */
export interface OptionLabels {
  /** Weekday, day and month, short. */
  day: string;
  /** Date with weekday and year. */
  date: string;
  /** Start and end, with `+1` when it ends on a later day. Empty for a whole day. */
  hours: string;
  /** The end alone, if it is on a later day, such as `–02:00 +1`. */
  late?: string;
}

/** Makes a formatter of options. Days and times of floating polls are written as UTC, and so is `timeZone` for them. */
export function createOptionFormatter(
  timeZone: string,
  locale: string,
): (option: OptionTime) => OptionLabels {
  // The options of a poll share their days and hours, and to write one takes as long as to draw a hundred cells.
  const styles: Record<string, Intl.DateTimeFormatOptions> = {
    day: { weekday: "short", day: "numeric", month: "short" },
    date: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  };
  const write = keepAll((date, style) =>
    createFormat(locale, { ...styles[style], timeZone: "UTC" }).format(Date.parse(date)),
  );
  const writeDay = (date: string) => ({ day: write(date, "day"), date: write(date, "date") });
  const writeHours = keepAll((...times: [string, string]) => {
    const [start = 0, end = 0] = times.map((time) => Date.parse(`1970-01-01T${time}Z`));
    return createFormat(locale, { timeStyle: "short", timeZone: "UTC" }).formatRange(start, end);
  });
  return (option) => {
    if ("date" in option) return { ...writeDay(option.date), hours: "" };
    const start = readLocal(option.startTime, timeZone);
    const end = readLocal(addMinutes(option.startTime, option.duration), timeZone);
    const texts = writeDay(start.date);
    if (start.date === end.date) return { ...texts, hours: writeHours(start.time, end.time) };
    const late = `–${writeHours(end.time, end.time)} +1`;
    return { ...texts, hours: `${writeHours(start.time, start.time)}${late}`, late };
  };
}

/** How long ago something was, such as `2 min ago`. */
export function writeAge(ms: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { style: "short", numeric: "auto" });
  const minutes = Math.floor(Math.max(0, ms) / 60_000);
  if (minutes < 1) return format.format(0, "second");
  return minutes < 60 ? format.format(-minutes, "minute") : format.format(-Math.floor(minutes / 60), "hour");
}

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
  const clocks: { zone: string; name: string; whose: string[] }[] = [];
  // One of Beirut and one of Cairo have one name, and change their clocks on different days.
  const areSame = (one: string, other: string) =>
    options.every(
      (option) =>
        "date" in option ||
        readLocal(option.startTime, one).offset === readLocal(option.startTime, other).offset,
    );
  for (const [zone, whose] of candidates) {
    if (zone === undefined || !isKnownTimeZone(zone)) continue;
    const name = nameZone(zone, locale);
    const known = clocks.find((each) => each.name === name && areSame(each.zone, zone));
    if (known) known.whose.push(whose);
    else clocks.push({ zone, name, whose: [whose] });
  }
  const isOnly = isKnown && clocks.length === 1;
  return new Map(
    clocks
      .filter(({ whose }) => !isSecond || !whose.includes(common.poll))
      .map(({ zone, name, whose }) => [zone, isOnly ? name : `${name} (${whose.join(", ")})`]),
  );
}
