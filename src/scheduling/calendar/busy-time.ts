import { resolveLocal } from "../../time/index.ts";

/** When a person is busy: whole days without a time zone, or the time between two instants. */
export type BusyTime = (BusyDays | BusySpan) & {
  /** The title of the event, as another person wrote it. Sanitize it before it is shown. */
  title?: string | undefined;
};

/** Whole days. */
export interface BusyDays {
  /** First busy day, YYYY-MM-DD. */
  firstDay: string;
  /** The day after the last busy day, as in calendars. */
  endDay: string;
}

/** The time between two instants, in milliseconds since 1970. The end is not busy. */
export interface BusySpan {
  /** The first busy instant. */
  start: number;
  /** The first instant that is not busy anymore. */
  end: number;
}

/**
 * The time that is busy in a zone. Days begin and end at midnight of the zone, and of a midnight that the clock shows twice, the
 * day has both hours. Without a zone, instants are wall-clock times of a floating poll.
 */
export function toBusySpan(busy: BusyTime, timeZone: string | null): BusySpan {
  if ("start" in busy) return busy;
  return {
    start: getMidnight(busy.firstDay, timeZone, "earlier"),
    end: getMidnight(busy.endDay, timeZone, "later"),
  };
}

function getMidnight(date: string, timeZone: string | null, side: "earlier" | "later"): number {
  const midnight = resolveLocal(`${date}T00:00`, timeZone ?? "UTC");
  return Date.parse(midnight.kind === "overlap" && side === "later" ? midnight.later : midnight.instant);
}
