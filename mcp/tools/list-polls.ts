import * as z from "zod";
import { maxPageSize } from "../../src/api/send/operations.ts";
import { type Poll, type PollOption, RalllyError } from "../../src/api/web.ts";
import { rankOptions } from "../../src/scheduling/index.ts";
import { splitWords } from "../../src/searched.ts";
import { getOptionStart, getPastTime } from "../../src/time/option-times.ts";
import { ArgumentError } from "../failure.ts";
import { filterPolls, maxSearched, readPolls } from "../find/search.ts";
import { createOptionFormat, getPollZone } from "../output/display.ts";
import { formatInstant, pluralize } from "../output/format.ts";
import { toOptionOutput } from "../output/option-output.ts";
import { sortByStart, toPollRow } from "../output/poll-output.ts";
import { defineTool, type ToolContext } from "../tool.ts";
import { day } from "./fields.ts";

const defaultLimit = 50;

/** Default and maximum number of polls whose leading option is read: one request each. */
const [defaultBest, maxBest] = [10, 20];

const statuses = ["open", "closed", "scheduled", "canceled"] as const;

const words = z
  .string()
  .max(1_000)
  .refine((text) => splitWords(text).length > 0, { error: "has no word" });

/** What leaves out a word in other programs. After "not" nothing is found, and the result says why. */
const exclusion = /(?:^|\s)-(?=\p{L})/u;

const inputSchema = z.strictObject({
  query: words
    .refine((text) => !exclusion.test(text), { error: "has words to leave out: pass those as not" })
    .optional()
    .describe('Words of title, description or location; "or" or a comma between alternatives'),
  not: words.optional().describe("A poll with all of these words is left out"),
  status: z
    .enum(statuses, { error: `must be one of: ${statuses.join(", ")}. For all of them leave it out` })
    .optional()
    .describe("Default all"),
  minResponses: z.int().min(0).optional(),
  maxResponses: z.int().min(0).optional().describe("0: nobody answered"),
  from: day().optional().describe("Only polls with an option on this day or later"),
  to: day().optional().describe("The last such day"),
  sort: z.enum(["newest", "nextDate", "responses"]).optional().describe("Default newest"),
  best: z.boolean().optional().describe(`true: with each poll's leading option; limit at most ${maxBest}`),
  limit: z.int().min(1).max(maxPageSize).optional().describe(`Default ${defaultLimit}`),
  offset: z.int().min(0).optional().describe("nextOffset of the same call"),
  cursor: z.string().optional().describe("nextCursor of the same call"),
});

export const listPolls = defineTool({
  name: "list_polls",
  title: "List polls",
  summary: "finds polls by title, status, dates, responses",
  description: [
    "List or find the space's scheduling polls.",
    "Use it to see what is open or next, to count polls, or, with best, which can be decided.",
    "For the votes of one poll use get_poll_results.",
    `One call searches the newest ${maxSearched} polls; totals counts all that match by status, also those not shown.`,
    "Links: get_poll.",
  ],
  input: inputSchema,
  output: z.looseObject({
    polls: z.array(
      z.looseObject({
        id: z.string(),
        title: z.string(),
        best: z.looseObject({}).optional().describe("Its leading option"),
      }),
    ),
    hasMore: z.boolean(),
    nextOffset: z.int().optional(),
    nextCursor: z.string().optional().describe("For older polls, which were not searched"),
  }),
  effect: "read",
  async run(input, context) {
    checkArguments(input);
    const { sort = "newest", status, best, cursor, offset = 0 } = input;
    const { limit = best ? defaultBest : defaultLimit } = input;
    const { polls, next } = await readPolls({ status, cursor }, context).catch(explainCursor(cursor));
    const now = context.now();
    const filtered = filterPolls(polls, input);
    const found = sortPolls(filtered.found, sort, now.getTime());
    const shown = found.slice(offset, offset + limit);
    const nextOffset = offset + limit < found.length ? offset + limit : undefined;
    // Older polls come after the last of these.
    const nextCursor = nextOffset === undefined && next !== null ? next : undefined;
    const leaders = best ? await readLeaders(shown, context) : [];
    const unread = leaders.filter((leader) => leader === unreadLeader);
    const isUnknown = input.query !== undefined && found.length === 0;
    const part = cursor !== undefined ? "the next" : next === null ? "all" : "the newest";
    return {
      text: [
        `Shown: ${shown.length} of ${found.length} found, sorted by ${sort}.`,
        `Searched: ${part} ${pluralize(polls.length, `${status ?? ""} poll`.trim())}.`,
        filtered.isPart && "No poll has all words of query: these have some.",
        isUnknown && "Titles, descriptions and locations were searched, not people.",
        isUnknown && "list_participants finds a person, poll by poll.",
        input.not !== undefined && `Left out by not: ${filtered.leftOut}.`,
        best &&
          "best is the leading option, absent without votes. It counts people: of somebody who answered twice, the last answer.",
        unread.length > 0 &&
          `${pluralize(unread.length, "poll")} could not be read in time (unread): call again later for the rest.`,
        nextOffset !== undefined && `There are more: pass offset ${nextOffset}, the rest as before.`,
        nextCursor && "Older polls were not searched: pass nextCursor as cursor, without offset.",
        ...(shown.some(({ status }) => status === "scheduled") ? pickedTimeNotes : []),
      ],
      data: {
        polls: shown.map((poll, at) => {
          const coming = sort === "nextDate" ? findNextOption(poll, now.getTime()) : undefined;
          const next = coming && formatPoll(poll).format(coming);
          return { ...toPollRow(poll), next, ...leaders[at] };
        }),
        now: sort === "nextDate" ? formatInstant(now, "UTC") : undefined,
        totals: countByStatus(found, status),
        hasMore: nextOffset !== undefined || nextCursor !== undefined,
        nextOffset,
        nextCursor,
      },
    };
  },
});

const pickedTimeNotes = [
  "The API does not say which time was picked for a scheduled poll: the person sees it at adminUrl.",
  "get_poll has that link.",
];

const formatPoll = (poll: Poll) => createOptionFormat(poll.options, getPollZone(poll));

const unreadLeader = { unread: true };

/** Reads the leading option of each poll, as fields of its row. */
function readLeaders(polls: Poll[], { client, signal, now, progress }: ToolContext) {
  let done = 0;
  async function readLeader(poll: Poll) {
    if (poll.participantCount === 0) return undefined;
    try {
      const { data: participants } = await client.listParticipants({ pollId: poll.id }, { signal });
      const { options, people } = rankOptions({ poll, participants, now: now().getTime() });
      const [leader] = options;
      if (leader === undefined || leader.available === 0) return undefined;
      const shown = { responses: people, format: formatPoll(poll) };
      return { best: toOptionOutput(poll, leader, shown) };
    } catch (error) {
      if (!(error instanceof RalllyError)) throw error;
      return error.code === "POLL_NOT_FOUND" ? undefined : unreadLeader;
    } finally {
      done += 1;
      progress(done, polls.length, `Read the results of ${done} polls`);
    }
  }
  return Promise.all(polls.map(readLeader));
}

/** Says of a cursor that the service refuses what to do instead. */
const explainCursor = (cursor: string | undefined) => (error: unknown) => {
  const isRefused = error instanceof RalllyError && error.status === 400 && cursor !== undefined;
  if (!isRefused) throw error;
  const message = "is no nextCursor of this space: leave it out to begin with the newest polls";
  throw new ArgumentError([{ path: "cursor", message }]);
};

/** Checks which arguments belong together. Throws ArgumentError. */
function checkArguments(input: z.infer<typeof inputSchema>) {
  const { minResponses = 0, maxResponses, from, to, best, limit } = input;
  const refuse = (path: string, message: string) => new ArgumentError([{ path, message }]);
  if (maxResponses !== undefined && maxResponses < minResponses)
    throw refuse("maxResponses", "must be at least minResponses");
  if (from !== undefined && to !== undefined && to < from)
    throw refuse("to", `must be from (${from}) or later`);
  if (best && Number(limit) > maxBest) throw refuse("limit", `must be at most ${maxBest} with best`);
}

/** Sorts the newest first where the sort does not decide. */
function sortPolls(polls: Poll[], sort: "newest" | "nextDate" | "responses", now: number): Poll[] {
  if (sort === "newest") return polls;
  const measure = (poll: Poll) => {
    if (sort === "responses") return -poll.participantCount;
    const next = findNextOption(poll, now);
    return next ? getOptionStart(next) : Number.MAX_SAFE_INTEGER;
  };
  const places = new Map(polls.map((poll) => [poll, measure(poll)]));
  return polls.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
}

/** The first option that is not past. A canceled poll has none. */
const findNextOption = (poll: Poll, now: number): PollOption | undefined =>
  poll.status === "canceled"
    ? undefined
    : sortByStart(poll).find((option) => getPastTime(option, getPollZone(poll)) > now);

function countByStatus(polls: readonly Poll[], only: string | undefined): Record<string, number> {
  // With a status, polls of the others were not read.
  const counted = statuses.filter((status) => only === undefined || status === only);
  const count = (status: string) => polls.filter((poll) => poll.status === status).length;
  return Object.fromEntries(counted.map((status) => [status, count(status)]));
}
