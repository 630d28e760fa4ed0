import type { Participant, Poll, PollOption } from "../../src/api/schemas.ts";
import { answers, createSpanFinder, readModifiers } from "../../src/scheduling/index.ts";
import { splitName } from "./name.ts";
import { describeDay, describeTimed } from "./option.ts";
import { showDay } from "./poll.ts";

type Span = Participant["availability"][number];

/** One person's response to a poll: who, when, and what they can make, as counts, text and line items. */
export function showResponse(participant: Participant, poll: Poll) {
  const options: readonly PollOption[] = poll.options;
  const find = createSpanFinder(options);
  const availability = participant.availability.map((span) => {
    const position = find(span);
    const option = position === undefined ? undefined : options[position];
    return { option_id: option?.id ?? null, ...showSpan(span, poll.timeZone) };
  });
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

function showSpan({ start, end, allDay, modifiers }: Span, timeZone: string | null) {
  const minutes = (Date.parse(end) - Date.parse(start)) / 60_000;
  return {
    answer: readModifiers(modifiers) === answers.ratherNot ? "ifNeedBe" : "yes",
    ...(allDay ? describeDay(start.slice(0, 10)) : describeTimed(start, minutes, timeZone)),
  };
}
