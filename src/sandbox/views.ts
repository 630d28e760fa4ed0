import type { SandboxContext } from "./context.ts";
import type { Space, StoredOption, StoredParticipant, StoredPoll, VoteType } from "./model.ts";

/** A poll as the API shows it. `origin` is where the sandbox listens: links of fake polls must not lead elsewhere. */
export function toPollJson(poll: StoredPoll, space: Space, origin: string) {
  const organizer = space.members.find((member) => member.id === poll.organizerId);
  return {
    id: poll.id,
    title: poll.title,
    description: poll.description,
    location: poll.location,
    conferencing: poll.conferencing,
    timeZone: poll.timeZone,
    status: poll.status,
    kind: poll.kind,
    createdAt: poll.createdAt,
    updatedAt: poll.updatedAt,
    organizer: organizer ?? null,
    requireEmail: poll.requireEmail,
    hideParticipants: poll.hideParticipants,
    hideScores: poll.hideScores,
    disableComments: poll.disableComments,
    allowTentativeVotes: poll.allowTentativeVotes,
    participantCount: poll.participants.length,
    options: poll.options,
    adminUrl: `${origin}/poll/${poll.id}`,
    inviteUrl: `${origin}/invite/${poll.id}`,
  };
}

/** The stretch of time an option covers, in milliseconds; a floating day runs from 00:00Z to 00:00Z of the next. */
export function optionSpan(option: StoredOption): { start: number; end: number } {
  if ("date" in option) {
    const start = Date.parse(`${option.date}T00:00:00Z`);
    return { start, end: start + 86_400_000 };
  }
  const start = Date.parse(option.startTime);
  return { start, end: start + option.duration * 60000 };
}

// Cached, because every listing needs it for every open poll, and options never change.
const ends = new WeakMap<readonly StoredOption[], number>();

/** When the last option of a poll is over. "In the past" is taken to mean ended: the contract does not say. */
export function lastOptionEnd({ options }: StoredPoll): number {
  const end = ends.get(options) ?? Math.max(...options.map((option) => optionSpan(option).end));
  ends.set(options, end);
  return end;
}

/** A participant in a response: a span for each option voted yes or ifNeedBe, in order of start. */
export function toParticipantJson(poll: StoredPoll, participant: StoredParticipant) {
  const availability = poll.options
    .filter((option) => ["yes", "ifNeedBe"].includes(participant.votes[option.id] ?? "no"))
    .map((option) => ({ option, span: optionSpan(option) }))
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

/** The vote types a poll offers, in the order they are shown. */
export function offeredVotes(poll: StoredPoll): VoteType[] {
  return poll.allowTentativeVotes ? ["yes", "ifNeedBe", "no"] : ["yes", "no"];
}

/** A poll's results as the API shows them: counts, no persons. */
export function toResultsJson(poll: StoredPoll) {
  const counted = poll.options.map((option) => countVotes(poll, option));
  const highScore = Math.max(0, ...counted.map((option) => option.score));
  return {
    pollId: poll.id,
    kind: poll.kind,
    status: poll.status,
    participantCount: poll.participants.length,
    options: counted.map((option) => ({
      ...option,
      isTopChoice: option.score === highScore && highScore > 0,
    })),
    highScore,
  };
}

function countVotes(poll: StoredPoll, option: StoredOption) {
  const count = (type: VoteType) =>
    poll.participants.filter((participant) => participant.votes[option.id] === type).length;
  const votes = offeredVotes(poll).map((type) => ({ type, count: count(type) }));
  // Orders by availability, then by yes votes. Scaled by the number of participants, so that clients cannot rely on its
  // value or compare it across responses.
  const available = count("yes") + count("ifNeedBe");
  return { ...option, votes, score: available * (poll.participants.length + 1) + count("yes") };
}

/** Closes every open poll whose options have all passed, as of the moment the last one ended. */
export function closePastPolls(context: SandboxContext): void {
  const now = context.clock.now();
  for (const poll of context.store.all()) {
    if (poll.status === "open" && lastOptionEnd(poll) <= now) autoClose(context, poll);
  }
}

/** The current poll: closed first when all its options have passed. */
export function closeIfPast(context: SandboxContext, poll: StoredPoll): StoredPoll {
  const due = poll.status === "open" && lastOptionEnd(poll) <= context.clock.now();
  return due ? autoClose(context, poll) : poll;
}

function autoClose(context: SandboxContext, poll: StoredPoll): StoredPoll {
  // A poll created with only past options closes at its creation.
  const moment = new Date(Math.max(lastOptionEnd(poll), Date.parse(poll.createdAt))).toISOString();
  const closed: StoredPoll = { ...poll, status: "closed", updatedAt: moment };
  context.store.put(closed);
  context.announce(poll.spaceId, "poll.closed", { poll: { id: poll.id }, reason: "auto" }, moment);
  return closed;
}
