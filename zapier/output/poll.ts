import { sanitizeLine } from "../../src/api/sanitize.ts";
import type { Poll } from "../../src/api/schemas.ts";
import { displayTimeZone, formatDate, toLocal } from "../../src/time/index.ts";
import { splitName } from "./name.ts";
import { formatOption } from "./option.ts";
import { cleanLine, cleanText } from "./text.ts";

const maxLinkLength = 2_048;

/** A poll as the steps after it see it: flat, labelled, with its options as line items and as text. */
export function toPollRecord(poll: Poll) {
  const options = poll.options.map((option) => ({ id: option.id, ...formatOption(option, poll.timeZone) }));
  const { organizer, conferencing } = poll;
  const organizerName = cleanLine(organizer?.name);
  return {
    id: poll.id,
    title: cleanLine(poll.title),
    description: cleanText(poll.description),
    status: poll.status,
    kind: poll.kind,
    location: cleanLine(poll.location),
    ...showCall(conferencing),
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
    require_email: poll.requireEmail,
    hide_participants: poll.hideParticipants,
    hide_scores: poll.hideScores,
    disable_comments: poll.disableComments,
    allow_tentative_votes: poll.allowTentativeVotes,
    created_at: poll.createdAt,
    created_text: localDate(poll.createdAt, poll.timeZone),
    updated_at: poll.updatedAt,
    updated_text: localDate(poll.updatedAt, poll.timeZone),
    invite_link: poll.inviteUrl,
    admin_link: poll.adminUrl,
  };
}

/** A poll on its way into a Zap. */
export type PollRecord = ReturnType<typeof toPollRecord>;

/** A poll that has ended, under the id of its ending, with the poll's own id beside it. */
export const toEndedPollRecord = (poll: Poll, endingId: string) => ({
  ...toPollRecord(poll),
  id: endingId,
  poll_id: poll.id,
});

/** A poll that has ended, on its way into a Zap. */
export type EndedPollRecord = ReturnType<typeof toEndedPollRecord>;

/** The day of an instant for people, in the poll's zone. */
export function localDate(instant: string, timeZone: string | null): string {
  return formatDate(toLocal(instant, displayTimeZone(timeZone ?? "UTC")).date);
}

function showCall(call: Poll["conferencing"]) {
  const custom = call !== null && "label" in call ? call : undefined;
  return {
    conferencing: cleanLine(call?.provider),
    conferencing_label: cleanLine(custom?.label),
    conferencing_link: typeof custom?.uri === "string" ? sanitizeLine(custom.uri, maxLinkLength) : null,
  };
}
