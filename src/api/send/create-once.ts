/** No poll is created twice: equal creates run in turn, and the poll of a lost response is looked up instead of created again. */
import { listOptionKeys } from "../check/create-input.ts";
import type { CreatePollInput } from "../types/inputs.ts";
import type { Poll } from "../types/polls.ts";
import { type Deadline, getTimeLeft, sleep } from "./deadline.ts";

/** The service and the space in which a poll is created. */
export interface Space {
  baseUrl: string;
  apiKey: string;
}

/** The content by which a poll is recognized: equal for equal creates, and for a poll and its create. */
function toContent(poll: CreatePollInput | Poll): string {
  return JSON.stringify([poll.kind, poll.title.trim(), listOptionKeys(poll)]);
}

// Shared by all clients of this process: several may belong to one space.
const running = new Map<string, { end: number }>();
const sending: string[] = [];
const claimed = new Set<string>();

/** Maximum number of claimed polls that are kept: more than all spaces of a process can create within a deadline. */
const maxClaimed = 20_000;

/** How often a run looks whether it is its turn, in milliseconds. Not by a promise, which requests of a Worker cannot share. */
const turnMs = 20;

/**
 * Runs after the earlier runs of the same key have ended, or their deadlines have passed, because their host stopped them. Throws what
 * `run` throws, and before that when its own deadline passes or its signal aborts.
 */
export async function inTurn<Result>(
  key: string,
  deadline: Deadline,
  run: () => Promise<Result>,
): Promise<Result> {
  while (performance.now() < (running.get(key)?.end ?? 0)) await sleep(turnMs, deadline);
  const mine = { end: deadline.end };
  running.set(key, mine);
  try {
    return await run();
  } finally {
    if (running.get(key) === mine) running.delete(key);
  }
}

/** Runs creates of the same content and key in turn, so that a poll that is found belongs to exactly one of them. */
export const createInTurn = <Result>(
  { baseUrl, apiKey }: Space,
  body: CreatePollInput,
  deadline: Deadline,
  run: () => Promise<Result>,
): Promise<Result> => inTurn(JSON.stringify([baseUrl, apiKey, toContent(body)]), deadline, run);

/** Sends a create once. Meanwhile no create of another key may claim a poll that could be its own, and afterwards its poll. */
export async function whileSending<Result extends object>(
  { baseUrl }: Space,
  body: CreatePollInput,
  send: () => Promise<Result>,
): Promise<Result> {
  const key = baseUrl + toContent(body);
  sending.push(key);
  try {
    const result = await send();
    if ("json" in result) claim(baseUrl, (result.json as { data: Poll }).data);
    return result;
  } finally {
    sending.splice(sending.indexOf(key), 1);
  }
}

function claim(baseUrl: string, { id }: Poll): void {
  claimed.add(`${baseUrl} ${id}`);
  const [oldest] = claimed;
  if (claimed.size > maxClaimed && oldest !== undefined) claimed.delete(oldest);
}

/** The waits before each look, in milliseconds, unless the call's time is short. A slow service may still be writing. */
const lookAfterMs = [0, 500, 1000, 2000, 4000];

/** The service's Date header has whole seconds, and is written before the client reads its own clock. */
const clockToleranceMs = 2000;

/**
 * Looks several times through the newest polls for exactly one that nobody has claimed, with the content of the create, and created
 * after `startedAt()`, the start of its last attempt in the service's time. Claims it. Resolves to a sentence if there is none.
 */
export async function findLostPoll(
  { baseUrl }: Space,
  body: CreatePollInput,
  deadline: Deadline,
  startedAt: () => number,
  listNewest: () => Promise<Poll[]>,
): Promise<Poll | string> {
  const wanted = toContent(body);
  let message = "The newest polls could not be listed.";
  for (const wait of lookAfterMs) {
    const look = sleep(Math.min(wait, getTimeLeft(deadline) / 8), deadline).then(listNewest);
    const newest = await look.catch(() => undefined);
    if (newest === undefined) continue;
    const from = startedAt() - clockToleranceMs;
    const [poll, another] = newest.filter(
      (each) =>
        !claimed.has(`${baseUrl} ${each.id}`) &&
        Date.parse(each.createdAt) >= from &&
        toContent(each) === wanted,
    );
    if (poll && !another && !sending.includes(baseUrl + wanted)) {
      claim(baseUrl, poll);
      return poll;
    }
    message = poll
      ? "More than one new poll may be it."
      : "None of the newest polls matches it in kind, title, options and creation time.";
  }
  return message;
}
