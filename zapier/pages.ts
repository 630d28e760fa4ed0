import type { Client } from "../src/api/client.ts";
import { followCursors } from "../src/api/cursor-trail.ts";
import type { Poll, PollStatus } from "../src/api/schemas.ts";

/** The most polls that one request brings. */
export const pageSize = 100;

/** How many pages are read when a trigger learns what is old, and when a poll is searched by title. */
export const mostPages = 10;

/** What of a space's polls is wanted. */
export interface PollRange {
  status?: PollStatus;
  /** Polls a page; the most that the service allows when left out. */
  limit?: number;
  /** Requests at most. */
  pages: number;
}

/**
 * The newest polls of the space, newest first, in as many requests as needed and no more than `pages`. Throws
 * UnknownOutcomeError when the service gives a cursor that leads nowhere.
 */
export async function listNewestPolls(client: Client, { status, limit, pages }: PollRange): Promise<Poll[]> {
  const found = new Map<string, Poll>();
  const follow = followCursors();
  let cursor: string | undefined;
  for (let page = 1; ; page += 1) {
    const answer = await client.listPolls({
      limit: limit ?? pageSize,
      ...(status !== undefined && { status }),
      ...(cursor !== undefined && { cursor }),
    });
    for (const poll of answer.data) found.set(poll.id, poll);
    // What the last page wanted says of a next one is nobody's concern.
    if (page === pages) return [...found.values()];
    cursor = follow(answer.nextCursor);
    if (cursor === undefined) return [...found.values()];
  }
}
