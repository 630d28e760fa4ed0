import { defineInputFields, type Trigger } from "zapier-platform-core";
import type { Participant, Poll } from "../../src/api/web.ts";
import { findPeople, foldText } from "../../src/scheduling/index.ts";
import type { Run } from "../client.ts";
import { getCount } from "../input/duration.ts";
import { refuse } from "../input/input-error.ts";
import { text } from "../input/labels.ts";
import { getPeople } from "../input/people.ts";
import { getPoll, optionalPollField } from "../input/poll.ts";
import { pollEventFields, toPollEventRecord } from "../output/poll.ts";
import type { OutputRecord } from "../output/table.ts";
import { listWatchable } from "../polls.ts";
import { samplePoll, toSample } from "../samples.ts";
import { openSince, type TriggerEvent, trigger } from "./trigger.ts";
import { readResponses, timeOf, type WatchedPoll } from "./watched-polls.ts";

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
}

function parseCondition({ z, values }: Run): Condition {
  const pollId = getPoll(values);
  const count = getCount(values, "number_of_responses");
  const people = getPeople(values, "people_who_must_respond");
  if (count === undefined && people.length === 0)
    throw refuse(
      "number_of_responses",
      "is required, or People Who Must Respond. Enter a number or the people who must respond.",
    );
  const hash = z.hash("sha256", JSON.stringify([count, people])).slice(0, 12);
  return { pollId, count: count ?? Number.POSITIVE_INFINITY, hash };
}

/** When a poll became complete, in milliseconds; infinite if it is not. Participants come oldest first. */
function findCompletion({ values }: Run, { count }: Condition, participants: readonly Participant[]): number {
  const earliest = (people: readonly Participant[]) => Math.min(...people.map(timeOf));
  const nth = earliest(participants.slice(count - 1, count));
  const required = getPeople(values, "people_who_must_respond", participants);
  if (required.length === 0) return nth;
  const first = findPeople(required, participants).map((match) => {
    if (match.kind === "found") return earliest(match.responses);
    // A name was clear when the first person who has it responded. With another address it is a different person.
    const { email, candidates } = match;
    const mayBe = match.kind === "unclear" && match.isShared ? candidates : [];
    const isPossible = (each: Participant) =>
      email === null || foldText(each.email ?? "") === foldText(email);
    return earliest(mayBe.filter(isPossible));
  });
  return Math.min(nth, Math.max(...first));
}

const toEventId = (pollId: string, { hash }: Condition) => `${pollId}:reached:${hash}`;

const toRecord = (poll: Poll, condition: Condition): OutputRecord =>
  toPollEventRecord(poll, toEventId(poll.id, condition));

/** The polls that became complete after a moment. At a switch-on also the others that have the number, by their ids. */
async function listComplete(run: Run): Promise<TriggerEvent[]> {
  const condition = parseCondition(run);
  const { pollId, count, hash } = condition;
  const since = await openSince(run, `reached_${hash}`, pollId);
  const hasCount = ({ responses }: WatchedPoll) => responses >= count;
  const waitsForPeople = run.values["people_who_must_respond"] !== undefined;
  const isWanted = (poll: WatchedPoll) => waitsForPeople || hasCount(poll) || poll.leftAt !== undefined;
  const { found, watched } = await readResponses(run, pollId, since, isWanted);
  const complete = found.flatMap(({ poll, people }) => {
    const at = findCompletion(run, condition, people);
    if (at <= since.after || at === Number.POSITIVE_INFINITY) return [];
    return [{ at, record: toRecord({ ...poll, participantCount: people.length }, condition) }];
  });
  if (!run.isSwitchOn) return complete;
  const old = watched.filter(hasCount).map(({ id }) => ({ at: 0, record: { id: toEventId(id, condition) } }));
  // A poll that was completed within the last hour is in both lists.
  return [...new Map([...old, ...complete].map((event) => [event.record.id, event])).values()];
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
    outputFields: pollEventFields,
    sample: toSample(toPollEventRecord(samplePoll, `${samplePoll.id}:reached:8c4e6f0a2b1d`)),
  },
} satisfies Trigger;
