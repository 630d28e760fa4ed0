import * as z from "zod";
import { pluralize } from "../output/format.ts";
import { toPollDetails } from "../output/poll-output.ts";
import { definePollTool } from "./poll-tool.ts";

export const getPoll = definePollTool({
  name: "get_poll",
  title: "Get poll",
  summary: "reads one poll with its options",
  description: [
    "Read one poll: texts, status, options with weekday and local time, settings and links.",
    "Use it to check a poll or for its adminUrl.",
    "Call it before delete_poll.",
    "Not for votes: use get_poll_results (counts).",
    "Each person's votes: list_participants.",
  ],
  input: {},
  output: {
    status: z.string(),
    inviteUrl: z.string(),
    adminUrl: z.string(),
    options: z.array(z.string()).describe("One line per day"),
    duration: z.int().optional().describe("Minutes of every option"),
  },
  votes: false,
  run: ({ poll, display }) => ({
    text: `Poll ${poll.id} is ${poll.status}: ${pluralize(poll.options.length, "option")}, ${poll.participantCount} answered.`,
    data: toPollDetails(poll, display.timeZone),
  }),
});
