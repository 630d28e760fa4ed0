import type { ZObject } from "zapier-platform-core";
import { type Poll, settingNames } from "../../src/api/core.ts";

/** What is remembered of each ended poll by its id. Times are in milliseconds; content is a hash. */
type Memory = Record<string, [ended: number, changed: number, status: string, content: string]>;

/** Every run writes the memory again, and runs are minutes apart. */
const rememberedSeconds = 86_400;

/** The id of an ending: the poll's id and when it ended (in milliseconds). A reopened poll can end again. */
export const toEndingId = (pollId: string, ended: number): string =>
  `${pollId}:${new Date(ended).toISOString()}`;

/**
 * The id of each poll's ending, by the poll's id. The service gives only the time of the last change, which an edit moves
 * too. So the content of ended polls is remembered between runs. New content means an edit, and a new status means that
 * one ending followed another: the id stays. A change of neither means that the poll was reopened and ended
 * again: it gets a new id. Polls that are missing in a run are forgotten, because they were reopened. Throws when the
 * memory cannot be read or written.
 */
export async function identifyEndings(
  z: ZObject,
  memoryKey: string,
  polls: readonly Poll[],
): Promise<Map<string, string>> {
  const known = await loadMemory(z, memoryKey);
  const next: Memory = {};
  for (const poll of polls) {
    const changed = Date.parse(poll.updatedAt);
    const content = hashContent(z, poll);
    const [ended, lastChange, status, before] = known[poll.id] ?? [];
    const isSameEnding = lastChange === changed || status !== poll.status || before !== content;
    next[poll.id] = [ended !== undefined && isSameEnding ? ended : changed, changed, poll.status, content];
  }
  await z.cache.set(memoryKey, next, rememberedSeconds);
  return new Map(Object.entries(next).map(([id, [ended]]) => [id, toEndingId(id, ended)]));
}

function hashContent(z: ZObject, poll: Poll): string {
  const { title, description, location, conferencing, timeZone, options } = poll;
  // A person may change their own name and image at any time: that is no edit of the poll.
  const organizer = poll.organizer?.id;
  const settings = settingNames.map((setting) => poll[setting]);
  const content = [title, description, location, conferencing, timeZone, organizer, options, settings];
  return z.hash("sha256", JSON.stringify(content), "base64").slice(0, 12);
}

// Errors of the cache are not caught: without its memory every edited poll would fire again. Zapier repeats a failed run.
async function loadMemory(z: ZObject, key: string): Promise<Memory> {
  return Object.assign(Object.create(null), (await z.cache.get(key)) ?? {}) as Memory;
}
