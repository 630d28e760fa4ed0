import type { Option, StoredPoll, VoteType } from "./model.ts";

/** The vote types a poll offers, in the order they are shown. */
export function offeredVotes(poll: StoredPoll): VoteType[] {
  return poll.allowTentativeVotes ? ["yes", "ifNeedBe", "no"] : ["yes", "no"];
}

/** A poll's results as the API shows them: counts, no persons. */
export function viewResults(poll: StoredPoll) {
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

function countVotes(poll: StoredPoll, option: Option) {
  const count = (type: VoteType) =>
    poll.participants.filter((participant) => participant.votes[option.id] === type).length;
  const votes = offeredVotes(poll).map((type) => ({ type, count: count(type) }));
  // Orders by who is available, then by who said yes. Scaled by the number of people, so that no one can decode it
  // by habit and nobody's score is ever compared across two answers.
  const available = count("yes") + count("ifNeedBe");
  return { ...option, votes, score: available * (poll.participants.length + 1) + count("yes") };
}
