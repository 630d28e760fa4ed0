import { redactKeys } from "../../api/send/redact.ts";
import type { Poll, PollOption } from "../../api/web.ts";
import { sanitizeLine, sanitizeText } from "../../sanitize.ts";
import { nextDay } from "../../time/days.ts";
import { addMinutes } from "../../time/zones.ts";
import { version } from "../../version.ts";

/** A property in jCal (RFC 7265): name, parameters, type of the value, value. */
type Property = [name: string, parameters: Record<string, string>, type: string, value: string];

/** Maximum length of a line, in octets, without the space that starts a continued one. RFC 5545 allows 75 with it. */
const maxLineOctets = 74;

/**
 * Formats an option of a poll as a calendar file (RFC 5545) with one tentative event, which names no attendees. The times are
 * in UTC, those of a floating poll have no zone, and days are dates. The same poll and option give the same text and UID.
 * There is no METHOD, because PUBLISH requires an ORGANIZER, whom some calendars ask to accept.
 */
export async function formatCalendarEntry(poll: Poll, option: PollOption): Promise<string> {
  // Loaded here: few programs that load this module write a calendar file.
  const { default: ICAL } = await import("ical.js");
  ICAL.foldLength = maxLineOctets;
  const calendar: Property[] = [
    ["version", {}, "text", "2.0"],
    ["prodid", {}, "text", `-//rallly-connect//rallly-connect ${version}//EN`],
  ];
  return ICAL.stringify(["vcalendar", calendar, [["vevent", toProperties(poll, option), []]]]);
}

/** The properties of the event, without empty ones. */
function toProperties(poll: Poll, option: PollOption): Property[] {
  // Here, because a key in a divided line could not be found.
  const line = (text: string) => sanitizeLine(text, undefined, redactKeys);
  const inviteUrl = toWebAddress(poll.inviteUrl);
  const callUrl = toWebAddress(poll.conferencing?.uri);
  const call = poll.conferencing && `${poll.conferencing.label ?? poll.conferencing.provider} ${callUrl}`;
  const description = [
    sanitizeText(poll.description ?? "", undefined, redactKeys),
    call ? line(`Video call: ${call}`) : "",
    `Not confirmed: this is one option of a poll. ${inviteUrl}`.trim(),
  ];
  const toTime = (instant: string) =>
    poll.timeZone === null ? toUtc(instant).replace("Z", "") : toUtc(instant);
  const [type, start, end] =
    "date" in option
      ? ["date", option.date, nextDay(option.date)]
      : ["date-time", toTime(option.startTime), toTime(addMinutes(option.startTime, option.duration))];
  const properties: Property[] = [
    ["uid", {}, "text", line(`${poll.id}-${option.id}@rallly-connect`)],
    // Without METHOD, DTSTAMP is the time of the last change.
    ["dtstamp", {}, "date-time", toUtc(poll.updatedAt)],
    ["created", {}, "date-time", toUtc(poll.createdAt)],
    ["summary", {}, "text", line(poll.title)],
    ["description", {}, "text", description.filter((part) => part !== "").join("\n\n")],
    ["location", {}, "text", line(poll.location ?? "")],
    ["url", {}, "uri", inviteUrl],
    ["conference", { feature: "VIDEO" }, "uri", callUrl],
    ["status", {}, "text", poll.status === "canceled" ? "CANCELLED" : "TENTATIVE"],
    ["dtstart", {}, type, start],
    ["dtend", {}, type, end],
  ];
  return properties.filter(([, , , value]) => value !== "");
}

const toUtc = (instant: string): string => `${new Date(instant).toISOString().slice(0, 19)}Z`;

/** The normalized URL if it is http or https, else nothing. Normalizing encodes line breaks, which would end the property. */
function toWebAddress(url: string | undefined): string {
  if (url === undefined || url.length > 2000 || !URL.canParse(url)) return "";
  const { protocol, href } = new URL(url);
  return protocol === "https:" || protocol === "http:" ? href : "";
}
