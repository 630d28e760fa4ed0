/** The people of a poll: one value a poll, read once for all Zaps when the log shows a change. */
import type { Participant, Poll } from "../../src/api/web.ts";
import { voteCodes, voteOf } from "../../src/scheduling/rank/availability.ts";
import { isLasting } from "../cache.ts";
import type { Run } from "../client.ts";
import { createAnswered, type KeptResponse } from "../output/index.ts";
import { type LoggedPoll, nullIfGone, type PollLog, readPoll, timeOf } from "./log.ts";
import { dayMs, hourMs, keptSeconds, share } from "./share.ts";

/** A response, with what tells a change of it. */
export interface KeptPerson extends KeptResponse {
  /** A short hash of name, address and votes. */
  hash: string;
  /** Counts the answers of the person, from when the poll was first read: the same number in every run that sees the change. */
  visit: number;
  /** When this answer was first seen, in milliseconds; 0 if it was there when the poll was first read. */
  changedAt: number;
  /** Whether it is the first answer that was seen. */
  isNew: boolean;
}

export interface PollPeople {
  /** When they were read, in milliseconds. */
  at: number;
  /** When the poll was first read, in milliseconds. */
  beganAt: number;
  /** Null if it is gone. */
  poll: Poll | null;
  /** Everybody, the oldest response first. */
  people: KeptPerson[];
  /** Whose responses were seen to be gone in the last day, and when, in milliseconds. */
  removed: (KeptPerson & { removedAt: number })[];
}

/** The people of some polls by the id of the poll. */
export type People = ReadonlyMap<string, PollPeople>;

/** The people of a poll of the log as they are at a moment, in milliseconds, or later; earlier ones while another check reads. */
export const readPeople = (
  run: Run,
  log: PollLog,
  poll: LoggedPoll,
  asOf: number,
): Promise<PollPeople | undefined> =>
  share<PollPeople>(
    run,
    `people_${poll.id}`,
    ({ at }) => at >= asOf,
    (before) => {
      // The log shows whether the poll itself has changed, unless the moment is later.
      const isSame = poll.isOpen && Date.parse(before?.poll?.updatedAt ?? "") === poll.updatedAt;
      const listed = run.polls.get(poll.id) ?? (isSame ? before?.poll : null);
      const known = log.at >= asOf && listed ? { at: log.at, poll: listed } : undefined;
      return read(run, poll.id, before, known).catch((error) => {
        nullIfGone(error);
        return { at: Date.now(), beganAt: 0, poll: null, people: [], removed: [] };
      });
    },
  );

/** What is kept of a poll and its people if it was read in the last hour, or what they are now. */
export async function readKeptPeople(run: Run, pollId: string): Promise<PollPeople> {
  const name = `people_${pollId}`;
  const kept = await run.cache.get<PollPeople>(name).catch(() => undefined);
  if (kept !== undefined && kept.poll !== null && kept.at > Date.now() - hourMs) return kept;
  const now = await read(run, pollId, kept, undefined);
  // What is not kept is read again.
  await run.cache.set(name, now, keptSeconds).catch(() => {});
  return now;
}

async function read(
  run: Run,
  pollId: string,
  before: PollPeople | undefined,
  known: { at: number; poll: Poll } | undefined,
): Promise<PollPeople> {
  const now = Date.now();
  const { data } = await run.client.listParticipants({ pollId });
  const { at, poll } = known ?? { at: now, poll: await readPoll(run, pollId) };
  const digest = (text: string) => run.z.hash("sha256", text).slice(0, 12);
  return extendPeople(before, { ...poll, participantCount: data.length }, data, at, digest);
}

/** What a person can change: name, email and votes. */
function describeAnswer({ name, email, availability }: Participant): string {
  const votes = availability.map(({ start, end, modifiers }) => `${start} ${end} ${voteOf(modifiers)}`);
  return JSON.stringify([name, email, votes.sort()]);
}

/** The people after the poll was read again. Answers are kept as digits instead of spans, which are a hundred times as long. */
export function extendPeople(
  before: PollPeople | undefined,
  poll: Poll,
  people: readonly Participant[],
  at: number,
  digest: (text: string) => string,
): PollPeople {
  const beganAt = before?.beganAt || at;
  const firstSeen = (person: Participant) => (isLasting() ? 0 : timeOf(person));
  const known = new Map(before?.people.map((person) => [person.id, person]));
  const toAnswered = createAnswered(poll);
  const kept = people.map((person): KeptPerson => {
    const { id, name, email, createdAt, answers } = toAnswered(person);
    const votes = answers.map((answer) => voteCodes[answer]).join("");
    const hash = digest(describeAnswer(person));
    const was = known.get(id);
    const seen =
      was?.hash === hash
        ? { visit: was.visit, changedAt: was.changedAt, isNew: was.isNew }
        : {
            visit: (was?.visit ?? beganAt) + 1,
            changedAt: before === undefined ? firstSeen(person) : at,
            isNew: was === undefined,
          };
    return { id, name, email, createdAt, votes, hash, ...seen };
  });
  const there = new Set(kept.map(({ id }) => id));
  const removed = [
    ...(before?.removed ?? []).filter(({ removedAt }) => removedAt > at - dayMs),
    ...(before?.people ?? []).filter(({ id }) => !there.has(id)).map((each) => ({ ...each, removedAt: at })),
  ];
  return { at, beganAt, poll, people: kept, removed };
}
