/** A day of the week in the API's spelling. */
export type Weekday = "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";

export const weekdays: readonly Weekday[] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

export const dayMs = 86_400_000;

const toMs = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** Whether a text is a calendar date, YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && existsDay(text);
}

/** Whether the calendar has a day: Date moves 30 February to March. */
function existsDay(date: string): boolean {
  return new Date(toMs(date)).getUTCDate() === Number(date.slice(-2));
}

/** Whether a text is a time of day, HH:mm, 00:00 to 23:59. */
export function isClockTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** The minutes of a time of day since midnight. */
export const toMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** A date and time as it is written. */
export interface Timestamp {
  /** The wall-clock time, YYYY-MM-DDTHH:mm, with seconds if they are not zero. */
  local: string;
  /** "Z" or an offset such as "+05:30"; undefined for a wall-clock time. */
  offset?: string | undefined;
}

// An offset follows the time without a space: after one it could be the end of a range. A zone may show a day of the years -1 and
// 10000 at the ends of the calendar.
const pattern =
  /^((?:\d{4}|\+010000|-000001)-\d\d-\d\d)[T ]((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d(?:\.\d{1,9})?)?(?:(Z)|([+-](?:[01]\d|2[0-3]))(?::?([0-5]\d))?)?$/i;

/**
 * Parses a date and time: the only grammar for them. YYYY-MM-DD, `T` or a space, HH:mm, seconds with up to nine digits of a fraction,
 * `Z` or an offset. Undefined for anything else, such as a day that does not exist.
 */
export function parseTimestamp(text: string): Timestamp | undefined {
  const [, date = "", time, seconds = "", utc, hours, minutes = "00"] = pattern.exec(text) ?? [];
  if (!existsDay(date)) return undefined;
  const local = `${date}T${time}${seconds.replace(/^:00(\.0+)?$/, "")}`;
  if (utc) return { local, offset: "Z" };
  return hours ? { local, offset: `${hours}:${minutes}`.replace("-00:00", "+00:00") } : { local };
}

// A list of participants has thousands of instants. For days that every month has, one look is enough.
const usual =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d{1,9})?Z$/;

/** Whether a text is an instant as JSON has it, with `T`, seconds, and `Z` or a full offset: Date reads no other form as the same one everywhere. */
export const isInstant = (text: string): boolean =>
  usual.test(text) ||
  (/^[^T]*T\d\d:\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/.test(text) && parseTimestamp(text) !== undefined);

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
