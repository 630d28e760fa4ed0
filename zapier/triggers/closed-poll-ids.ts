import type { ZObject } from "zapier-platform-core";
import { type Poll, settingNames } from "../../src/api/core.ts";

/** What the trigger remembers about each closed poll, by poll id. Times are in milliseconds; `content` is a hash. */
type Memory = Record<string, [closedAt: number, changedAt: number, status: string, content: string]>;

/** Long enough, because every run writes the memory again and runs are minutes apart. */
const rememberedSeconds = 86_400;

/** The id of one event: a poll stops being open at `closedAt` (milliseconds). A reopened poll can do so again. */
export const toEventId = (pollId: string, closedAt: number): string =>
  `${pollId}:${new Date(closedAt).toISOString()}`;

/**
 * Finds the id of each closed poll's latest event, by poll id. The service gives only the time of the last change, and an
 * edit changes that too. So this function compares each poll with what it remembers from the last run:
 *
 * - New content: the poll was edited. New status: a closed poll was scheduled or canceled. The event id stays.
 * - The same content and status, but a later change: the poll was reopened and closed again. It gets a new event id.
 * - A poll that is missing was reopened. It is forgotten.
 *
 * Throws when the memory cannot be loaded or saved.
 */
export async function findEventIds(
  z: ZObject,
  memoryKey: string,
  polls: readonly Poll[],
): Promise<Map<string, string>> {
  const known = await loadMemory(z, memoryKey);
  const next: Memory = {};
  for (const poll of polls) {
    const changedAt = Date.parse(poll.updatedAt);
    const content = hashContent(z, poll);
    const [closedAt, lastChange, status, lastContent] = known[poll.id] ?? [];
    const isSameEvent = lastChange === changedAt || status !== poll.status || lastContent !== content;
    const eventTime = closedAt !== undefined && isSameEvent ? closedAt : changedAt;
    next[poll.id] = [eventTime, changedAt, poll.status, content];
  }
  await z.cache.set(memoryKey, next, rememberedSeconds);
  return new Map(Object.entries(next).map(([id, [closedAt]]) => [id, toEventId(id, closedAt)]));
}

function hashContent(z: ZObject, poll: Poll): string {
  const { title, description, location, conferencing, timeZone, options } = poll;
  // Organizers may change their own name and image at any time. That is no edit of the poll.
  const organizer = poll.organizer?.id;
  const settings = settingNames.map((setting) => poll[setting]);
  const content = [title, description, location, conferencing, timeZone, organizer, options, settings];
  return z.hash("sha256", JSON.stringify(content), "base64").slice(0, 12);
}

// Errors of the cache are not caught: without its memory every edited poll would fire again. Zapier retries a failed run.
async function loadMemory(z: ZObject, key: string): Promise<Memory> {
  return Object.assign(Object.create(null), (await z.cache.get(key)) ?? {}) as Memory;
}
