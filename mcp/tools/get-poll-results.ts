import * as z from "zod";
import { compareFit } from "../../src/scheduling/rank/ranking.ts";
import { createDisplay } from "../output/display.ts";
import { cutList, joinSentences, pluralize } from "../output/format.ts";
import { rankedOption, rankResults, toOptionOutput } from "../output/option-output.ts";
import { describePickedTime, pollShape, toPollSummary } from "../output/poll-output.ts";
import { everyOptionPast } from "../output/ranking-summary.ts";
import { loadPollWith } from "../polls/find-poll.ts";
import { defineTool } from "../tool.ts";
import { poll, timeZone } from "./fields.ts";

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
    responses: z.int(),
    options: z.array(rankedOption),
    moreOptions: z.int(),
  }),
  effect: "read",
  async run(input, context) {
    const { client, signal } = context;
    const { poll, data: results } = await loadPollWith(input.poll, context, (pollId) =>
      client.getPollResults({ pollId }, { signal }),
    );
    const display = createDisplay(poll, input.timeZone, context.now());
    const ranked = rankResults(poll, results, context.now(), display.localZone);
    const shown = ranked.slice(0, input.limit ?? defaultLimit);
    const [first] = ranked;
    const leading = ranked.filter(
      (option) => first && compareFit(option, first) === 0 && option.available > 0,
    );
    const responses = results.participantCount;
    const more = ranked.length - shown.length;
    return {
      text: joinSentences(
        `Poll ${poll.id} is ${poll.status}: ${pluralize(responses, "response")}.`,
        first?.past && `${everyOptionPast}.`,
        describeLead(
          leading.map(({ number }) => number),
          first?.past,
        ),
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

function describeLead([first, ...tied]: number[], past = false): string {
  if (first === undefined) return past ? "No option led." : "No option leads yet.";
  if (tied.length === 0) return `Option ${first} ${past ? "led" : "leads"}.`;
  const numbers = cutList([first, ...tied].map(String), maxLeading).join(", ");
  return `${tied.length + 1} options ${past ? "were" : "are"} tied for the lead: ${numbers}.`;
}
