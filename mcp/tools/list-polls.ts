import * as z from "zod";
import { maxPageSize } from "../../src/api/core.ts";
import { pluralize } from "../output/format.ts";
import { pollSummaryShape, toPollSummary } from "../output/poll-output.ts";
import { type FoundPolls, searchPolls } from "../polls/search-polls.ts";
import { defineTool } from "../runtime/tool.ts";

const cutShortNote = "There may be more polls: the service returned an invalid cursor for the next page.";

/** Lists polls, or finds them by words in their text, newest first. */
export const listPolls = defineTool({
  name: "list_polls",
  title: "List polls",
  effect: "read",
  description:
    "List the space's scheduling polls, newest first, or find some by words in title, description or location. Use it to get the pollId that other tools need, or to see what is open. Not for votes: use get_poll_results. With query, one call searches about 500 polls; when hasMore, pass nextCursor with the same query and status to continue.",
  input: z.strictObject({
    query: z.string().optional().describe("Words to find, in any order"),
    status: z.enum(["open", "closed", "scheduled", "canceled"]).optional(),
    limit: z.int().min(1).max(maxPageSize).optional().describe("Default 20"),
    cursor: z.string().optional().describe("nextCursor of the previous result"),
  }),
  output: z.looseObject({
    polls: z.array(
      z.looseObject({ ...pollSummaryShape, options: z.int(), participants: z.int(), created: z.string() }),
    ),
    hasMore: z.boolean(),
    nextCursor: z.string().optional(),
  }),
  examples: {
    query: '"team lunch"',
    status: '"open"',
    limit: "20",
    cursor: "the nextCursor of the previous result",
  },
  async run(input, context) {
    const found = await searchPolls(input, context);
    const polls = found.polls.map((poll) => ({
      ...toPollSummary(poll),
      options: poll.options.length,
      participants: poll.participantCount,
      created: poll.createdAt.slice(0, 10),
    }));
    const { nextCursor, cutShort = false } = found;
    const searched = input.query === undefined ? "" : ` matching, of ${found.searched} searched`;
    return {
      text: `${pluralize(polls.length, "poll")}${searched}, newest first. ${describeMore(found)}${describePicked(found)}`,
      data: {
        polls,
        hasMore: cutShort || nextCursor !== undefined,
        ...(nextCursor === undefined ? {} : { nextCursor }),
        ...(cutShort ? { note: cutShortNote } : {}),
      },
    };
  },
});

function describeMore({ nextCursor, cutShort = false }: FoundPolls): string {
  if (cutShort) return cutShortNote;
  return nextCursor === undefined ? "There are no more." : "There are more: pass nextCursor.";
}

function describePicked({ polls }: FoundPolls): string {
  return polls.some(({ status }) => status === "scheduled")
    ? " The API does not say which time was picked for a scheduled poll: pickedTime says where to look."
    : "";
}
