import type { ZObject } from "zapier-platform-core";
import type { Poll } from "../../src/api/schemas.ts";

/** What is remembered of a poll that has ended, in the order of the fields: when it ended, its last change, its content. */
type Memory = Record<string, [ended: number, changed: number, status: string, content: string]>;

/** Every run writes the memory again, so a day outlives any interval between two runs. */
const rememberedSeconds = 86_400;

/** The id of an ending: the poll's id and when it ended, since a poll that is reopened can end again. */
export const toEndingId = (pollId: string, ended: number): string =>
  `${pollId}:${new Date(ended).toISOString()}`;

/**
 * The id of each poll's ending. The service tells only when a poll last changed, which an edit moves too. So the content of
 * ended polls is remembered from run to run: a poll with new content was edited, a poll with another status went from one
 * ending to another, and neither ends it again. One that changed in neither was reopened and ended again. A poll that is
 * missing in a run has been reopened and is forgotten. Without a memory the last change is the ending.
 */
export async function identifyEndings(
  z: ZObject,
  memoryKey: string,
  polls: readonly Poll[],
): Promise<Map<string, string>> {
  const known = await recall(z, memoryKey);
  const next: Memory = {};
  for (const poll of polls) {
    const changed = Date.parse(poll.updatedAt);
    const content = hashContent(z, poll);
    const [ended, lastChange, status, before] = known[poll.id] ?? [];
    const isSameEnding = lastChange === changed || status !== poll.status || before !== content;
    next[poll.id] = [ended !== undefined && isSameEnding ? ended : changed, changed, poll.status, content];
  }
  await remember(z, memoryKey, next);
  return new Map(Object.entries(next).map(([id, [ended]]) => [id, toEndingId(id, ended)]));
}

function hashContent(z: ZObject, poll: Poll): string {
  const { title, description, location, conferencing, timeZone, organizer, options } = poll;
  const { requireEmail, hideParticipants, hideScores, disableComments, allowTentativeVotes } = poll;
  const settings = [requireEmail, hideParticipants, hideScores, disableComments, allowTentativeVotes];
  const content = [title, description, location, conferencing, timeZone, organizer, options, settings];
  return z.hash("sha256", JSON.stringify(content), "base64").slice(0, 12);
}

/** A memory that cannot be read is none: the trigger must not fail for it. */
async function recall(z: ZObject, key: string): Promise<Memory> {
  try {
    return Object.assign(Object.create(null), await z.cache.get(key)) as Memory;
  } catch {
    return {};
  }
}

async function remember(z: ZObject, key: string, memory: Memory): Promise<void> {
  try {
    await z.cache.set(key, memory, rememberedSeconds);
  } catch {
    // The next run works without a memory.
  }
}
