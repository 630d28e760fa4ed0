import { weekdayOf, weekdays } from "./days.ts";
import type { OptionTime } from "./option-times.ts";
import { addMinutes, type LocalTime, toLocal } from "./zones.ts";

const dayNames = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");
const monthNames =
  "January February March April May June July August September October November December".split(" ");

/** How an option is formatted. */
export interface FormatOptions {
  /**
   * - `long` (default), for people: `Mon, 1 March 2027, 09:00-09:30 (America/New_York, UTC-05:00)`
   * - `short`, for tables whose caption names the zone: `Mon 1 Mar 2027, 09:00-09:30`
   * - `iso`, for programs and models: `Mon 2027-03-01 09:00–09:30 -05:00`
   */
  style?: "long" | "short" | "iso";
}

/**
 * Formats an option of a poll in an IANA zone. Days never pass through a zone. Times of a floating poll (`timeZone` null)
 * have no zone and no offset. `long` and `iso` show both days if the slot ends on another day, and both offsets if the
 * clocks change in between.
 */
export function formatOption(
  option: OptionTime,
  timeZone: string | null,
  { style = "long" }: FormatOptions = {},
): string {
  if ("date" in option) return formatDay(option.date, style === "long" ? "full" : style);
  const zone = timeZone ?? "UTC";
  const start = toLocal(option.startTime, zone);
  const end = toLocal(addMinutes(option.startTime, option.duration), zone);
  const format = ({ date, time }: LocalTime) =>
    `${formatDay(date, style)}${style === "iso" ? " " : ", "}${time}`;
  const from = format(start);
  if (style === "short") return `${from}-${end.time}`;
  const isSameDay = start.date === end.date;
  const until = isSameDay ? end.time : format(end);
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

/** Formats a calendar date: "Wednesday, 3 March 2027". No zone is involved. */
export const formatDate = (date: string): string => formatDay(date, "full");

/** `full` has the whole name of the weekday, the others are the styles of {@link FormatOptions}. */
function formatDay(date: string, form: "full" | "long" | "short" | "iso"): string {
  const [year, month = 1, day] = date.split("-").map(Number);
  const monthName = monthNames[month - 1] ?? "";
  const dayName = dayNames[weekdays.indexOf(weekdayOf(date))] ?? "";
  const shortName = dayName.slice(0, 3);
  return {
    full: `${dayName}, ${day} ${monthName} ${year}`,
    long: `${shortName}, ${day} ${monthName} ${year}`,
    short: `${shortName} ${day} ${monthName.slice(0, 3)} ${year}`,
    iso: `${shortName} ${date}`,
  }[form];
}
