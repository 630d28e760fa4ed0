import type { Participant, Poll } from "../../src/api/web.ts";
import { createSpanFinder, voteCodes, voteOf } from "../../src/scheduling/index.ts";
import { nextDay } from "../../src/time/index.ts";
import { listEntries, type RunCache } from "../cache.ts";

type Span = Participant["availability"][number];

/** What the trigger knows about the responses of a poll. */
export interface PollEntry {
  /** The poll's number of responses when they were read. -1: the responses must be read again. */
  count: number;
  /** When the newest known response was created, in milliseconds; 0 if there is none. */
  newest: number;
  /** Whether the poll is no longer in the list of open polls, and its last responses have been read. */
  isGone: boolean;
}

/** The recent responses of a poll, which runs of other Zaps return without a request. */
export interface RecentResponses {
  count: number;
  people: Participant[];
  /** Set for a poll that is no longer in the list of open polls. */
  poll: Poll | undefined;
}

/** A response in the cache. `votes` has one character for each option of the poll. */
type Packed = [
  id: string,
  name: string,
  email: string | null,
  createdAt: string,
  votes: string,
  // Spans that match no option.
  others: Span[],
];

const indexName = "response_counts";
const recentName = (pollId: string) => `recent_responses_${pollId}`;

/** Loads the entries of all polls by poll id. Empty if the cache has none. */
export async function loadIndex(cache: RunCache): Promise<Map<string, PollEntry>> {
  const index = new Map<string, PollEntry>();
  for (const [id, entry] of listEntries(await cache.get(indexName))) {
    const [count, newest, isGone] = entry as [number, number, number];
    index.set(id, { count, newest, isGone: isGone === 1 });
  }
  return index;
}

/** Saves the entries of all polls for `seconds`. */
export async function saveIndex(
  cache: RunCache,
  index: ReadonlyMap<string, PollEntry>,
  seconds: number,
): Promise<void> {
  const entries = [...index].map(([id, entry]) => [id, [entry.count, entry.newest, entry.isGone ? 1 : 0]]);
  await cache.set(indexName, Object.fromEntries(entries), seconds);
}

/**
 * Loads the recent responses of a poll. `poll` is the poll in the list, or undefined for one that is no longer in it.
 * Returns null if the cache has none or the options of the poll have changed.
 */
export async function loadRecent(
  cache: RunCache,
  pollId: string,
  listed: Poll | undefined,
): Promise<RecentResponses | null> {
  const value = (await cache.get(recentName(pollId))) as {
    count: number;
    options: string;
    people: Packed[];
    poll?: Poll;
  } | null;
  const poll = listed ?? value?.poll;
  if (value === null || poll === undefined || value.options !== describeOptions(poll)) return null;
  return { count: value.count, poll: value.poll, people: value.people.map((packed) => unpack(poll, packed)) };
}

/** Saves the recent responses of a poll for `seconds`. */
export async function saveRecent(
  cache: RunCache,
  poll: Poll,
  recent: RecentResponses,
  seconds: number,
): Promise<void> {
  const find = createSpanFinder(poll.options);
  const people = recent.people.map((person) => pack(poll, find, person));
  const value = { count: recent.count, options: describeOptions(poll), people, poll: recent.poll };
  await cache.set(recentName(poll.id), value, seconds);
}

/** The options without what may differ in spelling. Votes in the cache are for these options, in this order. */
const describeOptions = ({ options }: Poll): string =>
  options
    .map((option) =>
      "date" in option ? option.date : `${Date.parse(option.startTime) / 60_000}+${option.duration}`,
    )
    .join();

function pack(
  { options }: Poll,
  find: ReturnType<typeof createSpanFinder>,
  { id, name, email, createdAt, availability }: Participant,
): Packed {
  const votes = options.map((): number => voteCodes.noOrUnanswered);
  const others: Span[] = [];
  for (const span of availability) {
    const index = find(span);
    if (index === undefined) others.push(span);
    else votes[index] = voteCodes[voteOf(span.modifiers)];
  }
  return [id, name, email, createdAt, votes.join(""), others];
}

function unpack({ options }: Poll, [id, name, email, createdAt, votes, others]: Packed): Participant {
  const spans = options.flatMap((option, index) => {
    const vote = Number(votes[index]);
    if (vote === voteCodes.noOrUnanswered) return [];
    return { ...toSpan(option), modifiers: vote === voteCodes.ifNeedBe ? ["ifNeedBe"] : [] };
  });
  const availability = [...spans, ...others].sort(
    (a, b) => Date.parse(a.start) - Date.parse(b.start) || Date.parse(a.end) - Date.parse(b.end),
  );
  return { id, name, email, createdAt, availability };
}

function toSpan(option: Poll["options"][number]): Omit<Span, "modifiers"> {
  if ("date" in option)
    return {
      start: `${option.date}T00:00:00.000Z`,
      end: `${nextDay(option.date)}T00:00:00.000Z`,
      allDay: true,
    };
  const { startTime, duration } = option;
  const end = new Date(Date.parse(startTime) + duration * 60_000).toISOString();
  return { start: startTime, end, allDay: false };
}
