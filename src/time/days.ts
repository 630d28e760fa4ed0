/** A day of the week in the API's spelling. */
export type Weekday = "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";

/** The days of the week, Monday first. */
export const weekdays: readonly Weekday[] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

const dayMs = 86_400_000;

const toMs = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** Whether a text is a calendar date, YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const ms = toMs(text);
  // Date moves 30 February to March.
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** Whether a text is a time of day, HH:mm, 00:00 to 23:59. */
export function isClockTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** The next calendar date. */
export function nextDay(date: string): string {
  return addDays(date, 1);
}

/** Adds days to a calendar date. A negative number subtracts. */
export function addDays(date: string, days: number): string {
  return new Date(toMs(date) + days * dayMs).toISOString().replace(/T.*/, "");
}

/** The number of days from one calendar date to another; negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return (toMs(to) - toMs(from)) / dayMs;
}

/** The weekday of a calendar date. */
export function weekdayOf(date: string): Weekday {
  return weekdays[(new Date(toMs(date)).getUTCDay() + 6) % 7] as Weekday;
}
