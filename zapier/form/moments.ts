import { resolveLocal, toLocal } from "../../src/time/index.ts";

/** What a form is read against: the clock, and the zone that times without an offset are meant in. */
export interface Now {
  /** Milliseconds since the epoch. */
  now: number;
  /** IANA zone, or null for a floating poll. */
  timeZone: string | null;
}

/** Zapier turns text that it cannot read as a date into the current time, silently; a moment so near is no wish. */
const nearNowMs = 60_000;

/** A run of digits that Zapier took for a Unix time may land in any century; nobody polls so far ahead. */
const furthestMs = 10 * 366 * 86_400_000;

const tooFar = "is more than ten years ahead. Was it read as it was meant?";

/** In a floating poll the clock is everybody's own: only what has passed in the last zone of the world is past. */
const widestOffsetMs = 12 * 3_600_000;

const unreadable =
  "could not be read as a date (it came out as the current time). Write it as 2027-03-01 or 2027-03-01 09:00.";

/** The instant of a wall-clock text `YYYY-MM-DDTHH:mm[:ss]`, with or without an offset, in milliseconds. */
export function toEpoch(text: string, timeZone: string | null): number {
  if (/(Z|[+-]\d{2}:?\d{2})$/i.test(text)) return Date.parse(text);
  return Date.parse(timeZone === null ? `${text}Z` : resolveLocal(text, timeZone).instant);
}

/** Why a moment cannot be meant: it is the current time, or it has passed. `undefined` when it can. */
export function findMomentProblem(epoch: number, { now, timeZone }: Now, floats = timeZone === null) {
  if (Math.abs(epoch - now) < nearNowMs) return unreadable;
  if (epoch - now > furthestMs) return tooFar;
  return epoch + (floats ? widestOffsetMs : 0) < now ? "is in the past." : undefined;
}

/** Why a calendar day cannot be meant: it has passed everywhere, or is absurdly far. `undefined` when it can. */
export function findDayProblem(date: string, now: number): string | undefined {
  if (Date.parse(date) - now > furthestMs) return tooFar;
  return date < toLocal(new Date(now).toISOString(), "Etc/GMT+12").date ? "is in the past." : undefined;
}
