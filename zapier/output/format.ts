import { sanitizeLine } from "../../src/sanitize.ts";
import { nextDay } from "../../src/time/days.ts";
import { formatDate, formatOption, type OptionTime, toLocal } from "../../src/time/index.ts";
import { addMinutes, displayTimeZone, toOffsetDateTime } from "../../src/time/zones.ts";
import { type Column, column } from "./table.ts";

/** Text of other people on one line, without control and invisible characters. Null stays null. */
export const cleanLine = (text: string | null | undefined): string | null =>
  typeof text === "string" ? sanitizeLine(text) : null;

/** Names in a text that people put into messages: at most `max` of them, and how many more there are. */
export function joinNames(names: readonly (string | null)[], max: number): string {
  const more = names.length - max;
  const shown = names.slice(0, max).join(", ");
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** The names of people for a message, at most 20. */
export const listNames = (people: readonly { name: string }[]): string =>
  joinNames(
    people.map(({ name }) => cleanLine(name)),
    20,
  );

/** The first and last name in a full name. The last name is null when there is only one word. */
function splitName(name: string): { first: string; last: string | null } {
  const [first = "", ...others] = name.trim().split(/\s+/);
  return { first, last: others.length > 0 ? others.join(" ") : null };
}

export const personColumns: Column<{ name: string; email: string | null }>[] = [
  column("name", "Name", ({ name }) => cleanLine(name) || null),
  column("first_name", "First Name", ({ name }) => splitName(cleanLine(name) ?? "").first || null),
  column("last_name", "Last Name", ({ name }) => splitName(cleanLine(name) ?? "").last),
  column("email", "Email", ({ email }) => cleanLine(email)),
];

/** The day of an instant for people, in the poll's zone. */
export const localDate = (instant: string, timeZone: string | null): string =>
  formatDate(toLocal(instant, displayTimeZone(timeZone ?? "UTC")).date);

/** An instant with the offset of the poll's zone, or of UTC if the poll has none. */
export const toPollTime = (instant: string, { timeZone }: { timeZone: string | null }): string =>
  toOffsetDateTime(instant, displayTimeZone(timeZone ?? "UTC"));

/** When an option takes place: the text for a message, the other fields for a calendar. */
export interface When {
  text: string;
  isAllDay: boolean;
  date: string;
  /** A day as `YYYY-MM-DD`; a time with the offset of the poll's zone; in a floating poll the clock without a zone. */
  start: string;
  /** The day after for a whole day, as calendars want it. */
  end: string;
  startTime: string | null;
  endTime: string | null;
  minutes: number | null;
}

/** When an option takes place, in the poll's zone; null is a floating poll, whose times have no zone. */
export function toWhen(option: OptionTime, pollZone: string | null): When {
  const timeZone = pollZone === null ? null : displayTimeZone(pollZone);
  const text = formatOption(option, timeZone);
  if ("date" in option) {
    const { date } = option;
    // A midnight would be the day before for everybody west of Greenwich.
    const times = { startTime: null, endTime: null, minutes: null };
    return { text, isAllDay: true, date, start: date, end: nextDay(date), ...times };
  }
  const { startTime, duration } = option;
  const endTime = addMinutes(startTime, duration);
  const start = toLocal(startTime, timeZone ?? "UTC");
  const end = toLocal(endTime, timeZone ?? "UTC");
  return {
    text,
    isAllDay: false,
    date: start.date,
    start: timeZone === null ? `${start.date} ${start.time}` : toOffsetDateTime(startTime, timeZone),
    end: timeZone === null ? `${end.date} ${end.time}` : toOffsetDateTime(endTime, timeZone),
    startTime: start.time,
    endTime: end.time,
    minutes: duration,
  };
}

/** The fields of {@link When}. Start and end are text, because days and floating times have no zone. */
export const whenColumns: Column<{ when: When | undefined }>[] = [
  column("date_and_time", "Date and Time", ({ when }) => when?.text),
  column("all_day", "All Day", ({ when }) => when?.isAllDay, "boolean"),
  column("date", "Date", ({ when }) => when?.date),
  column("start", "Start", ({ when }) => when?.start),
  column("end", "End", ({ when }) => when?.end),
  column("start_time", "Start Time", ({ when }) => when?.startTime),
  column("end_time", "End Time", ({ when }) => when?.endTime),
  column("duration_minutes", "Duration (Minutes)", ({ when }) => when?.minutes, "integer"),
];
