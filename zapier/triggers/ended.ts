/** Which polls have ended, from the lists of polls. */
import type { Poll, PollStatus } from "../../src/api/web.ts";
import { isLasting } from "../cache.ts";
import type { Run } from "../client.ts";
import { listNewestPolls } from "../polls.ts";
import {
  isRecent,
  type ListedPoll,
  listNewest,
  listOpen,
  nullIfGone,
  readPoll,
  timeOf,
  toListed,
} from "./log.ts";
import { dayMs, hourMs, minuteMs, readEach, share } from "./share.ts";

export interface EndedLog {
  at: number;
  /** When the last look of an hour was, in milliseconds. */
  hourAt: number;
  /** The last known status of polls. One that has ended has the status before until it is read. */
  seen: Record<string, { status: PollStatus; createdAt: number }>;
  /** What ended in the last day. */
  ended: Poll[];
  /** Whether all that is seen to have ended was read. */
  isWhole: boolean;
}

/**
 * The polls by id: the open ones, the newest of any status, and once an hour the scheduled ones, because a poll that was closed
 * before a time was picked may be in no other list. Each as the latest list has it.
 */
async function listStatuses(run: Run, isHour: boolean) {
  const open = await listOpen(run);
  const newest = await listNewest(run);
  if (open === undefined || newest === undefined) return undefined;
  const scheduled = isHour ? await listNewestPolls(run.client, { status: "scheduled", pages: 1 }) : [];
  for (const poll of scheduled) run.polls.set(poll.id, poll);
  const both: ListedPoll[][] = [open.polls.filter(({ isOpen }) => isOpen), newest.page];
  if (newest.at < open.at) both.reverse();
  const polls = [...both.flat(), ...scheduled.map(toListed)].map((poll) => [poll.id, poll] as const);
  return { at: Math.min(open.at, newest.at), reachesTo: open.reachesTo, polls: new Map(polls) };
}

/** Looks which polls have ended since another look. What a look begins with is old, except where nothing is kept. */
async function lookForEnds(run: Run, before: EndedLog | undefined): Promise<EndedLog | undefined> {
  const now = Date.now();
  const isHour = run.isSwitchOn || (before?.hourAt ?? 0) <= now - hourMs;
  const lists = await listStatuses(run, isHour);
  if (lists === undefined) return undefined;
  const { at } = lists;
  const { at: lookedAt, hourAt } = before ?? { at: now, hourAt: now };
  // One that is not known may be an old one that moved up when another was deleted.
  const isNews = ({ createdAt, updatedAt }: ListedPoll) =>
    before === undefined
      ? !isLasting()
      : createdAt > lookedAt - minuteMs || (isHour && updatedAt > hourAt - minuteMs);
  const seen: EndedLog["seen"] = {};
  const changed: string[] = [];
  for (const [id, poll] of lists.polls) {
    const { status, createdAt } = poll;
    const was = before?.seen[id] ?? { status: isNews(poll) ? "open" : status, createdAt };
    const isEnd = status !== "open" && status !== was.status;
    seen[id] = isEnd ? was : { status, createdAt };
    if (isEnd) changed.push(id);
  }
  const ended = (before?.ended ?? []).filter(({ updatedAt }) => Date.parse(updatedAt) > now - dayMs);
  for (const [id, was] of Object.entries(before?.seen ?? {})) {
    const isOpen = was.status === "open";
    if (lists.polls.has(id) || (isOpen && was.createdAt <= lists.reachesTo)) continue;
    if (isOpen || !isHour || ended.some((poll) => poll.id === id)) seen[id] = was;
    if (isOpen) changed.push(id);
  }
  const isWhole = await readEach(run, changed, async (id) => {
    const poll = await readPoll(run, id).catch(nullIfGone);
    const was = seen[id];
    delete seen[id];
    if (poll === null) return true;
    const { status } = poll;
    seen[id] = { status, createdAt: timeOf(poll) };
    if (status !== "open" && status !== was?.status) ended.push(poll);
    return true;
  });
  return { at, hourAt: isHour ? now : hourAt, seen, ended, isWhole };
}

export const readEnded = (run: Run): Promise<EndedLog | undefined> =>
  share<EndedLog>(run, "ended", isRecent(run), (before) => lookForEnds(run, before));
