import { addDays, resolveLocal, weekdayOf } from "../../time/index.ts";

export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** Days with the same hours, from which slots are made. */
export interface Window {
  startDate: string;
  endDate: string;
  days?: (typeof weekdays)[number][] | undefined;
  from: string;
  to: string;
  interval?: number | undefined;
}

const minuteMs = 60_000;

/** The days from one day to another, negative if the other comes first. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / (1440 * minuteMs);

/** The minutes of a clock time (HH:mm) since midnight. */
export const toMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The days of a window on which it has slots. */
export function listWindowDays({ startDate, endDate, days = [...weekdays] }: Window): string[] {
  const all = Array.from({ length: daysBetween(startDate, endDate) + 1 }, (_, index) =>
    addDays(startDate, index),
  );
  return all.filter((day) => days.includes(weekdayOf(day)));
}

/** The starts of a window's slots. The edges of a day's window are instants, and steps between them absolute minutes. */
export function* listWindowStarts(window: Window, timeZone: string, duration: number): Generator<string> {
  const step = (window.interval ?? duration) * minuteMs;
  for (const day of listWindowDays(window)) {
    // The service resolves skipped times inconsistently. The sandbox always moves them forward.
    const [from = 0, to = 0] = [window.from, window.to].map((time) =>
      Date.parse(resolveLocal(`${day}T${time}`, timeZone).instant),
    );
    for (let start = from; start + duration * minuteMs <= to; start += step)
      yield new Date(start).toISOString();
  }
}
