import type { SandboxContext } from "./context.ts";
import {
  mapSettings,
  type Space,
  type StoredOption,
  type StoredParticipant,
  type StoredPoll,
  type VoteType,
} from "./model.ts";

/** A poll in a response. `origin` is the address of the sandbox: links to polls lead to it, not to the service. */
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
    ...mapSettings((setting) => poll[setting]),
    participantCount: poll.participants.length,
    options: poll.options,
    adminUrl: `${origin}/poll/${poll.id}`,
    inviteUrl: `${origin}/invite/${poll.id}`,
  };
}

/** Start and end of an option in milliseconds since 1970. A date lasts from 00:00Z to 00:00Z of the next day. */
export function getOptionSpan(option: StoredOption): { start: number; end: number } {
  if ("date" in option) {
    const start = Date.parse(`${option.date}T00:00:00Z`);
    return { start, end: start + 86_400_000 };
  }
  const start = Date.parse(option.startTime);
  return { start, end: start + option.duration * 60000 };
}

// Cached, because each list request needs it for every open poll, and options never change.
const ends = new WeakMap<readonly StoredOption[], number>();

/** The end of a poll's last option in milliseconds since 1970. The contract does not define when an option is past: here when it has ended. */
export function getLastOptionEnd({ options }: StoredPoll): number {
  const end = ends.get(options) ?? Math.max(...options.map((option) => getOptionSpan(option).end));
  ends.set(options, end);
  return end;
}

/** A participant in a response, with each option voted yes or ifNeedBe as a time range, sorted by start. */
export function toParticipantJson(poll: StoredPoll, participant: StoredParticipant) {
  const availability = poll.options
    .filter((option) => ["yes", "ifNeedBe"].includes(participant.votes[option.id] ?? "no"))
    .map((option) => ({ option, span: getOptionSpan(option) }))
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

/** The vote types that a poll offers. */
export function listVoteTypes(poll: StoredPoll): VoteType[] {
  return poll.allowTentativeVotes ? ["yes", "ifNeedBe", "no"] : ["yes", "no"];
}

/** The results of a poll in a response: counts without people. */
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
  const votes = listVoteTypes(poll).map((type) => ({ type, count: count(type) }));
  // Sorts by availability, then by yes votes. The scale depends on the number of participants, so that clients cannot
  // compare scores of different responses.
  const available = count("yes") + count("ifNeedBe");
  return { ...option, votes, score: available * (poll.participants.length + 1) + count("yes") };
}

/** Closes every open poll whose options have all passed; `updatedAt` is the end of the last option. */
export function closePastPolls(context: SandboxContext): void {
  const now = context.clock.now();
  for (const poll of context.store.all()) {
    if (poll.status === "open" && getLastOptionEnd(poll) <= now) autoClose(context, poll);
  }
}

/** Closes a poll when all its options have passed, and returns its current state. */
export function closeIfPast(context: SandboxContext, poll: StoredPoll): StoredPoll {
  const due = poll.status === "open" && getLastOptionEnd(poll) <= context.clock.now();
  return due ? autoClose(context, poll) : poll;
}

function autoClose(context: SandboxContext, poll: StoredPoll): StoredPoll {
  // A poll created with only past options closes at its creation.
  const closedAt = new Date(Math.max(getLastOptionEnd(poll), Date.parse(poll.createdAt))).toISOString();
  const closed: StoredPoll = { ...poll, status: "closed", updatedAt: closedAt };
  context.store.put(closed);
  context.announce(poll.spaceId, "poll.closed", { poll: { id: poll.id }, reason: "auto" }, closedAt);
  return closed;
}
