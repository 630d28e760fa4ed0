import type { StoredParticipant, StoredPoll } from "./model.ts";
import { spanOf } from "./options-in-time.ts";

/** A participant as the API shows one: a span for each option they can make, in start order. */
export function viewParticipant(poll: StoredPoll, participant: StoredParticipant) {
  const availability = poll.options
    .filter((option) => ["yes", "ifNeedBe"].includes(participant.votes[option.id] ?? "no"))
    .map((option) => ({ option, span: spanOf(option) }))
    .sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
    .map(({ option, span }) => ({
      start: new Date(span.start).toISOString(),
      end: new Date(span.end).toISOString(),
      allDay: "date" in option,
      modifiers: participant.votes[option.id] === "ifNeedBe" ? ["ifNeedBe"] : [],
    }));
  const { id, name, email, createdAt } = participant;
  return { id, name, email, createdAt, availability };
}
