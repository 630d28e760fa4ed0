import type { Bundle, Trigger, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import type { Client, Participant, Poll } from "../../src/api/web.ts";
import { voteOf } from "../../src/scheduling/index.ts";
import { openCache, type RunCache } from "../cache.ts";
import { withClient } from "../client.ts";
import { choice, getChoice } from "../input/choice.ts";
import { normalizeInput } from "../input/form-values.ts";
import { refuse } from "../input/input-error.ts";
import { text } from "../input/labels.ts";
import { getPoll, optionalPollField } from "../input/poll.ts";
import {
  answerFields,
  chooseOptionKeys,
  createAnswered,
  type OptionKeys,
  responseEventFields,
  toResponseRecord,
} from "../output/response.ts";
import { limitSize, type OutputRecord } from "../output/table.ts";
import { listNewestPolls, listOpenPolls, readPoll } from "../polls.ts";
import { sampleParticipant, samplePoll } from "../samples.ts";
import { findInPolls, readListed } from "./changed-polls.ts";
import { countVisits, openSince, type Since } from "./memory.ts";

const sampleSize = 3;
const dayMs = 86_400_000;

const yesNo = [choice("yes", "Yes"), choice("no", "No")];

const inputFields = defineInputFields([
  optionalPollField,
  text(
    "include_changes",
    "Yes: also fires each time a person changes the response, and Is New is false. Needs a Poll. Default: No.",
    { choices: yesNo },
  ),
]);

/** A trigger's run. */
interface Run {
  client: Client;
  cache: RunCache;
  by: OptionKeys;
  meta: Bundle["meta"] | undefined;
}

const createdAt = (person: Participant): number => Date.parse(person.createdAt);

/** A poll and its responses, newest first; the service lists them oldest first. */
async function readResponses(
  { client, cache }: Run,
  pollId: string,
): Promise<{ poll: Poll; people: Participant[] }> {
  const { data } = await client.listParticipants({ pollId });
  const people = data.toReversed();
  const [newest] = people;
  const poll = await readPoll(client, cache, pollId, newest === undefined ? 0 : createdAt(newest));
  return { poll, people };
}

/** The responses to one poll since a moment; at a switch-on the ids of all, so that none fires even if the moment is lost. */
async function listNew(run: Run, pollId: string, { after }: Since): Promise<OutputRecord[]> {
  if (run.meta?.isPopulatingDedupe)
    return (await run.client.listParticipants({ pollId })).data.map(({ id }) => ({ id }));
  const { poll, people } = await readResponses(run, pollId);
  const toAnswered = createAnswered(poll);
  return people
    .filter((person) => createdAt(person) >= after)
    .map((person) => toResponseRecord(toAnswered(person), run));
}

/** What a person can change: name, email and votes. */
function describeAnswer({ name, email, availability }: Participant): string {
  const votes = availability.map(({ start, end, modifiers }) => `${start} ${end} ${voteOf(modifiers)}`);
  return JSON.stringify([name, email, votes.sort()]);
}

/** Every response to one poll, the latest change first. Each answer of a person has an id of its own. */
async function listAnswers(z: ZObject, run: Run, pollId: string): Promise<OutputRecord[]> {
  const { poll, people } = await readResponses(run, pollId);
  const states = new Map(
    people.map((person) => [person.id, z.hash("sha256", describeAnswer(person)).slice(0, 12)]),
  );
  const visits = await countVisits(run.cache, `answers_${pollId}`, states);
  // All ids that the answer has had: without the cache it gets the first of them again.
  if (run.meta?.isPopulatingDedupe)
    return [...visits.values()].flatMap(({ ids }) => ids.map((id) => ({ id })));
  const toAnswered = createAnswered(poll);
  const seenAt = (person: Participant) => visits.get(person.id)?.changedAt ?? createdAt(person);
  return people
    .sort((one, other) => seenAt(other) - seenAt(one))
    .map((person) => {
      const { id, changedAt } = visits.get(person.id) ?? { id: person.id, changedAt: undefined };
      // Without the cache, a response that is older than a day was changed.
      const isNew = changedAt === undefined && createdAt(person) > Date.now() - dayMs;
      return toResponseRecord(toAnswered(person), { ...run, eventId: id, isNew });
    });
}

/** The responses to all open polls after a moment, newest first. */
async function listRecent(
  { client, cache, by, meta }: Run,
  { after, isFirst }: Since,
): Promise<OutputRecord[]> {
  const isSwitchOn = meta?.isPopulatingDedupe === true;
  const records = await findInPolls(cache, await listOpenPolls(client, cache, isSwitchOn), {
    name: "responses",
    after,
    isFirst,
    isSwitchOn,
    readsGone: true,
    versionOf: ({ responses }) => responses,
    async read(pollId, open) {
      const { data } = await client.listParticipants({ pollId });
      const fresh = data.filter((person) => createdAt(person) > after).reverse();
      const [newest] = fresh;
      if (newest === undefined) return { at: 0, records: [] };
      const toAnswered = createAnswered(await readListed(client, pollId, open));
      return {
        at: createdAt(newest),
        records: fresh.map((person) => toResponseRecord(toAnswered(person), { by })),
      };
    },
  });
  const timeOf = (record: OutputRecord) => Date.parse(String(record["created_at"]));
  return records.sort((one, other) => timeOf(other) - timeOf(one));
}

/** Responses for the editor: to the newest open polls that have any. */
async function listSamples(run: Run, pollId: string | undefined): Promise<OutputRecord[]> {
  const polls =
    pollId === undefined
      ? (await listNewestPolls(run.client, { status: "open", pages: 1 })).filter(
          (poll) => poll.participantCount > 0,
        )
      : [(await run.client.getPoll({ pollId })).data];
  const records: OutputRecord[] = [];
  for (const poll of polls.slice(0, sampleSize)) {
    const { data } = await run.client.listParticipants({ pollId: poll.id });
    records.push(
      ...data
        .slice(-sampleSize)
        .reverse()
        .map(createAnswered(poll))
        .map((each) => toResponseRecord(each, run)),
    );
    if (records.length >= sampleSize) break;
  }
  return records.slice(0, sampleSize);
}

const perform = (z: ZObject, bundle: Bundle): Promise<OutputRecord[]> =>
  withClient(z, bundle.authData, async (client) => {
    const values = normalizeInput(bundle.inputData);
    const pollId = getPoll(values);
    const withChanges = getChoice(values, "include_changes", yesNo) === "yes";
    if (withChanges && pollId === undefined)
      throw refuse("include_changes", "needs a Poll. Pick the poll whose changes fire, or choose No.");
    const { meta, authData } = bundle;
    const run: Run = { client, cache: openCache(z, authData), by: chooseOptionKeys(bundle), meta };
    if (meta?.isLoadingSample) return listSamples(run, pollId);
    if (withChanges && pollId !== undefined) return limitSize(await listAnswers(z, run, pollId));
    const since = await openSince(run.cache, `new_response_${pollId ?? "all"}`, meta);
    return limitSize(await (pollId === undefined ? listRecent(run, since) : listNew(run, pollId, since)));
  });

/** The trigger that fires for every new response to a poll, and, if wanted, each time a person changes one. */
export const newResponse = {
  key: "new_response",
  noun: "Response",
  display: {
    label: "New Response",
    description: "Triggers when somebody responds to the chosen poll, or to any open poll.",
  },
  operation: {
    type: "polling",
    perform,
    inputFields,
    outputFields: [...responseEventFields, answerFields],
    sample: toResponseRecord(createAnswered(samplePoll)(sampleParticipant), { by: "position" }),
    cleanInputData: false,
  },
} satisfies Trigger;
