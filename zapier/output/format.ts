import type { Poll } from "../../src/api/web.ts";
import { sanitizeLine, sanitizeText } from "../../src/sanitize.ts";
import { addDays, formatDate, formatOption, type OptionTime, toLocal } from "../../src/time/index.ts";
import { addMinutes, toOffsetDateTime } from "../../src/time/zones.ts";
import { zoneOf } from "../polls.ts";
import { flag, integer, type Outputs } from "./table.ts";

/** A formatter of texts for values that the service may leave out. Null and undefined become null. */
const orNull =
  <More extends unknown[]>(format: (text: string, ...more: More) => string) =>
  (text: string | null | undefined, ...more: More): string | null =>
    typeof text === "string" ? format(text, ...more) : null;

/** Text of other people on one line, without control and invisible characters. */
export const cleanLine = orNull((text, max?: number) => sanitizeLine(text, max));

/** Text of other people, without control and invisible characters. */
export const cleanText = orNull((text) => sanitizeText(text));

/** Names in a text that people put into messages: at most `max` of them, and how many more there are. */
export function joinNames(names: readonly (string | null)[], max = Number.POSITIVE_INFINITY): string {
  const more = names.length - max;
  // Of `Fuchs, Uwe, Kern, Sabine` nobody can tell where one ends.
  const shown = names.slice(0, max).join(names.some((name) => name?.includes(",")) ? "; " : ", ");
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** The names of people for a message, at most 20. */
export const listNames = (people: readonly { name: string }[]): string =>
  joinNames(
    people.map(({ name }) => cleanLine(name)),
    20,
  );

/** The addresses of people, each once even if a person responded twice. */
export function listEmails(people: readonly { email: string | null }[]): string {
  const emails = people.flatMap(({ email }) => cleanLine(email) || []);
  return [...new Map(emails.map((email) => [email.toLowerCase(), email])).values()].join(", ");
}

/** The words of a full name, also of `Family, Given`. The last name is null when there is only one word. */
const splitName = ({ name }: { name: string }): string[] =>
  (cleanLine(name) ?? "").replace(/^([^,]+), ([^,]+)$/, "$2 $1").split(/\s+/);

export const personOutputs: Outputs<{ name: string; email: string | null }> = {
  name: ({ name }) => cleanLine(name) || null,
  first_name: (person) => splitName(person)[0] || null,
  last_name: (person) => splitName(person).slice(1).join(" ") || null,
  email: ({ email }) => cleanLine(email),
};

type Zoned = Pick<Poll, "timeZone">;

/** The day of an instant for people, in the poll's zone. */
export const localDate = orNull((instant, poll: Zoned) =>
  formatDate(toLocal(instant, zoneOf(poll) ?? "UTC").date),
);

/** An instant with the offset of the poll's zone, or of UTC if the poll has none. */
export const toPollTime = orNull((instant, poll: Zoned) => toOffsetDateTime(instant, zoneOf(poll) ?? "UTC"));

/**
 * When an option takes place, in the poll's zone: a text for a message, the others for a calendar. Start and end are days, the
 * end of a whole day being the day after, as calendars want it; times with their offset; or clock times of a floating poll.
 */
export function toWhen(option: OptionTime, poll: Zoned) {
  const timeZone = zoneOf(poll);
  const date_and_time = formatOption(option, timeZone);
  if ("date" in option) {
    const { date } = option;
    // A midnight would be the day before for everybody west of Greenwich.
    const times = { start_time: null, end_time: null, duration_minutes: null };
    return { date_and_time, all_day: true, date, start: date, end: addDays(date, 1), ...times };
  }
  const { startTime, duration } = option;
  const endTime = addMinutes(startTime, duration);
  const start = toLocal(startTime, timeZone ?? "UTC");
  const end = toLocal(endTime, timeZone ?? "UTC");
  return {
    date_and_time,
    all_day: false,
    date: start.date,
    start: timeZone === null ? `${start.date} ${start.time}` : toOffsetDateTime(startTime, timeZone),
    end: timeZone === null ? `${end.date} ${end.time}` : toOffsetDateTime(endTime, timeZone),
    start_time: start.time,
    end_time: end.time,
    duration_minutes: duration,
  };
}

export type When = ReturnType<typeof toWhen>;

/** The fields of {@link toWhen}. Start and end are text, because days and floating times have no zone. */
export const whenOutputs: Outputs<{ when: When | undefined }> = {
  date_and_time: ({ when }) => when?.date_and_time,
  all_day: flag(({ when }) => when?.all_day),
  date: ({ when }) => when?.date,
  start: ({ when }) => when?.start,
  end: ({ when }) => when?.end,
  start_time: ({ when }) => when?.start_time,
  end_time: ({ when }) => when?.end_time,
  duration_minutes: integer(({ when }) => when?.duration_minutes),
};
