import { type Client, maxPageSize, type Poll, type PollStatus, readPages } from "../src/api/web.ts";

/** Maximum pages read when a trigger learns what is old, and when a poll is searched by title. */
export const maxPages = 10;

/** Pages read in a run of a trigger. The service lists by creation: what changes on an older poll is on a later page. */
export const runPages = 3;

/** More pages when a trigger learns what is old, because a later deletion moves older polls into the pages of a run. */
export const seedPages = 6;

/** Maximum records that a trigger gives in one run. Zapier takes up about 100 new ones a run, and 6 MB in all. */
export const maxRecords = 100;

/** Maximum matches that a search gives; Zapier itself goes on with the first. */
export const maxMatches = 20;

/** Selects polls of a space. */
export interface PollRange {
  status?: PollStatus;
  /** Polls in a page. Default: the maximum. */
  limit?: number;
  /** Maximum requests. */
  pages: number;
}

/**
 * Reads the newest polls of the space page by page, newest first, each poll once. Stops after `pages` requests. Throws
 * UnknownOutcomeError if the service gives an empty or a repeated cursor before that.
 */
export async function* readNewestPolls(
  client: Client,
  { status, limit, pages }: PollRange,
): AsyncGenerator<Poll[], void, undefined> {
  const seen = new Set<string>();
  const list = (cursor: string | undefined) =>
    client.listPolls({
      limit: limit ?? maxPageSize,
      ...(status !== undefined && { status }),
      ...(cursor !== undefined && { cursor }),
    });
  for await (const { data } of readPages(list, { maxPages: pages })) {
    const fresh = new Map(data.filter(({ id }) => !seen.has(id)).map((poll) => [poll.id, poll]));
    for (const id of fresh.keys()) seen.add(id);
    yield [...fresh.values()];
  }
}

/** The newest polls of the space, newest first: all pages of {@link readNewestPolls} in one list. */
export async function listNewestPolls(client: Client, range: PollRange): Promise<Poll[]> {
  const polls: Poll[] = [];
  for await (const page of readNewestPolls(client, range)) polls.push(...page);
  return polls;
}

/** What a trigger gives while Zapier learns which records are old: their ids are all that it keeps. */
export const toIds = (records: readonly { id: string }[]): { id: string }[] =>
  records.map(({ id }) => ({ id }));
