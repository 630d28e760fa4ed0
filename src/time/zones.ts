import { Temporal } from "temporal-polyfill/implementation";

// Two or three capitals (EST, CET, GB) and the POSIX forms (EST5EDT): ambiguous, or not what people mean by them.
const abbreviation = /^[A-Z]{2,3}(\d[A-Z]{3})?$/;
const namePattern = /^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/;

/**
 * The IANA name in its proper spelling ("europe/berlin" gives "Europe/Berlin"), or undefined when it is none that
 * this machine knows. Offsets ("+02:00") and abbreviations ("EST", "PST8PDT") are none; UTC, GMT and Etc/* are.
 */
export function findTimeZone(name: string): string | undefined {
  if (!namePattern.test(name)) return undefined;
  const known = readZoneId(name);
  if (known === undefined || known === "UTC" || known === "GMT") return known;
  return abbreviation.test(known) ? undefined : known;
}

/** Whether a name is an IANA time zone as findTimeZone understands it, in any case of letters. */
export function isTimeZone(name: string): boolean {
  return findTimeZone(name) !== undefined;
}

function readZoneId(name: string): string | undefined {
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId;
  } catch {
    return undefined;
  }
}
