import { weekdayOf, weekdays } from "./days.ts";
import type { OptionTime } from "./options.ts";
import { addMinutes, toLocal } from "./zones.ts";

const dayNames = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");
const monthNames =
  "January February March April May June July August September October November December".split(" ");

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
  if (style === "short") return `${dayFormats.short(start.date)}, ${start.time}-${end.time}`;
  const formatDay = style === "iso" ? dayFormats.iso : (date: string) => formatDayIn(date, "short", locale);
  const separator = style === "iso" ? " " : ", ";
  const from = `${formatDay(start.date)}${separator}${start.time}`;
  const isSameDay = start.date === end.date;
  const until = isSameDay ? end.time : `${formatDay(end.date)}${separator}${end.time}`;
  const isSameOffset = start.offset === end.offset;
  if (style === "iso") {
    if (timeZone === null) return `${from}–${until}`;
    return `${from}${isSameOffset ? "" : ` ${start.offset}`}–${until} ${end.offset}`;
  }
  const hours = `${from}${isSameDay ? "-" : " - "}${until}`;
  if (timeZone === null) return hours;
  if (timeZone === "UTC") return `${hours} (UTC)`;
  return `${hours} (${timeZone}, UTC${start.offset}${isSameOffset ? "" : ` to UTC${end.offset}`})`;
}

/** Formats a calendar date: "Wednesday, 3 March 2027" without a locale, with one in its language. No zone is involved. */
export function formatDate(date: string, locale?: string): string {
  return formatDayIn(date, "long", locale);
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

function formatDayIn(date: string, weekday: "long" | "short", locale?: string): string {
  if (locale !== undefined) {
    const format = { weekday, day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
    return new Intl.DateTimeFormat(locale, format).format(new Date(`${date}T00:00:00Z`));
  }
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  const name = dayNames[weekdays.indexOf(weekdayOf(date))] as string;
  return `${weekday === "long" ? name : name.slice(0, 3)}, ${day} ${monthNames[month - 1]} ${year}`;
}
