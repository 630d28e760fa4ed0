import { readFile } from "node:fs/promises";

/** Calendars as applications export them, shortened. */
const readText = async (name: string): Promise<string> =>
  (await readFile(`test/mcp/calendar/${name}.ics`, "utf8")).replaceAll("\n", "\r\n");

/** An .ics text with the given lines in one event. */
export const eventText = (...lines: string[]): string =>
  calendarText(["BEGIN:VEVENT", "UID:1", ...lines, "END:VEVENT"]);

/** An .ics text with the given lines. */
export const calendarText = (lines: readonly string[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//EN", ...lines, "END:VCALENDAR", ""].join("\r\n");

/** Google Calendar: an hour each Monday, with one date deleted and one moved, a free birthday and a trip of whole days. */
export const google = await readText("google");

/** Outlook: a Windows zone with a definition that is wrong, a whole day written as times, a free and a canceled event. */
export const outlook = await readText("outlook");

/** Apple Calendar: a series that changes from a date on, with a duration instead of an end, and a floating time. */
export const apple = await readText("apple");

/** Nextcloud and Fastmail: a zone that only the text defines, added dates, a period, free and busy times, a task. */
export const nextcloud = await readText("nextcloud");
