import type { Client, Participant, Poll } from "../../src/api/web.ts";
import { createSpanFinder } from "../../src/scheduling/index.ts";
import type { RunCache } from "../cache.ts";

/** How long a trigger uses title, time zone and options of a poll from the cache, in seconds. */
const pollSeconds = 600;

/**
 * A poll and its responses, oldest first, in one request while the poll is in the cache. Reads the poll again if a response
 * has an option that the poll in the cache lacks.
 */
export async function readResponses(
  client: Client,
  cache: RunCache,
  pollId: string,
): Promise<{ poll: Poll; participants: Participant[] }> {
  const name = `poll_${pollId}`;
  const cached = (await cache.get(name)) as Poll | null;
  // Without a poll in the cache the poll is read first: if it is gone, one request shows it.
  const first = cached ?? (await readPoll(client, cache, name, pollId));
  const { data: participants } = await client.listParticipants({ pollId });
  const isStale = cached !== null && !hasAllOptions(cached, participants);
  return { poll: isStale ? await readPoll(client, cache, name, pollId) : first, participants };
}

async function readPoll(client: Client, cache: RunCache, name: string, pollId: string): Promise<Poll> {
  const { data: poll } = await client.getPoll({ pollId });
  await cache.set(name, poll, pollSeconds);
  return poll;
}

function hasAllOptions({ options }: Poll, participants: readonly Participant[]): boolean {
  const find = createSpanFinder(options);
  // A thousand people have the same hundred spans.
  const spans = new Map(
    participants.flatMap(({ availability }) =>
      availability.map((span) => [`${span.start} ${span.end}`, span]),
    ),
  );
  return [...spans.values()].every((span) => find(span) !== undefined);
}
