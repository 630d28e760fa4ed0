import {
  type Client,
  maxPageSize,
  type Poll,
  type PollOption,
  type PollStatus,
  readPages,
} from "../src/api/web.ts";
import { compareOptionTimes, type OptionTime } from "../src/time/index.ts";

/** Maximum pages read in a search by title, and of polls that are newer than a moment. */
export const maxPages = 10;

/** Pages of one status that a trigger reads: the newest 300 polls. */
export const runPages = 3;

/** Selects polls of a space. */
interface PollRange {
  status?: PollStatus | undefined;
  /** Polls in a page. Default: the maximum. */
  limit?: number;
  /** Maximum requests. */
  pages: number;
}

/** Reads the newest polls of the space page by page, newest first. Stops after `pages` requests. */
export const readNewestPolls = (client: Client, { status, limit = maxPageSize, pages }: PollRange) =>
  readPages((cursor) => client.listPolls({ limit, status, cursor }), { maxPages: pages });

/** The newest polls of the space, newest first. */
export async function listNewestPolls(client: Client, range: PollRange): Promise<Poll[]> {
  const polls: Poll[] = [];
  for await (const { data } of readNewestPolls(client, range)) polls.push(...data);
  return polls;
}

/** Polls for the editor: the chosen one, or the three newest open ones. */
export async function listSamplePolls(client: Client, pollId: string | undefined): Promise<Poll[]> {
  if (pollId !== undefined) return [(await client.getPoll({ pollId })).data];
  return listNewestPolls(client, { status: "open", limit: 3, pages: 1 });
}

/** The earliest option of a poll, without its id. */
export function findFirstOption({ options }: Poll): OptionTime | null {
  const [first] = ([...options] as PollOption[]).sort(compareOptionTimes);
  if (first === undefined) return null;
  return "date" in first ? { date: first.date } : { startTime: first.startTime, duration: first.duration };
}
