import type { Poll } from "../../src/api/schemas.ts";
import { chooseShownZone, describeDate, toLocal } from "../../src/time/index.ts";
import { splitName } from "./name.ts";
import { describeOption } from "./option.ts";

/** A poll as the steps after it see it: flat, labelled, with its options as line items and as text. */
export function showPoll(poll: Poll) {
  const options = poll.options.map((option) => ({ id: option.id, ...describeOption(option, poll.timeZone) }));
  const { organizer, conferencing } = poll;
  return {
    id: poll.id,
    title: poll.title,
    description: poll.description,
    status: poll.status,
    kind: poll.kind,
    location: poll.location,
    ...showCall(conferencing),
    time_zone: poll.timeZone,
    is_floating: poll.kind === "time" && poll.timeZone === null,
    response_count: poll.participantCount,
    option_count: options.length,
    options_text: options.map(({ text }) => text).join("\n"),
    options,
    organizer_name: organizer?.name ?? null,
    organizer_first_name: organizer === null ? null : splitName(organizer.name).first_name,
    organizer_last_name: organizer === null ? null : splitName(organizer.name).last_name,
    organizer_email: organizer?.email ?? null,
    require_email: poll.requireEmail,
    hide_participants: poll.hideParticipants,
    hide_scores: poll.hideScores,
    disable_comments: poll.disableComments,
    allow_tentative_votes: poll.allowTentativeVotes,
    created_at: poll.createdAt,
    created_text: showDay(poll.createdAt, poll.timeZone),
    updated_at: poll.updatedAt,
    updated_text: showDay(poll.updatedAt, poll.timeZone),
    invite_link: poll.inviteUrl,
    admin_link: poll.adminUrl,
  };
}

/** A poll on its way into a Zap. */
export type PollRecord = ReturnType<typeof showPoll>;

/** The day of an instant for people, in the poll's zone. */
export function showDay(instant: string, timeZone: string | null): string {
  return describeDate(toLocal(instant, chooseShownZone(timeZone ?? "UTC")).date);
}

function showCall(call: Poll["conferencing"]) {
  const custom = call !== null && "label" in call ? call : undefined;
  return {
    conferencing: call?.provider ?? null,
    conferencing_label: typeof custom?.label === "string" ? custom.label : null,
    conferencing_link: typeof custom?.uri === "string" ? custom.uri : null,
  };
}
