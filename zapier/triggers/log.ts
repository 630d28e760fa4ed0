/** What the triggers of a connection know of its polls: lists, each read once for all Zaps, and what changed since the one before. */
import { maxPageSize } from "../../src/api/send/operations.ts";
import type { Poll, PollStatus } from "../../src/api/web.ts";
import type { OptionTime } from "../../src/time/index.ts";
import { isLasting } from "../cache.ts";
import { isPollGone, type Run } from "../client.ts";
import { pollGone } from "../errors.ts";
import { findOptionLimits, listNewestPolls, maxPages, readNewestPolls, runPages } from "../polls.ts";

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

/** No event is new for longer, in milliseconds. */
export const dayMs = 24 * hourMs;

/** How long triggers share a list, in milliseconds: less than the two minutes between checks. */
const sharedMs = 110_000;

/** How long one check has to read what others wait for, in seconds: Zapier ends a run after 30. */
const claimSeconds = 30;

/** How long is kept what was shared, in seconds. */
export const keptSeconds = (2 * dayMs) / 1000;

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

/** Maximum reads in a check, and when a Zap is switched on. A space has 60 requests a minute for everything. */
const maxReads = 22;
const maxSwitchOnReads = 52;

/**
 * Reads at most some twenty items; the others follow in later checks. Returns whether all were read. The first is one of chance,
 * so that one that fails does not keep others back. A failure after the first ends the reading, so that checks get further while
 * the rate limit is in force.
 */
export async function readEach<Item>(
  run: Run,
  items: readonly Item[],
  read: (item: Item) => Promise<void>,
): Promise<boolean> {
  const start = Math.floor(Math.random() * items.length);
  for (const [index, item] of [...items.slice(start), ...items.slice(0, start)].entries()) {
    if (run.reads >= (run.isSwitchOn ? maxSwitchOnReads : maxReads)) return false;
    try {
      await read(item);
    } catch (error) {
      if (index === 0 && !run.isSwitchOn) throw error;
      return false;
    }
  }
  return true;
}

/** When a poll or a response was created, in milliseconds. */
export const timeOf = ({ createdAt }: { createdAt: string }): number => Date.parse(createdAt);

export function nullIfGone(error: unknown): null {
  if (isPollGone(error)) return null;
  throw error;
}

/** A poll as this run listed it, or as it is now. */
export async function readPoll(run: Run, pollId: string): Promise<Poll> {
  const listed = run.polls.get(pollId);
  if (listed !== undefined) return listed;
  run.reads += 1;
  return (await run.client.getPoll({ pollId })).data;
}

/** What the log has of a poll. Moments are in milliseconds. */
export interface LoggedPoll {
  id: string;
  isOpen: boolean;
  createdAt: number;
  updatedAt: number;
  timeZone: string | null;
  first: OptionTime | null;
  last: OptionTime | null;
  /** The number of responses in the list. */
  responses: number;
  /** When this number, or that the poll left the open ones, was first seen; 0 if the log began with it. */
  changedAt: number;
}

export interface PollLog {
  /** When the list was there, in milliseconds: it may lack what happened later. */
  at: number;
  /** The open polls, and for a day those that were open before. */
  polls: LoggedPoll[];
  /** When the oldest listed poll was created, if there may be older ones; otherwise 0. */
  reachesTo: number;
}

/** The log after another list of open polls. What a log begins with is old, except where nothing is kept. */
export function extendLog(
  before: PollLog | undefined,
  listed: readonly Poll[],
  at: number,
  isCut = false,
): PollLog {
  const reachesTo = isCut ? Math.min(...listed.map(timeOf)) : 0;
  const known = new Map(before?.polls.map((poll) => [poll.id, poll]));
  const polls = listed.map((poll): LoggedPoll => {
    const { id, status, timeZone, participantCount: responses } = poll;
    const was = known.get(id);
    known.delete(id);
    const isOld =
      was === undefined
        ? responses === 0 || (before === undefined && isLasting())
        : was.responses === responses;
    return {
      id,
      isOpen: status === "open",
      createdAt: timeOf(poll),
      updatedAt: Date.parse(poll.updatedAt),
      timeZone,
      ...findOptionLimits(poll),
      responses,
      changedAt: isOld ? (was?.changedAt ?? 0) : at,
    };
  });
  const left = [...known.values()]
    .filter(({ createdAt }) => createdAt > reachesTo)
    .map((poll) => (poll.isOpen ? { ...poll, isOpen: false, changedAt: at } : poll))
    .filter(({ changedAt }) => changedAt > at - dayMs);
  return { at, polls: [...polls, ...left], reachesTo };
}

/** Whether a list can be used. One of this moment tells what is old. */
const isRecent =
  ({ startedAt, isSwitchOn }: Run, isOfNow = isSwitchOn) =>
  ({ at }: { at: number }): boolean =>
    isOfNow ? at >= startedAt : at > Date.now() - sharedMs;

const listOpen = (run: Run, isOfNow?: boolean): Promise<PollLog | undefined> =>
  share<PollLog>(run, "open", isRecent(run, isOfNow), async (before) => {
    const listed = await listNewestPolls(run.client, { status: "open", pages: runPages });
    for (const poll of listed) run.polls.set(poll.id, poll);
    return extendLog(before, listed, Date.now(), listed.length >= runPages * maxPageSize);
  });

/**
 * The log of the newest open polls, or of the chosen one. A chosen poll that is not among them is read once it left, then once an
 * hour. Throws if it is gone. Undefined if another check reads for the first time.
 */
export async function readLog(run: Run, pollId: string | undefined): Promise<PollLog | undefined> {
  const open = await listOpen(run);
  if (pollId === undefined || open === undefined) return open;
  const listed = open.polls.find(({ id }) => id === pollId);
  if (listed?.isOpen) return { ...open, polls: [listed] };
  const leftAt = listed?.changedAt ?? 0;
  const isFresh = ({ at }: PollLog) => at > Date.now() - hourMs && at >= leftAt;
  const chosen = await share<PollLog>(run, `poll_${pollId}`, isFresh, async (before) => {
    const poll = await readPoll(run, pollId).catch(nullIfGone);
    return poll === null
      ? { at: Date.now(), polls: [], reachesTo: 0 }
      : extendLog(before, [poll], Date.now());
  });
  const [poll] = chosen?.polls ?? [];
  if (chosen !== undefined && poll === undefined) throw pollGone(run.z.errors);
  return (
    chosen && {
      ...chosen,
      polls: chosen.polls.map((each) => ({ ...each, changedAt: Math.max(leftAt, each.changedAt) })),
    }
  );
}

/** The newest polls of any status, and all that were created in a day. */
export interface NewestLog {
  at: number;
  page: Pick<Poll, "id" | "status" | "createdAt" | "updatedAt">[];
  /** The newest first. */
  created: Poll[];
}

export const listNewest = (run: Run, isOfNow?: boolean): Promise<NewestLog | undefined> =>
  share<NewestLog>(run, "newest", isRecent(run, isOfNow), (before) => readNewest(run, before));

/** Reads one page, and further ones until polls come that were listed before or are a day old. */
export async function readNewest({ client, polls }: Run, before?: NewestLog): Promise<NewestLog> {
  const isNew = (poll: Poll) => timeOf(poll) > Date.now() - dayMs;
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
  const short = page.map(({ id, status, createdAt, updatedAt }) => ({ id, status, createdAt, updatedAt }));
  return { at: Date.now(), page: short, created };
}

/** Which polls have ended, from the other lists. */
export interface EndedLog {
  at: number;
  /** When the last look of an hour was, in milliseconds. */
  hourAt: number;
  /** The last known status of polls, and since when another one is seen that is not read yet. */
  seen: Record<string, { status: PollStatus; createdAt: number; changedAt?: number }>;
  /** What ended in the last day. */
  ended: { at: number; poll: Poll }[];
}

/**
 * The polls by id: the open ones, the newest of any status, and once an hour the scheduled ones, because a poll that was closed
 * before a time was picked may be in no other list. Each as the latest list has it.
 */
async function listStatuses(run: Run, isHour: boolean, isOfNow: boolean) {
  const open = await listOpen(run, isOfNow);
  const newest = await listNewest(run, isOfNow);
  if (open === undefined || newest === undefined) return undefined;
  const scheduled = isHour ? await listNewestPolls(run.client, { status: "scheduled", pages: 1 }) : [];
  for (const poll of scheduled) run.polls.set(poll.id, poll);
  const known = open.polls
    .filter(({ isOpen }) => isOpen)
    .map((poll) => ({ ...poll, status: "open" as const }));
  const toKnown = (poll: NewestLog["page"][number]) => ({
    ...poll,
    createdAt: timeOf(poll),
    updatedAt: Date.parse(poll.updatedAt),
  });
  const both = [known, newest.page.map(toKnown)];
  if (newest.at < open.at) both.reverse();
  const polls = [...both.flat(), ...scheduled.map(toKnown)].map((poll) => [poll.id, poll] as const);
  return { at: Math.min(open.at, newest.at), reachesTo: open.reachesTo, polls: new Map(polls) };
}

/** Looks which polls have ended since another look. One that left the open list is read until that succeeds. */
async function lookForEnds(run: Run, before: EndedLog | undefined): Promise<EndedLog | undefined> {
  const now = Date.now();
  // What was lost begins anew, with what a list of this moment has as old.
  const begins = before === undefined && isLasting();
  const isHour = (before?.hourAt ?? 0) <= now - hourMs;
  const lists = await listStatuses(run, isHour, begins || run.isSwitchOn);
  if (lists === undefined || (begins && lists.at < run.startedAt)) return undefined;
  const { at } = lists;
  const newSince = begins ? at : (before?.at ?? at - dayMs) - minuteMs;
  const movedSince = begins ? at : (before?.hourAt ?? at - dayMs) - minuteMs;
  const seen: EndedLog["seen"] = {};
  const ended = (before?.ended ?? []).filter((event) => event.at > now - dayMs);
  const changed: string[] = [];
  const change = (id: string, was: EndedLog["seen"][string]) => {
    seen[id] = { changedAt: now, ...was };
    changed.push(id);
  };
  for (const [id, { status, createdAt, updatedAt }] of lists.polls) {
    const was = before?.seen[id];
    // One that is not known may be an old one that moved up when another was deleted.
    const isNews = was !== undefined || createdAt > newSince || (isHour && updatedAt > movedSince);
    const isChanged = status !== "open" && status !== was?.status && isNews;
    if (isChanged) change(id, was ?? { status: "open", createdAt });
    else seen[id] = { status, createdAt };
  }
  for (const [id, was] of Object.entries(before?.seen ?? {})) {
    if (lists.polls.has(id)) continue;
    if (was.status === "open" && was.createdAt > lists.reachesTo) change(id, was);
    else if (was.status !== "open" && (!isHour || ended.some(({ poll }) => poll.id === id))) seen[id] = was;
  }
  await readEach(run, changed, async (id) => {
    const poll = await readPoll(run, id).catch(nullIfGone);
    const was = seen[id];
    delete seen[id];
    if (poll === null) return;
    const { status } = poll;
    seen[id] = { status, createdAt: timeOf(poll) };
    if (status !== "open" && status !== was?.status) ended.push({ at: was?.changedAt ?? now, poll });
  });
  return { at, hourAt: isHour ? now : (before?.hourAt ?? 0), seen, ended };
}

/** What ended lately, and whether all that is seen to have ended was read. */
export const readEnded = (run: Run): Promise<EndedLog | undefined> =>
  share<EndedLog>(run, "ended", isRecent(run), (before) => lookForEnds(run, before));
