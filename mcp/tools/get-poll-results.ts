import * as z from "zod";
import type { RankedVotes } from "../../src/scheduling/index.ts";
import { createVoteReader } from "../../src/scheduling/rank/availability.ts";
import { tabulateVotes } from "../../src/scheduling/rank/poll-ranking.ts";
import { rankVotes } from "../../src/scheduling/rank/ranking.ts";
import { cutList, pluralize } from "../output/format.ts";
import { listTied, rankedOption, toOptionOutput } from "../output/option-output.ts";
import { everyOptionPast } from "../output/ranking-summary.ts";
import type { Sentences } from "../sentences.ts";
import { definePollTool } from "./poll-tool.ts";

const defaultLimit = 10;

/** Maximum number of leading options in a sentence. The rest is counted. */
const maxLeading = 10;

export const getPollResults = definePollTool({
  name: "get_poll_results",
  title: "Get poll results",
  summary: "counts votes per option",
  description: [
    "Read the vote counts of a poll, best option first, past ones last: which date or time leads and by how much, or whether anyone has answered.",
    "It names no people.",
    "To decide, or when somebody must attend, use find_best_times.",
    "For each person's votes: list_participants.",
  ],
  input: { limit: z.int().min(1).max(100).optional().describe(`Options to show; default ${defaultLimit}`) },
  output: { options: z.array(rankedOption) },
  votes: true,
  counts: "counts here are of responses, as on the service's page, not of people",
  run({ poll, participants, display, now }, { limit = defaultLimit }) {
    const { options } = tabulateVotes(poll, [], {}, display.localZone);
    const readVotes = createVoteReader(poll.options);
    // Each response counts by itself, as on the service's page.
    const voters = participants.map((person) => ({ person, votes: readVotes(person.availability) }));
    const ranked = rankVotes({ options, voters }, now.getTime());
    const shown = ranked.slice(0, limit);
    const responses = participants.length;
    const more = ranked.length - shown.length;
    return {
      text: [
        `Poll ${poll.id} is ${poll.status}: ${pluralize(responses, "response")}.`,
        ...describeLead(ranked),
        more > 0 && `${pluralize(more, "more option")} not shown: pass a higher limit.`,
      ],
      data: {
        responses,
        options: shown.map((option) => toOptionOutput(poll, option, { responses, format: display })),
        moreOptions: more,
      },
    };
  },
});

/** Which options lead, also where all are past. */
function describeLead(ranked: readonly RankedVotes<unknown>[]): Sentences {
  const leading = listTied(ranked).flatMap(({ available, number }) => (available > 0 ? number : []));
  const numbers = cutList(leading, maxLeading).join(", ");
  return [
    ranked[0]?.past && `${everyOptionPast}.`,
    leading.length === 0 && "No option leads.",
    leading.length === 1 && `Option ${numbers} leads.`,
    leading.length > 1 && `${leading.length} options are tied for the lead: ${numbers}.`,
  ];
}
