import { dayMs, parseTimestamp, type Weekday, weekdayOf } from "./days.ts";

/** One format of each zone: making one takes a hundred times as long as using it. */
const clocks = new Map<string, Intl.DateTimeFormat>();

const namePattern = /^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/;
// ICU also knows these as zones. They are not in the IANA list: its BST is Dhaka, not London.
const icuAbbreviation = /^(AC|AE|AG|AR|AS|BE|BS|CA|CN|CS|CT|EA|EC|IE|IS|JS|MI|NE|NS|PL|PN|PR|PS|SS|VS)T$/i;

function getClock(timeZone: string): Intl.DateTimeFormat {
  const key = timeZone.toLowerCase();
  const known = clocks.get(key);
  if (known !== undefined) return known;
  if (!namePattern.test(timeZone) || icuAbbreviation.test(timeZone))
    throw new RangeError(`not an IANA time zone: ${timeZone}`);
  const [numeric, hourCycle] = ["numeric", "h23"] as const;
  const date = { year: numeric, month: numeric, day: numeric } as const;
  const time = { hour: numeric, minute: numeric, second: numeric, hourCycle } as const;
  const clock = new Intl.DateTimeFormat("en-US", { ...date, ...time, timeZone });
  clocks.set(key, clock);
  return clock;
}

/** Before this instant, in 1653, no zone has changed its clocks, and Intl shows years before Christ like those after. */
const firstMs = -1e13;

/** Reads the UTC offset of a zone at an instant from the machine's zone data. Both in milliseconds. */
function readOffset(instant: number, timeZone: string): number {
  const second = Math.floor(Math.max(instant, firstMs) / 1000) * 1000;
  const shown = getClock(timeZone).format(second).match(/\d+/g)?.map(Number);
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, seconds = 0] = shown ?? [];
  return Date.UTC(year, month - 1, day, hour, minute, seconds) - second;
}

/**
 * Changes that the zone data of many machines lack (IANA 2026a to 2026c): from the instant on, the zones have one offset, in hours. An
 * entry can go when no supported runtime lacks it.
 */
const knownChanges = [
  { from: "2026-11-01T09:00Z", hours: -7, zones: ["America/Vancouver", "Canada/Pacific"] },
  {
    from: "2026-11-01T08:00Z",
    hours: -6,
    zones: ["America/Edmonton", "America/Yellowknife", "Canada/Mountain"],
  },
  { from: "2026-09-20T01:00Z", hours: 0, zones: ["Africa/Casablanca", "Africa/El_Aaiun"] },
].flatMap(({ from, hours, zones }) =>
  zones.map((zone) => ({ zone, at: Date.parse(from), offset: hours * 3_600_000 })),
);
const changes = new Map(knownChanges.map((change) => [change.zone.toLowerCase(), change]));

/** The change of a zone that the machine's zone data do not have, if there is one. */
function findMissedChange(timeZone: string) {
  const change = changes.get(timeZone.toLowerCase());
  return change && readOffset(change.at, timeZone) !== change.offset ? change : undefined;
}

/** The zones whose times from late 2026 on this machine's zone data have wrong. Empty where the data are new enough. */
export const listStaleZones = (): string[] =>
  knownChanges.flatMap(({ zone }) => (isKnownTimeZone(zone) && findMissedChange(zone) ? [zone] : []));

/** The UTC offset of a zone at an instant. Both in milliseconds. Before standard time it has seconds. */
function findOffset(instant: number, timeZone: string): number {
  const change = findMissedChange(timeZone);
  return change !== undefined && instant >= change.at ? change.offset : readOffset(instant, timeZone);
}

/** The second after `low`, at most `high`, from which the offset is another one than at `low`. */
function findChange(low: number, high: number, timeZone: string): number {
  const offset = findOffset(low, timeZone);
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (findOffset(middle, timeZone) === offset) low = middle;
    else high = middle;
  }
  return Math.floor(high / 1000) * 1000;
}

function parseInstant(text: string): number {
  const { local, offset } = parseTimestamp(text) ?? {};
  if (offset === undefined) throw new RangeError(`not an instant: ${text}`);
  return Date.parse(local + offset);
}

/** Formats milliseconds since 1970 as an instant in UTC, with a fraction only if it is not zero. */
export function formatInstant(ms: number): string {
  return new Date(ms).toISOString().replace(/\.?0{1,3}Z$/, "Z");
}

/** Formats a wall-clock time, given in milliseconds, without seconds. */
function formatWall(ms: number): string {
  return new Date(ms).toISOString().slice(0, -8);
}

/** Formats an offset in milliseconds: "+05:30", with seconds if it has some. */
function formatOffset(ms: number): string {
  const time = new Date(Math.abs(ms)).toISOString().slice(11, 19).replace(/:00$/, "");
  return `${ms < 0 ? "-" : "+"}${time}`;
}

/** What a wall-clock time means in a zone. */
export interface LocalResolution {
  /** The instants at which the clock shows it, ISO 8601 in UTC: one, two after the clocks went back, none where they went forward. */
  instants: string[];
  /** The first of them, or else the time shifted forward by the size of the gap. */
  instant: string;
  /** Where the clock never shows it: the wall-clock times from which and to which the clocks went. */
  gap?: ClockGap;
}

/** Wall-clock times that the clock skips. */
export interface ClockGap {
  /** The first that it skips, YYYY-MM-DDTHH:mm. */
  before: string;
  /** The first that it shows again, YYYY-MM-DDTHH:mm. */
  after: string;
}

/** Resolves a wall-clock time (YYYY-MM-DDTHH:mm[:ss]) in a zone. Throws RangeError if the time or the zone is invalid. */
export function resolveLocal(local: string, timeZone: string): LocalResolution {
  const time = parseTimestamp(local);
  if (time === undefined || time.offset !== undefined)
    throw new RangeError(`not a wall-clock time: ${local}`);
  const wall = Date.parse(`${time.local}Z`);
  const before = findOffset(wall - dayMs, timeZone);
  const after = findOffset(wall + dayMs, timeZone);
  const instants = [...new Set([wall - before, wall - after])]
    .filter((instant) => before === after || wall - findOffset(instant, timeZone) === instant)
    .map(formatInstant);
  const [instant] = instants;
  if (instant !== undefined) return { instants, instant };
  const change = findChange(wall - after, wall - before, timeZone);
  const gap = { before: formatWall(change + before), after: formatWall(change + after) };
  return { instants, instant: formatInstant(wall - before), gap };
}

/** Date and time in a zone at an instant. */
export interface LocalTime {
  /** YYYY-MM-DD */
  date: string;
  /** HH:mm */
  time: string;
  /** The UTC offset of the zone at that instant, such as "+05:30". */
  offset: string;
  /** The day of the week. */
  weekday: Weekday;
}

/** The date, time, UTC offset and weekday that a zone shows at an instant. Throws RangeError if the instant or the zone is invalid. */
export function toLocal(instant: string, timeZone: string): LocalTime {
  const ms = parseInstant(instant);
  const offset = findOffset(ms, timeZone);
  const [date = "", time = ""] = formatWall(ms + offset).split("T");
  return { date, time, offset: formatOffset(offset), weekday: weekdayOf(date) };
}

/** Formats an instant as wall-clock time with offset, in whole minutes: "2027-03-01T09:00:00-05:00". */
export function toOffsetDateTime(instant: string, timeZone: string): string {
  const ms = parseInstant(instant);
  const offset = findOffset(ms, timeZone);
  return formatInstant(ms + offset).replace("Z", formatOffset(Math.round(offset / 60_000) * 60_000));
}

/** Adds minutes to an instant and returns it in UTC. Negative subtracts; fractions are rounded to milliseconds. */
export function addMinutes(instant: string, minutes: number): string {
  return formatInstant(parseInstant(instant) + Math.round(minutes * 60_000));
}

/** Normalizes an instant: UTC, with a fraction only if not zero. Throws RangeError if the text is not an instant. */
export function toInstant(text: string): string {
  return formatInstant(parseInstant(text));
}

// Two or three letters (EST, CET, GB) and the POSIX forms (EST5EDT): ambiguous, or not what people mean by them.
const abbreviation = /^(?!utc$|gmt$)[a-z]{2,3}(\d[a-z]{3})?$/i;
const capitals = /^(utc|uct|gmt|us|gb|nz|chat|act|lhi|nsw|su)$/i;

/**
 * Normalizes the name of a time zone: "europe/berlin" gives "Europe/Berlin". Returns undefined for unknown names, offsets
 * ("+02:00") and abbreviations ("EST", "PST8PDT"). IANA has some abbreviations, but they mislead: its EST has no summer
 * time, and New York does. UTC, GMT and Etc/* are accepted. Use it for names that people type.
 */
export function normalizeTimeZone(name: string): string | undefined {
  const canonical = canonicalName(name);
  if (canonical === undefined || abbreviation.test(name)) return undefined;
  const key = name.toLowerCase();
  if (canonical.toLowerCase() === key) return canonical;
  // Of a former name, such as Asia/Kolkata for ICU, Intl does not tell the spelling.
  const written = name === name.toUpperCase() ? key : name;
  return written.replace(/[a-z]+/gi, (word) => (capitals.test(word) ? word.toUpperCase() : capitalize(word)));
}

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Whether a name is in the IANA list, in any letter case, abbreviations (EST, GB, PST8PDT) included. Use it for names
 * that programs send: the service accepts every IANA name.
 */
export function isKnownTimeZone(name: string): boolean {
  return canonicalName(name) !== undefined;
}

/**
 * Whether two names are the same zone, such as Europe/Kiev and Europe/Kyiv. Unknown names are equal if they differ only in
 * letter case.
 */
export function isSameZone(one: string, other: string): boolean {
  return (canonicalName(one) ?? one.toLowerCase()) === (canonicalName(other) ?? other.toLowerCase());
}

/**
 * Returns the zone to show a poll's times in: its own, or UTC if this machine does not know it. The service may know
 * newer zones than this machine.
 */
export function displayTimeZone(name: string): string {
  return isKnownTimeZone(name) ? name : "UTC";
}

/** The name that a zone has under each of its names. */
function canonicalName(name: string): string | undefined {
  try {
    return getClock(name).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** The offsets in use today that are not whole hours. */
const fractionalOffsets =
  "-09:30 -03:30 -02:30 +03:30 +04:30 +05:30 +05:45 +06:30 +08:45 +09:30 +10:30 +12:45 +13:45".split(" ");

/** Whether a UTC offset, written `+05:30`, is in use anywhere. */
export function isRealOffset(offset: string): boolean {
  const hours = Number(offset.slice(0, 3));
  return fractionalOffsets.includes(offset) || (offset.endsWith(":00") && hours >= -12 && hours <= 14);
}
