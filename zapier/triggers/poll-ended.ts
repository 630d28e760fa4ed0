import { defineInputFields, type Trigger } from "zapier-platform-core";
import type { Poll, PollStatus } from "../../src/api/web.ts";
import { isLasting } from "../cache.ts";
import type { Run } from "../client.ts";
import { choice, getChoice } from "../input/choice.ts";
import { text } from "../input/labels.ts";
import { pollEventFields, toPollEventRecord } from "../output/poll.ts";
import type { OutputRecord } from "../output/table.ts";
import { listNewestPolls } from "../polls.ts";
import { samplePoll, toSample } from "../samples.ts";
import {
  isOpen,
  isRecent,
  listNewest,
  listOpen,
  nullIfGone,
  readEach,
  readPoll,
  share,
  timeOf,
  toWatched,
  type WatchedPoll,
} from "./shared.ts";
import { dayMs, hourMs, minuteMs, type TriggerEvent, trigger } from "./trigger.ts";

const statuses = [
  choice("closed", "Closed"),
  choice("scheduled", "Scheduled"),
  choice("canceled", "Canceled"),
  choice("any", "Any of these"),
];

const inputFields = defineInputFields([
  text(
    "status",
    "Closed: by hand, or because all options have passed. Scheduled: the organizer picked a time. Default: any.",
    { choices: statuses },
  ),
]);

const getStatus = ({ values }: Run) => getChoice(values, "status", statuses) ?? "any";

/** What the Zaps of the connection know of the statuses of polls. */
interface Statuses {
  at: number;
  /** When the first Zap was switched on, in milliseconds: what ended before is old. */
  since: number;
  /** When the last look of an hour was, in milliseconds. */
  hourAt: number;
  seen: Record<string, Pick<WatchedPoll, "status" | "createdAt">>;
  /** What ended in the last day. */
  ended: { at: number; id: string; status: PollStatus; record: OutputRecord }[];
}

const empty: Omit<Statuses, "at" | "since"> = { hourAt: 0, seen: {}, ended: [] };

/**
 * The polls by id: the open ones, the newest of any status, and once an hour the scheduled ones, because a poll that was closed
 * before a time was picked may be in no other list. Each as the latest list has it.
 */
async function list(run: Run, isHour: boolean, isOfNow: boolean) {
  const open = await listOpen(run, isOfNow);
  const newest = await listNewest(run, isOfNow);
  if (open === undefined || newest === undefined) return undefined;
  const both = [open.polls.filter(isOpen), newest.page];
  if (newest.at < open.at) both.reverse();
  const scheduled = isHour ? await listNewestPolls(run.client, { status: "scheduled", pages: 1 }) : [];
  for (const poll of scheduled) run.polls.set(poll.id, poll);
  const polls = [...both.flat(), ...scheduled.map(toWatched)].map((poll) => [poll.id, poll] as const);
  return { at: Math.min(open.at, newest.at), reachesTo: open.reachesTo, polls: new Map(polls) };
}

/** Looks which polls have ended since another look. One that left the open list is read until that succeeds. */
async function look(run: Run, known: Statuses | undefined): Promise<Statuses | undefined> {
  const at = Date.now();
  const isKnown = known !== undefined && known.at > at - dayMs;
  // What was lost begins anew, with what a list of this moment has as old.
  const begins = !isKnown && isLasting();
  const before = isKnown ? known : { ...empty, since: begins ? Number.POSITIVE_INFINITY : at - dayMs };
  const isHour = before.hourAt <= at - hourMs;
  const lists = await list(run, isHour, begins || run.isSwitchOn);
  if (lists === undefined || (begins && lists.at < run.startedAt)) return undefined;
  const seen: Statuses["seen"] = {};
  const ended = before.ended.filter((event) => event.at > at - dayMs);
  const changed: string[] = [];
  for (const [id, { status, createdAt, updatedAt }] of lists.polls) {
    const was = before.seen[id];
    // One that is not known may be an old one that moved up when another was deleted.
    const isNews =
      was !== undefined ||
      createdAt > before.since ||
      (isHour && updatedAt > Math.max(before.since, before.hourAt) - minuteMs);
    const isChanged = status !== "open" && status !== was?.status && isNews;
    seen[id] = isChanged ? { status: was?.status ?? "open", createdAt } : { status, createdAt };
    if (isChanged) changed.push(id);
  }
  for (const [id, was] of Object.entries(before.seen)) {
    if (lists.polls.has(id)) continue;
    const mayHaveEnded = was.status === "open" && was.createdAt > lists.reachesTo;
    if (mayHaveEnded) changed.push(id);
    const isKept = was.status !== "open" && (!isHour || ended.some((event) => event.id === id));
    if (mayHaveEnded || isKept) seen[id] = was;
  }
  await readEach(run, changed, async (id) => {
    const poll = await readPoll(run, id).catch(nullIfGone);
    const was = seen[id]?.status;
    delete seen[id];
    if (poll === null) return;
    const { status } = poll;
    seen[id] = { status, createdAt: timeOf(poll) };
    if (status === "open" || status === was) return;
    ended.push({ at: Date.now(), id, status, record: toPollEventRecord(poll, toEventId(poll)) });
  });
  return { at, since: begins ? Date.now() : before.since, hourAt: isHour ? at : before.hourAt, seen, ended };
}

async function listEnded(run: Run): Promise<TriggerEvent[]> {
  const chosen = getStatus(run);
  const known = await share<Statuses>(run, "ended", isRecent(run), (before) => look(run, before));
  return (known?.ended ?? []).filter(({ status }) => chosen === "any" || status === chosen);
}

async function listSamples(run: Run): Promise<OutputRecord[]> {
  const chosen = getStatus(run);
  const polls: Poll[] = [];
  for (const status of ["closed", "scheduled", "canceled"] as const)
    if (chosen === "any" || chosen === status)
      polls.push(...(await listNewestPolls(run.client, { status, limit: 3, pages: 1 })));
  return polls
    .sort((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt))
    .map((poll) => toPollEventRecord(poll, toEventId(poll)));
}

/** Of the moment of an end: a poll that is edited later keeps it, and one that ends again after it was reopened gets another. */
const toEventId = ({ id, status, updatedAt }: Poll) => `${id}:${status}:${updatedAt}`;

const sample: Poll = { ...samplePoll, status: "closed" };

export const pollEnded = {
  key: "poll_ended",
  noun: "Poll",
  display: {
    label: "Poll Ended",
    description: "Triggers when a poll is closed or canceled, or when its organizer picks a time.",
  },
  operation: {
    type: "polling",
    perform: trigger({ samples: listSamples, events: listEnded }),
    inputFields,
    outputFields: pollEventFields,
    sample: toSample(toPollEventRecord(sample, toEventId(sample))),
  },
} satisfies Trigger;
