import type { Participant, Poll } from "../../src/api/schemas.ts";
import { splitName } from "./name.ts";
import { describeDay, describeTimed } from "./option.ts";
import { showDay } from "./poll.ts";

type Span = Participant["availability"][number];

/** One person's response to a poll: who, when, and what they can make, as counts, text and line items. */
export function showResponse(participant: Participant, poll: Poll) {
  const availability = participant.availability.map((span) => showSpan(span, poll));
  const reluctant = availability.filter(({ answer }) => answer === "ifNeedBe").length;
  return {
    id: participant.id,
    name: participant.name,
    ...splitName(participant.name),
    email: participant.email,
    created_at: participant.createdAt,
    created_text: showDay(participant.createdAt, poll.timeZone),
    yes_count: availability.length - reluctant,
    if_need_be_count: reluctant,
    unavailable_count: Math.max(0, poll.options.length - availability.length),
    availability_text: availability
      .map(({ text, answer }) => (answer === "ifNeedBe" ? `${text} (if need be)` : text))
      .join("\n"),
    availability,
    poll_id: poll.id,
    poll_title: poll.title,
    poll_status: poll.status,
    time_zone: poll.timeZone,
    invite_link: poll.inviteUrl,
    admin_link: poll.adminUrl,
  };
}

/** A response on its way into a Zap. */
export type ResponseRecord = ReturnType<typeof showResponse>;

function showSpan(span: Span, poll: Poll) {
  const minutes = (Date.parse(span.end) - Date.parse(span.start)) / 60_000;
  const when = span.allDay
    ? describeDay(span.start.slice(0, 10))
    : describeTimed(span.start, minutes, poll.timeZone);
  const option = poll.options.find((option) =>
    "date" in option
      ? span.allDay && option.date === when.date
      : !span.allDay &&
        option.duration === minutes &&
        Date.parse(option.startTime) === Date.parse(span.start),
  );
  return {
    option_id: option?.id ?? null,
    answer: span.modifiers.includes("ifNeedBe") ? "ifNeedBe" : "yes",
    ...when,
  };
}
