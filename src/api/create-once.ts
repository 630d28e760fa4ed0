/** No poll is created twice: equal creates run in turn, and the poll of a lost response is looked up instead of created again. */
import { type CreatePollInput, listOptions } from "./create-input.ts";
import { type Deadline, orAbort, sleep, startDeadline } from "./deadline.ts";
import type { Poll } from "./schemas.ts";

/** The service and the space in which a poll is created. */
export interface Space {
  baseUrl: string;
  apiKey: string;
}

/** Equal texts for creates of which one could be answered with the poll of the other, and for such a poll. */
function toMatchKey(poll: CreatePollInput | Poll): string {
  return JSON.stringify([poll.kind, poll.title.trim(), listOptions(poll)]);
}

// Shared by all clients of this process: several may belong to one space.
const running = new Map<string, { ended: Promise<unknown>; until: number }>();
const sending = new Map<string, number>();
const claimed = new Set<string>();

/** Maximum number of claimed polls that are kept: more than all spaces of a process can create within a deadline. */
const maxClaimed = 20_000;

/**
 * Runs a create after the equal ones of the same key, so that a poll that is found belongs to exactly one of them. A create that
 * has not ended by its own deadline, because its host stopped it, is not waited for any longer. Throws what `run` throws, and the
 * reason of the deadline's signal.
 */
export async function inTurn<Result>(
  { baseUrl, apiKey }: Space,
  body: CreatePollInput,
  deadline: Deadline,
  run: () => Promise<Result>,
): Promise<Result> {
  const key = JSON.stringify([baseUrl, apiKey, toMatchKey(body)]);
  for (;;) {
    const other = running.get(key);
    const wait = (other?.until ?? 0) - performance.now();
    if (other === undefined || wait <= 0) break;
    const patience = startDeadline(wait, deadline.signal);
    await orAbort(other.ended, patience.signal).catch(() => {});
    patience.close();
    if (deadline.signal.aborted) throw deadline.signal.reason;
  }
  const ended = run();
  const mine = { ended: ended.catch(() => {}), until: performance.now() + deadline.left() };
  running.set(key, mine);
  try {
    return await ended;
  } finally {
    if (running.get(key) === mine) running.delete(key);
  }
}

/** Counts a create as sent until `send` ends: meanwhile no create of another key may take the new poll for its own. */
export async function whileSending<Result>(
  { baseUrl }: Space,
  body: CreatePollInput,
  send: () => Promise<Result>,
): Promise<Result> {
  const key = JSON.stringify([baseUrl, toMatchKey(body)]);
  sending.set(key, (sending.get(key) ?? 0) + 1);
  try {
    return await send();
  } finally {
    const left = (sending.get(key) ?? 1) - 1;
    if (left > 0) sending.set(key, left);
    else sending.delete(key);
  }
}

/** Claims a poll for one create. */
export function claim({ baseUrl }: Space, { id }: Poll): void {
  const key = `${baseUrl} ${id}`;
  claimed.delete(key);
  claimed.add(key);
  const [oldest] = claimed;
  if (claimed.size > maxClaimed && oldest !== undefined) claimed.delete(oldest);
}

/** The waits before each look, as shares of the call's time: 0, 0.5, 1, 2 and 4 s of a minute. A slow service may still be writing. */
const lookAfter = [0, 1 / 120, 1 / 60, 1 / 30, 1 / 15];

/** The service's Date header has whole seconds, and is written before the client reads its own clock. */
const clockToleranceMs = 2000;

/** The result of a search: the poll, or what to say about it. */
export type Found = { poll: Poll } | { poll: undefined; message: string };

/**
 * Looks several times through the newest polls for exactly one that nobody has claimed, with the content of the create, and created
 * after `startedAt()`, the start of its last attempt in the service's time. Claims it. Never throws.
 */
export async function findLostPoll(
  space: Space,
  body: CreatePollInput,
  search: {
    deadline: Deadline;
    deadlineMs: number;
    startedAt: () => number;
    listNewest: () => Promise<Poll[]>;
  },
): Promise<Found> {
  const { deadline, deadlineMs, startedAt, listNewest } = search;
  const wanted = toMatchKey(body);
  let message = "The newest polls could not be listed.";
  for (const share of lookAfter) {
    if (deadline.left() <= share * deadlineMs) break;
    try {
      if (share > 0) await sleep(share * deadlineMs, deadline.signal);
      const newest = await listNewest();
      const from = startedAt() - clockToleranceMs;
      const matches = newest.filter(
        (poll) =>
          !claimed.has(`${space.baseUrl} ${poll.id}`) &&
          Date.parse(poll.createdAt) >= from &&
          toMatchKey(poll) === wanted,
      );
      const [poll] = matches;
      if (poll && matches.length === 1 && !sending.has(JSON.stringify([space.baseUrl, wanted]))) {
        claim(space, poll);
        return { poll };
      }
      message =
        matches.length === 0
          ? "None of the newest polls matches it in kind, title, options and creation time."
          : "More than one new poll may be it.";
    } catch {
      // The listing failed, or the deadline ended: look again, or stop above.
    }
  }
  return { poll: undefined, message };
}
