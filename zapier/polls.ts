import { maxPageSize } from "../src/api/send/operations.ts";
import { readPages } from "../src/api/send/paginate.ts";
import type { Client, Poll, PollOption, PollStatus } from "../src/api/web.ts";
import { compareOptionTimes } from "../src/time/index.ts";
import { displayTimeZone } from "../src/time/zones.ts";

/** The choices of Status in searches. */
export const statuses: Readonly<Record<PollStatus | "any", string>> = {
  any: "Any",
  open: "Open",
  closed: "Closed",
  scheduled: "Scheduled",
  canceled: "Canceled",
};

/** The zone in which a poll is shown; null if its times have none. */
export const zoneOf = ({ timeZone }: Pick<Poll, "timeZone">): string | null =>
  timeZone === null ? null : displayTimeZone(timeZone);

/** Maximum pages read in a search by title, and of polls that are newer than a moment. */
export const maxPages = 10;

interface PollRange {
  status?: PollStatus | "any" | undefined;
  /** Polls in a page. Default: the maximum. */
  limit?: number | undefined;
  pages: number;
}

/** Reads the newest polls of the space page by page, newest first. Stops after `pages` requests. */
export function readNewestPolls(client: Client, { status: wanted, limit = maxPageSize, pages }: PollRange) {
  const status = wanted === "any" ? undefined : wanted;
  return readPages((cursor) => client.listPolls({ limit, status, cursor }), undefined, pages);
}

export async function listNewestPolls(client: Client, range: PollRange): Promise<Poll[]> {
  const polls: Poll[] = [];
  for await (const { data } of readNewestPolls(client, range)) polls.push(...data);
  return polls;
}

/** The chosen poll, or the newest open ones. */
export async function listWatchable(client: Client, pollId?: string, limit?: number): Promise<Poll[]> {
  if (pollId !== undefined) return [(await client.getPoll({ pollId })).data];
  return listNewestPolls(client, { status: "open", limit, pages: 1 });
}

/** The times of a poll's options, the earliest first. */
export const sortOptions = ({ options }: Poll): PollOption[] =>
  ([...options] as PollOption[]).sort(compareOptionTimes);
