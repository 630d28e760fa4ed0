import * as z from "zod";
import type { RankedVotes } from "../../src/scheduling/index.ts";
import { describeTwice } from "../../src/scheduling/people/find-people.ts";
import { createVoteReader } from "../../src/scheduling/rank/availability.ts";
import { tabulateVotes } from "../../src/scheduling/rank/poll-ranking.ts";
import { rankVotes } from "../../src/scheduling/rank/ranking.ts";
import { loadVotes } from "../find/poll.ts";
import { createDisplay } from "../output/display.ts";
import { cutList, joinSentences, pluralize } from "../output/format.ts";
import { listTied, rankedOption, toOptionOutput } from "../output/option-output.ts";
import { describePickedTime, pollShape, toPollSummary } from "../output/poll-output.ts";
import { everyOptionPast } from "../output/ranking-summary.ts";
import { poll, timeZone } from "./fields.ts";
import { defineTool } from "./tool.ts";

const defaultLimit = 10;

/** Maximum number of leading options in a sentence. The rest is counted. */
const maxLeading = 10;

export const getPollResults = defineTool({
  name: "get_poll_results",
  title: "Get poll results",
  summary: "counts votes per option",
  description:
    "Read the vote counts of a poll, best option first, past ones last: which date or time leads and by how much, or whether anyone has answered. It names no people: to decide, or when somebody must attend, use find_best_times; for each person's votes, list_participants.",
  input: z.strictObject({
    poll,
    timeZone,
    limit: z.int().min(1).max(100).optional().describe(`Options to show; default ${defaultLimit}`),
  }),
  output: z.looseObject({
    ...pollShape,
    options: z.array(rankedOption),
  }),
  effect: "read",
  async run(input, context) {
    const { poll, participants } = await loadVotes(input.poll, context);
    const now = context.now();
    const display = createDisplay(poll, input.timeZone, now);
    const { options } = tabulateVotes(poll, [], {}, display.localZone);
    const readVotes = createVoteReader(poll.options);
    // Each response counts by itself, as on the service's page.
    const voters = participants.map((person) => ({ person, votes: readVotes(person.availability) }));
    const ranked = rankVotes({ options, voters }, now.getTime());
    const shown = ranked.slice(0, input.limit ?? defaultLimit);
    const responses = participants.length;
    const more = ranked.length - shown.length;
    return {
      text: joinSentences(
        `Poll ${poll.id} is ${poll.status}: ${pluralize(responses, "response")}.`,
        describeLead(ranked),
        describeTwice(participants, {
          counts: "counts here are of responses, as on the service's page; find_best_times counts people",
        }),
        more > 0 && `${pluralize(more, "more option")} not shown: pass a higher limit.`,
        describePickedTime(poll),
      ),
      data: {
        ...toPollSummary(poll),
        ...display.fields,
        responses,
        options: shown.map((option) => toOptionOutput(poll, option, { responses, format: display })),
        moreOptions: more,
      },
    };
  },
});

/** Which options lead, or led where all are past. */
function describeLead(ranked: readonly RankedVotes<unknown>[]): string {
  const leading = listTied(ranked).filter(({ available }) => available > 0);
  const numbers = cutList(
    leading.map(({ number }) => number),
    maxLeading,
  ).join(", ");
  const past = ranked[0]?.past;
  return joinSentences(
    past && `${everyOptionPast}.`,
    leading.length === 0 && `No option ${past ? "led" : "leads yet"}.`,
    leading.length === 1 && `Option ${numbers} ${past ? "led" : "leads"}.`,
    leading.length > 1 && `${leading.length} options ${past ? "were" : "are"} tied for the lead: ${numbers}.`,
  );
}
