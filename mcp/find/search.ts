import { maxPageSize } from "../../src/api/send/operations.ts";
import { readPages } from "../../src/api/send/paginate.ts";
import type { Poll, PollStatus } from "../../src/api/web.ts";
import { beginsWord, readSearched, type Searched, splitWords } from "../../src/searched.ts";
import { getStartDate } from "../../src/time/option-times.ts";
import { getPollZone } from "../output/display.ts";
import type { ToolContext } from "../tool.ts";

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
  for await (const { data, nextCursor } of readPages(list, cursor, maxPages)) {
    polls.push(...data);
    next = nextCursor;
    pages += 1;
    if (next !== null) progress(pages, maxPages, `Read ${polls.length} polls`);
  }
  return { polls, next };
}

/** Whether a word begins a word of the text or, with four letters or more, is inside one, as in a compound. */
export const hasWord = (text: Searched, word: string): boolean =>
  beginsWord(text, word) || (word.length > 3 && text.words.some((each) => each.includes(word)));

/** What a poll must and must not have. */
interface PollFilter {
  /** Words of its title, description or location, with "or", | or a comma between alternatives. */
  query?: string | undefined;
  /** Words that leave it out: one that has all of an alternative. */
  not?: string | undefined;
  /** Minimum and maximum number of people who answered. */
  minResponses?: number | undefined;
  maxResponses?: number | undefined;
  /** The first and the last day, one of which an option must have, in the poll's zone. */
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * The polls that match, and how many `not` left out. Where none has all words of an alternative of `query`, those with some of them, and
 * `isPart`.
 */
export function filterPolls(polls: readonly Poll[], { query = "", not = "", ...rest }: PollFilter) {
  const { minResponses = 0, maxResponses = Number.POSITIVE_INFINITY, from, to } = rest;
  const [wanted, unwanted] = [splitAlternatives(query), splitAlternatives(not)];
  const searched = polls
    .filter(({ participantCount: count }) => count >= minResponses && count <= maxResponses)
    .filter((poll) => (from === undefined && to === undefined) || hasOptionBetween(poll, from, to))
    .map((poll) => ({ poll, text: readSearched(poll.title, poll.description ?? "", poll.location ?? "") }));
  const left = searched.filter(
    ({ text }) => !unwanted.some((words) => words.every((word) => hasWord(text, word))),
  );
  const leftOut = searched.length - left.length;
  if (wanted.length === 0) return { found: left.map(({ poll }) => poll), isPart: false, leftOut };
  const all = left.filter(({ text }) => wanted.some((words) => words.every((word) => hasWord(text, word))));
  const found =
    all.length > 0 ? all : left.filter(({ text }) => wanted.flat().some((word) => hasWord(text, word)));
  return { found: found.map(({ poll }) => poll), isPart: all.length === 0 && found.length > 0, leftOut };
}

/** The words of each alternative: `offsite or team retreat`, `lunch, offsite`. */
const splitAlternatives = (text: string) =>
  text
    .split(/\bor\b|[|,]/i)
    .map(splitWords)
    .filter((words) => words.length > 0);

const hasOptionBetween = (poll: Poll, from = "0000-01-01", to = "9999-12-31"): boolean =>
  poll.options
    .map((option) => getStartDate(option, getPollZone(poll)))
    .some((date) => date >= from && date <= to);
