import * as z from "zod";
import { startDeadline } from "../../src/api/deadline.ts";
import { maxPageSize } from "../../src/api/operations.ts";
import { type Poll, type PollOption, RalllyError } from "../../src/api/web.ts";
import { getOptionInterval } from "../../src/time/index.ts";
import { ArgumentError } from "../errors.ts";
import { formatInstant, formatWhen, joinSentences, pluralize } from "../output/format.ts";
import { rankResults, toOptionOutput } from "../output/option-output.ts";
import { getPollZone, sortByStart, toPollRow } from "../output/poll-output.ts";
import { createFilter, maxSearched, readPolls } from "../polls/search-polls.ts";
import { defineTool, type ToolContext } from "../tool.ts";
import { day } from "./fields.ts";

const defaultLimit = 50;

/** Default and maximum number of polls whose leading option is read: one request each. */
const [defaultBest, maxBest] = [10, 20];

/** Time for reading the leading options, in milliseconds: hosts give up on a call after 60 seconds. */
const bestMs = 20_000;

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
  from: day.optional().describe("YYYY-MM-DD: only polls with an option on this day or later"),
  to: day.optional().describe("The last such day"),
  sort: z.enum(["newest", "nextDate", "responses"]).optional().describe("Default newest"),
  best: z.boolean().optional().describe(`true: with each poll's leading option; limit at most ${maxBest}`),
  limit: z.int().min(1).max(maxPageSize).optional().describe(`Default ${defaultLimit}`),
  cursor: z.string().optional().describe("nextCursor of the same call"),
});

type ListPollsArguments = z.infer<typeof inputSchema>;

/** Lists polls, or finds them by their text, dates and number of responses, and counts them by status. */
export const listPolls = defineTool({
  name: "list_polls",
  title: "List polls",
  summary: "finds polls by title, status, dates, responses",
  description: `List or find the space's scheduling polls. Use it to see what is open or next, to count polls, or, with best, which can be decided. For the votes of one poll use get_poll_results. One call searches the newest ${maxSearched} polls; totals counts all that match by status, also those not shown. Links: get_poll.`,
  input: inputSchema,
  output: z.looseObject({
    polls: z.array(
      z.looseObject({
        id: z.string(),
        title: z.string(),
        status: z.string(),
        responses: z.int(),
        best: z.looseObject({}).optional().describe("As an option of get_poll_results"),
        first: z.string().optional().describe("First option"),
        created: z.string(),
      }),
    ),
    totals: z.looseObject({}),
    searched: z.int(),
    complete: z.boolean().describe("Every poll was searched"),
    hasMore: z.boolean(),
    nextCursor: z.string().optional(),
  }),
  effect: "read",
  async run(input, context) {
    const { sort = "newest", status, best } = input;
    const { limit = best ? defaultBest : defaultLimit } = input;
    const at = parsePosition(input);
    const { polls, next } = await readPolls({ status, cursor: at.page }, context);
    const now = context.now();
    const found = sortPolls(polls.filter(createFilter(input)), sort, now.getTime());
    const rest = dropShown(found, at.after);
    const shown = rest.slice(0, limit);
    const last = shown.at(-1);
    const isCut = shown.length < rest.length;
    const complete = at.page === undefined && next === null;
    const following =
      isCut && last !== undefined
        ? { ...at, after: { id: last.id, created: last.createdAt } }
        : next !== null && { page: next };
    // The order of another sort changes between two calls.
    const nextCursor = following && sort === "newest" ? formatPosition(input, following) : undefined;
    const leaders = best ? await readLeaders(shown, context) : new Map<Poll, object | undefined>();
    const unread = shown.filter((poll) => leaders.get(poll) === unreadLeader);
    const part = complete ? "all" : at.page === undefined ? "the newest" : "the next";
    return {
      text: joinSentences(
        `Shown: ${shown.length} of ${found.length} found, ${orders[sort]}.`,
        `Searched: ${part} ${pluralize(polls.length, `${status ?? ""} poll`.trim())}.`,
        best && "best is the leading option by counts alone, absent without votes.",
        unread.length > 0 &&
          `${pluralize(unread.length, "poll")} could not be read within ${bestMs / 1_000} seconds (unread): call again later for the rest.`,
        nextCursor && "There are more: pass nextCursor.",
        isCut && sort !== "newest" && limit < maxPageSize && "There are more: pass a higher limit.",
      ),
      data: {
        polls: shown.map((poll) => {
          const coming = sort === "nextDate" ? findNextOption(poll, now.getTime()) : undefined;
          return {
            ...toPollRow(poll),
            ...(coming && { next: formatWhen(coming, getPollZone(poll)) }),
            ...leaders.get(poll),
          };
        }),
        ...(sort === "nextDate" && { now: formatInstant(now, "UTC") }),
        totals: countByStatus(found, status),
        searched: polls.length,
        complete,
        hasMore: following !== false,
        ...(nextCursor !== undefined && { nextCursor }),
        ...(shown.some((poll) => poll.status === "scheduled") && { pickedTime: pickedTimeNote }),
      },
    };
  },
});

const pickedTimeNote =
  "The API does not say which time was picked for a scheduled poll: see adminUrl of get_poll";

const unreadLeader = { unread: true };

/** Reads the leading option of each poll, as fields of its row. */
async function readLeaders(
  polls: Poll[],
  { client, signal, now, progress }: ToolContext,
): Promise<Map<Poll, object | undefined>> {
  const deadline = startDeadline(bestMs, signal);
  let done = 0;
  async function readLeader(poll: Poll) {
    if (poll.participantCount === 0) return undefined;
    try {
      const { data } = await client.getPollResults({ pollId: poll.id }, { signal: deadline.signal });
      const [leader] = rankResults(poll, data, now());
      if (leader === undefined || leader.available === 0) return undefined;
      const shown = { responses: data.participantCount, timeZone: getPollZone(poll) };
      return { best: toOptionOutput(poll, leader, shown) };
    } catch (error) {
      if (error instanceof RalllyError && error.code === "POLL_NOT_FOUND") return undefined;
      if (signal.aborted || !(deadline.signal.aborted || error instanceof RalllyError)) throw error;
      return unreadLeader;
    } finally {
      done += 1;
      progress(done, polls.length, `Read the results of ${done} polls`);
    }
  }
  try {
    return new Map(await Promise.all(polls.map(async (poll) => [poll, await readLeader(poll)] as const)));
  } finally {
    deadline.close();
  }
}

/** Where to continue: the service's cursor of the searched part, and in that part the last poll that was shown. */
const positionSchema = z.object({
  page: z.string().optional(),
  after: z.object({ id: z.string(), created: z.string() }).optional(),
});

type Position = z.infer<typeof positionSchema>;

// Not signed: a forged cursor reads nothing that list_polls would not list anyway. The number of polls to show may differ.
function formatPosition({ limit: _, cursor: __, ...search }: ListPollsArguments, position: Position): string {
  return Buffer.from(JSON.stringify([JSON.stringify(search), position])).toString("base64url");
}

/** The position in the cursor of valid arguments. */
function parsePosition(input: ListPollsArguments): Position {
  const { cursor, sort = "newest", minResponses = 0, maxResponses, from, to, best, limit } = input;
  const refuse = (path: string, message: string) => new ArgumentError([{ path, message }]);
  if (maxResponses !== undefined && maxResponses < minResponses)
    throw refuse("maxResponses", "must be at least minResponses");
  if (from !== undefined && to !== undefined && to < from)
    throw refuse("to", `must be from (${from}) or later`);
  if (best && Number(limit) > maxBest) throw refuse("limit", `must be at most ${maxBest} with best`);
  if (cursor === undefined) return {};
  if (sort !== "newest")
    throw refuse("cursor", `cannot be used with sort: pass a limit of up to ${maxPageSize} instead`);
  const position = readCursor(cursor);
  if (position === undefined)
    throw refuse("cursor", "is not a cursor of list_polls; leave it out to start over");
  if (formatPosition(input, position) === cursor) return position;
  throw refuse(
    "cursor",
    "belongs to a call with other arguments: repeat those, or leave it out to start over",
  );
}

function readCursor(cursor: string): Position | undefined {
  try {
    return positionSchema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString())[1]);
  } catch {
    return undefined;
  }
}

// New polls move the others down. If the poll `after` was deleted, its time decides; a poll created in the same millisecond may
// then be repeated, but none is missed.
function dropShown(polls: Poll[], after: Position["after"]): Poll[] {
  if (after === undefined) return polls;
  const seen = polls.findIndex(({ id }) => id === after.id);
  if (seen >= 0) return polls.slice(seen + 1);
  return polls.filter(({ createdAt }) => Date.parse(createdAt) <= Date.parse(after.created));
}

/** Sorts the newest first where the sort does not decide. */
function sortPolls(polls: Poll[], sort: keyof typeof orders, now: number): Poll[] {
  if (sort === "newest") return polls;
  if (sort === "responses")
    return polls.toSorted((one, other) => other.participantCount - one.participantCount);
  const starts = new Map(polls.map((poll) => [poll, getStart(poll, findNextOption(poll, now))]));
  const startOf = (poll: Poll) => starts.get(poll) ?? 0;
  return polls.toSorted((one, other) => startOf(one) - startOf(other));
}

const getStart = (poll: Poll, option: PollOption | undefined) =>
  option === undefined ? Number.MAX_SAFE_INTEGER : getOptionInterval(option, getPollZone(poll)).start;

/** The first option that has not ended. A canceled poll has none. */
function findNextOption(poll: Poll, now: number): PollOption | undefined {
  if (poll.status === "canceled") return undefined;
  return sortByStart(poll).find((option) => getOptionInterval(option, getPollZone(poll)).end > now);
}

function countByStatus(polls: readonly Poll[], only: string | undefined): Record<string, number> {
  // With a status, polls of the others were not read.
  const counted = statuses.filter((status) => only === undefined || status === only);
  return Object.fromEntries(
    counted.map((status) => [status, polls.filter((poll) => poll.status === status).length]),
  );
}
