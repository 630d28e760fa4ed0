import * as z from "zod";
import { type Poll, type PollOption, settingNames } from "../../src/api/core.ts";
import { sanitizeLine, sanitizeText } from "../../src/sanitize.ts";
import { formatWhen } from "./format.ts";

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
