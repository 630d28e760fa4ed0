import * as z from "zod";
import { type Poll, type PollOption, settingNames } from "../../src/api/core.ts";
import { sanitizeLine, sanitizeText } from "../../src/sanitize.ts";
import { displayTimeZone, toLocal } from "../../src/time/index.ts";
import { formatWhen, getOptionStart } from "./format.ts";

/** The first output fields of every tool about one poll. */
export const pollSummaryShape = {
  id: z.string(),
  title: z.string(),
  status: z.string(),
  kind: z.string(),
  timeZone: z.string().optional(),
  inviteUrl: z.string(),
  adminUrl: z.string(),
};

/** The part of {@link pollSummaryShape} that tools about votes list. Their results have all of it. */
export const pollLinksShape = { inviteUrl: z.string(), adminUrl: z.string() };

/** A notice about a scheduled poll, so that its leading option is not mistaken for the picked one. Else empty. */
export function describePickedTime({ status }: Pick<Poll, "status">): string {
  return status === "scheduled"
    ? "A time has been picked. Neither the API nor the votes say which one: the person sees it at adminUrl."
    : "";
}

/** The fields of {@link pollSummaryShape}. Missing values are left out, not null. */
export function toPollSummary(poll: Poll) {
  return {
    id: poll.id,
    title: sanitizeLine(poll.title),
    status: poll.status,
    kind: poll.kind,
    ...(poll.timeZone === null ? {} : { timeZone: sanitizeLine(poll.timeZone, 60) }),
    inviteUrl: poll.inviteUrl,
    adminUrl: poll.adminUrl,
    ...(poll.status === "scheduled" ? { pickedTime: "not in the API; see adminUrl" } : {}),
  };
}

/** A poll as a row of a list: short, with the dates of its first and last option in the poll's zone. */
export function toPollRow(poll: Poll) {
  return {
    id: poll.id,
    title: sanitizeLine(poll.title),
    status: poll.status,
    adminUrl: poll.adminUrl,
    options: poll.options.length,
    participants: poll.participantCount,
    ...getDateRange(poll),
    created: poll.createdAt.slice(0, 10),
  };
}

/** The dates of the first and the last option in the poll's zone. Empty for a poll without options. */
export function getDateRange(poll: Poll): { first?: string; last?: string } {
  const options = sortByStart(poll);
  const [first, last] = [options[0], options.at(-1)];
  if (first === undefined || last === undefined) return {};
  return { first: getStartDate(first, poll), last: getStartDate(last, poll) };
}

/** The options of a poll by start. */
export function sortByStart({ options }: Poll): PollOption[] {
  const all: PollOption[] = options;
  return all.toSorted((one, other) => getOptionStart(one) - getOptionStart(other));
}

/** The date on which an option starts in the poll's zone. */
export function getStartDate(option: PollOption, { timeZone }: Poll): string {
  if ("date" in option) return option.date;
  return toLocal(option.startTime, displayTimeZone(timeZone ?? "UTC")).date;
}

/** The first `limit` options in a zone. Without ids, because no tool accepts them. */
export function formatOptions(poll: Poll, timeZone: string | null, limit: number): string[] {
  const options: PollOption[] = poll.options;
  return options.slice(0, limit).map((option) => formatWhen(option, timeZone));
}

/** The sanitized texts of the poll. Empty ones are left out. */
export function toPollTexts(poll: Poll) {
  const { conferencing } = poll;
  return {
    ...(poll.description ? { description: sanitizeText(poll.description) } : {}),
    ...(poll.location ? { location: sanitizeLine(poll.location) } : {}),
    ...(conferencing ? { conferencing: sanitizeLine(describeConferencing(conferencing)) } : {}),
    ...(poll.organizer ? { organizer: sanitizeLine(poll.organizer.name) } : {}),
  };
}

/** The names of the settings that are on. */
export function listEnabledSettings(poll: Poll): string[] {
  return settingNames.filter((setting) => poll[setting]);
}

function describeConferencing(conferencing: NonNullable<Poll["conferencing"]>): string {
  if (conferencing.provider !== "custom") return conferencing.provider;
  return [conferencing.label, conferencing.uri].filter(Boolean).join(" ");
}
