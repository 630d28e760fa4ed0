import type { Poll } from "../../src/api/web.ts";
import { sanitizeLine, sanitizeText } from "../../src/sanitize.ts";
import {
  addMinutes,
  displayTimeZone,
  formatDate,
  formatOption,
  nextDay,
  type OptionTime,
  toLocal,
  toOffsetDateTime,
} from "../../src/time/index.ts";
import { mapSettingKeys } from "../poll-settings.ts";

const maxLinkLength = 2_048;

/** The output for a poll: flat fields, and its options as line items and as text. */
export function toPollRecord(poll: Poll) {
  const options = poll.options.map((option) => ({ id: option.id, ...toWhen(option, poll.timeZone) }));
  const { organizer, conferencing } = poll;
  const organizerName = cleanLine(organizer?.name);
  return {
    id: poll.id,
    title: cleanLine(poll.title),
    invite_link: poll.inviteUrl,
    admin_link: poll.adminUrl,
    description: cleanText(poll.description),
    status: poll.status,
    kind: poll.kind,
    location: cleanLine(poll.location),
    ...toConferencing(conferencing),
    time_zone: cleanLine(poll.timeZone),
    is_floating: poll.kind === "time" && poll.timeZone === null,
    response_count: poll.participantCount,
    option_count: options.length,
    options_text: options.map(({ text }) => text).join("\n"),
    options,
    organizer_name: organizerName,
    organizer_first_name: organizerName === null ? null : splitName(organizerName).first_name,
    organizer_last_name: organizerName === null ? null : splitName(organizerName).last_name,
    organizer_email: cleanLine(organizer?.email),
    ...mapSettingKeys((setting) => poll[setting]),
    created_at: poll.createdAt,
    created_text: localDate(poll.createdAt, poll.timeZone),
    updated_at: poll.updatedAt,
    updated_text: localDate(poll.updatedAt, poll.timeZone),
  };
}

/** The output for a poll. */
export type PollRecord = ReturnType<typeof toPollRecord>;

/** The same for a trigger, whose run may have a hundred polls: line items have what a calendar needs of each option. */
export function toTriggerPollRecord(poll: Poll) {
  const record = toPollRecord(poll);
  return { ...record, options: record.options.map(({ text, start, end }) => ({ text, start, end })) };
}

/** The output of a trigger for a poll. */
export type TriggerPollRecord = ReturnType<typeof toTriggerPollRecord>;

/** Something that happened to a poll. Its `id` is the id of the event; `poll_id` is the id of the poll. */
export const toPollEventRecord = (poll: Poll, eventId: string) => ({
  ...toTriggerPollRecord(poll),
  id: eventId,
  poll_id: poll.id,
});

/** The output for something that happened to a poll. */
export type PollEventRecord = ReturnType<typeof toPollEventRecord>;

/** The id of a poll's status since its last change. */
export const toStatusEventId = ({ id, status, updatedAt }: Poll): string =>
  `${id}:${status}:${new Date(updatedAt).toISOString()}`;

/** The day of an instant for people, in the poll's zone. */
export function localDate(instant: string, timeZone: string | null): string {
  return formatDate(toLocal(instant, displayTimeZone(timeZone ?? "UTC")).date);
}

function toConferencing(call: Poll["conferencing"]) {
  const custom = call !== null && "label" in call ? call : undefined;
  return {
    conferencing: cleanLine(call?.provider),
    conferencing_label: cleanLine(custom?.label),
    conferencing_link: typeof custom?.uri === "string" ? sanitizeLine(custom.uri, maxLinkLength) : null,
  };
}

/** When an option takes place: the text for a message, the other fields for a calendar. */
export interface When {
  text: string;
  all_day: boolean;
  date: string;
  /** A day as `YYYY-MM-DD`; a time with the offset of the poll's zone; in a floating poll the clock without a zone. */
  start: string;
  /** The day after for a whole day, as calendars want it. */
  end: string;
  start_time: string | null;
  end_time: string | null;
  duration_minutes: number | null;
}

/** When an option takes place, in the poll's zone; null is a floating poll, whose times have no zone. */
export function toWhen(option: OptionTime, pollZone: string | null): When {
  const timeZone = pollZone === null ? null : displayTimeZone(pollZone);
  const text = formatOption(option, timeZone);
  if ("date" in option) {
    const { date } = option;
    // A midnight would be the day before for everybody west of Greenwich.
    const times = { start_time: null, end_time: null, duration_minutes: null };
    return { text, all_day: true, date, start: date, end: nextDay(date), ...times };
  }
  const { startTime, duration } = option;
  const endTime = addMinutes(startTime, duration);
  const start = toLocal(startTime, timeZone ?? "UTC");
  const end = toLocal(endTime, timeZone ?? "UTC");
  return {
    text,
    all_day: false,
    date: start.date,
    start: timeZone === null ? `${start.date} ${start.time}` : toOffsetDateTime(startTime, timeZone),
    end: timeZone === null ? `${end.date} ${end.time}` : toOffsetDateTime(endTime, timeZone),
    start_time: start.time,
    end_time: end.time,
    duration_minutes: duration,
  };
}

/** Text of other people on one line, without control and invisible characters. Null stays null. */
export function cleanLine(text: string): string;

export function cleanLine(text: string | null | undefined): string | null;

export function cleanLine(text: string | null | undefined): string | null {
  return typeof text === "string" ? sanitizeLine(text) : null;
}

/** Text of other people on several lines, without control and invisible characters. Null stays null. */
const cleanText = (text: string | null): string | null => (text === null ? null : sanitizeText(text));

/** The first and last name in a full name. The last name is null when there is only one word. */
export function splitName(name: string): { first_name: string; last_name: string | null } {
  const words = name.trim().split(/\s+/);
  return { first_name: words[0] ?? "", last_name: words.length > 1 ? words.slice(1).join(" ") : null };
}
