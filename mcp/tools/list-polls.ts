import { createHash } from "node:crypto";
import * as z from "zod";
import { maxPageSize, type Poll, type PollOption } from "../../src/api/web.ts";
import { getOptionInterval } from "../../src/time/index.ts";
import { ArgumentError } from "../errors.ts";
import { formatInstant, formatWhen, pluralize } from "../output/format.ts";
import { getPollZone, sortByStart, toPollRow } from "../output/poll-output.ts";
import { createFilter, maxSearched, readPolls, splitWords } from "../polls/search-polls.ts";
import { defineTool } from "../tool.ts";
import { day } from "./fields.ts";

const defaultLimit = 50;

const orders = {
  newest: "newest first",
  nextDate: "next coming option first",
  responses: "most responses first",
};

const statuses = ["open", "closed", "scheduled", "canceled"] as const;

const inputSchema = z.strictObject({
  query: z.string().max(1000).optional().describe("Words to find in title, description or location"),
  not: z.string().max(1000).optional().describe("Words that leave a poll out"),
  status: z.enum(statuses).optional().describe("Default all"),
  minResponses: z.int().min(0).optional(),
  maxResponses: z.int().min(0).optional().describe("0: nobody answered"),
  from: day.optional().describe("YYYY-MM-DD: only polls with an option on this day or later"),
  to: day.optional().describe("The last such day"),
  sort: z.enum(["newest", "nextDate", "responses"]).optional().describe("Default newest"),
  limit: z.int().min(1).max(maxPageSize).optional().describe(`Default ${defaultLimit}`),
  cursor: z.string().max(1000).optional().describe("nextCursor of the same call"),
});

type ListPollsArguments = z.infer<typeof inputSchema>;

/** Lists polls, or finds them by their text, dates and number of responses, and counts them by status. */
export const listPolls = defineTool({
  name: "list_polls",
  title: "List polls",
  description: `List or find the space's scheduling polls. Use it to see what is open or next, to count polls, or to get a pollId. Not for votes: use get_poll_results. One call searches the newest ${maxSearched} polls; totals counts all that match by status, also those not shown. Links: get_poll.`,
  input: inputSchema,
  output: z.looseObject({
    polls: z.array(
      z.looseObject({
        id: z.string(),
        title: z.string(),
        status: z.string(),
        participants: z.int().describe("People who answered"),
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
    const { sort = "newest", limit = defaultLimit } = input;
    const at = checkArguments(input);
    const { polls, next } = await readPolls({ status: input.status, cursor: at.page }, context);
    const now = context.now();
    const matching = sortPolls(polls.filter(createFilter(input)), sort, now.getTime());
    const rest = dropShown(matching, at.after);
    const shown = rest.slice(0, limit);
    // The order of another sort changes between two calls.
    const continued = sort === "newest" ? findNextPosition(at, shown, rest, next) : undefined;
    const complete = at.page === undefined && next === null;
    return {
      text: describe(input, {
        shown: shown.length,
        found: matching.length,
        searched: polls.length,
        complete,
        isCut: rest.length > limit,
        isContinued: at.page !== undefined,
        next: continued,
      }),
      data: {
        polls: shown.map((poll) => {
          const coming = sort === "nextDate" ? findNextOption(poll, now.getTime()) : undefined;
          return { ...toPollRow(poll), ...(coming && { next: formatWhen(coming, getPollZone(poll)) }) };
        }),
        ...(sort === "nextDate" ? { now: formatInstant(now, "UTC") } : {}),
        totals: countByStatus(matching, input.status),
        searched: polls.length,
        complete,
        hasMore: rest.length > limit || next !== null,
        ...(continued && { nextCursor: formatCursor(continued, input) }),
        ...(shown.some(({ status }) => status === "scheduled")
          ? {
              pickedTime:
                "The API does not say which time was picked for a scheduled poll: see adminUrl of get_poll",
            }
          : {}),
      },
    };
  },
});

/** Where to continue: the service's cursor of the searched part, and in that part the last poll that was shown. */
interface Position {
  page?: string | undefined;
  after?: { id: string; created: string } | undefined;
}

function checkArguments(input: ListPollsArguments): Position {
  const { cursor, sort = "newest", minResponses = 0, maxResponses, from, to } = input;
  const refuse = (path: string, message: string) => new ArgumentError([{ path, message }]);
  if (cursor !== undefined && sort !== "newest")
    throw refuse("cursor", `cannot be used with sort: pass a limit of up to ${maxPageSize} instead`);
  if (maxResponses !== undefined && maxResponses < minResponses)
    throw refuse("maxResponses", "must be at least minResponses");
  if (from !== undefined && to !== undefined && to < from)
    throw refuse("to", `must be from (${from}) or later`);
  return cursor === undefined ? {} : parseCursor(cursor, input);
}

// New polls move the others down. If the poll `after` was deleted, its time decides; a poll created in the same millisecond may
// then be repeated, but none is missed.
function dropShown(polls: Poll[], after: Position["after"]): Poll[] {
  if (after === undefined) return polls;
  const seen = polls.findIndex(({ id }) => id === after.id);
  if (seen >= 0) return polls.slice(seen + 1);
  return polls.filter(({ createdAt }) => Date.parse(createdAt) <= Date.parse(after.created));
}

function findNextPosition(
  at: Position,
  shown: Poll[],
  rest: Poll[],
  next: string | null,
): Position | undefined {
  const last = shown.at(-1);
  if (last !== undefined && shown.length < rest.length)
    return { page: at.page, after: { id: last.id, created: last.createdAt } };
  return next === null ? undefined : { page: next };
}

const position = z.strictObject({
  page: z.string().optional(),
  after: z.strictObject({ id: z.string(), created: z.string() }).optional(),
  search: z.string(),
});

// Not signed: a forged cursor reads nothing that list_polls would not list anyway.
function formatCursor(at: Position, input: ListPollsArguments): string {
  return Buffer.from(JSON.stringify({ ...at, search: identifySearch(input) })).toString("base64url");
}

function parseCursor(cursor: string, input: ListPollsArguments): Position {
  const refuse = (message: string) => new ArgumentError([{ path: "cursor", message }]);
  const parsed = position.safeParse(parseJson(Buffer.from(cursor, "base64url").toString()));
  if (!parsed.success) throw refuse("is not a cursor of list_polls; leave it out to start over");
  const { search, ...at } = parsed.data;
  if (search !== identifySearch(input))
    throw refuse("belongs to a call with other arguments: repeat those, or leave it out to start over");
  return at;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The same text for searches whose cursors can be exchanged. The number of polls to show may differ. */
function identifySearch({
  query = "",
  not = "",
  status,
  minResponses,
  maxResponses,
  from,
  to,
}: ListPollsArguments) {
  const parts = [splitWords(query), splitWords(not), status, minResponses, maxResponses, from, to];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 8);
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
  const counts = statuses.map((status) => [status, polls.filter((poll) => poll.status === status).length]);
  // With a status, polls of the others were not read.
  return Object.fromEntries(counts.filter(([status]) => only === undefined || status === only));
}

interface Found {
  shown: number;
  found: number;
  searched: number;
  complete: boolean;
  /** Whether polls that were found are not shown. */
  isCut: boolean;
  /** Whether newer polls were searched by an earlier call. */
  isContinued: boolean;
  next: Position | undefined;
}

function describe({ sort = "newest", status, limit }: ListPollsArguments, found: Found): string {
  const part = found.complete ? "all" : found.isContinued ? "the next" : "the newest";
  const parts = [
    `Shown: ${found.shown} of ${found.found} found, ${orders[sort]}.`,
    `Searched: ${part} ${pluralize(found.searched, `${status ?? ""} poll`.trim())}.`,
    found.next === undefined ? "" : "There are more: pass nextCursor.",
    sort !== "newest" && found.isCut && (limit ?? defaultLimit) < maxPageSize
      ? "There are more: pass a higher limit."
      : "",
  ];
  return parts.filter(Boolean).join(" ");
}
