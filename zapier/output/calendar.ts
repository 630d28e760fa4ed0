/** What puts a time into a calendar: a link, and a file for a mail. */
import type { Poll, PollOption } from "../../src/api/web.ts";
import { sanitizeText } from "../../src/sanitize.ts";
import { formatCalendarEntry } from "../../src/scheduling/index.ts";
import { addMinutes } from "../../src/time/zones.ts";
import { cleanLine, type When } from "./format.ts";
import type { Outputs } from "./table.ts";

interface Timed {
  poll: Poll;
  option: PollOption;
  when: When;
  /** Whether the organizer picked this time. */
  isPicked?: boolean;
}

export const calendarOutputs: Outputs<Timed> = {
  add_to_calendar_link: writeLink,
  calendar_file_text: ({ poll, option, isPicked }) => formatCalendarEntry(poll, option, isPicked),
};

/** A link that opens a new event in Google Calendar. Those of other programs take the file. */
function writeLink({ poll, option, when }: Timed): string {
  const compact = (text: string) => text.replace(/[-:]|\.\d+/g, "");
  const times =
    "date" in option
      ? [when.start, when.end]
      : [option.startTime, addMinutes(option.startTime, option.duration)];
  const isFloating = poll.timeZone === null;
  const dates = times.map((time) => compact(isFloating ? time.replace(/Z$/, "") : time)).join("/");
  const link = new URL("https://calendar.google.com/calendar/render?action=TEMPLATE");
  const details = [poll.description && sanitizeText(poll.description), poll.inviteUrl]
    .filter(Boolean)
    .join("\n\n");
  const values = { text: cleanLine(poll.title), dates, details, location: cleanLine(poll.location) };
  for (const [name, value] of Object.entries(values)) if (value) link.searchParams.set(name, value);
  return link.href;
}
