/**
 * What the triggers of a connection know: one log, which a check brings up to date for all Zaps. Each poll that a list shows is compared
 * with what is known of it, and a difference is an event. Zapier fires a Zap once for each id, and counts what is in the log when
 * the Zap is switched on as old, so nothing is kept for one Zap. An event that is found twice has the same id.
 */
import type { Participant, Poll, PollStatus } from "../../src/api/web.ts";
import { isPollGone, type Run } from "../client.ts";
import { maxPages, readNewestPolls, sortOptions } from "../polls.ts";

const minuteMs = 60_000;

/** No event is new for longer, in milliseconds. */
export const dayMs = 24 * 60 * minuteMs;

/** How long is kept what Zaps share, in seconds: longer than one is held. */
export const keptSeconds = (7 * dayMs) / 1000;

/** How long one check has to bring the log up to date, in seconds: Zapier ends a run after 30. */
const claimSeconds = 30;

/** Less than the two minutes between checks, so that one of them reads. */
const sharedMs = 110_000;

/** How far the clocks of Zapier and the service may be apart, in milliseconds. What is found again has the same id. */
const skewMs = 30_000;

/** Maximum requests of a check, and when a Zap is switched on. A space has 60 a minute for everything. */
const maxRequests = 22;
const maxSwitchOnRequests = 50;

/** What a trigger may ask for: lists of polls, each with how old it may be, and the people of open polls. */
const sources = {
  newest: { pages: maxPages, maxAgeMs: sharedMs },
  open: { status: "open", pages: 3, maxAgeMs: sharedMs },
  /** One that was closed before its time was picked may be in no other list. */
  scheduled: { status: "scheduled", pages: 1, maxAgeMs: 60 * minuteMs },
  people: { maxAgeMs: sharedMs },
} as const satisfies Record<string, { status?: PollStatus; pages?: number; maxAgeMs: number }>;

export type Source = keyof typeof sources;

/** Something that happened. Moments are in milliseconds. */
export type LogEvent = { id: string; at: number; poll: string } & (
  | { kind: "created" }
  | { kind: "ended"; status: PollStatus }
  /** The first response of a poll has the number 1. */
  | { kind: "response"; person: Participant; number: number }
);

interface Known {
  poll: Poll;
  /** Whether the poll lacks its description, and all options but the first and the last. It has no event then. */
  isShort: boolean;
  /** Responses when they were last read, or first listed. Those behind them, and those that are later than the newest, are new. */
  count: number;
  newest: number;
  /** When the service last showed it. */
  seenAt: number;
}

export interface Log {
  /** When each source was last read. */
  readAt: Partial<Record<Source, number>>;
  polls: Record<string, Known>;
  events: LogEvent[];
}

/** The id of an end: a poll that ends again after it was reopened gets another. */
export const endId = ({ id, status, updatedAt }: Poll): string => `${id}:${status}:${updatedAt}`;

const timeOf = ({ createdAt }: { createdAt: string }): number => Date.parse(createdAt);

/** The log with what the sources show by now, or as it was a moment ago while another check reads them. */
export async function readLog(run: Run, ...wanted: Source[]): Promise<Log> {
  const log = await load(run);
  const isStale = (source: Source) =>
    run.isSwitchOn || (log.readAt[source] ?? 0) <= Date.now() - sources[source].maxAgeMs;
  const stale = wanted.filter(isStale);
  if (stale.length === 0) return log;
  if (!run.isSwitchOn && !(await run.cache.claim(`log_${wanted.join("_")}`, claimSeconds))) return log;
  const since = Math.max(log.readAt.open ?? 0, log.readAt.newest ?? 0);
  if (stale.includes("newest")) await readList(run, log, "newest", since);
  if (stale.includes("scheduled")) await readList(run, log, "scheduled");
  if (stale.includes("open")) await readLeft(run, log, await readList(run, log, "open", since));
  if (stale.includes("people")) await readPeople(run, log);
  // What another check found meanwhile stays: this log replaces that one.
  const other = await load(run);
  for (const event of other.events) {
    const known = other.polls[event.poll];
    if (note(log, event) && known) log.polls[event.poll] = known;
  }
  forget(log);
  await store(run, log);
  return log;
}

const load = async ({ cache }: Run): Promise<Log> =>
  (await cache.get<Log>("log")) ?? { readAt: {}, polls: {}, events: [] };

/** Notes a poll as it is now. `listedAt` is when this list was read before, and `since` when one that has all new polls was. */
function see(log: Log, poll: Poll, listedAt?: number, since = 0): void {
  const { id, status, updatedAt, participantCount } = poll;
  const at = Date.parse(updatedAt);
  const known = log.polls[id];
  const isOther =
    known === undefined ? listedAt !== undefined && at > listedAt - skewMs : known.poll.status !== status;
  if (isOther && status !== "open") note(log, { kind: "ended", id: endId(poll), at, poll: id, status });
  const isNew = since > 0 && status === "open" && timeOf(poll) > since - skewMs;
  const begin = isNew ? { count: 0, newest: 0 } : { count: participantCount, newest: Date.now() + skewMs };
  log.polls[id] = { ...(known ?? begin), poll, isShort: false, seenAt: Date.now() };
}

/** Notes an event, unless it is known. */
function note(log: Log, event: LogEvent): boolean {
  const isKnown = log.events.some(({ kind, id }) => kind === event.kind && id === event.id);
  if (!isKnown) log.events.push(event);
  return !isKnown;
}

/** Reads a list, newest first. The newest polls are read until one is known or a day old. */
async function readList(
  { client }: Run,
  log: Log,
  source: "newest" | "open" | "scheduled",
  since = 0,
): Promise<Poll[]> {
  const { pages, status }: { pages: number; status?: PollStatus } = sources[source];
  const [listedAt, now] = [log.readAt[source], Date.now()];
  const isNew = (poll: Poll) => timeOf(poll) > now - dayMs;
  const listed: Poll[] = [];
  for await (const { data } of readNewestPolls(client, { status, pages })) {
    listed.push(...data);
    if (source === "newest" && !data.every((poll) => isNew(poll) && log.polls[poll.id] === undefined)) break;
  }
  for (const poll of listed) {
    see(log, poll, listedAt, since);
    if (source === "newest" && isNew(poll))
      note(log, { kind: "created", id: poll.id, at: timeOf(poll), poll: poll.id });
  }
  log.readAt[source] = now;
  return listed;
}

/** Reads the polls that left the list of open ones. Of too many when a Zap is switched on, the others are forgotten: they are old. */
async function readLeft(run: Run, log: Log, open: readonly Poll[]): Promise<void> {
  const listed = new Set(open.map(({ id }) => id));
  const oldest = open.length < 300 ? 0 : Math.min(...open.map(timeOf));
  const left = Object.values(log.polls).filter(
    ({ poll }) => poll.status === "open" && !listed.has(poll.id) && timeOf(poll) > oldest,
  );
  const unread = await readEach(run, left, async ({ poll: { id } }) => {
    const poll = await run.client.getPoll({ pollId: id }).catch(nullIfGone);
    if (poll === null) delete log.polls[id];
    else see(log, poll.data);
  });
  if (run.isSwitchOn) for (const { poll } of unread) delete log.polls[poll.id];
}

/** Reads the people of the polls whose number of responses changed. */
async function readPeople(run: Run, log: Log): Promise<void> {
  const now = Date.now();
  const changed = Object.values(log.polls).filter(({ poll, count }) => poll.participantCount !== count);
  const unread = await readEach(run, changed, async (known) => {
    const { poll, count, newest } = known;
    const people = await run.client.listParticipants({ pollId: poll.id }).catch(nullIfGone);
    if (people === null) return void delete log.polls[poll.id];
    poll.participantCount = people.data.length;
    known.count = people.data.length;
    known.newest = Math.max(newest, ...people.data.map(timeOf));
    for (const [index, person] of people.data.entries()) {
      const [at, number] = [timeOf(person), index + 1];
      if (number > count || at > newest)
        note(log, { kind: "response", id: person.id, at, poll: poll.id, person, number });
    }
  });
  if (run.isSwitchOn)
    for (const known of unread) Object.assign(known, { count: known.poll.participantCount, newest: now });
  log.readAt.people = now;
}

/** Forgets events of more than a day, and ended polls that no list has shown for two days: one that is shown again counts as ended. */
function forget(log: Log): void {
  const now = Date.now();
  log.events = log.events.filter(({ at }) => at > now - dayMs);
  const inEvents = new Set(log.events.map(({ poll }) => poll));
  for (const { poll, seenAt } of Object.values(log.polls)) {
    const isOld = poll.status !== "open" && seenAt < now - 2 * dayMs;
    if (isOld && !inEvents.has(poll.id)) delete log.polls[poll.id];
  }
}

/** Stores the log. Of too much for the cache, polls without events are shortened, then the oldest events go: Zaps have seen them. */
async function store({ cache }: Run, log: Log): Promise<void> {
  if (await cache.set("log", log, keptSeconds)) return;
  const events = log.events.toSorted((one, other) => one.at - other.at);
  for (const dropped of [0, 1 / 2, 3 / 4, 1]) {
    const kept = shorten(log, events.slice(Math.ceil(events.length * dropped)));
    if (await cache.set("log", kept, keptSeconds)) return;
  }
}

/** The log with these events, and with what they need of the polls. */
function shorten(log: Log, events: LogEvent[]): Log {
  const inEvents = new Set(events.map(({ poll }) => poll));
  const polls = Object.entries(log.polls).map(([id, known]): [string, Known] => {
    const { poll, count } = known;
    if (inEvents.has(id) || poll.participantCount !== count) return [id, known];
    const options = sortOptions(poll).filter((_, index, { length }) => index === 0 || index === length - 1);
    return [id, { ...known, poll: { ...poll, description: null, options } as Poll, isShort: true }];
  });
  return { ...log, events, polls: Object.fromEntries(polls) };
}

function nullIfGone(error: unknown): null {
  if (isPollGone(error)) return null;
  throw error;
}

/**
 * Reads items, and returns those that are too many for this check. The first is one of chance, so that one that fails does not
 * keep others back; a failure after it ends the reading. A Zap is switched on only if nothing fails.
 */
export async function readEach<Item>(
  run: Run,
  items: readonly Item[],
  read: (item: Item) => Promise<void>,
): Promise<Item[]> {
  const start = Math.floor(Math.random() * items.length);
  const turned = [...items.slice(start), ...items.slice(0, start)];
  for (const [index, item] of turned.entries()) {
    if (run.requests >= (run.isSwitchOn ? maxSwitchOnRequests : maxRequests)) return turned.slice(index);
    try {
      await read(item);
    } catch (error) {
      if (index === 0 || run.isSwitchOn) throw error;
      return turned.slice(index);
    }
  }
  return [];
}
