import type { Poll, PollResults } from "../../src/api/web.ts";
import { cleanLine, toWhen } from "./poll.ts";

/**
 * The output for results: the leading option in flat fields, and all options ranked as line items. The leading option has
 * the best votes. The service does not return which option an organizer picked.
 */
export function toResultsRecord(results: PollResults, poll: Poll) {
  const best = results.options.map((option, index) => ({ option, index })).sort(compare);
  const scores = best.map(({ option }) => option.score);
  const options = best.map(({ option }) => ({
    rank: scores.indexOf(option.score) + 1,
    id: option.id,
    ...toWhen(option, poll.timeZone),
    ...countVotes(option.votes),
    is_leading: option.isTopChoice,
  }));
  const leaders = options.filter(({ is_leading }) => is_leading);
  const leader = leaders[0];
  return {
    id: results.pollId,
    title: cleanLine(poll.title),
    invite_link: poll.inviteUrl,
    admin_link: poll.adminUrl,
    status: results.status,
    kind: results.kind,
    time_zone: cleanLine(poll.timeZone),
    response_count: results.participantCount,
    has_leader: leader !== undefined,
    is_tie: leaders.length > 1,
    leader_count: leaders.length,
    leading_id: leader?.id ?? null,
    leading_text: leader?.text ?? null,
    leading_all_day: leader?.all_day ?? null,
    leading_date: leader?.date ?? null,
    leading_start: leader?.start ?? null,
    leading_end: leader?.end ?? null,
    leading_start_time: leader?.start_time ?? null,
    leading_end_time: leader?.end_time ?? null,
    leading_duration_minutes: leader?.duration_minutes ?? null,
    leading_yes_count: leader?.yes_count ?? null,
    leading_if_need_be_count: leader?.if_need_be_count ?? null,
    leading_no_count: leader?.no_count ?? null,
    options_text: options.map(({ rank, text, votes_text }) => `${rank}. ${text}: ${votes_text}`).join("\n"),
    options,
  };
}

/** The output for the results of a poll. */
export type ResultsRecord = ReturnType<typeof toResultsRecord>;

type Ranked = { option: PollResults["options"][number]; index: number };

/** Best score first; ties keep the order of the poll, which is by time. */
const compare = (a: Ranked, b: Ranked) => b.option.score - a.option.score || a.index - b.index;

const words = new Map([["ifNeedBe", "if need be"]]);

function countVotes(votes: { type: string; count: number }[]) {
  const count = (type: string) => votes.find((vote) => vote.type === type)?.count ?? 0;
  return {
    yes_count: count("yes"),
    if_need_be_count: count("ifNeedBe"),
    no_count: count("no"),
    votes_text: votes
      .map((vote) => `${vote.count} ${words.get(vote.type) ?? cleanLine(vote.type)}`)
      .join(", "),
  };
}
