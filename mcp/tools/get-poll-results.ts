import * as z from "zod";
import type { PollResults } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import { chooseDisplayZone, formatWhen, joinSentences, pluralize } from "../output/format.ts";
import { describePickedTime, pollLinksShape, toPollSummary } from "../output/poll-output.ts";
import { loadPollWith } from "../polls/find-poll.ts";
import { defineTool } from "../tool.ts";
import { poll, timeZone } from "./fields.ts";

const defaultLimit = 10;

/** Reads the vote counts of a poll, best option first. */
export const getPollResults = defineTool({
  name: "get_poll_results",
  title: "Get poll results",
  description:
    "Read the vote counts of a poll, best option first: which date or time leads and by how much, or whether anyone has answered. It names no people: to decide, or when somebody must attend, use find_best_times; for each person's votes, list_participants. top marks the leading options, several when tied, none without votes.",
  input: z.strictObject({
    poll,
    timeZone,
    limit: z.int().min(1).max(100).optional().describe(`Options to show; default ${defaultLimit}`),
  }),
  output: z.looseObject({
    ...pollLinksShape,
    participants: z.int().describe("People who answered"),
    optionCount: z.int(),
    options: z.array(
      z.looseObject({
        when: z.string(),
        top: z.boolean().optional(),
        votes: z.looseObject({
          yes: z.int(),
          ifNeedBe: z.int().optional(),
          noOrUnanswered: z.int().describe("Of those who answered the poll"),
        }),
      }),
    ),
  }),
  effect: "read",
  async run(input, context) {
    const { client, signal } = context;
    const { poll, data: results } = await loadPollWith(input.poll, context, (pollId) =>
      client.getPollResults({ pollId }, { signal }),
    );
    const zone = chooseDisplayZone(poll, input.timeZone, context.now());
    // The score only orders the options. A stable sort keeps tied ones in the poll's order.
    const all: PollResults["options"][number][] = results.options;
    const shown = all.toSorted((one, other) => other.score - one.score).slice(0, input.limit ?? defaultLimit);
    return {
      text: joinSentences(summarizeResults(results, shown.length), describePickedTime(poll)),
      data: {
        ...toPollSummary(poll),
        ...zone.fields,
        participants: results.participantCount,
        optionCount: all.length,
        options: shown.map((option) => ({
          when: formatWhen(option, zone.timeZone),
          ...(option.isTopChoice && { top: true }),
          votes: countVotes(option.votes, results.participantCount),
        })),
      },
    };
  },
});

/**
 * The counts of an option. The service omits people who left the option open, so they are counted with those who voted no:
 * participants have no other vote in any tool. The set of vote types is open.
 */
function countVotes(votes: { type: string; count: number }[], participants: number) {
  const given = votes.filter(({ type }) => type !== "no");
  const sum = given.reduce((total, { count }) => total + count, 0);
  return {
    yes: 0,
    ...Object.fromEntries(given.map(({ type, count }) => [sanitizeLine(type, 40), count])),
    noOrUnanswered: Math.max(0, participants - sum),
  };
}

function summarizeResults({ pollId, status, participantCount, options }: PollResults, shown: number): string {
  const all: { isTopChoice: boolean }[] = options;
  const leaders = all.filter((option) => option.isTopChoice).length;
  const many = leaders === 1 ? "one option leads" : `${leaders} options are tied for the lead`;
  const lead = leaders === 0 ? "no option leads yet" : many;
  const hidden = all.length - shown;
  return joinSentences(
    `Poll ${pollId} is ${status}: ${participantCount} answered, ${lead}.`,
    hidden > 0 && `${pluralize(hidden, "more option")} not shown: pass a higher limit.`,
  );
}
