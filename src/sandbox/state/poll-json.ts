import { compareOptionTimes } from "../../time/index.ts";
import { getOptionEnd, getOptionStart } from "../../time/option-times.ts";
import type { VoteType } from "../types.ts";
import { spaces } from "./accounts.ts";
import type { StoredOption, StoredParticipant, StoredPoll } from "./model.ts";

/** The organizer of a poll. Null after they left the space. */
export function findOrganizer({ organizerId }: StoredPoll) {
  return spaces.flatMap(({ members }) => members).find(({ id }) => id === organizerId) ?? null;
}

/** A poll in a response. `origin` is the address of the sandbox: links to polls lead to it, not to the service. */
export function toPollJson(poll: StoredPoll, origin: string) {
  const { sequence, spaceId, organizerId, participants, pickedOptionId, ...fields } = poll;
  return {
    ...fields,
    organizer: findOrganizer(poll),
    participantCount: participants.length,
    adminUrl: `${origin}/poll/${poll.id}`,
    inviteUrl: `${origin}/invite/${poll.id}`,
  };
}

/** Start and end of an option as instants, as the service reads it: days and floating times in UTC. */
export function toSpan(option: StoredOption) {
  return {
    start: new Date(getOptionStart(option)).toISOString(),
    end: new Date(getOptionEnd(option)).toISOString(),
    allDay: "date" in option,
  };
}

/** The end of a poll's last option in milliseconds since 1970. */
export function getLastEnd({ options }: StoredPoll): number {
  return Math.max(...options.map(getOptionEnd));
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
  const { id: pollId, kind, status, participants } = poll;
  const counted = poll.options.map((option) => {
    const count = (type: VoteType) => participants.filter(({ votes }) => votes[option.id] === type).length;
    // Sorts by availability, then by yes votes. The scale depends on the number of participants, so that clients cannot
    // compare scores of different responses.
    const score = (count("yes") + count("ifNeedBe")) * (participants.length + 1) + count("yes");
    return { ...option, votes: listVoteTypes(poll).map((type) => ({ type, count: count(type) })), score };
  });
  const highScore = Math.max(...counted.map(({ score }) => score));
  const options = counted.map((option) => ({
    ...option,
    isTopChoice: option.score === highScore && highScore > 0,
  }));
  return { pollId, kind, status, participantCount: participants.length, options, highScore };
}
