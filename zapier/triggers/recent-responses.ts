import type { Client, Participant, Poll } from "../../src/api/web.ts";
import type { RunCache } from "../cache.ts";
import { listNewestPolls, runPages } from "../list-polls.ts";
import { readSome } from "./changed-polls.ts";
import { loadIndex, loadRecent, type PollEntry, saveIndex, saveRecent } from "./response-memory.ts";

/** A response, and its poll. */
export interface RecentResponse {
  poll: Poll;
  participant: Participant;
}

/** How long a response is recent, in milliseconds. */
const recentMs = 86_400_000;

/** A poll that may have new responses. `poll` is undefined if it is no longer in the list of open polls. */
interface Candidate {
  id: string;
  poll: Poll | undefined;
}

/** Whose responses a run returns, and how many. */
export interface RecentOptions {
  /** The current time in milliseconds. */
  now: number;
  /** Maximum number of responses; undefined for all. */
  limit?: number;
}

/**
 * Finds responses of the last 24 hours to any open poll, newest first. Lists the open polls and reads the responses of those
 * whose number of responses changed, at most 20 in a run; the others stay due. The cache holds the responses that were read:
 * Zaps with one connection share it, and each of them must see each response.
 *
 * A poll that is no longer in the list is read once more, because people close a poll after the last response.
 */
export async function findRecentResponses(
  client: Client,
  cache: RunCache,
  { now, limit = Number.POSITIVE_INFINITY }: RecentOptions,
): Promise<RecentResponse[]> {
  const since = now - recentMs;
  const index = await loadIndex(cache);
  const polls = await listNewestPolls(client, { status: "open", pages: runPages });
  const run = createRun(client, cache, index, since);
  const listed = new Set(polls.map(({ id }) => id));
  const gone = [...index.keys()].filter((id) => !listed.has(id));
  const candidates = [
    ...polls.map((poll) => ({ id: poll.id, poll })),
    ...gone.map((id) => ({ id, poll: undefined })),
  ];
  const due = await run.recall(candidates);
  await run.read(due, limit);
  await saveIndex(cache, run.index, recentMs / 1000);
  const others = run.seen.sort(byNewest).slice(0, Math.max(0, limit - run.fresh.length));
  return [...run.fresh, ...others].sort(byNewest);
}

const createdAt = ({ createdAt }: Participant): number => Date.parse(createdAt);

const byNewest = (a: RecentResponse, b: RecentResponse): number =>
  createdAt(b.participant) - createdAt(a.participant);

function createRun(client: Client, cache: RunCache, known: ReadonlyMap<string, PollEntry>, since: number) {
  const index = new Map<string, PollEntry>();
  /** Responses that no run has returned yet. */
  const fresh: RecentResponse[] = [];
  /** Responses that another run may have returned: of this Zap, or of another one. */
  const seen: RecentResponse[] = [];
  const isRecent = (participant: Participant) => createdAt(participant) > since;

  /** Uses what is known of a poll. Returns false if its responses must be read. */
  async function recallPoll({ id, poll }: Candidate): Promise<boolean> {
    const entry = known.get(id);
    const count = poll === undefined ? entry?.count : poll.participantCount;
    if (poll === undefined && entry?.isGone !== true) return false;
    if (entry === undefined ? count !== 0 : entry.count !== count) return false;
    const newest = entry?.newest ?? 0;
    if (newest <= since) {
      if (poll !== undefined) index.set(id, { count: poll.participantCount, newest: 0, isGone: false });
      return true;
    }
    const recent = await loadRecent(cache, id, poll);
    const of = poll ?? recent?.poll;
    // Another run may have saved responses that it read earlier: then their count differs.
    if (entry === undefined || recent === null || of === undefined || recent.count !== count) return false;
    seen.push(...recent.people.filter(isRecent).map((participant) => ({ poll: of, participant })));
    index.set(id, { ...entry, isGone: poll === undefined });
    return true;
  }

  async function readPoll({ id, poll: open }: Candidate, room: number): Promise<void> {
    const poll = open ?? (await client.getPoll({ pollId: id })).data;
    const { data: participants } = await client.listParticipants({ pollId: id });
    const before = await loadRecent(cache, id, poll);
    const returned = new Set(before?.people.map((person) => person.id));
    const people = participants.filter(isRecent).reverse();
    const unseen = people.filter((person) => !returned.has(person.id));
    const now = unseen.slice(0, room);
    const old = people.filter((person) => returned.has(person.id));
    fresh.push(...now.map((participant) => ({ poll, participant })));
    seen.push(...old.map((participant) => ({ poll, participant })));
    // More new responses than a run returns: the poll stays due, and the next run returns the others.
    const count = now.length < unseen.length ? -1 : poll.participantCount;
    const [newest] = people;
    index.set(id, {
      count,
      newest: newest === undefined ? 0 : createdAt(newest),
      isGone: open === undefined && count !== -1,
    });
    const recent = { count, people: [...now, ...old], poll: open === undefined ? poll : undefined };
    if (people.length > 0) await saveRecent(cache, poll, recent, recentMs / 1000);
  }

  return {
    index,
    fresh,
    seen,
    /** Uses what is known of polls, and returns those whose responses must be read. */
    async recall(candidates: readonly Candidate[]): Promise<Candidate[]> {
      const isKnown = await Promise.all(candidates.map(recallPoll));
      return candidates.filter((_, position) => isKnown[position] !== true);
    },
    /** Reads polls until there are `limit` new responses. The polls that are not read keep their entries. */
    async read(candidates: readonly Candidate[], limit: number): Promise<void> {
      const unread = await readSome(candidates, (candidate) => readPoll(candidate, limit - fresh.length), {
        isDone: () => fresh.length >= limit,
        // When the Zap is switched on, a response that is not read fires later, although it is old.
        isStrict: limit === Number.POSITIVE_INFINITY,
      });
      for (const { id } of unread) {
        const entry = known.get(id);
        if (entry !== undefined) index.set(id, entry);
      }
    },
  };
}
