import { Temporal } from "temporal-polyfill/implementation";

// Two or three capitals (EST, CET, GB) and the POSIX forms (EST5EDT): ambiguous, or not what people mean by them.
const abbreviation = /^[A-Z]{2,3}(\d[A-Z]{3})?$/;
const namePattern = /^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/;

/**
 * The zone that a person means, in its proper spelling ("europe/berlin" gives "Europe/Berlin"), or undefined when this
 * machine knows none of that name. Offsets ("+02:00") are none, and neither are abbreviations ("EST", "PST8PDT"),
 * although IANA keeps some of them: its EST has no summer time, and New York does. UTC, GMT and Etc/* are zones.
 */
export function findTimeZone(name: string): string | undefined {
  const known = readZoneId(name);
  if (known === undefined || known === "UTC" || known === "GMT") return known;
  return abbreviation.test(known) ? undefined : known;
}

/** Whether a name is a time zone as findTimeZone understands it, in any case of letters. For what people write. */
export function isTimeZone(name: string): boolean {
  return findTimeZone(name) !== undefined;
}

/**
 * Whether a name is in IANA's list, in any case of letters: isTimeZone, and the abbreviations that IANA keeps (EST, GB,
 * PST8PDT). For what programs hand on: the service's contract asks for no more than an IANA name.
 */
export function isIanaZone(name: string): boolean {
  return readZoneId(name) !== undefined;
}

/**
 * Whether two names mean one zone: Europe/Kiev and Europe/Kyiv do. Names that this machine does not know are compared
 * by their letters.
 */
export function isSameZone(one: string, other: string): boolean {
  if (one.toLowerCase() === other.toLowerCase()) return true;
  const [first, second] = [readZoneId(one), readZoneId(other)];
  if (first === undefined || second === undefined) return false;
  return new Temporal.ZonedDateTime(0n, first).equals(new Temporal.ZonedDateTime(0n, second));
}

/**
 * The zone to show a poll's times in: its own, or UTC where this machine does not know it. IANA makes new zones every
 * few years, and a service may hear of them sooner than the machine on which somebody reads a poll.
 */
export function chooseShownZone(name: string): string {
  return isIanaZone(name) ? name : "UTC";
}

function readZoneId(name: string): string | undefined {
  if (!namePattern.test(name)) return undefined;
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId;
  } catch {
    return undefined;
  }
}

// What clocks on earth show today besides whole hours from -12:00 to +14:00.
const fractionalOffsets = new Set(
  "-09:30 -03:30 -02:30 +03:30 +04:30 +05:30 +05:45 +06:30 +08:45 +09:30 +10:30 +12:45 +13:45".split(" "),
);

/** Whether some place has this distance from UTC, written `+05:30`. */
export function isRealOffset(offset: string): boolean {
  const hours = Number(offset.slice(0, 3));
  return fractionalOffsets.has(offset) || (offset.endsWith(":00") && hours >= -12 && hours <= 14);
}
