/** The people of a poll: one value a poll, read once for all Zaps when the log shows a change. */
import type { Participant, Poll } from "../../src/api/web.ts";
import { voteCodes, voteOf } from "../../src/scheduling/rank/availability.ts";
import type { Run } from "../client.ts";
import { createAnswered, type KeptResponse } from "../output/index.ts";
import { nullIfGone, type PollLog, readPoll, sharedMs } from "./log.ts";
import { dayMs, keptSeconds, share } from "./share.ts";

/** A response, with what tells a change of it. */
export interface KeptPerson extends KeptResponse {
  /** A short hash of name, address and votes. */
  hash: string;
  /** Counts the answers of the person, from `beganAt` + 1: the same number in every run that sees the change. */
  visit: number;
  /** When this answer was first seen, in milliseconds; 0 if it was there when the poll was first read. */
  changedAt: number;
}

export interface PollPeople {
  /** When they were read in the last day, in milliseconds. They may lack what happened later. */
  reads: number[];
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

const isAsOf =
  (moment: number) =>
  ({ reads }: PollPeople): boolean =>
    (reads.at(-1) ?? 0) >= moment;

const nameOf = (pollId: string): string => `people_${pollId}`;

/** The people of a poll as they are at a moment, in milliseconds, or later; earlier ones while another check reads. */
export const readPeople = (
  run: Run,
  pollId: string,
  asOf: number,
  log?: PollLog,
): Promise<PollPeople | undefined> =>
  share<PollPeople>(run, nameOf(pollId), isAsOf(asOf), async (before) => {
    // The log tells which version of the poll is the current one.
    const logged = log?.polls.find(({ id, status }) => id === pollId && status !== "left");
    const listed = [run.polls.get(pollId), before?.poll, ...(log?.changes ?? []).map(({ poll }) => poll)];
    const current = listed.find((poll) => poll?.id === pollId && poll.updatedAt === logged?.updatedAt);
    return read(run, pollId, before, current ?? undefined).catch((error) => {
      nullIfGone(error);
      return { reads: [Date.now()], beganAt: 0, poll: null, people: [], removed: [] };
    });
  });

/** The people of a poll as they are now, or as they were kept if `isKnown` and they are no older than a list. */
export async function readKeptPeople(
  run: Run,
  pollId: string,
  isKnown: (kept: PollPeople) => boolean,
): Promise<PollPeople & { poll: Poll }> {
  const kept = await run.cache.get<PollPeople>(nameOf(pollId)).catch(() => undefined);
  const poll = kept && isAsOf(Date.now() - sharedMs)(kept) ? kept.poll : null;
  if (kept !== undefined && poll !== null && isKnown(kept)) return { ...kept, poll };
  const now = await read(run, pollId, kept, poll ?? undefined);
  // What is not kept is read again.
  await run.cache.set(nameOf(pollId), now, keptSeconds).catch(() => {});
  return now;
}

async function read(
  run: Run,
  pollId: string,
  before: PollPeople | undefined,
  known: Poll | undefined,
): Promise<PollPeople & { poll: Poll }> {
  const at = Date.now();
  const { data } = await run.client.listParticipants({ pollId });
  const poll = known ?? (await readPoll(run, pollId));
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
): PollPeople & { poll: Poll } {
  const isLately = (each: number) => each > at - dayMs;
  const beganAt = before?.beganAt || at;
  const known = new Map(before?.people.map((person) => [person.id, person]));
  const toAnswered = createAnswered(poll);
  const kept = people.map((person): KeptPerson => {
    const { id, name, email, createdAt, answers } = toAnswered(person);
    const votes = answers.map((answer) => voteCodes[answer]).join("");
    const hash = digest(describeAnswer(person));
    const was = known.get(id);
    known.delete(id);
    const isSame = was?.hash === hash;
    const visit = isSame ? was.visit : (was?.visit ?? beganAt) + 1;
    const seenAt = before === undefined ? 0 : at;
    return { id, name, email, createdAt, votes, hash, visit, changedAt: isSame ? was.changedAt : seenAt };
  });
  return {
    reads: [...(before?.reads ?? []).filter(isLately), at],
    beganAt,
    poll,
    people: kept,
    removed: [
      ...(before?.removed ?? []).filter(({ removedAt }) => isLately(removedAt)),
      ...Array.from(known.values(), (person) => ({ ...person, removedAt: at })),
    ],
  };
}
