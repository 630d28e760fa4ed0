import { resolveLocal, toLocal } from "../../src/time/index.ts";

/** What a form is read against: the clock, and the zone that times without an offset are meant in. */
export interface TimeContext {
  /** Milliseconds since the epoch. */
  now: number;
  /** IANA zone, or null for a floating poll. */
  timeZone: string | null;
  /** IANA zone that says which day "today" is, where `timeZone` is null. */
  accountZone?: string | null;
}

/** The current minute: no slot can be meant to start in it. */
const nearNowMs = 60_000;

/** Dates further ahead come from digits that were taken for a timestamp. */
const maxAheadMs = 10 * 366 * 86_400_000;

const tooFar = "is more than ten years ahead.";

/** A floating clock time is past only when it has passed in the last time zone of the world. */
export const maxOffsetMs = 12 * 3_600_000;

/** The instant of a wall-clock text `YYYY-MM-DDTHH:mm[:ss]`, with or without an offset, in milliseconds. */
export function toEpoch(text: string, timeZone: string | null): number {
  if (/(Z|[+-]\d{2}:?\d{2})$/i.test(text)) return Date.parse(text);
  return Date.parse(timeZone === null ? `${text}Z` : resolveLocal(text, timeZone).instant);
}

/** Why a slot cannot start at a moment: it is the current time, or it has passed. `undefined` when it can. */
export function pastOrTooFar(epoch: number, { now, timeZone }: TimeContext, floats = timeZone === null) {
  if (Math.abs(epoch - now) < nearNowMs) return "is the current time: give a later one.";
  if (epoch - now > maxAheadMs) return tooFar;
  return epoch + (floats ? maxOffsetMs : 0) < now ? "is in the past." : undefined;
}

/** Why a day cannot be an option: it has passed everywhere, or is too far ahead. `undefined` when it can. */
export function findDayProblem(date: string, now: number): string | undefined {
  if (Date.parse(date) - now > maxAheadMs) return tooFar;
  return date < toLocal(new Date(now).toISOString(), "Etc/GMT+12").date ? "is in the past." : undefined;
}

/** The calendar day that it is now in the poll's zone or the account's; `undefined` without both. */
export function findToday({ now, timeZone, accountZone = null }: TimeContext): string | undefined {
  const zone = timeZone ?? accountZone;
  return zone === null ? undefined : toLocal(new Date(now).toISOString(), zone).date;
}
