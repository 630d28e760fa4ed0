import type { Participant, Poll } from "../../src/api/web.ts";
import { createSpanFinder, keepLastResponses, voteOf } from "../../src/scheduling/index.ts";
import { maxMatches } from "../list-polls.ts";
import { createAnswerFormatter, type OptionKeys, voteTexts } from "./option-answers.ts";
import { cleanLine, localDate, splitName, toWhen, type When } from "./poll.ts";

type Span = Participant["availability"][number];

/** The text of a response without a yes or if need be. */
const noOptions = "None of the options";

/**
 * Formats responses to one poll: who, when, and the options they are available for, as counts, text and line
 * items. With `optionKeys` each response also has a field for each option of the poll. Each option is formatted once for all
 * responses.
 */
export function createResponseFormatter(poll: Poll, optionKeys?: OptionKeys) {
  const describe = createSpanFormatter(poll);
  const answer = optionKeys === undefined ? () => ({}) : createAnswerFormatter(poll, optionKeys);
  const common = {
    poll_id: poll.id,
    poll_title: cleanLine(poll.title),
    invite_link: poll.inviteUrl,
    admin_link: poll.adminUrl,
    poll_status: poll.status,
    time_zone: cleanLine(poll.timeZone),
  };
  return (participant: Participant) => {
    const name = cleanLine(participant.name);
    const availability = participant.availability.map((span) => {
      const { option_id, when } = describe(span);
      return { option_id, answer: voteTexts[voteOf(span.modifiers)], ...when };
    });
    const isIfNeedBe = (each: { answer: string }) => each.answer === voteTexts.ifNeedBe;
    const ifNeedBe = availability.filter(isIfNeedBe).length;
    const texts = availability.map((each) => (isIfNeedBe(each) ? `${each.text} (if need be)` : each.text));
    return {
      id: participant.id,
      name,
      ...splitName(name),
      email: cleanLine(participant.email),
      created_at: participant.createdAt,
      created_text: localDate(participant.createdAt, poll.timeZone),
      yes_count: availability.length - ifNeedBe,
      if_need_be_count: ifNeedBe,
      unavailable_count: Math.max(0, poll.options.length - availability.length),
      availability_text: texts.length === 0 ? noOptions : texts.join("\n"),
      availability,
      ...common,
      ...answer(participant),
    };
  };
}

/** The same for a trigger, whose run may have a hundred responses: line items have the option and the answer only. */
export function createTriggerFormatter(poll: Poll, optionKeys?: OptionKeys) {
  const format = createResponseFormatter(poll, optionKeys);
  return (participant: Participant) => {
    const response = format(participant);
    return {
      ...response,
      availability: response.availability.map(({ text, answer }) => ({ text, answer })),
    };
  };
}

/** The output of a trigger for a response. */
export type TriggerResponseRecord = ReturnType<ReturnType<typeof createTriggerFormatter>>;

/** A new or changed response. Its `id` is the id of the event; `response_id` is the id of the response. */
export const toResponseEvent = (response: TriggerResponseRecord, eventId: string) => ({
  ...response,
  id: eventId,
  response_id: response.id,
});

/** The output for a new or changed response. */
export type ResponseEventRecord = ReturnType<typeof toResponseEvent>;

function createSpanFormatter(poll: Poll) {
  const find = createSpanFinder(poll.options);
  const formatted = new Map<string, { option_id: string | null; when: When }>();
  return (span: Span) => {
    const key = `${span.start} ${span.end} ${span.allDay}`;
    const known = formatted.get(key);
    if (known !== undefined) return known;
    const position = find(span);
    const option_id = position === undefined ? null : (poll.options[position]?.id ?? null);
    const fresh = { option_id, when: describeSpan(span, poll.timeZone) };
    formatted.set(key, fresh);
    return fresh;
  };
}

function describeSpan({ start, end, allDay }: Span, timeZone: string | null): When {
  if (allDay) return toWhen({ date: start.slice(0, 10) }, timeZone);
  const duration = (Date.parse(end) - Date.parse(start)) / 60_000;
  return toWhen({ startTime: start, duration }, timeZone);
}

/**
 * The responses that a search found, best and newest first, each with how many there are, and whether the best ones are
 * of several people. Participants come oldest first.
 */
export function toMatchRecords(
  poll: Poll,
  exact: readonly Participant[],
  partial: readonly Participant[],
  optionKeys?: OptionKeys,
) {
  const format = createResponseFormatter(poll, optionKeys);
  const best = exact.length > 0 ? exact : partial;
  const shown = [...exact.toReversed(), ...partial.toReversed()].slice(0, maxMatches).map(format);
  const matches = {
    match_count: exact.length + partial.length,
    is_ambiguous: keepLastResponses(best).length > 1,
    matches_text: shown.map(({ id, name, email }) => `${name} (${email ?? `Response ID ${id}`})`).join("\n"),
  };
  return shown.map((response) => ({ ...response, ...matches }));
}

/** The output for a response that a search found. */
export type MatchRecord = ReturnType<typeof toMatchRecords>[number];
