/** What one check reads for all Zaps of a connection: lists of polls, a chosen poll, and the responses to a poll. */
import { maxPageSize } from "../../src/api/send/operations.ts";
import type { Participant, Poll, PollStatus } from "../../src/api/web.ts";
import { voteCodes } from "../../src/scheduling/rank/availability.ts";
import type { OptionTime } from "../../src/time/index.ts";
import { isPollGone, type Run } from "../client.ts";
import { pollGone } from "../errors.ts";
import { createAnswered, type KeptResponse } from "../output/response.ts";
import { findFirstOption, listNewestPolls, maxPages, readNewestPolls, runPages } from "../polls.ts";
import { dayMs, hourMs } from "./trigger.ts";

/** How long triggers share a list, in milliseconds: less than the two minutes between checks. */
export const sharedMs = 110_000;

/** How long one check has to read what others wait for, in seconds: Zapier ends a run after 30. */
const claimSeconds = 30;

/** How long is kept what was shared, in seconds. */
const keptSeconds = (2 * dayMs) / 1000;

/**
 * A value that all Zaps of the connection share. If it is not fresh, one check reads it anew; others have the value before
 * meanwhile, which is undefined if there was none. A Zap that is switched on does not wait for others.
 */
export async function share<Value>(
  run: Run,
  name: string,
  isFresh: (known: Value) => boolean,
  read: (before: Value | undefined) => Promise<Value | undefined>,
): Promise<Value | undefined> {
  const { cache } = run;
  const before = await cache.get<Value>(name);
  if (before !== undefined && isFresh(before)) return before;
  if (!run.isSwitchOn && !(await cache.claim(name, claimSeconds))) return before;
  run.reads += 1;
  const value = await read(before);
  if (value !== undefined) await cache.set(name, value, keptSeconds);
  return value;
}

/** Whether a list can be used. One of this moment tells what is old. */
export const isRecent =
  ({ startedAt, isSwitchOn }: Run, isOfNow = isSwitchOn) =>
  ({ at }: { at: number }): boolean =>
    isOfNow ? at >= startedAt : at > Date.now() - sharedMs;

/** What triggers know of a poll. */
export interface WatchedPoll {
  id: string;
  status: PollStatus;
  /** When the poll was created, in milliseconds. */
  createdAt: number;
  updatedAt: number;
  timeZone: string | null;
  first: OptionTime | null;
  /** The number of responses in the list. */
  responses: number;
  /** When an open poll was no longer in the list, in milliseconds: it was closed or deleted. */
  leftAt?: number;
}

export function toWatched(poll: Poll): WatchedPoll {
  const { id, status, timeZone, participantCount: responses } = poll;
  const [createdAt, updatedAt] = [timeOf(poll), Date.parse(poll.updatedAt)];
  return { id, status, createdAt, updatedAt, timeZone, first: findFirstOption(poll), responses };
}

/** When a poll or a response was created, in milliseconds. */
export const timeOf = ({ createdAt }: { createdAt: string }): number => Date.parse(createdAt);

export const isOpen = ({ status, leftAt }: WatchedPoll): boolean => status === "open" && leftAt === undefined;

/** The newest open polls, and for a day those that were open before. */
export interface OpenList {
  at: number;
  polls: WatchedPoll[];
  /** When the oldest poll was created, if there may be more: one that is older may still be open. Otherwise 0. */
  reachesTo: number;
}

export const listOpen = (run: Run, isOfNow?: boolean): Promise<OpenList | undefined> =>
  share<OpenList>(run, "open", isRecent(run, isOfNow), async (before) => {
    const at = Date.now();
    const listed = await listNewestPolls(run.client, { status: "open", pages: runPages });
    for (const poll of listed) run.polls.set(poll.id, poll);
    const isCut = listed.length >= runPages * maxPageSize;
    const reachesTo = isCut ? Math.min(...listed.map(timeOf)) : 0;
    const open = new Set(listed.map(({ id }) => id));
    const left = (before?.polls ?? [])
      .filter(({ id, createdAt }) => !open.has(id) && createdAt > reachesTo)
      .map((poll) => ({ ...poll, leftAt: poll.leftAt ?? at }))
      .filter(({ leftAt }) => leftAt > at - dayMs);
    return { at, polls: [...listed.map(toWatched), ...left], reachesTo };
  });

/** The newest polls of any status, and all that were created in a day. */
export interface NewestList {
  at: number;
  page: WatchedPoll[];
  /** The newest first. */
  created: Poll[];
}

export const listNewest = (run: Run, isOfNow?: boolean): Promise<NewestList | undefined> =>
  share<NewestList>(run, "newest", isRecent(run, isOfNow), (before) => readNewest(run, before));

/** Reads one page, and further ones until polls come that were listed before or are a day old. */
export async function readNewest({ client, polls }: Run, before?: NewestList): Promise<NewestList> {
  const at = Date.now();
  const isNew = (poll: Poll) => timeOf(poll) > at - dayMs;
  const known = new Set(before?.created.map(({ id }) => id));
  const page: Poll[] = [];
  for await (const { data } of readNewestPolls(client, { pages: maxPages })) {
    page.push(...data);
    if (!data.every((poll) => isNew(poll) && !known.has(poll.id))) break;
  }
  for (const poll of page) polls.set(poll.id, poll);
  const last = page.at(-1);
  const isEarlier = (poll: Poll) => last === undefined || timeOf(poll) < timeOf(last);
  const created = [...page, ...(before?.created ?? []).filter(isEarlier)].filter(isNew);
  return { at, page: page.map(toWatched), created };
}

/** A chosen poll that is not among the open ones, or that there is none. */
interface Chosen {
  at: number;
  poll: WatchedPoll | null;
}

/**
 * The polls that a trigger watches: the newest open ones, or the chosen one. A chosen poll that is not among them is read once
 * it left, then once an hour. Throws if it is gone. Undefined if another check reads for the first time.
 */
export async function watch(run: Run, pollId: string | undefined): Promise<WatchedPoll[] | undefined> {
  const polls = (await listOpen(run))?.polls;
  if (pollId === undefined || polls === undefined) return polls;
  const listed = polls.find(({ id }) => id === pollId);
  if (listed !== undefined && isOpen(listed)) return [listed];
  const leftAt = listed?.leftAt ?? 0;
  const isFresh = ({ at }: Chosen) => at > Date.now() - hourMs && at >= leftAt;
  const chosen = await share<Chosen>(run, `poll_${pollId}`, isFresh, async () => {
    const at = Date.now();
    const poll = await readPoll(run, pollId).catch(nullIfGone);
    return { at, poll: poll && toWatched(poll) };
  });
  if (chosen === undefined) return undefined;
  if (chosen.poll === null) throw pollGone(run.z.errors);
  return [{ ...chosen.poll, ...(leftAt > 0 && { leftAt }) }];
}

export function nullIfGone(error: unknown): null {
  if (isPollGone(error)) return null;
  throw error;
}

/** The poll as this run listed it, or as it was read before if the list shows no change, or read now. */
export async function readPoll(
  run: Run,
  pollId: string,
  before?: Poll,
  watched?: WatchedPoll,
): Promise<Poll> {
  const listed = run.polls.get(pollId);
  if (listed !== undefined) return listed;
  const isSame = watched !== undefined && isOpen(watched) && before !== undefined;
  if (isSame && Date.parse(before.updatedAt) === watched.updatedAt) return before;
  run.reads += 1;
  return (await run.client.getPoll({ pollId })).data;
}

/** Maximum reads in a check, and when a Zap is switched on. A space has 60 requests a minute for everything. */
const maxReads = 22;
const maxSwitchOnReads = 52;

/**
 * Reads polls, at most some twenty; the others follow in later checks. The first is one of chance, so that one that fails does not
 * keep others back. A failure after the first ends the reading, so that checks get further while the rate limit is in force.
 */
export async function readEach<Item>(
  run: Run,
  items: readonly Item[],
  read: (item: Item) => Promise<void>,
): Promise<void> {
  const start = Math.floor(Math.random() * items.length);
  for (const [index, item] of [...items.slice(start), ...items.slice(0, start)].entries()) {
    if (run.reads >= (run.isSwitchOn ? maxSwitchOnReads : maxReads)) return;
    try {
      await read(item);
    } catch (error) {
      // What is not read at a switch-on would fire later, although it is old.
      if (index === 0 || run.isSwitchOn) throw error;
      return;
    }
  }
}

/** A poll is read when it has another number of responses, and once more when it was closed: people close it after the last. */
export const versionOf = ({ leftAt, responses }: WatchedPoll): number => leftAt ?? responses;

/** What is kept of the responses to a poll. */
export interface Responses {
  version: number;
  poll: Poll;
  /** The number of all responses. */
  count: number;
  /** Those of the last day, the oldest first. */
  recent: KeptResponse[];
  /** Everybody, the oldest first, if this run read them. */
  all?: Participant[];
}

/** The responses to a poll at its version. An earlier version, or undefined, if another check reads them. */
export async function readResponses(run: Run, watched: WatchedPoll): Promise<Responses | undefined> {
  const { id } = watched;
  const version = versionOf(watched);
  let all: Participant[] | undefined;
  const known = await share<Responses>(
    run,
    `responses_${id}`,
    (kept) => kept.version === version,
    async (before) => {
      all = (await run.client.listParticipants({ pollId: id })).data;
      const poll = { ...(await readPoll(run, id, before?.poll, watched)), participantCount: all.length };
      const recent = all.filter((person) => timeOf(person) > Date.now() - dayMs);
      return { version, poll, count: all.length, recent: keepResponses(poll, recent) };
    },
  );
  return known && { ...known, ...(all && { all }) };
}

/** Responses with their answers as digits instead of spans, which are a hundred times as long. */
export function keepResponses(poll: Poll, people: readonly Participant[]): KeptResponse[] {
  const toAnswered = createAnswered(poll);
  return people.map((person) => {
    const { id, name, email, createdAt, answers } = toAnswered(person);
    return { id, name, email, createdAt, votes: answers.map((answer) => voteCodes[answer]).join("") };
  });
}
