/** What puts a time into a calendar: a link, and a file for a mail. */
import type { Poll, PollOption } from "../../src/api/web.ts";
import { sanitizeText } from "../../src/sanitize.ts";
import { formatCalendarEntry } from "../../src/scheduling/index.ts";
import type { OptionTime } from "../../src/time/index.ts";
import { cleanLine, type When } from "./format.ts";
import type { Outputs } from "./table.ts";

interface Timed {
  poll: Poll;
  option: OptionTime;
  when: When;
  /** Whether the organizer picked this time. */
  isPicked?: boolean;
}

export const calendarOutputs: Outputs<Timed> = {
  add_to_calendar_link: writeLink,
  calendar_file_text: ({ poll, option, isPicked }) =>
    formatCalendarEntry(poll, { id: toOptionId(poll, option), ...option } as PollOption, isPicked),
};

/** The id of the option of a poll, or the time itself if the organizer picked another one. */
function toOptionId(poll: Poll, option: OptionTime): string {
  const at = (each: OptionTime) =>
    "date" in each ? each.date : `${Date.parse(each.startTime)}/${each.duration}`;
  const options: readonly PollOption[] = poll.options;
  return options.find((each) => at(each) === at(option))?.id ?? at(option).replace("/", "-");
}

/** A link that opens a new event in Google Calendar. Those of other programs take the file. */
function writeLink({ poll, option, when }: Timed): string {
  const compact = (text: string) => text.replace(/[-:]|\.\d+/g, "");
  const ends = (start: string, minutes: number) =>
    new Date(Date.parse(start) + minutes * 60_000).toISOString();
  const times =
    "date" in option ? [when.start, when.end] : [option.startTime, ends(option.startTime, option.duration)];
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
