import type { Participant, Poll } from "../../src/api/web.ts";
import { createSpanFinder } from "../../src/scheduling/rank/availability.ts";
import type { OptionTime } from "../../src/time/index.ts";
import type { Run } from "../client.ts";
import { calendarColumns } from "../output/calendar.ts";
import { cleanLine, toWhen, type When, whenColumns } from "../output/format.ts";
import { listEmails } from "../output/missing.ts";
import { headColumns } from "../output/poll.ts";
import { type Column, column, listFields, type OutputRecord, toRecord } from "../output/table.ts";
import { findOptionLimits, listNewestPolls } from "../polls.ts";
import { sampleParticipant, samplePoll } from "../samples.ts";
import { type Delivered, defineHook } from "./hook.ts";

interface Picked {
  eventId: string;
  poll: Poll;
  option: OptionTime;
  when: When;
  /** Those who can come, the oldest response first. */
  people: Participant[];
}

const columns: Column<Picked>[] = [
  column("id", "Event ID", ({ eventId }) => eventId),
  ...headColumns,
  column("location", "Location", ({ poll }) => cleanLine(poll.location)),
  ...whenColumns,
  ...calendarColumns,
  column("available_count", "Available Count", ({ people }) => people.length, "integer"),
  column("names_text", "Names (Text)", ({ people }) => people.map(({ name }) => cleanLine(name)).join(", ")),
  column("emails", "Emails", ({ people }) => listEmails(people)),
];

type Span = Pick<Participant["availability"][number], "start" | "end" | "allDay">;

const toOption = ({ start, end, allDay }: Span): OptionTime =>
  allDay
    ? { date: start.slice(0, 10) }
    : { startTime: start, duration: (Date.parse(end) - Date.parse(start)) / 60_000 };

/** The output for an option of a poll, with those who can come. */
function describe(
  eventId: string,
  poll: Poll,
  option: OptionTime,
  all: readonly Participant[],
): OutputRecord {
  const find = createSpanFinder([option]);
  const people = all.filter(({ availability }) => availability.some((span) => find(span) !== undefined));
  return toRecord(columns, { eventId, poll, option, when: toWhen(option, poll.timeZone), people });
}

async function read({ client }: Run, { id, data, isSigned }: Delivered<"poll.scheduled">) {
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
  outputFields: listFields(columns),
  sample: describe(
    "Ev7kR2tN5mQc",
    { ...samplePoll, status: "scheduled" },
    toOption(sampleParticipant.availability[0] as Span),
    [sampleParticipant],
  ),
});
