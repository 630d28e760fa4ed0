import type { Bundle, Trigger, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import type { Client, Participant, Poll } from "../../src/api/web.ts";
import { findPeople } from "../../src/scheduling/index.ts";
import { openCache, type RunCache } from "../cache.ts";
import { withClient } from "../client.ts";
import { getCount } from "../input/duration.ts";
import { type FormValues, normalizeInput } from "../input/form-values.ts";
import { refuse } from "../input/input-error.ts";
import { text } from "../input/labels.ts";
import { getPeople } from "../input/people.ts";
import { getPoll, optionalPollField } from "../input/poll.ts";
import { pollEventFields, toPollEventRecord } from "../output/poll.ts";
import { limitSize, type OutputRecord } from "../output/table.ts";
import { listOpenPolls, listSamplePolls, readPoll } from "../polls.ts";
import { samplePoll } from "../samples.ts";
import { findInPolls, readListed } from "./changed-polls.ts";
import { openSince, type Since } from "./memory.ts";

const inputFields = defineInputFields([
  optionalPollField,
  text(
    "number_of_responses",
    "Fires when a poll has this many or more. Leave empty to wait for certain people instead.",
    { placeholder: "5" },
  ),
  text(
    "required_people",
    "Fires when all of these have responded. Enter the full name or the email address of each. If you fill in both fields, whichever happens first fires.",
    { list: true, placeholder: "sam@example.com" },
  ),
]);

/** When a poll is complete. */
interface Condition {
  /** Enough responses, or undefined. */
  count: number | undefined;
  values: FormValues;
  hasPeople: boolean;
  /** A short hash of the condition. */
  hash: string;
}

function parseCondition(z: ZObject, values: FormValues): Condition {
  const count = getCount(values, "number_of_responses");
  const people = getPeople(values, "required_people");
  if (count === undefined && people.length === 0)
    throw refuse(
      "number_of_responses",
      "is required, or Required People. Enter a number or the people who must respond.",
    );
  const hash = z.hash("sha256", JSON.stringify([count, people])).slice(0, 12);
  return { count, values, hasPeople: people.length > 0, hash };
}

/** When a poll became complete, in milliseconds; 0 if it is not. Participants come oldest first. */
function findCompletion(
  { count, values, hasPeople }: Condition,
  participants: readonly Participant[],
): number {
  const times: number[] = [];
  const nth = count === undefined ? undefined : participants[count - 1];
  if (nth !== undefined) times.push(Date.parse(nth.createdAt));
  if (hasPeople) {
    const first = findPeople(getPeople(values, "required_people", participants), participants).map(
      (match) => {
        // A name was clear when the first person who has it responded. With another address it is a different person.
        const own =
          match.kind === "found"
            ? match.responses
            : match.kind === "ambiguous" && match.email === null
              ? match.candidates
              : [];
        return Math.min(...own.map(({ createdAt }) => Date.parse(createdAt)));
      },
    );
    times.push(Math.max(...first));
  }
  const earliest = Math.min(...times);
  return Number.isFinite(earliest) ? earliest : 0;
}

interface Run {
  client: Client;
  cache: RunCache;
  condition: Condition;
  meta: Bundle["meta"] | undefined;
}

const toEventId = (pollId: string, { hash }: Condition) => `${pollId}:reached:${hash}`;

/** The poll as it is after this many responses. */
const toRecord = (poll: Poll, participants: readonly Participant[], condition: Condition): OutputRecord =>
  toPollEventRecord({ ...poll, participantCount: participants.length }, toEventId(poll.id, condition));

/** The chosen poll, if it became complete after a moment; at a switch-on its id, if it is complete. */
async function checkPoll(
  { client, cache, condition, meta }: Run,
  pollId: string,
  { after }: Since,
): Promise<OutputRecord[]> {
  const { data: participants } = await client.listParticipants({ pollId });
  const at = findCompletion(condition, participants);
  if (meta?.isPopulatingDedupe) return at > 0 ? [{ id: toEventId(pollId, condition) }] : [];
  return at > after ? [toRecord(await readPoll(client, cache, pollId, at), participants, condition)] : [];
}

/** The open polls that became complete after a moment. At a switch-on also the others that have the number, by their ids. */
async function checkPolls(
  { client, cache, condition, meta }: Run,
  { after, isFirst }: Since,
): Promise<OutputRecord[]> {
  const hasCount = (responses: number) => condition.count !== undefined && responses >= condition.count;
  const isSwitchOn = meta?.isPopulatingDedupe === true;
  const polls = await listOpenPolls(client, cache, isSwitchOn);
  const records = await findInPolls(cache, polls, {
    name: `reached_${condition.hash}`,
    after,
    isFirst,
    isSwitchOn,
    readsGone: true,
    versionOf: ({ responses }) => (condition.hasPeople || hasCount(responses) ? responses : 0),
    async read(pollId, open) {
      const { data: participants } = await client.listParticipants({ pollId });
      const at = findCompletion(condition, participants);
      if (at <= after) return { at: 0, records: [] };
      return { at, records: [toRecord(await readListed(client, pollId, open), participants, condition)] };
    },
  });
  const old = isSwitchOn ? polls.filter(({ responses }) => hasCount(responses)) : [];
  return [...records, ...old.map(({ id }) => ({ id: toEventId(id, condition) }))];
}

const perform = (z: ZObject, { authData, inputData, meta }: Bundle): Promise<OutputRecord[]> =>
  withClient(z, authData, async (client) => {
    const values = normalizeInput(inputData);
    const pollId = getPoll(values);
    const condition = parseCondition(z, values);
    const run: Run = { client, cache: openCache(z, authData), condition, meta };
    if (meta?.isLoadingSample)
      return (await listSamplePolls(client, pollId)).map((poll) =>
        toPollEventRecord(poll, toEventId(poll.id, condition)),
      );
    const since = await openSince(run.cache, `reached_${condition.hash}_${pollId ?? "all"}`, meta);
    return limitSize(await (pollId === undefined ? checkPolls(run, since) : checkPoll(run, pollId, since)));
  });

/** The trigger that fires once when a poll has enough responses, or those of certain people. */
export const enoughResponses = {
  key: "enough_responses_received",
  noun: "Poll",
  display: {
    label: "Enough Responses Received",
    description: "Triggers when a poll has enough responses, or when all people of a list have responded.",
  },
  operation: {
    type: "polling",
    perform,
    inputFields,
    outputFields: pollEventFields,
    sample: toPollEventRecord(samplePoll, `${samplePoll.id}:reached:8c4e6f0a2b1d`),
    cleanInputData: false,
  },
} satisfies Trigger;
