import * as z from "zod";
import { maxPageSize, type Poll, type PollOption } from "../../src/api/web.ts";
import { getOptionStart } from "../../src/time/index.ts";
import { ArgumentError } from "../errors.ts";
import { formatNow, formatWhen, getOptionEnd, pluralize } from "../output/format.ts";
import { getPollZone, sortByStart, toPollRow } from "../output/poll-output.ts";
import { type FoundPolls, maxPages, searchPolls } from "../polls/search-polls.ts";
import { defineTool } from "../tool.ts";

const cutShortNote = "There may be more polls: the service returned an invalid cursor for the next page.";

const maxSearched = maxPages * maxPageSize;

const orders = {
  newest: "newest first",
  nextDate: "next coming option first",
  responses: "most responses first",
};

const statuses = ["open", "closed", "scheduled", "canceled"] as const;

const inputSchema = z.strictObject({
  query: z.string().optional().describe("Words to find in title, description or location"),
  not: z.string().optional().describe("Words that leave a poll out"),
  status: z.enum(statuses).optional().describe("Default all"),
  minResponses: z.int().min(0).optional(),
  maxResponses: z.int().min(0).optional().describe("0: nobody answered"),
  sort: z.enum(["newest", "nextDate", "responses"]).optional().describe("Default newest"),
  limit: z.int().min(1).max(maxPageSize).optional().describe("Default 20"),
  cursor: z.string().optional().describe("nextCursor of the same call"),
});

type ListPollsArguments = z.infer<typeof inputSchema>;

/** Lists polls, or finds them by words in their text and by their number of responses, and counts them by status. */
export const listPolls = defineTool({
  name: "list_polls",
  title: "List polls",
  effect: "read",
  description: `List or find the space's scheduling polls. Use it to see what is open or next, to count polls, or to get a pollId. Not for votes: use get_poll_results. One call searches the newest 100 polls; with query, numbers of responses or sort ${maxSearched}. totals counts matching polls by status, also those not shown.`,
  input: inputSchema,
  output: z.looseObject({
    polls: z.array(
      z.looseObject({
        id: z.string(),
        title: z.string(),
        status: z.string(),
        adminUrl: z.string(),
        participants: z.int().describe("People who answered"),
        first: z.string().optional().describe("Date of the first option"),
      }),
    ),
    totals: z.looseObject({}).optional(),
    searched: z.int(),
    hasMore: z.boolean(),
    nextCursor: z.string().optional(),
  }),
  async run(input, context) {
    checkArguments(input);
    const { sort = "newest", cursor, minResponses, maxResponses } = input;
    const isCounted = minResponses !== undefined || maxResponses !== undefined;
    const found = await searchPolls({ ...input, readAll: isCounted || sort !== "newest" }, context);
    const now = context.now().getTime();
    const polls = sort === "newest" ? found.polls : sortPolls(found, sort, now).slice(0, input.limit ?? 20);
    // The order of another sort changes between two calls.
    const nextCursor = sort === "newest" ? found.nextCursor : undefined;
    const hasMore = polls.length < found.matching.length || !found.complete;
    return {
      text: describe(input, found, polls.length),
      data: {
        polls: polls.map((poll) => {
          const next = sort === "nextDate" ? findNextOption(poll, now) : undefined;
          return { ...toPollRow(poll), ...(next && { next: formatWhen(next, getPollZone(poll)) }) };
        }),
        ...(sort === "nextDate" ? { now: formatNow(context.now(), "UTC") } : {}),
        // The first call counted the polls that a cursor continues with.
        ...(cursor === undefined ? { totals: countByStatus(found.matching) } : {}),
        searched: found.searched,
        hasMore,
        ...(nextCursor === undefined ? {} : { nextCursor }),
        ...(found.cutShort ? { note: cutShortNote } : {}),
        ...(polls.some(({ status }) => status === "scheduled")
          ? { pickedTime: "The API does not say which time was picked for a scheduled poll: see adminUrl" }
          : {}),
      },
    };
  },
});

function checkArguments({ cursor, sort = "newest", minResponses = 0, maxResponses }: ListPollsArguments) {
  const refuse = (path: string, message: string) => new ArgumentError([{ path, message }]);
  if (cursor !== undefined && sort !== "newest")
    throw refuse("cursor", `cannot be used with sort: pass a limit of up to ${maxPageSize} instead`);
  if (maxResponses !== undefined && maxResponses < minResponses)
    throw refuse("maxResponses", "must be at least minResponses");
}

/** Sorts the newest first where the sort does not decide. */
function sortPolls({ matching }: FoundPolls, sort: "nextDate" | "responses", now: number): Poll[] {
  if (sort === "responses")
    return matching.toSorted((one, other) => other.participantCount - one.participantCount);
  const starts = new Map(matching.map((poll) => [poll, getNextStart(poll, now)]));
  const startOf = (poll: Poll) => starts.get(poll) ?? Number.MAX_SAFE_INTEGER;
  return matching.toSorted((one, other) => startOf(one) - startOf(other));
}

/** The first option that has not ended. A canceled poll has none. */
function findNextOption(poll: Poll, now: number): PollOption | undefined {
  if (poll.status === "canceled") return undefined;
  return sortByStart(poll).find((option) => getOptionEnd(option) > now);
}

function getNextStart(poll: Poll, now: number): number | undefined {
  const next = findNextOption(poll, now);
  return next && getOptionStart(next);
}

function countByStatus(polls: readonly Poll[]): Record<string, number> {
  const counts: Record<string, number> = Object.fromEntries(statuses.map((status) => [status, 0]));
  for (const { status } of polls) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function describe(
  { sort = "newest", status, cursor }: ListPollsArguments,
  { matching, searched, complete, nextCursor, cutShort = false }: FoundPolls,
  shown: number,
): string {
  const which = status === undefined ? "" : ` ${status}`;
  const all = cursor === undefined ? "all" : "the last";
  const some = cursor === undefined ? "the newest" : "the next";
  const parts = [
    `Shown: ${shown} of ${matching.length} found, ${orders[sort]}.`,
    `Searched: ${complete ? all : some} ${pluralize(searched, `${which} poll`.trim())}.`,
    cutShort ? cutShortNote : "",
    sort === "newest" && nextCursor !== undefined ? "There are more: pass nextCursor." : "",
    sort !== "newest" && shown < matching.length ? "There are more: pass a higher limit." : "",
  ];
  return parts.filter(Boolean).join(" ");
}
