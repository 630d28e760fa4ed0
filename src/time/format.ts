import { weekdayOf, weekdays } from "./dates.ts";
import { addMinutes, toLocal } from "./local-time.ts";
import type { OptionTime } from "./option-time.ts";

const dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** The styles of {@link formatOption}. */
export type OptionStyle = "long" | "short" | "iso";

/** How an option is formatted. */
export interface FormatOptions {
  /**
   * - `long` (default), for people: `Mon, 1 March 2027, 09:00-09:30 (America/New_York, UTC-05:00)`
   * - `short`, for tables whose caption names the zone: `Mon 1 Mar 2027, 09:00-09:30`
   * - `iso`, for programs and models: `Mon 2027-03-01 09:00–09:30 -05:00`
   */
  style?: OptionStyle;
  /** The language of dates in the `long` style. Default: a fixed English, the same on every machine. */
  locale?: string | undefined;
}

/**
 * Formats an option of a poll in an IANA zone. Days never pass through a zone. Times of a floating poll (`timeZone` null)
 * have no zone and no offset. `long` and `iso` show both days if the slot ends on another day, and both offsets if the
 * clocks change in between.
 */
export function formatOption(
  option: OptionTime,
  timeZone: string | null,
  { style = "long", locale }: FormatOptions = {},
): string {
  if ("date" in option)
    return style === "long" ? formatDate(option.date, locale) : dayFormats[style](option.date);
  const zone = timeZone ?? "UTC";
  const start = toLocal(option.startTime, zone);
  const end = toLocal(addMinutes(option.startTime, option.duration), zone);
  const isSameDay = start.date === end.date;
  if (style === "short") return `${dayFormats.short(start.date)}, ${start.time}-${end.time}`;
  if (style === "iso") {
    const from = `${dayFormats.iso(start.date)} ${start.time}`;
    const until = isSameDay ? end.time : `${dayFormats.iso(end.date)} ${end.time}`;
    if (timeZone === null) return `${from}–${until}`;
    return `${from}${start.offset === end.offset ? "" : ` ${start.offset}`}–${until} ${end.offset}`;
  }
  const from = `${formatCalendarDate(start.date, "short", locale)}, ${start.time}`;
  const until = isSameDay
    ? `-${end.time}`
    : ` - ${formatCalendarDate(end.date, "short", locale)}, ${end.time}`;
  const suffix = timeZone === null ? "" : ` (${formatZone(timeZone, start.offset, end.offset)})`;
  return `${from}${until}${suffix}`;
}

/** Formats a calendar date: "Wednesday, 3 March 2027" without a locale, with one in its language. No zone is involved. */
export function formatDate(date: string, locale?: string): string {
  return formatCalendarDate(date, "long", locale);
}

const dayFormats = {
  /** `Mon 1 Mar 2027` */
  short(date: string): string {
    const [weekday = "", day = "", month = "", year = ""] = formatDate(date).split(/,? /);
    return `${weekday.slice(0, 3)} ${day} ${month.slice(0, 3)} ${year}`;
  },
  /** `Mon 2027-03-01` */
  iso: (date: string): string => `${formatDate(date).slice(0, 3)} ${date}`,
};

function formatZone(timeZone: string, start: string, end: string): string {
  if (timeZone === "UTC") return "UTC";
  return start === end ? `${timeZone}, UTC${start}` : `${timeZone}, UTC${start} to UTC${end}`;
}

function formatCalendarDate(date: string, weekday: "long" | "short", locale?: string): string {
  if (locale !== undefined) {
    const format = { weekday, day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
    return new Intl.DateTimeFormat(locale, format).format(new Date(`${date}T00:00:00Z`));
  }
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  const name = dayNames[weekdays.indexOf(weekdayOf(date))] as string;
  return `${weekday === "long" ? name : name.slice(0, 3)}, ${day} ${monthNames[month - 1]} ${year}`;
}
