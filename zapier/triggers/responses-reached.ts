import type { Bundle, Trigger, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import type { Client, Participant, Poll } from "../../src/api/core.ts";
import { findPeople } from "../../src/scheduling/index.ts";
import { listEntries, openCache, type RunCache } from "../cache.ts";
import { withClient } from "../client.ts";
import { getCount } from "../input/duration.ts";
import { type FormValues, normalizeInput } from "../input/form-values.ts";
import { InputError } from "../input/input-error.ts";
import {
  parseRequiredPeople,
  refuseUnclearPeople,
  requiredPeopleLabel,
  splitPeople,
} from "../input/people.ts";
import { getPoll, optionalPollField } from "../input/poll.ts";
import { listNewestPolls, maxRecords, runPages } from "../list-polls.ts";
import { pollEventFields } from "../output/fields.ts";
import { type PollEventRecord, toPollEventRecord } from "../output/poll.ts";
import { limitSize } from "../output/run-size.ts";
import { responsesReachedSample } from "../samples.ts";
import { readSome, shuffle } from "./changed-polls.ts";
import { readResponses } from "./poll-cache.ts";

/** How long the cache has which polls were read, in seconds. Each run saves it again. */
const readSeconds = 86_400;

const countLabel = "Number of Responses";

const inputFields = defineInputFields([
  optionalPollField,
  {
    key: "min_responses",
    label: countLabel,
    // Text, because Zapier turns other text in a number field into a wrong number.
    type: "string",
    placeholder: "5",
    helpText: "Fires when a poll has this many or more. Leave empty to wait for certain people instead.",
  },
  {
    key: "required_people",
    label: requiredPeopleLabel,
    type: "string",
    list: true,
    placeholder: "sam@example.com",
    helpText:
      "Fires when all of these have responded. Enter the full name or the email address of each. If you fill in both fields, either is enough.",
  },
]);

/** When a poll is complete. */
interface Condition {
  /** Enough responses, or undefined. */
  count: number | undefined;
  /** The people who all respond; none if only the number counts. Not split yet: a comma may belong to a name. */
  people: string[];
  /** A short hash of the condition. */
  hash: string;
}

function parseCondition(z: ZObject, values: FormValues): Condition {
  const count = getCount(values, "min_responses");
  const people = parseRequiredPeople(values);
  if (count !== undefined || people.length > 0)
    return { count, people, hash: z.hash("sha256", JSON.stringify([count, people])).slice(0, 12) };
  const message = `is required, or ${requiredPeopleLabel}. Enter a number or the people who must respond.`;
  throw new InputError([{ field: countLabel, message }]);
}

const hasEnough = ({ count }: Condition, responses: number): boolean =>
  count !== undefined && responses >= count;

/** Whether all people have responded. Throws `InputError` for a name that several participants have. */
function haveAllResponded({ people }: Condition, participants: readonly Participant[]): boolean {
  if (people.length === 0) return false;
  const matches = findPeople(splitPeople(people, participants), participants);
  refuseUnclearPeople(matches.flatMap((match) => (match.kind === "found" ? [] : [match])));
  return matches.every(({ kind }) => kind === "found");
}

/**
 * The open polls that are complete, newest first. The list shows their numbers of responses. For certain people, it reads the
 * responses to polls whose number changed, at most 20 in a run. A name that several participants have is not one of them.
 */
async function listCompletePolls(
  client: Client,
  cache: RunCache,
  condition: Condition,
  isStrict: boolean,
): Promise<Poll[]> {
  const polls = await listNewestPolls(client, { status: "open", pages: runPages });
  const complete = new Set(polls.filter((poll) => hasEnough(condition, poll.participantCount)));
  if (condition.people.length === 0) return [...complete];
  const name = `complete_${condition.hash}`;
  const known = new Map(
    listEntries(await cache.get(name)) as [string, [count: number, isComplete: number]][],
  );
  const next = new Map<string, [number, number]>();
  const use = (poll: Poll, entry: [number, number]) => {
    next.set(poll.id, entry);
    if (entry[1] === 1) complete.add(poll);
  };
  const due = polls.filter((poll) => {
    const entry = known.get(poll.id);
    if (complete.has(poll) || poll.participantCount === 0) return false;
    if (entry?.[0] !== poll.participantCount) return true;
    use(poll, entry);
    return false;
  });
  const read = async (poll: Poll) => {
    const { data } = await client.listParticipants({ pollId: poll.id });
    use(poll, [poll.participantCount, isClearlyComplete(condition, data) ? 1 : 0]);
  };
  for (const poll of await readSome(due, read, { isStrict })) {
    const entry = known.get(poll.id);
    if (entry !== undefined) use(poll, entry);
  }
  await cache.set(name, Object.fromEntries(next), readSeconds);
  return polls.filter((poll) => complete.has(poll));
}

function isClearlyComplete(condition: Condition, participants: readonly Participant[]): boolean {
  try {
    return haveAllResponded(condition, participants);
  } catch (error) {
    // One poll with two people of a name must not stop the Zap for all other polls.
    if (error instanceof InputError) return false;
    throw error;
  }
}

async function perform(
  z: ZObject,
  { authData, inputData, meta }: Bundle,
): Promise<(PollEventRecord | { id: string })[]> {
  return withClient(z, authData, async (client) => {
    const values = normalizeInput(inputData);
    const pollId = getPoll(values);
    const condition = parseCondition(z, values);
    const cache = openCache(z, authData);
    const toEventId = (poll: Poll) => `${poll.id}:reached:${condition.hash}`;
    const list = async (): Promise<Poll[]> => {
      if (pollId !== undefined) {
        const { poll, participants } = await readResponses(client, cache, pollId);
        const isComplete =
          meta?.isLoadingSample ||
          hasEnough(condition, participants.length) ||
          haveAllResponded(condition, participants);
        return isComplete ? [{ ...poll, participantCount: participants.length }] : [];
      }
      if (meta?.isLoadingSample) return listNewestPolls(client, { status: "open", limit: 3, pages: 1 });
      return listCompletePolls(client, cache, condition, meta?.isPopulatingDedupe === true);
    };
    const polls = await list();
    if (meta?.isPopulatingDedupe) return polls.map((poll) => ({ id: toEventId(poll) }));
    const format = (some: readonly Poll[]): PollEventRecord[] =>
      limitSize(some.slice(0, maxRecords).map((poll) => toPollEventRecord(poll, toEventId(poll))));
    const newest = format(polls);
    // An older poll may be the one that became complete: at random, each is returned by one of the next runs.
    return newest.length < polls.length ? format(shuffle(polls)) : newest;
  });
}

/** The trigger that fires once when a poll has enough responses, or those of certain people. */
export const responsesReached = {
  key: "responses_reached",
  noun: "Poll",
  display: {
    label: "Responses Reached",
    description: "Triggers when a poll has enough responses, or when all people of a list have responded.",
  },
  operation: {
    type: "polling",
    perform,
    inputFields,
    outputFields: pollEventFields,
    sample: responsesReachedSample,
    cleanInputData: false,
  },
} satisfies Trigger;
