/** What the triggers of a connection know of its polls: lists, each read once for all Zaps, and what changed since the one before. */
import { maxPageSize } from "../../src/api/send/operations.ts";
import type { Poll, PollStatus } from "../../src/api/web.ts";
import type { OptionTime } from "../../src/time/index.ts";
import { CacheError } from "../cache.ts";
import { isPollGone, type Run } from "../client.ts";
import { findOptionLimits, listNewestPolls, maxPages, readNewestPolls, runPages } from "../polls.ts";
import { dayMs, hourMs, readEach, share } from "./share.ts";

/** How long triggers share a list, in milliseconds: less than the two minutes between checks. */
export const sharedMs = 110_000;

/** How long a log knows what changed, in milliseconds: longer than it is new, because another list may show it an hour later. */
const knownMs = 2 * dayMs;

/** When a poll or a response was created, in milliseconds. */
export const timeOf = ({ createdAt }: { createdAt: string }): number => Date.parse(createdAt);

export function nullIfGone(error: unknown): null {
  if (isPollGone(error)) return null;
  throw error;
}

/** A poll as this run has read it, or as it is now. */
export async function readPoll({ client, polls }: Run, pollId: string): Promise<Poll> {
  const poll = polls.get(pollId) ?? (await client.getPoll({ pollId })).data;
  polls.set(pollId, poll);
  return poll;
}

/** What a log has of a poll. Moments are in milliseconds. */
export interface LoggedPoll {
  id: string;
  /** `left` if the poll is not in the list anymore and was not read since; `gone` if it was deleted. */
  status: PollStatus | "left" | "gone";
  createdAt: number;
  updatedAt: string;
  timeZone: string | null;
  first: OptionTime | null;
  last: OptionTime | null;
  responses: number;
  /** When this number, or that the poll left, was first seen; 0 if the log began with it. */
  changedAt: number;
  /** When responses were seen to be gone, once for each. */
  removedAt: number[];
  /** Of which moment the list is that came before the first one with this poll. What happened before is old. */
  knownFrom: number;
}

/** A poll whose status was seen to be another. */
export interface StatusChange {
  at: number;
  was: LoggedPoll["status"];
  poll: Poll;
}

export interface PollLog {
  /** When the list was there, in milliseconds: it may lack what happened later. */
  at: number;
  /** When the first list was there. */
  beganAt: number;
  /** When the oldest listed poll was created, if there may be older ones; otherwise 0. */
  reachesTo: number;
  /** The listed polls, and those that left. */
  polls: LoggedPoll[];
  /** The changes, in the order in which they were seen. */
  changes: StatusChange[];
}

/** What is known if another check reads for the first time. */
const nothing: PollLog = {
  at: 0,
  beganAt: Number.POSITIVE_INFINITY,
  reachesTo: 0,
  polls: [],
  changes: [],
};

export const toLogged = (poll: Poll): Omit<LoggedPoll, "changedAt" | "removedAt" | "knownFrom"> => ({
  id: poll.id,
  status: poll.status,
  createdAt: timeOf(poll),
  updatedAt: poll.updatedAt,
  timeZone: poll.timeZone,
  ...findOptionLimits(poll),
  responses: poll.participantCount,
});

/**
 * The log after another list, the newest polls first. What a log begins with is old. A poll that comes into the list is new, unless
 * it may have been there all the time, beyond the end of the list before.
 */
export function extendLog(before: PollLog | undefined, listed: readonly Poll[], at: number): PollLog {
  const mayHaveMore = listed.length > 0 && listed.length % maxPageSize === 0;
  const reachesTo = mayHaveMore ? Math.min(...listed.map(timeOf)) : 0;
  const isLately = (each: number) => each > at - knownMs;
  const known = new Map(before?.polls.map((poll) => [poll.id, poll]));
  const changes = (before?.changes ?? []).filter((change) => isLately(change.at));
  const polls = listed.map((poll): LoggedPoll => {
    const now = toLogged(poll);
    const isNew =
      before !== undefined && (now.createdAt > before.reachesTo || Date.parse(poll.updatedAt) > before.at);
    const was = known.get(poll.id) ?? {
      ...now,
      ...(isNew && { status: "open" as const, responses: 0 }),
      changedAt: 0,
      removedAt: [],
      knownFrom: before?.at ?? at,
    };
    known.delete(poll.id);
    if (was.status !== poll.status) changes.push({ at, was: was.status, poll });
    const removed = Math.max(0, was.responses - now.responses);
    return {
      ...now,
      changedAt: was.responses === now.responses ? was.changedAt : at,
      removedAt: [...was.removedAt.filter(isLately), ...Array<number>(removed).fill(at)],
      knownFrom: was.knownFrom,
    };
  });
  const left = [...known.values()]
    .filter(({ createdAt }) => createdAt > reachesTo)
    .map((poll): LoggedPoll => (poll.status === "open" ? { ...poll, status: "left", changedAt: at } : poll))
    .filter(({ changedAt }) => isLately(changedAt));
  return { at, beganAt: before?.beganAt ?? at, reachesTo, polls: [...polls, ...left], changes };
}

/** Whether a list can be used. When a Zap is switched on, one of that moment tells what is old. */
const isRecent =
  ({ startedAt, isSwitchOn }: Run, ms = sharedMs) =>
  ({ at }: PollLog): boolean =>
    isSwitchOn ? at >= startedAt : at > Date.now() - ms;

async function list(run: Run, status: PollStatus, pages: number): Promise<Poll[]> {
  const polls = await listNewestPolls(run.client, { status, pages });
  for (const poll of polls) run.polls.set(poll.id, poll);
  return polls;
}

/** The open polls. Those that left are read, in this check or a later one. */
export const readOpen = (run: Run): Promise<PollLog> =>
  share<PollLog>(run, "open", isRecent(run), async (before) => {
    const log = extendLog(before, await list(run, "open", runPages), Date.now());
    const left = log.polls.filter(({ status }) => status === "left");
    const read = readEach(run, left, async (logged) => {
      const poll = await readPoll(run, logged.id).catch(nullIfGone);
      logged.status = poll?.status ?? "gone";
      logged.updatedAt = poll?.updatedAt ?? "";
      if (poll !== null) log.changes.push({ at: Date.now(), was: "open", poll });
    });
    await read.catch(() => {});
    return log;
  }).then((log) => log ?? nothing);

/** The scheduled polls, once an hour: one that was closed before its time was picked may be in no other list. */
export const readScheduled = (run: Run): Promise<PollLog> =>
  share<PollLog>(run, "scheduled", isRecent(run, hourMs), async (before) =>
    extendLog(before, await list(run, "scheduled", 1), Date.now()),
  ).then((log) => log ?? nothing);

/** The newest polls of any status. */
export interface NewestLog extends PollLog {
  /** Those that were created in a day, the newest first. */
  created: Poll[];
}

export const readNewest = (run: Run): Promise<NewestLog> =>
  share<NewestLog>(run, "newest", isRecent(run), (before) => listNewest(run, before)).then(
    (log) => log ?? { ...nothing, created: [] },
  );

/** The polls that were created in a day, also while the cache fails. */
export async function readCreated(run: Run): Promise<Poll[]> {
  const log = await readNewest(run).catch((error: unknown) => {
    if (error instanceof CacheError) return listNewest(run, undefined);
    throw error;
  });
  return log.created;
}

/** Reads one page, and further ones until polls come that were listed before or are a day old. */
async function listNewest({ client, polls }: Run, before: NewestLog | undefined): Promise<NewestLog> {
  const isNew = (poll: Poll) => timeOf(poll) > Date.now() - dayMs;
  const known = new Set(before?.created.map(({ id }) => id));
  const listed: Poll[] = [];
  for await (const { data } of readNewestPolls(client, { pages: maxPages })) {
    listed.push(...data);
    if (!data.every((poll) => isNew(poll) && !known.has(poll.id))) break;
  }
  for (const poll of listed) polls.set(poll.id, poll);
  const log = extendLog(before, listed, Date.now());
  const older = (before?.created ?? []).filter((poll) => timeOf(poll) < log.reachesTo);
  return { ...log, created: [...listed, ...older].filter(isNew) };
}
