import * as z from "zod";
import { daysBetween, weekdays } from "../../time/days.ts";
import { addDays, resolveLocal, weekdayOf } from "../../time/index.ts";

/** A length of a slot in minutes. */
export const minutes = z.int().min(15).max(1440);

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Invalid time of day, expected HH:mm");

/** Days with the same hours, from which slots are made. */
export const generator = z.strictObject({
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  days: z.array(z.enum(weekdays)).min(1).optional(),
  from: clockTime,
  to: clockTime,
  interval: minutes.optional(),
});
export type Window = z.output<typeof generator>;

const minuteMs = 60_000;

/** The days of a window on which it has slots. */
export function listWindowDays({ startDate, endDate, days }: Window): string[] {
  const all = Array.from({ length: daysBetween(startDate, endDate) + 1 }, (_, index) =>
    addDays(startDate, index),
  );
  return all.filter((day) => days?.includes(weekdayOf(day)) ?? true);
}

/** A clock time as milliseconds since 1970. The service resolves skipped times inconsistently; the sandbox moves them forward. */
export const resolveWall = (local: string, timeZone: string): number =>
  Date.parse(resolveLocal(local, timeZone).instant);

/** The starts of a window's slots. The edges of a day's window are instants, and steps between them absolute minutes. */
export function* listWindowStarts(window: Window, timeZone: string, duration: number): Generator<string> {
  const step = (window.interval ?? duration) * minuteMs;
  for (const day of listWindowDays(window)) {
    const to = resolveWall(`${day}T${window.to}`, timeZone);
    let start = resolveWall(`${day}T${window.from}`, timeZone);
    for (; start + duration * minuteMs <= to; start += step) yield new Date(start).toISOString();
  }
}
