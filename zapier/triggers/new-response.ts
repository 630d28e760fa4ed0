import { defineInputFields, type Trigger } from "zapier-platform-core";
import type { Participant, Poll } from "../../src/api/web.ts";
import { voteOf } from "../../src/scheduling/index.ts";
import { answerFields } from "../answer-fields.ts";
import type { Run } from "../client.ts";
import { choice, getChoice } from "../input/choice.ts";
import { refuse } from "../input/input-error.ts";
import { text } from "../input/labels.ts";
import { getPoll, optionalPollField } from "../input/poll.ts";
import { createToRecord, responseEventFields } from "../output/response.ts";
import type { OutputRecord } from "../output/table.ts";
import { listWatchable } from "../polls.ts";
import { sampleParticipant, sampleShortPoll, toSample } from "../samples.ts";
import { dayMs, openSince, type TriggerEvent, trigger } from "./trigger.ts";
import { listVisits } from "./visits.ts";
import { newestOf, readResponses, timeOf } from "./watched-polls.ts";

const yesNo = [choice("yes", "Yes"), choice("no", "No")];

const inputFields = defineInputFields([
  optionalPollField,
  text(
    "include_changes",
    "Yes: also fires each time a person changes the response, and Is New is false. Needs a Poll. Default: No.",
    { choices: yesNo },
  ),
]);

/** The chosen poll, or undefined for all; and the poll whose changes fire, if any. */
function parseForm({ values }: Run): { pollId: string | undefined; changesOf: string | undefined } {
  const pollId = getPoll(values);
  const withChanges = getChoice(values, "include_changes", yesNo) === "yes";
  if (withChanges && pollId === undefined)
    throw refuse("include_changes", "needs a Poll. Pick the poll whose changes fire, or choose No.");
  return { pollId, changesOf: withChanges ? pollId : undefined };
}

/** The responses after a moment, to one poll or to all open ones. */
async function listNew(run: Run, pollId: string | undefined): Promise<TriggerEvent[]> {
  const since = await openSince(run, "new_response", pollId);
  const { found } = await readResponses(run, pollId, since);
  return found.flatMap(({ poll, people }) => {
    const toRecord = createToRecord(poll);
    const fresh = people.filter((person) => timeOf(person) > since.after).reverse();
    return fresh.map((person) => ({ at: timeOf(person), record: toRecord(person) }));
  });
}

/** What a person can change: name, email and votes. */
function describeAnswer({ name, email, availability }: Participant): string {
  const votes = availability.map(({ start, end, modifiers }) => `${start} ${end} ${voteOf(modifiers)}`);
  return JSON.stringify([name, email, votes.sort()]);
}

/** How long title, time zone and options of the poll are used, in seconds. */
const pollSeconds = 600;

/** A poll: from the cache, unless it is older than the newest response. */
async function readPoll({ client, cache }: Run, pollId: string, newest: number): Promise<Poll> {
  const known = await cache.get<{ at: number; poll: Poll }>(`poll_${pollId}`);
  if (known !== undefined && known.at > newest) return known.poll;
  const at = Date.now();
  const { data: poll } = await client.getPoll({ pollId });
  await cache.set(`poll_${pollId}`, { at, poll }, pollSeconds);
  return poll;
}

/** Every response to one poll. Each answer of a person has an id of its own. */
async function listAnswers(run: Run, pollId: string): Promise<TriggerEvent[]> {
  const { data: people } = await run.client.listParticipants({ pollId });
  const poll = await readPoll(run, pollId, newestOf(people));
  const toRecord = createToRecord(poll);
  // Without the cache, a response that is older than a day was changed.
  const isRecent = (person: Participant) => timeOf(person) > Date.now() - dayMs;
  const subjects = people.map((person) => ({
    id: person.id,
    state: run.z.hash("sha256", describeAnswer(person)).slice(0, 12),
    at: timeOf(person),
    toRecord: (eventId: string, changedAt: number) =>
      toRecord(person, { eventId, isNew: changedAt === 0 && isRecent(person) }),
  }));
  return (await listVisits(run, `answers_${pollId}`, subjects, () => true)).reverse();
}

/** Responses for the editor: to the newest open polls that have any. */
async function listSamples(run: Run, pollId: string | undefined): Promise<OutputRecord[]> {
  const { client } = run;
  const polls = await listWatchable(client, pollId, { pages: 1 });
  const records: OutputRecord[] = [];
  for (const poll of polls.filter(({ participantCount }) => participantCount > 0).slice(0, 3)) {
    const { data } = await client.listParticipants({ pollId: poll.id });
    const toRecord = createToRecord(poll);
    for (const person of data.slice(-3).reverse()) records.push(toRecord(person));
  }
  return records;
}

export const newResponse = {
  key: "new_response",
  noun: "Response",
  display: {
    label: "New Response",
    description: "Triggers when somebody responds to the chosen poll, or to any open poll.",
  },
  operation: {
    type: "polling",
    perform: trigger({
      samples: (run) => listSamples(run, parseForm(run).pollId),
      events(run) {
        const { pollId, changesOf } = parseForm(run);
        return changesOf === undefined ? listNew(run, pollId) : listAnswers(run, changesOf);
      },
    }),
    inputFields,
    outputFields: [...responseEventFields, answerFields],
    sample: toSample(createToRecord(sampleShortPoll)(sampleParticipant)),
  },
} satisfies Trigger;
