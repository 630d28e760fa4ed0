import { weekdayOf, weekdays } from "./dates.ts";
import { addMinutes, toLocal } from "./local-time.ts";
import type { Slot } from "./slots.ts";

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

/**
 * A calendar date for people: "Wednesday, 3 March 2027". Without a locale the wording is fixed English, the same on
 * every machine; with one it is Intl's. No time zone is involved.
 */
export function formatDate(date: string, locale?: string): string {
  return formatCalendarDate(date, "long", locale);
}

/**
 * A slot for people, in a zone: "Mon, 1 March 2027, 09:00-09:30 (America/New_York, UTC-05:00)".
 * A floating slot (null) shows its clock time and claims no zone.
 */
export function formatSlot(slot: Slot, timeZone: string | null, locale?: string): string {
  const zone = timeZone ?? "UTC";
  const start = toLocal(slot.startTime, zone);
  const end = toLocal(addMinutes(slot.startTime, slot.duration), zone);
  const first = `${formatCalendarDate(start.date, "short", locale)}, ${start.time}`;
  const last =
    start.date === end.date ? end.time : ` ${formatCalendarDate(end.date, "short", locale)}, ${end.time}`;
  const range = start.date === end.date ? `${first}-${last}` : `${first} -${last}`;
  return timeZone === null ? range : `${range} (${formatZone(timeZone, start.offset, end.offset)})`;
}

/** Either kind of option for people: a date by the calendar alone, a slot in the poll's zone. */
export function formatOption(
  option: { date: string } | Slot,
  timeZone: string | null,
  locale?: string,
): string {
  return "date" in option ? formatDate(option.date, locale) : formatSlot(option, timeZone, locale);
}

/** Either kind of option in a few characters, for tables whose caption names the zone: "Mon 1 Mar 2027, 09:00-09:30". */
export function formatOptionShort(option: { date: string } | Slot, timeZone: string | null): string {
  if ("date" in option) return abbreviateDate(option.date);
  const start = toLocal(option.startTime, timeZone ?? "UTC");
  const end = toLocal(addMinutes(option.startTime, option.duration), timeZone ?? "UTC");
  return `${abbreviateDate(start.date)}, ${start.time}-${end.time}`;
}

function abbreviateDate(date: string): string {
  const [weekday = "", day = "", month = "", year = ""] = formatDate(date).split(/,? /);
  return `${weekday.slice(0, 3)} ${day} ${month.slice(0, 3)} ${year}`;
}

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
