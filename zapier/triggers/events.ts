/** What triggers fire for, from what they know: the log, the people of polls, and since when. Nothing here reads or keeps anything. */
import type { Poll } from "../../src/api/web.ts";
import { foldText } from "../../src/fold-text.ts";
import { findPeople, type ParsedPeople, type Person } from "../../src/scheduling/index.ts";
import { getOptionInterval } from "../../src/time/index.ts";
import {
  createToRecord,
  describeReading,
  type OutputRecord,
  type Responder,
  toMissingValues,
  toPollEventRecord,
  toPollRecord,
} from "../output/index.ts";
import { type LoggedPoll, type PollLog, timeOf } from "./log.ts";
import type { KeptPerson, People, PollPeople } from "./people.ts";
import { minuteMs } from "./share.ts";

/** Something that a trigger fires for. Zapier fires once for each id. */
export interface TriggerEvent {
  /** When it happened, in milliseconds. */
  at: number;
  /** When it was first seen, in milliseconds. */
  seenAt: number;
  record: OutputRecord;
}

/** New Poll. */
export const findCreated = (created: readonly Poll[]): TriggerEvent[] =>
  created.map((poll) => ({ at: timeOf(poll), seenAt: timeOf(poll), record: toPollRecord(poll) }));

/**
 * Poll Ended, for a status or any. Several lists may show the same change: the one that was seen first counts. What was seen before
 * one of the lists began is old, because that list may have been lost, and have shown it first.
 */
export function findEnded(logs: readonly PollLog[], since: number, wanted: string): TriggerEvent[] {
  const beganAt = Math.max(...logs.map((log) => log.beganAt));
  const changes = logs.flatMap(({ changes }) => changes).sort((one, other) => one.at - other.at);
  const known = new Map<string, string>();
  return changes.flatMap(({ at: seenAt, poll }) => {
    const { id, status } = poll;
    const isNew = seenAt > beganAt && known.get(id) !== status;
    known.set(id, status);
    const at = Date.parse(poll.updatedAt);
    if (!isNew || status === "open" || at < since || ![status, "any"].includes(wanted)) return [];
    return [{ at, seenAt, record: toEndRecord(poll) }];
  });
}

/** The id is of the moment of an end: one that ends again after it was reopened gets another. */
export const toEndRecord = (poll: Poll): OutputRecord =>
  toPollEventRecord(poll, `${poll.id}:${poll.status}:${poll.updatedAt}`);

/** When the people of a moment were first read. */
const findRead = (reads: readonly number[], moment: number): number | undefined =>
  reads.find((at) => at >= moment);

/** New Response. */
export const findResponses = (log: PollLog, people: People, since: number): TriggerEvent[] =>
  eachPoll(log, people, since, ({ poll, people, reads }, since) => {
    const toRecord = createToRecord(poll);
    return people
      .map((person) => ({ at: timeOf(person), person }))
      .filter(({ at }) => at > since)
      .map(({ at, person }) => ({ at, seenAt: findRead(reads, at) ?? at, record: toRecord(person) }))
      .reverse();
  });

/** New Response with changes: each answer of a person has an id of its own. */
export const findAnswers = (log: PollLog, people: People, since: number): TriggerEvent[] =>
  eachPoll(log, people, since, ({ poll, people, beganAt }, since) => {
    const toRecord = createToRecord(poll);
    return people
      .filter(({ changedAt }) => changedAt > since)
      .map(({ changedAt: at, ...person }) => {
        const isNew = person.visit === beganAt + 1;
        const eventId = `${person.id}:${person.hash}:${person.visit}`;
        return { at, seenAt: at, record: toRecord(person, { eventId, isNew }) };
      })
      .reverse();
  });

/** When a poll is complete. */
export interface Condition {
  /** Of number and people: a part of the event's id. */
  hash: string;
  /** Enough responses; infinite if a person entered none. */
  count: number;
  /** Who must have responded. Participants tell whether `Lovelace, Ada` is one. */
  readRequired: (participants: readonly Person[]) => ParsedPeople;
}

/** Enough Responses Received: a poll that became complete. */
export const findComplete = (
  log: PollLog,
  people: People,
  since: number,
  condition: Condition,
): TriggerEvent[] =>
  eachPoll(log, people, since, ({ poll, people, removed, reads }, since, { removedAt }) => {
    const { count, readRequired } = condition;
    // Those that were removed since made the poll complete as long as they were there.
    const isLater = (each: number) => each > since;
    const nth =
      people.length < count ? undefined : people[Math.max(0, count - 1 - removedAt.filter(isLater).length)];
    const byCount = nth === undefined ? Number.POSITIVE_INFINITY : timeOf(nth);
    const required = readRequired(people);
    const byPeople = findCompletion(required, people);
    const all = [...people, ...removed.filter((each) => isLater(each.removedAt))];
    const isComplete = Math.min(byCount, byPeople) !== Number.POSITIVE_INFINITY;
    const at = Math.min(byCount, byPeople, findCompletion(required, all));
    if (!isComplete || at <= since) return [];
    return [{ at, seenAt: findRead(reads, at) ?? at, record: toCompleteRecord(poll, condition) }];
  });

export const toCompleteRecord = (poll: Poll, { hash, readRequired }: Condition): OutputRecord => {
  const required = readRequired([]);
  return {
    ...toPollEventRecord(poll, `${poll.id}:reached:${hash}`),
    people_read_text: required.people.length === 0 ? "" : describeReading(required),
  };
};

/** When the required people had all responded, in milliseconds; infinite if they have not, or nobody is required. */
function findCompletion({ people }: ParsedPeople, responses: readonly KeptPerson[]): number {
  const earliest = (some: readonly KeptPerson[]) => Math.min(...some.map(timeOf));
  const first = findPeople(people, responses).map((match) => {
    if (match.kind === "found") return earliest(match.responses);
    // A name was clear when the first person who has it responded. With another address it is a different person.
    const { email, candidates } = match;
    const mayBe = match.kind === "unclear" && match.isShared ? candidates : [];
    const isPossible = (each: KeptPerson) => email === null || foldText(each.email ?? "") === foldText(email);
    return earliest(mayBe.filter(isPossible));
  });
  return first.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...first);
}

/** When to look who is missing. */
export interface Waiting {
  /** Of time and people: a part of the event's id. */
  hash: string;
  minutes: number;
  from: "creation" | "first_option" | "last_option";
}

/** When a poll is due, in milliseconds; infinite if it has no options, or was created after that. */
export function findDue(poll: LoggedPoll, { minutes, from }: Waiting, localZone: string): number {
  if (from === "creation") return poll.createdAt + minutes * minuteMs;
  const option = from === "first_option" ? poll.first : poll.last;
  if (option === null) return Number.POSITIVE_INFINITY;
  const due = getOptionInterval(option, poll.timeZone, localZone).start - minutes * minuteMs;
  return due < poll.createdAt ? Number.POSITIVE_INFINITY : due;
}

/** Who is invited, and the zone in which a day begins if the poll has none. */
export interface Invitation {
  zone: string;
  readInvited: (participants: readonly Person[]) => ParsedPeople;
}

/** People Still Missing: a poll that was open when it was due, and the people as they were when they were first read after that. */
export const findMissing = (
  log: PollLog,
  people: People,
  since: number,
  { waiting, zone, readInvited }: Invitation & { waiting: Waiting },
): TriggerEvent[] =>
  eachPoll(log, people, since, ({ poll, people, removed, reads }, since, logged) => {
    const due = findDue(logged, waiting, zone);
    const readAt = findRead(reads, due);
    if (readAt === undefined || due <= since || getStatus(log, poll, due) !== "open") return [];
    const isThere = (person: KeptPerson) => timeOf(person) <= readAt;
    const there = [...removed.filter(({ removedAt }) => removedAt > readAt), ...people].filter(isThere);
    const record = toMissingRecord(poll, there, waiting, readInvited);
    return record["missing_count"] === 0 ? [] : [{ at: due, seenAt: readAt, record }];
  });

/** The status that a poll had at a moment. */
const getStatus = ({ changes }: PollLog, { id, status }: Poll, moment: number): string =>
  changes.find(({ poll }) => poll.id === id && Date.parse(poll.updatedAt) > moment)?.was ?? status;

export const toMissingRecord = (
  poll: Poll,
  people: readonly Responder[],
  { hash }: Waiting,
  readInvited: Invitation["readInvited"],
): OutputRecord => ({
  ...toPollEventRecord({ ...poll, participantCount: people.length }, `${poll.id}:missing:${hash}`),
  ...toMissingValues(poll, readInvited(people), people),
});

/** The events of every poll whose people were read and that is not gone. */
const eachPoll = (
  { polls }: PollLog,
  people: People,
  since: number,
  find: (known: PollPeople & { poll: Poll }, since: number, logged: LoggedPoll) => TriggerEvent[],
): TriggerEvent[] =>
  polls.flatMap((logged) => {
    const known = people.get(logged.id);
    if (known === undefined || known.poll === null) return [];
    return find({ ...known, poll: known.poll }, Math.max(since, logged.knownFrom), logged);
  });
