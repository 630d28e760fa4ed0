import type { Poll } from "../../src/api/web.ts";
import type { Run } from "../client.ts";
import { personColumns } from "../output/format.ts";
import { headColumns } from "../output/poll.ts";
import {
  answerFields,
  createToRecord,
  listNewestResponses,
  responseEventFields,
} from "../output/response.ts";
import { type Column, column, listFields, type OutputRecord, toRecord } from "../output/table.ts";
import { sampleParticipant, samplePoll, sampleShortPoll } from "../samples.ts";
import { type Delivered, defineHook } from "./hook.ts";
import { readKeptPeople } from "./people.ts";
import { hourMs } from "./share.ts";

export const responseAdded = defineHook({
  key: "response_added",
  noun: "Response",
  label: "Response Added",
  when: "somebody responds to a poll, at once",
  event: "poll.participant.created",
  unsigned: "an event about an old response fires again",
  /** Costs a request if the poll was read in the last hour, and none if the response was read with it. */
  async read(run, { data }: Delivered<"poll.participant.created">) {
    const { poll, people } = await readKeptPeople(run, data.poll.id, hourMs);
    if (poll === null) return null;
    const { id: participantId } = data.participant;
    const known = people.find(({ id }) => id === participantId);
    const person = known ?? (await run.client.getParticipant({ pollId: poll.id, participantId })).data;
    return createToRecord(poll)(person);
  },
  samples: ({ client }) => listNewestResponses(client, undefined),
  outputFields: [...responseEventFields, answerFields],
  sample: createToRecord(sampleShortPoll)(sampleParticipant),
});

interface Removed {
  eventId: string;
  poll: Poll;
  responseId: string;
  removedAt: string;
  name: string;
  email: string | null;
}

const removedColumns: Column<Removed>[] = [
  column("id", "Event ID", ({ eventId }) => eventId),
  ...headColumns,
  column("response_id", "Response ID", ({ responseId }) => responseId),
  ...personColumns,
  column("removed_at", "Removed At", ({ removedAt }) => removedAt, "datetime"),
];

/** Name and address are known only if a trigger has read them before. */
async function readRemoved(
  run: Run,
  event: Delivered<"poll.participant.deleted">,
): Promise<OutputRecord | null> {
  const { id: pollId } = event.data.poll;
  const { id: responseId } = event.data.participant;
  const { poll, people } = await readKeptPeople(run, pollId, Number.POSITIVE_INFINITY);
  if (poll === null) return null;
  if (!event.isSigned) {
    const { data } = await run.client.listParticipants({ pollId });
    if (data.some(({ id }) => id === responseId)) return null;
  }
  const { name = "", email = null } = people.find(({ id }) => id === responseId) ?? {};
  return toRecord(removedColumns, {
    eventId: event.id,
    poll,
    responseId,
    removedAt: event.createdAt,
    name,
    email,
  });
}

/** Responses that are there stand for removed ones. */
async function listRemovedSamples({ client }: Run): Promise<OutputRecord[]> {
  const records = await listNewestResponses(client, undefined);
  const keys = listFields(removedColumns).map(({ key }) => key);
  return records.map(({ created_at, ...record }) => {
    const values = { ...record, removed_at: created_at };
    return Object.fromEntries(keys.map((key) => [key, Reflect.get(values, key)])) as OutputRecord;
  });
}

export const responseRemoved = defineHook({
  key: "response_removed",
  noun: "Response",
  label: "Response Removed",
  when: "a response is deleted from a poll, at once",
  event: "poll.participant.deleted",
  unsigned: "only that the response is not there is checked",
  read: readRemoved,
  samples: listRemovedSamples,
  outputFields: listFields(removedColumns),
  sample: toRecord(removedColumns, {
    eventId: "Ev8mS3uP6nRd",
    poll: samplePoll,
    responseId: sampleParticipant.id,
    removedAt: "2027-02-17T08:00:00.000Z",
    name: sampleParticipant.name,
    email: sampleParticipant.email,
  }),
});
