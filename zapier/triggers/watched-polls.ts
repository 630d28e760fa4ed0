/** The open polls of a space and their responses: listed and read once for all triggers of a connection. */
import type { Participant, Poll } from "../../src/api/web.ts";
import type { OptionTime } from "../../src/time/index.ts";
import type { RunCache } from "../cache.ts";
import { emptyIfGone, type Run } from "../client.ts";
import { findFirstOption, listWatchable, runPages } from "../polls.ts";
import { dayMs, type Since } from "./trigger.ts";

/** How long triggers share one list, in milliseconds: less than the two minutes between checks. */
const sharedMs = 110_000;

/** How long is kept what was listed and what was read, in seconds. */
const listSeconds = (2 * dayMs) / 1000;
const readSeconds = dayMs / 1000;

/** Maximum polls that are read in a check, and when a Zap is switched on. A space has 60 requests a minute for everything. */
const maxReads = 20;
const maxSwitchOnReads = 50;

/** What triggers know of a poll. */
export interface WatchedPoll {
  id: string;
  /** When the poll was created, in milliseconds. */
  createdAt: number;
  timeZone: string | null;
  first: OptionTime | null;
  /** The number of responses in the list. */
  responses: number;
  /** When the poll was no longer in the list, in milliseconds: it was closed or deleted. */
  leftAt?: number;
  /** The version of the poll whose responses were read, see {@link versionOf}. */
  read: number;
  /** The time of the newest response that was read, in milliseconds. */
  newest: number;
  /** The poll itself, if this run listed it. */
  poll?: Poll;
}

/** The watched polls, and when they were listed, in milliseconds. */
interface WatchList {
  at: number;
  polls: WatchedPoll[];
}

/** A poll and its responses, the oldest first, as the service lists them. */
interface PollResponses {
  poll: Poll;
  people: Participant[];
}

/** A poll is read when it has another number of responses, and once more when it was closed: people close it after the last. */
const versionOf = ({ leftAt, responses }: WatchedPoll): number => leftAt ?? responses;

/** The time of a response, in milliseconds. */
export const timeOf = ({ createdAt }: Participant): number => Date.parse(createdAt);

/** The time of the newest of the responses to a poll, in milliseconds; 0 if there is none. */
export const newestOf = (people: readonly Participant[]): number =>
  Math.max(0, ...people.slice(-1).map(timeOf));

/**
 * The chosen poll; or the newest 300 open polls, and those that were open a day ago. At most 110 s old; listed now if a Zap is
 * switched on, which learns what is old. Where nothing is known and no Zap runs, all responses are old.
 */
export async function listWatchedPolls(
  { client, cache, isSwitchOn }: Run,
  pollId: string | undefined,
  isFirst: boolean,
): Promise<WatchList> {
  const now = Date.now();
  const known = await cache.get<WatchList>(nameOfList(pollId));
  if (known !== undefined && !isSwitchOn && known.at > now - sharedMs) return known;
  const isOld = known === undefined && isFirst;
  const left = new Map(known?.polls.map((poll) => [poll.id, poll]));
  const listed = await listWatchable(client, pollId, { pages: runPages });
  const polls = listed.map((poll): WatchedPoll => {
    const { id, timeZone, participantCount: responses } = poll;
    const { read, newest } = left.get(id) ?? { read: isOld ? responses : 0, newest: 0 };
    left.delete(id);
    const createdAt = Date.parse(poll.createdAt);
    return { id, createdAt, timeZone, first: findFirstOption(poll), responses, read, newest, poll };
  });
  for (const poll of left.values()) {
    const leftAt = poll.leftAt ?? now;
    if (leftAt > now - dayMs) polls.push({ ...poll, leftAt });
  }
  const list = { at: now, polls };
  await saveList(cache, pollId, list);
  return list;
}

const nameOfList = (pollId = "all") => `watched_${pollId}`;

const saveList = (cache: RunCache, pollId: string | undefined, { at, polls }: WatchList): Promise<boolean> =>
  cache.set(nameOfList(pollId), { at, polls: polls.map(({ poll: _, ...known }) => known) }, listSeconds);

/** The watched polls, and those of them with responses after a moment that a trigger wants. */
export async function readResponses(
  run: Run,
  pollId: string | undefined,
  { after, isFirst }: Since,
  isWanted: (poll: WatchedPoll) => boolean = () => true,
): Promise<{ watched: WatchedPoll[]; found: PollResponses[] }> {
  const list = await listWatchedPolls(run, pollId, isFirst);
  const watched = list.polls;
  if (isFirst) return { watched, found: [] };
  const changed = watched.filter((poll) => poll.read !== versionOf(poll) || poll.newest > after);
  let isRead = false;
  const found = await readOnce(run, changed.filter(isWanted), {
    name: "responses",
    versionOf,
    async read(known): Promise<PollResponses[]> {
      const { data } = await run.client.listParticipants({ pollId: known.id });
      const poll = await readListed(run, known);
      known.read = versionOf(known);
      known.newest = newestOf(data);
      isRead = true;
      // No trigger gives the votes of older ones.
      const oldest = Date.now() - dayMs;
      const people = data.map((each) => (timeOf(each) > oldest ? each : { ...each, availability: [] }));
      return [{ poll, people }];
    },
  });
  if (isRead) await saveList(run.cache, pollId, list);
  return { watched, found };
}

/** The poll as this run listed it, or read now. */
export const readListed = async ({ client }: Run, { id, poll }: WatchedPoll): Promise<Poll> =>
  poll ?? (await client.getPoll({ pollId: id })).data;

/** What is read of a poll, and kept under a name until its version changes. */
interface Reading<Value> {
  name: string;
  versionOf: (poll: WatchedPoll) => number;
  read: (poll: WatchedPoll) => Promise<Value[]>;
}

/**
 * What `read` gives for each poll, which every Zap of the connection gets for a day, although only one of them reads the poll.
 * Reads at most 20 polls; the others follow. The first is a random one, so that without a cache each is read at some time. A failure
 * after the first poll ends the reading, so that runs get further while the rate limit is in force.
 */
export async function readOnce<Value>(
  { cache, isSwitchOn }: Run,
  polls: readonly WatchedPoll[],
  { name, versionOf, read }: Reading<Value>,
): Promise<Value[]> {
  const keyOf = ({ id }: WatchedPoll) => `${name}_${id}`;
  const found: Value[] = [];
  const due: WatchedPoll[] = [];
  const look = async (poll: WatchedPoll) => {
    const known = await cache.get<{ version: number; values: Value[] }>(keyOf(poll));
    if (known?.version === versionOf(poll)) found.push(...known.values);
    else due.push(poll);
  };
  await Promise.all(polls.map(look));
  const start = Math.floor(Math.random() * due.length);
  const order = [...due.slice(start), ...due.slice(0, start)];
  for (const [index, poll] of order.slice(0, isSwitchOn ? maxSwitchOnReads : maxReads).entries()) {
    try {
      const values = await read(poll).catch(emptyIfGone<Value>);
      await cache.set(keyOf(poll), { version: versionOf(poll), values }, readSeconds);
      found.push(...values);
    } catch (error) {
      // What is not read at a switch-on would fire later, although it is old.
      if (index === 0 || isSwitchOn) throw error;
      break;
    }
  }
  return found;
}
