import { maxPageSize } from "../../src/api/send/operations.ts";
import { type Poll, type PollStatus, readPages } from "../../src/api/web.ts";
import { foldText } from "../../src/scheduling/people/names.ts";
import { dayMs } from "../../src/time/days.ts";
import { getOptionStart, getStartDate } from "../../src/time/options.ts";
import { getPollZone } from "../output/display.ts";
import type { ToolContext } from "../tools/tool.ts";

/** Maximum number of pages in one search, far fewer than the 60 requests allowed in a minute. */
const maxPages = 5;

/** Maximum number of polls in one search. */
export const maxSearched = maxPages * maxPageSize;

/** Reads polls, newest first, with at most {@link maxPages} requests. `next` is the service's cursor for the others, or null. */
export async function readPolls(
  { status, cursor }: { status?: PollStatus | undefined; cursor?: string | undefined },
  { client, signal, progress }: ToolContext,
): Promise<{ polls: Poll[]; next: string | null }> {
  const polls: Poll[] = [];
  let next: string | null = null;
  let pages = 0;
  // Full pages, because a page of any size is one request.
  const list = (cursor: string | undefined) =>
    client.listPolls({ limit: maxPageSize, status, cursor }, { signal });
  for await (const { data, nextCursor } of readPages(list, { cursor, maxPages })) {
    polls.push(...data);
    next = nextCursor;
    pages += 1;
    if (next !== null) progress(pages, maxPages, `Read ${polls.length} polls`);
  }
  return { polls, next };
}

/** What a poll must and must not have. */
interface PollFilter {
  /** Words of its title, description or location, with "or" or | between alternatives. */
  query?: string | undefined;
  /** Words that leave it out. */
  not?: string | undefined;
  /** Minimum and maximum number of people who answered. */
  minResponses?: number | undefined;
  maxResponses?: number | undefined;
  /** The first and the last day, one of which an option must have, in the poll's zone. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Creates a function that tells whether a poll matches. */
export function createFilter({ query = "", not = "", ...rest }: PollFilter): (poll: Poll) => boolean {
  const { minResponses = 0, maxResponses = Number.POSITIVE_INFINITY, from, to } = rest;
  const [wanted, unwanted] = [splitAlternatives(query), splitAlternatives(not).flat()];
  return (poll) => {
    const { title, description, location, participantCount } = poll;
    if (participantCount < minResponses || participantCount > maxResponses) return false;
    if ((from !== undefined || to !== undefined) && !hasOptionBetween(poll, from, to)) return false;
    const text = [title, description, location].map((field) => foldText(field ?? "")).join(" ");
    const has = (word: string) => text.includes(word);
    return (wanted.length === 0 || wanted.some((words) => words.every(has))) && !unwanted.some(has);
  };
}

/** Whether the title has every word of a text. Case and accents do not count. */
export function matchesTitle({ title }: Pick<Poll, "title">, words: string): boolean {
  const text = foldText(title);
  return splitWords(words).every((word) => text.includes(word));
}

/** The words of each alternative: `offsite or team retreat`. */
const splitAlternatives = (text: string) =>
  text
    .split(/\s+or\s+|\|/i)
    .map(splitWords)
    .filter((words) => words.length > 0);

function splitWords(text: string): string[] {
  return foldText(text).split(" ").filter(Boolean);
}

function hasOptionBetween(poll: Poll, from = "0000-01-01", to = "9999-12-31"): boolean {
  // No zone is a day from UTC. Only options near the two days are worth the conversion.
  const [first, last] = [Date.parse(from) - dayMs, Date.parse(to) + 2 * dayMs];
  return poll.options.some((option) => {
    const start = getOptionStart(option);
    if (start < first || start > last) return false;
    const date = getStartDate(option, getPollZone(poll));
    return date >= from && date <= to;
  });
}
