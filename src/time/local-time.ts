import { Temporal } from "temporal-polyfill/implementation";
import { type Weekday, weekdays } from "./dates.ts";

/**
 * What a wall-clock time means in a zone. `exact`: one instant. `overlap`: the clocks went back and showed it twice;
 * `instant` is the first time. `gap`: the clocks went forward from `before` straight to `after` (YYYY-MM-DDTHH:mm)
 * and never showed it; `instant` is that time shifted forward by the size of the gap.
 */
export type LocalResolution =
  | { kind: "exact"; instant: string }
  | { kind: "overlap"; instant: string; later: string }
  | { kind: "gap"; before: string; after: string; instant: string };

// Temporal also accepts a bare date, and drops an offset silently, which would change the instant.
const wallClock = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?$/;

/** Resolves a wall-clock time (YYYY-MM-DDTHH:mm[:ss]) in a zone. Throws RangeError if the time or the zone is invalid. */
export function resolveLocal(local: string, timeZone: string): LocalResolution {
  if (!wallClock.test(local)) throw new RangeError(`not a wall-clock time: ${local}`);
  const wall = Temporal.PlainDateTime.from(local);
  const earlier = wall.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  const later = wall.toZonedDateTime(timeZone, { disambiguation: "later" });
  const instant = toText(earlier);
  if (earlier.epochMilliseconds === later.epochMilliseconds) return { kind: "exact", instant };
  if (earlier.toPlainDateTime().equals(wall)) return { kind: "overlap", instant, later: toText(later) };
  // Finding the change takes three times as long as the rest. Few callers ask for it.
  return {
    kind: "gap",
    get before() {
      return findGap(earlier, later).before;
    },
    get after() {
      return findGap(earlier, later).after;
    },
    instant: toText(later),
  };
}

function findGap(earlier: Temporal.ZonedDateTime, later: Temporal.ZonedDateTime) {
  // In a gap the two readings are on both sides of the change, as far apart as the clocks jump.
  const jump = { nanoseconds: later.offsetNanoseconds - earlier.offsetNanoseconds };
  const change = earlier.getTimeZoneTransition("next") ?? later;
  const after = change.toPlainDateTime();
  return { before: toMinutes(after.subtract(jump)), after: toMinutes(after) };
}

function toText(zoned: Temporal.ZonedDateTime): string {
  return zoned.toInstant().toString();
}

function toMinutes(wall: Temporal.PlainDateTime): string {
  return wall.toString({ smallestUnit: "minute" });
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

/** Results of {@link toLocal} by instant and zone, because the options of a poll are shown again and again. */
const knownLocalTimes = new Map<string, LocalTime>();

/** Maximum number of kept results: the options of ten large polls. */
const maxKnownLocalTimes = 1_000;

/** The date, time, UTC offset and weekday that a zone shows at an instant. Throws RangeError if the instant or the zone is invalid. */
export function toLocal(instant: string, timeZone: string): Readonly<LocalTime> {
  const key = `${instant} ${timeZone}`;
  const known = knownLocalTimes.get(key);
  if (known !== undefined) return known;
  const zoned = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  const local = Object.freeze({
    date: zoned.toPlainDate().toString(),
    time: zoned.toPlainTime().toString({ smallestUnit: "minute" }),
    offset: zoned.offset,
    weekday: weekdays[zoned.dayOfWeek - 1] as Weekday,
  });
  if (knownLocalTimes.size >= maxKnownLocalTimes) knownLocalTimes.clear();
  knownLocalTimes.set(key, local);
  return local;
}

/** Formats an instant as wall-clock time with offset: "2027-03-01T09:00:00-05:00". */
export function toOffsetDateTime(instant: string, timeZone: string): string {
  return Temporal.Instant.from(instant).toString({ timeZone });
}

/** Adds minutes to an instant and returns it in UTC. Negative subtracts; fractions are rounded to milliseconds. */
export function addMinutes(instant: string, minutes: number): string {
  return Temporal.Instant.from(instant)
    .add({ milliseconds: Math.round(minutes * 60000) })
    .toString();
}

/** Normalizes an instant: UTC, with a fraction only if not zero. Throws RangeError if the text is not an instant. */
export function toInstant(text: string): string {
  return Temporal.Instant.from(text).toString();
}

// Two or three capitals (EST, CET, GB) and the POSIX forms (EST5EDT): ambiguous, or not what people mean by them.
const abbreviation = /^[A-Z]{2,3}(\d[A-Z]{3})?$/;
const namePattern = /^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/;

/**
 * Normalizes the name of a time zone: "europe/berlin" gives "Europe/Berlin". Returns undefined for unknown names, offsets
 * ("+02:00") and abbreviations ("EST", "PST8PDT"). IANA has some abbreviations, but they mislead: its EST has no summer
 * time, and New York does. UTC, GMT and Etc/* are accepted.
 */
export function normalizeTimeZone(name: string): string | undefined {
  const known = canonicalTimeZone(name);
  if (known === undefined || known === "UTC" || known === "GMT") return known;
  return abbreviation.test(known) ? undefined : known;
}

/** Whether {@link normalizeTimeZone} accepts a name. Use it for names that people type. */
export function isUnambiguousTimeZone(name: string): boolean {
  return normalizeTimeZone(name) !== undefined;
}

/**
 * Whether a name is in the IANA list, in any letter case, abbreviations (EST, GB, PST8PDT) included. Use it for names
 * that programs send: the service accepts every IANA name.
 */
export function isKnownTimeZone(name: string): boolean {
  return canonicalTimeZone(name) !== undefined;
}

/**
 * Whether two names are the same zone, such as Europe/Kiev and Europe/Kyiv. Unknown names are equal if they differ only in
 * letter case.
 */
export function isSameZone(one: string, other: string): boolean {
  if (one.toLowerCase() === other.toLowerCase()) return true;
  const [first, second] = [canonicalTimeZone(one), canonicalTimeZone(other)];
  if (first === undefined || second === undefined) return false;
  return new Temporal.ZonedDateTime(0n, first).equals(new Temporal.ZonedDateTime(0n, second));
}

/**
 * Returns the zone to show a poll's times in: its own, or UTC if this machine does not know it. The service may know
 * newer zones than this machine.
 */
export function displayTimeZone(name: string): string {
  return isKnownTimeZone(name) ? name : "UTC";
}

function canonicalTimeZone(name: string): string | undefined {
  if (!namePattern.test(name)) return undefined;
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId;
  } catch {
    return undefined;
  }
}

// The offsets in use today that are not whole hours.
const fractionalOffsets = new Set(
  "-09:30 -03:30 -02:30 +03:30 +04:30 +05:30 +05:45 +06:30 +08:45 +09:30 +10:30 +12:45 +13:45".split(" "),
);

/** Whether a UTC offset, written `+05:30`, is in use anywhere. */
export function isRealOffset(offset: string): boolean {
  const hours = Number(offset.slice(0, 3));
  return fractionalOffsets.has(offset) || (offset.endsWith(":00") && hours >= -12 && hours <= 14);
}
