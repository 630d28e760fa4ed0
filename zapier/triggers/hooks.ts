/** The instant triggers: Time Picked, Response Added and Response Removed. */
import type { Participant, Poll } from "../../src/api/web.ts";
import { groupResponses } from "../../src/scheduling/people/find-people.ts";
import { createSpanFinder } from "../../src/scheduling/rank/availability.ts";
import type { OptionTime } from "../../src/time/index.ts";
import type { Run } from "../client.ts";
import {
  answerFields,
  calendarOutputs,
  cleanLine,
  createToRecord,
  eventId,
  headOutputs,
  integer,
  joinNames,
  listEmails,
  listFields,
  listNewestResponses,
  moment,
  type OutputRecord,
  type Outputs,
  outputsOf,
  personOutputs,
  responseEventFields,
  sampleParticipant,
  samplePoll,
  sampleShortPoll,
  toRecord,
  toWhen,
  type When,
  whenOutputs,
} from "../output/index.ts";
import { findOptionLimits, listNewestPolls } from "../polls.ts";
import { type Delivered, defineHook } from "./hook.ts";
import { readKeptPeople } from "./people.ts";

interface Picked {
  eventId: string;
  poll: Poll;
  option: OptionTime;
  when: When;
  /** Those who can come, the oldest response first. */
  people: Participant[];
  isPicked: true;
}

const pickedOutputs: Outputs<Picked> = {
  id: eventId(({ eventId }) => eventId),
  ...headOutputs,
  location: ({ poll }) => cleanLine(poll.location),
  ...whenOutputs,
  ...calendarOutputs,
  available_count: integer(({ people }) => people.length),
  names_text: ({ people }) => joinNames(people.map(({ name }) => cleanLine(name))),
  emails: ({ people }) => listEmails(people),
};

type Span = Pick<Participant["availability"][number], "start" | "end" | "allDay">;

const toOption = ({ start, end, allDay }: Span): OptionTime =>
  allDay
    ? { date: start.slice(0, 10) }
    : { startTime: start, duration: (Date.parse(end) - Date.parse(start)) / 60_000 };

/** The output for an option of a poll, with those who can come. The last answer of a person counts. */
function describe(
  eventId: string,
  poll: Poll,
  option: OptionTime,
  all: readonly Participant[],
): OutputRecord {
  const find = createSpanFinder([option]);
  const last = groupResponses(all).flatMap((own) => own.slice(-1));
  const people = last.filter(({ availability }) => availability.some((span) => find(span) !== undefined));
  const when = toWhen(option, poll);
  return toRecord(pickedOutputs, { eventId, poll, option, when, people, isPicked: true });
}

async function read({ client }: Run, { id, data, isSigned }: Delivered) {
  const pollId = data.poll.id;
  const { data: poll } = await client.getPoll({ pollId });
  const isOffered = createSpanFinder(poll.options)({ ...data.event, modifiers: [] }) !== undefined;
  if (!isSigned && (poll.status !== "scheduled" || !isOffered)) return null;
  const { data: people } = await client.listParticipants({ pollId });
  return describe(id, poll, toOption(data.event), people);
}

/** The newest scheduled polls. No list of the service has the picked time, so the first option stands for it. */
async function listSamples({ client }: Run): Promise<OutputRecord[]> {
  const records: OutputRecord[] = [];
  for (const poll of await listNewestPolls(client, { status: "scheduled", limit: 3, pages: 1 })) {
    const { first } = findOptionLimits(poll);
    if (first === null) continue;
    const { data: people } = await client.listParticipants({ pollId: poll.id });
    records.push(describe(`${poll.id}:${poll.status}:${poll.updatedAt}`, poll, first, people));
  }
  return records;
}

export const timePicked = defineHook({
  key: "time_picked",
  noun: "Poll",
  label: "Time Picked",
  when: "the organizer of a poll picks a time",
  event: "poll.scheduled",
  unsigned: "only the status of the poll and its times are checked",
  read,
  samples: listSamples,
  outputFields: listFields(pickedOutputs),
  sample: describe(
    "Ev7kR2tN5mQc",
    { ...samplePoll, status: "scheduled" },
    toOption(sampleParticipant.availability[0] as Span),
    [sampleParticipant],
  ),
});

export const responseAdded = defineHook({
  key: "response_added",
  noun: "Response",
  label: "Response Added",
  when: "somebody responds to a poll, at once",
  event: "poll.participant.created",
  unsigned: "an event about an old response fires again",
  /** Costs a request if the poll was read lately, and none if the response was read with it. */
  async read(run, { data }: Delivered) {
    const isAdded = ({ id }: { id: string }) => id === data.participant.id;
    const { poll, people } = await readKeptPeople(run, data.poll.id, ({ people }) => people.some(isAdded));
    const person = people.find(isAdded);
    return person === undefined ? null : createToRecord(poll)(person);
  },
  samples: ({ client }) => listNewestResponses(client, undefined),
  outputFields: [...responseEventFields, answerFields],
  sample: createToRecord(sampleShortPoll)(sampleParticipant),
});

interface Removed {
  eventId: string;
  poll: Poll;
  /** Name and address are known only if a trigger has read them before. */
  person: { id: string; name: string; email: string | null };
  removedAt: string;
}

const removedOutputs: Outputs<Removed> = {
  id: eventId(({ eventId }) => eventId),
  ...headOutputs,
  response_id: ({ person }) => person.id,
  ...outputsOf(personOutputs, ({ person }: Removed) => person),
  removed_at: moment(({ removedAt }) => removedAt),
};

function showRemoved(poll: Poll, person: Participant): OutputRecord {
  return toRecord(removedOutputs, { eventId: person.id, poll, person, removedAt: person.createdAt });
}

export const responseRemoved = defineHook({
  key: "response_removed",
  noun: "Response",
  label: "Response Removed",
  when: "a response is deleted from a poll, at once",
  event: "poll.participant.deleted",
  unsigned: "only that the response is not there is checked",
  async read(run, { id, data, createdAt, isSigned }: Delivered) {
    const isRemoved = (each: { id: string }) => each.id === data.participant.id;
    // Without a secret, whoever knows the URL may say so of somebody who is there.
    const { poll, people, removed } = await readKeptPeople(
      run,
      data.poll.id,
      ({ people }) => isSigned && !people.some(isRemoved),
    );
    if (!isSigned && people.some(isRemoved)) return null;
    const { id: participantId } = data.participant;
    const person = removed.find(isRemoved) ?? { id: participantId, name: "", email: null };
    return toRecord(removedOutputs, { eventId: id, poll, person, removedAt: createdAt });
  },
  /** Responses that are there stand for removed ones. */
  samples: ({ client }) => listNewestResponses(client, undefined, showRemoved),
  outputFields: listFields(removedOutputs),
  sample: showRemoved(samplePoll, sampleParticipant),
});
