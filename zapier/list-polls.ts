import { type Client, createCursorGuard, type Poll, type PollStatus } from "../src/api/core.ts";

/** The most polls that one request returns. */
export const pageSize = 100;

/** Maximum pages read when a trigger learns what is old, and when a poll is searched by title. */
export const maxPages = 10;

/** Maximum records that a trigger gives in one run. Zapier takes up about 100 new ones a run, and 6 MB in all. */
export const maxRecords = 100;

/** Maximum matches that a search gives; Zapier itself goes on with the first. */
export const maxMatches = 20;

/** Which of a space's polls to read. */
export interface PollRange {
  status?: PollStatus;
  /** Polls a page; the most that the service allows when left out. */
  limit?: number;
  /** Maximum requests. */
  pages: number;
}

/**
 * Reads the newest polls of the space page by page, newest first, each poll once. Stops after `pages` requests, or when
 * the caller stops. Throws UnknownOutcomeError when the service gives a cursor that leads nowhere.
 */
export async function* readPages(
  client: Client,
  { status, limit, pages }: PollRange,
): AsyncGenerator<Poll[], void, undefined> {
  const seen = new Set<string>();
  const follow = createCursorGuard();
  let cursor: string | undefined;
  for (let page = 1; ; page += 1) {
    const { data, nextCursor } = await client.listPolls({
      limit: limit ?? pageSize,
      ...(status !== undefined && { status }),
      ...(cursor !== undefined && { cursor }),
    });
    const fresh = new Map(data.filter(({ id }) => !seen.has(id)).map((poll) => [poll.id, poll]));
    for (const id of fresh.keys()) seen.add(id);
    yield [...fresh.values()];
    // The cursor of the last wanted page is not checked.
    if (page === pages) return;
    cursor = follow(nextCursor);
    if (cursor === undefined) return;
  }
}

/** The newest polls of the space, newest first: all pages of {@link readPages} in one list. */
export async function listNewestPolls(client: Client, range: PollRange): Promise<Poll[]> {
  const polls: Poll[] = [];
  for await (const page of readPages(client, range)) polls.push(...page);
  return polls;
}

/** What a trigger gives while Zapier learns which records are old: their ids are all that it keeps. */
export const toIds = (records: readonly { id: string }[]): { id: string }[] =>
  records.map(({ id }) => ({ id }));
