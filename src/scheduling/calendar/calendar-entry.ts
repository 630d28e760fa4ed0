import type { Poll, PollOption } from "../../api/web.ts";
import { redactKeys } from "../../redact.ts";
import { sanitizeLine, sanitizeText } from "../../sanitize.ts";
import { addDays } from "../../time/index.ts";
import { addMinutes } from "../../time/zones.ts";
import { version } from "../../version.ts";

/** A property: name, with parameters, and value as it is written. */
type Property = [name: string, value: string];

/**
 * Formats an option of a poll as a calendar file (RFC 5545) with one event, which names no attendees: a tentative one, unless the
 * organizer picked this time. The times are in UTC, those of a floating poll have no zone, and days are dates. The same poll and
 * option give the same text and UID.
 * There is no METHOD, because PUBLISH requires an ORGANIZER, whom some calendars ask to accept.
 */
export function formatCalendarEntry(poll: Poll, option: PollOption, isPicked = false): string {
  const lines: Property[] = [
    ["BEGIN", "VCALENDAR"],
    ["VERSION", "2.0"],
    ["PRODID", `-//rallly-connect//rallly-connect ${version}//EN`],
    ["BEGIN", "VEVENT"],
    ...listProperties(poll, option, isPicked),
    ["END", "VEVENT"],
    ["END", "VCALENDAR"],
  ];
  return lines.map(([name, value]) => `${foldLine(`${name}:${value}`)}\r\n`).join("");
}

/** Maximum length of a line, in octets, without the space that starts a continued one. RFC 5545 allows 75 with it. */
const maxLineOctets = 74;

/** Divides a line between characters. */
function foldLine(line: string): string {
  const parts = [""];
  let octets = 0;
  for (const character of line) {
    const length = new TextEncoder().encode(character).length;
    octets += length;
    if (octets > maxLineOctets) {
      parts.push("");
      octets = length;
    }
    parts[parts.length - 1] += character;
  }
  return parts.join("\r\n ");
}

const escapeText = (text: string): string => text.replace(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n");

/** The properties of the event, without empty ones. */
function listProperties(poll: Poll, option: PollOption, isPicked: boolean): Property[] {
  // Here, because a key in a divided line could not be found.
  const line = (text: string) => escapeText(sanitizeLine(text, undefined, redactKeys));
  const inviteUrl = toWebAddress(poll.inviteUrl);
  const callUrl = toWebAddress(poll.conferencing?.uri);
  const { conferencing } = poll;
  const call = conferencing && `Video call: ${conferencing.label ?? conferencing.provider} ${callUrl}`;
  const description = [
    sanitizeText(poll.description ?? "", undefined, redactKeys),
    sanitizeLine(call ?? "", undefined, redactKeys),
    isPicked ? inviteUrl : `Not confirmed: this is one option of a poll. ${inviteUrl}`.trim(),
  ];
  const toTime = (instant: string) =>
    poll.timeZone === null ? toUtc(instant).replace("Z", "") : toUtc(instant);
  const [type = "", start = "", end = ""] =
    "date" in option
      ? [";VALUE=DATE", ...[option.date, addDays(option.date, 1)].map((date) => date.replaceAll("-", ""))]
      : ["", toTime(option.startTime), toTime(addMinutes(option.startTime, option.duration))];
  const planned = isPicked ? "CONFIRMED" : "TENTATIVE";
  const properties: Property[] = [
    ["UID", line(`${poll.id}-${option.id}@rallly-connect`)],
    // Without METHOD, DTSTAMP is the time of the last change.
    ["DTSTAMP", toUtc(poll.updatedAt)],
    ["CREATED", toUtc(poll.createdAt)],
    ["SUMMARY", line(poll.title)],
    ["DESCRIPTION", escapeText(description.filter((part) => part !== "").join("\n\n"))],
    ["LOCATION", line(poll.location ?? "")],
    ["URL", inviteUrl],
    ["CONFERENCE;FEATURE=VIDEO;VALUE=URI", callUrl],
    ["STATUS", poll.status === "canceled" ? "CANCELLED" : planned],
    [`DTSTART${type}`, start],
    [`DTEND${type}`, end],
  ];
  return properties.filter(([, value]) => value !== "");
}

const toUtc = (instant: string): string =>
  `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;

/** The normalized URL if it is http or https, else nothing. Normalizing encodes line breaks, which would end the property. */
function toWebAddress(url: string | undefined): string {
  if (url === undefined || url.length > 2000 || !URL.canParse(url)) return "";
  const { protocol, href } = new URL(url);
  return protocol === "https:" || protocol === "http:" ? href : "";
}
