import {
  type Client,
  maxPageSize,
  type Poll,
  type PollOption,
  type PollStatus,
  readPages,
} from "../src/api/web.ts";
import { compareOptionTimes, type OptionTime } from "../src/time/index.ts";
import type { RunCache } from "./cache.ts";

/** Maximum pages read in a search by title, and of polls that are newer than a moment. */
export const maxPages = 10;

/** Pages of one status that a trigger reads: the newest 300 polls. */
export const runPages = 3;

/** Selects polls of a space. */
export interface PollRange {
  status?: PollStatus | undefined;
  /** Polls in a page. Default: the maximum. */
  limit?: number;
  /** Maximum requests. */
  pages: number;
}

/** Reads the newest polls of the space page by page, newest first, each poll once. Stops after `pages` requests. */
export async function* readNewestPolls(
  client: Client,
  { status, limit = maxPageSize, pages }: PollRange,
): AsyncGenerator<Poll[], void, undefined> {
  const seen = new Set<string>();
  const list = (cursor: string | undefined) => client.listPolls({ limit, status, cursor });
  for await (const { data } of readPages(list, { maxPages: pages })) {
    // A poll that was created meanwhile moves others to the next page.
    yield data.filter(({ id }) => !seen.has(id));
    for (const { id } of data) seen.add(id);
  }
}

/** The newest polls of the space, newest first. */
export async function listNewestPolls(client: Client, range: PollRange): Promise<Poll[]> {
  const polls: Poll[] = [];
  for await (const page of readNewestPolls(client, range)) polls.push(...page);
  return polls;
}

/** Polls for the editor: the chosen one, or the three newest open ones. */
export async function listSamplePolls(client: Client, pollId: string | undefined): Promise<Poll[]> {
  if (pollId !== undefined) return [(await client.getPoll({ pollId })).data];
  return listNewestPolls(client, { status: "open", limit: 3, pages: 1 });
}

/** What triggers need to know of an open poll before they read it. */
export interface OpenPoll {
  id: string;
  responses: number;
  /** When the poll was created, in milliseconds. */
  createdAt: number;
  timeZone: string | null;
  /** The earliest option. */
  first: OptionTime | null;
  /** The poll itself, if this run listed it. */
  poll?: Poll;
}

/** How long the triggers of a connection share one list of open polls, in seconds: less than the two minutes between checks. */
const sharedSeconds = 110;

/** The newest 300 open polls, newest first, at most 110 s old; read now if a Zap is switched on, which learns what is old. */
export async function listOpenPolls(
  client: Client,
  cache: RunCache,
  isSwitchOn: boolean,
): Promise<OpenPoll[]> {
  const shared = isSwitchOn ? undefined : await cache.get<OpenPoll[]>("open_polls");
  if (shared !== undefined) return shared;
  const polls = (await listNewestPolls(client, { status: "open", pages: runPages })).map((poll) => ({
    id: poll.id,
    responses: poll.participantCount,
    createdAt: Date.parse(poll.createdAt),
    timeZone: poll.timeZone,
    first: findFirstOption(poll),
    poll,
  }));
  const shareable = polls.map(({ poll: _, ...open }) => open);
  await cache.set("open_polls", shareable, sharedSeconds);
  return polls;
}

/** The earliest option of a poll, without its id. */
export function findFirstOption({ options }: Poll): OptionTime | null {
  const [first] = ([...options] as PollOption[]).sort(compareOptionTimes);
  if (first === undefined) return null;
  return "date" in first ? { date: first.date } : { startTime: first.startTime, duration: first.duration };
}

/** How long a trigger uses title, time zone and options of a poll, in seconds. */
const pollSeconds = 600;

/** A poll of a trigger: from the cache, unless it is older than `newest`, the time of the newest response in milliseconds. */
export async function readPoll(
  client: Client,
  cache: RunCache,
  pollId: string,
  newest: number,
): Promise<Poll> {
  const known = await cache.get<{ at: number; poll: Poll }>(`poll_${pollId}`);
  if (known !== undefined && known.at > newest) return known.poll;
  const at = Date.now();
  const { data: poll } = await client.getPoll({ pollId });
  await cache.set(`poll_${pollId}`, { at, poll }, pollSeconds);
  return poll;
}
