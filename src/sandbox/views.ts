import { compareOptionTimes, getOptionInterval } from "../time/index.ts";
import type { SandboxClock } from "./clock.ts";
import type { Member, StoredOption, StoredParticipant, StoredPoll, VoteType } from "./model.ts";

/** A poll in a response. `origin` is the address of the sandbox: links to polls lead to it, not to the service. */
export function toPollJson(poll: StoredPoll, members: readonly Member[], origin: string) {
  const { sequence, spaceId, organizerId, participants, pickedOptionId, ...fields } = poll;
  return {
    ...fields,
    organizer: members.find(({ id }) => id === organizerId) ?? null,
    participantCount: participants.length,
    adminUrl: `${origin}/poll/${poll.id}`,
    inviteUrl: `${origin}/invite/${poll.id}`,
  };
}

/** Start and end of an option in milliseconds since 1970, as the service reads it: days and floating times in UTC. */
export const getSpan = (option: StoredOption) => getOptionInterval(option, null, "UTC");

/** Start and end of an option as instants. */
export function toSpan(option: StoredOption) {
  const { start, end } = getSpan(option);
  return {
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    allDay: "date" in option,
  };
}

// Kept, because each list request needs it for every open poll, and options never change.
const ends = new WeakMap<readonly StoredOption[], number>();

/** The end of a poll's last option in milliseconds since 1970. */
export function getLastEnd({ options }: StoredPoll): number {
  const end = ends.get(options) ?? Math.max(...options.map((option) => getSpan(option).end));
  ends.set(options, end);
  return end;
}

/** Whether an open poll has to close, because its last option has ended. */
export function isOver(poll: StoredPoll, clock: SandboxClock): boolean {
  return poll.status === "open" && getLastEnd(poll) <= clock.now();
}

/** A participant in a response, with each option voted yes or ifNeedBe as a time range, by start. */
export function toParticipantJson(poll: StoredPoll, participant: StoredParticipant) {
  const { votes, ...fields } = participant;
  const availability = poll.options
    .filter(({ id }) => votes[id] === "yes" || votes[id] === "ifNeedBe")
    .toSorted(compareOptionTimes)
    .map((option) => ({
      ...toSpan(option),
      modifiers: votes[option.id] === "ifNeedBe" ? ["ifNeedBe"] : [],
    }));
  return { ...fields, availability };
}

/** The vote types that a poll offers. */
export function listVoteTypes(poll: StoredPoll): VoteType[] {
  return poll.allowTentativeVotes ? ["yes", "ifNeedBe", "no"] : ["yes", "no"];
}

/** The results of a poll in a response: counts without people. */
export function toResultsJson(poll: StoredPoll) {
  const counted = poll.options.map((option) => countVotes(poll, option));
  const highScore = Math.max(0, ...counted.map(({ score }) => score));
  const options = counted.map((option) => ({
    ...option,
    isTopChoice: option.score === highScore && highScore > 0,
  }));
  const { id: pollId, kind, status, participants } = poll;
  return { pollId, kind, status, participantCount: participants.length, options, highScore };
}

function countVotes(poll: StoredPoll, option: StoredOption) {
  const count = (type: VoteType) => poll.participants.filter(({ votes }) => votes[option.id] === type).length;
  const votes = listVoteTypes(poll).map((type) => ({ type, count: count(type) }));
  // Sorts by availability, then by yes votes. The scale depends on the number of participants, so that clients cannot
  // compare scores of different responses.
  const available = count("yes") + count("ifNeedBe");
  return { ...option, votes, score: available * (poll.participants.length + 1) + count("yes") };
}
