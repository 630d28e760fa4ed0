import * as z from "zod";
import { loadPoll } from "../find/poll.ts";
import { createDisplay } from "../output/display.ts";
import { joinSentences, pluralize } from "../output/format.ts";
import { describePickedTime, pollShape, toPollDetails, toPollSummary } from "../output/poll-output.ts";
import { poll, timeZone } from "./fields.ts";
import { defineTool } from "./tool.ts";

export const getPoll = defineTool({
  name: "get_poll",
  title: "Get poll",
  summary: "reads one poll with its options",
  description:
    "Read one poll: texts, status, options with weekday and local time, settings and links. Use it to check a poll or for its adminUrl. create_poll takes its options as dates or times. Call it before delete_poll. Not for votes: use get_poll_results (counts) or list_participants (people).",
  input: z.strictObject({ poll, timeZone }),
  output: z.looseObject({
    ...pollShape,
    status: z.string(),
    inviteUrl: z.string(),
    adminUrl: z.string(),
    options: z.array(z.string()).describe("One line per day"),
    duration: z.int().optional().describe("Minutes of every option"),
  }),
  effect: "read",
  async run(input, context) {
    const poll = await loadPoll(input.poll, context);
    const display = createDisplay(poll, input.timeZone, context.now());
    return {
      text: joinSentences(
        `Poll ${poll.id} is ${poll.status}: ${pluralize(poll.options.length, "option")}, ${poll.participantCount} answered.`,
        describePickedTime(poll),
      ),
      data: {
        ...toPollSummary(poll),
        ...display.fields,
        responses: poll.participantCount,
        ...toPollDetails(poll, display.timeZone),
      },
    };
  },
});
