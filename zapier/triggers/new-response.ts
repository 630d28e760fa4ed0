import { defineInputFields, type Trigger } from "zapier-platform-core";
import type { Participant, Poll } from "../../src/api/web.ts";
import { voteOf } from "../../src/scheduling/rank/availability.ts";
import { answerFields } from "../answer-fields.ts";
import { isLasting } from "../cache.ts";
import type { Run } from "../client.ts";
import { choice, getChoice } from "../input/choice.ts";
import { refuse } from "../input/input-error.ts";
import { text } from "../input/labels.ts";
import { getPoll, optionalPollField } from "../input/poll.ts";
import { createToRecord, type KeptResponse, responseEventFields } from "../output/response.ts";
import type { OutputRecord } from "../output/table.ts";
import { listWatchable } from "../polls.ts";
import { sampleParticipant, sampleShortPoll, toSample } from "../samples.ts";
import { listEvents } from "./memory.ts";
import {
  isOpen,
  keepResponses,
  readPoll,
  readResponses,
  share,
  sharedMs,
  timeOf,
  versionOf,
  type WatchedPoll,
  watch,
} from "./shared.ts";
import { dayMs, hourMs, type TriggerEvent, trigger } from "./trigger.ts";

const yesNo = [choice("yes", "Yes"), choice("no", "No")];

const inputFields = defineInputFields([
  {
    ...optionalPollField,
    helpText: `${optionalPollField.helpText} Option 1, Option 2 and so on are its days or times in their order: after a change they may be other ones.`,
  },
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

/** The responses to one poll, or to all open ones. */
const listNew = (run: Run, pollId: string | undefined): Promise<TriggerEvent[]> =>
  listEvents(run, {
    name: "responses",
    pollId,
    versionOf,
    async read(poll) {
      const known = await readResponses(run, poll);
      if (known === undefined) return undefined;
      const toRecord = createToRecord(known.poll);
      const events = known.recent
        .map((person) => ({ at: timeOf(person), record: toRecord(person) }))
        .reverse();
      return { version: known.version, events };
    },
  });

/** What a person can change: name, email and votes. */
function describeAnswer({ name, email, availability }: Participant): string {
  const votes = availability.map(({ start, end, modifiers }) => `${start} ${end} ${voteOf(modifiers)}`);
  return JSON.stringify([name, email, votes.sort()]);
}

/** A short hash of somebody's answer, when it was first seen, in milliseconds, or 0 if it is old, and whether the person is new. */
type Answer = [hash: string, seenAt: number, isNew: boolean];

/** The answers to a poll whose changes fire. */
interface Answers {
  at: number;
  poll: Poll;
  answers: Record<string, Answer>;
  /** Those that were first seen in the last day. */
  recent: KeptResponse[];
}

/** Reads the answers, and tells from those before which are new. */
async function readAnswers(run: Run, watched: WatchedPoll, kept: Answers | undefined): Promise<Answers> {
  const { id: pollId } = watched;
  const at = Date.now();
  const before = kept !== undefined && kept.at > at - dayMs ? kept : undefined;
  const isOld = before === undefined && isLasting();
  const { data: people } = await run.client.listParticipants({ pollId });
  const answers: Answers["answers"] = {};
  for (const person of people) {
    const hash = run.z.hash("sha256", describeAnswer(person)).slice(0, 12);
    const was = before?.answers[person.id];
    const seenAt = before === undefined ? timeOf(person) : at;
    answers[person.id] = was?.[0] === hash ? was : [hash, isOld ? 0 : seenAt, was === undefined];
  }
  const isFresh = ({ id }: Participant) => (answers[id]?.[1] ?? 0) > at - dayMs;
  const poll = await readPoll(run, pollId, before?.poll, watched);
  return { at, poll, answers, recent: keepResponses(poll, people.filter(isFresh)) };
}

/** The responses to one poll and each change of one, with an id for each answer of a person. */
async function listAnswers(run: Run, pollId: string): Promise<TriggerEvent[]> {
  const [watched] = (await watch(run, pollId)) ?? [];
  if (watched === undefined) return [];
  // Nobody changes an answer to a poll that is not open.
  const since = isOpen(watched) ? Date.now() - sharedMs : Math.max(watched.leftAt ?? 0, Date.now() - hourMs);
  const isFresh = ({ at }: Answers) => !run.isSwitchOn && at > since;
  const known = await share<Answers>(run, `answers_${pollId}`, isFresh, (before) =>
    readAnswers(run, watched, before),
  );
  if (known === undefined) return [];
  const { poll, answers, recent } = known;
  const toRecord = createToRecord(poll);
  return recent.reverse().map((person) => {
    const [hash, at, isNew] = answers[person.id] ?? ["", 0, false];
    return { at, record: toRecord(person, { eventId: `${person.id}:${hash}:${at}`, isNew }) };
  });
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
