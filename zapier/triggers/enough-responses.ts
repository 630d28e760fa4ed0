import { defineInputFields, type Trigger } from "zapier-platform-core";
import type { Participant, Poll } from "../../src/api/web.ts";
import { findPeople } from "../../src/scheduling/index.ts";
import { foldText } from "../../src/scheduling/people/names.ts";
import type { Run } from "../client.ts";
import { getCount } from "../input/duration.ts";
import { refuse } from "../input/input-error.ts";
import { text } from "../input/labels.ts";
import { readPeople } from "../input/people.ts";
import { getPoll, optionalPollField } from "../input/poll.ts";
import { describeReading } from "../output/people.ts";
import { pollEventFields, toPollEventRecord } from "../output/poll.ts";
import { field, type OutputRecord } from "../output/table.ts";
import { listWatchable } from "../polls.ts";
import { samplePoll, toSample } from "../samples.ts";
import { listEvents } from "./memory.ts";
import { type Responses, readResponses, timeOf, versionOf } from "./shared.ts";
import { type TriggerEvent, trigger } from "./trigger.ts";

const inputFields = defineInputFields([
  optionalPollField,
  text(
    "number_of_responses",
    "Fires when a poll has this many or more. Leave empty to wait for certain people instead.",
    { placeholder: "5" },
  ),
  text(
    "people_who_must_respond",
    "Fires when all of these have answered. Enter the full name or the email address of each. If you fill in both fields, whichever happens first fires.",
    { list: true, placeholder: "sam@example.com" },
  ),
]);

/** When a poll is complete. */
interface Condition {
  pollId: string | undefined;
  /** Enough responses; infinite if a person entered none. */
  count: number;
  hash: string;
  /** How the people were read. */
  reading: string;
}

function parseCondition({ z, values }: Run): Condition {
  const pollId = getPoll(values);
  const count = getCount(values, "number_of_responses");
  const list = readPeople(values, "people_who_must_respond");
  const { people } = list;
  if (count === undefined && people.length === 0)
    throw refuse(
      "number_of_responses",
      "is required, or People Who Must Respond. Enter a number or the people who must respond.",
    );
  const hash = z.hash("sha256", JSON.stringify([count, people])).slice(0, 12);
  const reading = people.length === 0 ? "" : describeReading(list);
  return { pollId, count: count ?? Number.POSITIVE_INFINITY, hash, reading };
}

type Responder = Omit<Participant, "availability">;

/** When the required people had all responded, in milliseconds; infinite if they have not. */
function findCompletion({ values }: Run, participants: readonly Responder[]): number {
  const earliest = (people: readonly Responder[]) => Math.min(...people.map(timeOf));
  const required = readPeople(values, "people_who_must_respond", participants);
  const first = findPeople(required.people, participants).map((match) => {
    if (match.kind === "found") return earliest(match.responses);
    // A name was clear when the first person who has it responded. With another address it is a different person.
    const { email, candidates } = match;
    const mayBe = match.kind === "unclear" && match.isShared ? candidates : [];
    const isPossible = (each: Responder) => email === null || foldText(each.email ?? "") === foldText(email);
    return earliest(mayBe.filter(isPossible));
  });
  return Math.max(...first);
}

const toEventId = (pollId: string, { hash }: Condition) => `${pollId}:reached:${hash}`;

const toRecord = (poll: Poll, condition: Condition): OutputRecord => ({
  ...toPollEventRecord(poll, toEventId(poll.id, condition)),
  people_read_text: condition.reading,
});

/** When a poll became complete in the last day, in milliseconds; otherwise infinite, or 0 if that was before. */
async function readCompletion(run: Run, { count }: Condition, known: Responses): Promise<number> {
  const { poll, recent } = known;
  const before = known.count - recent.length;
  const nth = recent[count - 1 - before];
  const reachedAt = nth !== undefined ? timeOf(nth) : known.count < count ? Number.POSITIVE_INFINITY : 0;
  const required = readPeople(run.values, "people_who_must_respond", recent);
  // Without a required person among the recent ones, nothing became complete.
  if (reachedAt === 0 || findPeople(required.people, recent).every(({ kind }) => kind === "missing"))
    return reachedAt;
  const kept = before === 0 ? recent : known.all;
  const all = kept ?? (await run.client.listParticipants({ pollId: poll.id })).data;
  return Math.min(reachedAt, findCompletion(run, all));
}

/** The polls that became complete. */
function listComplete(run: Run): Promise<TriggerEvent[]> {
  const condition = parseCondition(run);
  const waitsForPeople = run.values["people_who_must_respond"] !== undefined;
  return listEvents(run, {
    name: `reached_${condition.hash}`,
    pollId: condition.pollId,
    versionOf: (poll) =>
      waitsForPeople || poll.responses >= condition.count || poll.leftAt !== undefined ? versionOf(poll) : 0,
    async read(watched, latest) {
      const known = await readResponses(run, watched);
      if (known === undefined) return undefined;
      const at = latest || (await readCompletion(run, condition, known));
      const isComplete = at !== Number.POSITIVE_INFINITY;
      return {
        version: known.version,
        events: isComplete ? [{ at, record: toRecord(known.poll, condition) }] : [],
      };
    },
  });
}

async function listSamples(run: Run): Promise<OutputRecord[]> {
  const condition = parseCondition(run);
  const polls = await listWatchable(run.client, condition.pollId, { limit: 3, pages: 1 });
  return polls.map((poll) => toRecord(poll, condition));
}

export const enoughResponses = {
  key: "enough_responses_received",
  noun: "Poll",
  display: {
    label: "Enough Responses Received",
    description: "Triggers when a poll has enough responses, or when all people of a list have responded.",
  },
  operation: {
    type: "polling",
    perform: trigger({ samples: listSamples, events: listComplete }),
    inputFields,
    outputFields: [...pollEventFields, field("people_read_text", "People Read (Text)")],
    sample: toSample(
      toRecord(samplePoll, { pollId: undefined, count: 3, hash: "8c4e6f0a2b1d", reading: "" }),
    ),
  },
} satisfies Trigger;
