/** What the triggers of a connection know of its polls: lists, each read once for all Zaps, and what changed since the one before. */
import { maxPageSize } from "../../src/api/send/operations.ts";
import type { Poll, PollStatus } from "../../src/api/web.ts";
import type { OptionTime } from "../../src/time/index.ts";
import { isLasting } from "../cache.ts";
import { isPollGone, type Run } from "../client.ts";
import { pollGone } from "../errors.ts";
import { findOptionLimits, listNewestPolls, maxPages, readNewestPolls, runPages } from "../polls.ts";
import { dayMs, hourMs, share } from "./share.ts";

/** How long triggers share a list, in milliseconds: less than the two minutes between checks. */
const sharedMs = 110_000;

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
  return (await run.client.getPoll({ pollId })).data;
}

/** A poll in a list. Moments are in milliseconds. */
export interface ListedPoll {
  id: string;
  status: PollStatus;
  createdAt: number;
  updatedAt: number;
}

export const toListed = (poll: Poll): ListedPoll => ({
  id: poll.id,
  status: poll.status,
  createdAt: timeOf(poll),
  updatedAt: Date.parse(poll.updatedAt),
});

/** What the log has of a poll. */
export interface LoggedPoll extends ListedPoll {
  /** False also for one that is in the list no more, with the status that it had. */
  isOpen: boolean;
  timeZone: string | null;
  first: OptionTime | null;
  last: OptionTime | null;
  /** The number of responses in the list. */
  responses: number;
  /** When this number, or that the poll left the open ones, was first seen; 0 if the log began with it. */
  changedAt: number;
  /** When responses were seen to be gone in the last day, once for each. */
  removedAt: number[];
  /** When the log came to know of it; 0 if that was its creation. What happened before is old. */
  knownFrom: number;
}

export interface PollLog {
  /** When the list was there, in milliseconds: it may lack what happened later. */
  at: number;
  /** The open polls, and for a day those that were open before. */
  polls: LoggedPoll[];
  /** When the oldest listed poll was created, if there may be older ones; otherwise 0. */
  reachesTo: number;
}

/**
 * The log after another list of open polls. What a log begins with is old, except where nothing is kept, and so is what happened to
 * a poll that was in no list before: it was opened again, or moved up.
 */
export function extendLog(
  before: PollLog | undefined,
  listed: readonly Poll[],
  at: number,
  isCut = false,
): PollLog {
  const reachesTo = isCut ? Math.min(...listed.map(timeOf)) : 0;
  const beganAt = before?.at ?? (isLasting() ? at : 0);
  const known = new Map(before?.polls.map((poll) => [poll.id, poll]));
  const polls = listed.map((poll): LoggedPoll => {
    const { timeZone, participantCount: responses } = poll;
    const was = known.get(poll.id);
    known.delete(poll.id);
    const isOld =
      was === undefined
        ? responses === 0 || (before === undefined && isLasting())
        : was.responses === responses;
    return {
      ...toListed(poll),
      isOpen: poll.status === "open",
      timeZone,
      ...findOptionLimits(poll),
      responses,
      removedAt: [
        ...(was?.removedAt ?? []).filter((each) => each > at - dayMs),
        ...Array<number>(Math.max(0, (was?.responses ?? 0) - responses)).fill(at),
      ],
      knownFrom: was?.knownFrom ?? (timeOf(poll) >= beganAt ? 0 : beganAt),
      changedAt: isOld ? (was?.changedAt ?? 0) : at,
    };
  });
  const left = [...known.values()]
    .filter(({ createdAt }) => createdAt > reachesTo)
    .map((poll) => (poll.isOpen ? { ...poll, isOpen: false, changedAt: at } : poll))
    .filter(({ changedAt }) => changedAt > at - dayMs);
  return { at, polls: [...polls, ...left], reachesTo };
}

/** Whether a list can be used. When a Zap is switched on, one of that moment tells what is old. */
export const isRecent =
  ({ startedAt, isSwitchOn }: Run) =>
  ({ at }: { at: number }): boolean =>
    isSwitchOn ? at >= startedAt : at > Date.now() - sharedMs;

export const listOpen = (run: Run): Promise<PollLog | undefined> =>
  share<PollLog>(run, "open", isRecent(run), async (before) => {
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
      polls: chosen.polls.map((each) => ({
        ...each,
        changedAt: Math.max(leftAt, each.changedAt),
        knownFrom: listed?.knownFrom ?? each.knownFrom,
      })),
    }
  );
}

/** The newest polls of any status, and all that were created in a day. */
export interface NewestLog {
  at: number;
  page: ListedPoll[];
  /** The newest first. */
  created: Poll[];
}

export const listNewest = (run: Run): Promise<NewestLog | undefined> =>
  share<NewestLog>(run, "newest", isRecent(run), (before) => readNewest(run, before));

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
  return { at: Date.now(), page: page.map(toListed), created };
}
