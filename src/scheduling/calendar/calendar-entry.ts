import type { Poll, PollOption } from "../../api/web.ts";
import { sanitizeLine, sanitizeText } from "../../sanitize.ts";
import { addMinutes, isKnownTimeZone, isSameZone, nextDay, resolveLocal, toLocal } from "../../time/index.ts";
import { version } from "../../version.ts";
import { listObservances, type Observance } from "./time-zone-rules.ts";

/** The part of a poll that its calendar entries show. */
export type CalendarPoll = Pick<
  Poll,
  | "id"
  | "title"
  | "description"
  | "location"
  | "conferencing"
  | "timeZone"
  | "status"
  | "inviteUrl"
  | "createdAt"
  | "updatedAt"
>;

/** Options of {@link formatCalendarEntry}. */
export interface CalendarEntryOptions {
  /** Applied to every text of the poll, before long lines are divided. */
  mask?: ((text: string) => string) | undefined;
}

/** A property in jCal (RFC 7265): name, parameters, type of the value, value. */
type Property = [name: string, parameters: Record<string, string>, type: string, value: unknown];

/** A component in jCal. */
type CalendarComponent = [name: string, properties: Property[], components: CalendarComponent[]];

/** Maximum length of a line, in octets, without the space that starts a continued one. RFC 5545 allows 75 with it. */
const maxLineOctets = 74;

/**
 * Formats an option of a poll as a calendar file (RFC 5545) with one tentative event, and with the definition of its time
 * zone. The same poll and option give the same text and the same UID. There is no METHOD, because PUBLISH requires an
 * ORGANIZER, whom some calendars ask to accept.
 */
export async function formatCalendarEntry(
  poll: CalendarPoll,
  option: PollOption,
  { mask }: CalendarEntryOptions = {},
): Promise<string> {
  // Loaded here: few programs that load this module write a calendar file.
  const { default: ICAL } = await import("ical.js");
  ICAL.foldLength = maxLineOctets;
  const { times, timeZone } = toEventTimes(option, "date" in option ? null : poll.timeZone);
  const calendar: CalendarComponent = [
    "vcalendar",
    [
      ["version", {}, "text", "2.0"],
      ["prodid", {}, "text", `-//rallly-connect//rallly-connect ${version}//EN`],
    ],
    [
      ...(timeZone === null ? [] : [toTimeZoneComponent(timeZone.name, timeZone.at)]),
      ["vevent", [...toEventProperties(poll, option, mask), ...times], []],
    ],
  ];
  return ICAL.stringify(calendar);
}

function toEventProperties(
  poll: CalendarPoll,
  option: PollOption,
  mask: CalendarEntryOptions["mask"],
): Property[] {
  const line = (text: string) => sanitizeLine(text, undefined, mask);
  const inviteUrl = toWebAddress(poll.inviteUrl);
  const callUrl = toWebAddress(poll.conferencing?.uri);
  const call = poll.conferencing && [poll.conferencing.label ?? poll.conferencing.provider, callUrl ?? ""];
  const description = [
    sanitizeText(poll.description ?? "", undefined, mask),
    call ? line(`Video call: ${call.join(" ")}`) : "",
    `Not confirmed: this is one option of a poll. ${inviteUrl ?? ""}`.trim(),
  ];
  const properties: (Property | null)[] = [
    ["uid", {}, "text", line(`${poll.id}-${option.id}@rallly-connect`)],
    // Without METHOD, DTSTAMP is the time of the last change.
    ["dtstamp", {}, "date-time", toUtc(poll.updatedAt)],
    ["created", {}, "date-time", toUtc(poll.createdAt)],
    ["summary", {}, "text", line(poll.title)],
    ["description", {}, "text", description.filter((part) => part !== "").join("\n\n")],
    poll.location ? ["location", {}, "text", line(poll.location)] : null,
    inviteUrl === null ? null : ["url", {}, "uri", inviteUrl],
    callUrl === null ? null : ["conference", { feature: "VIDEO" }, "uri", callUrl],
    ["status", {}, "text", poll.status === "canceled" ? "CANCELLED" : "TENTATIVE"],
  ];
  return properties.filter((property) => property !== null);
}

interface EventTimes {
  times: Property[];
  /** The zone that needs a definition, and the instant of the event. */
  timeZone: { name: string; at: string } | null;
}

function toEventTimes(option: PollOption, timeZone: string | null): EventTimes {
  if ("date" in option) {
    const dates: Property[] = [
      ["dtstart", {}, "date", option.date],
      ["dtend", {}, "date", nextDay(option.date)],
    ];
    return { times: dates, timeZone: null };
  }
  const instants = [option.startTime, addMinutes(option.startTime, option.duration)] as const;
  const locals = instants.map((instant) => toWallClock(instant, timeZone ?? "UTC"));
  const toTimes = (texts: readonly string[], parameters: Record<string, string>): Property[] =>
    texts.map((text, index) => [index === 0 ? "dtstart" : "dtend", parameters, "date-time", text]);
  // A floating poll: the same clock time everywhere.
  if (timeZone === null) return { times: toTimes(locals, {}), timeZone: null };
  const isExpressible =
    isKnownTimeZone(timeZone) &&
    !isSameZone(timeZone, "UTC") &&
    // A clock time that occurs twice means the first one, so the second one has no clock time.
    locals.every((local, index) => isSameInstant(resolveLocal(local, timeZone).instant, instants[index]));
  if (!isExpressible) return { times: toTimes(instants.map(toUtc), {}), timeZone: null };
  return { times: toTimes(locals, { tzid: timeZone }), timeZone: { name: timeZone, at: option.startTime } };
}

function toTimeZoneComponent(name: string, at: string): CalendarComponent {
  return ["vtimezone", [["tzid", {}, "text", name]], listObservances(name, at).map(toObservanceComponent)];
}

function toObservanceComponent({ kind, start, before, after, rule }: Observance): CalendarComponent {
  const properties: Property[] = [
    ["dtstart", {}, "date-time", start],
    ["tzoffsetfrom", {}, "utc-offset", before],
    ["tzoffsetto", {}, "utc-offset", after],
  ];
  if (rule !== undefined) {
    const { month, weekday, days } = rule;
    const recurrence = { freq: "YEARLY", bymonth: month, ...(days && { bymonthday: days }), byday: weekday };
    properties.push(["rrule", {}, "recur", recurrence]);
  }
  return [kind, properties, []];
}

function toWallClock(instant: string, timeZone: string): string {
  const { date, time } = toLocal(instant, isKnownTimeZone(timeZone) ? timeZone : "UTC");
  return `${date}T${time}:00`;
}

function isSameInstant(one: string, other: string | undefined): boolean {
  return Date.parse(one) === Date.parse(other ?? "");
}

function toUtc(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

/** The normalized URL if it is http or https, else null. Normalizing encodes line breaks, which would end the property. */
function toWebAddress(url: string | undefined): string | null {
  if (url === undefined || url.length > 2000 || !URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === "https:" || protocol === "http:" ? href : null;
}
