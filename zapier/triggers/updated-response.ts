import type { Bundle, Trigger, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import type { Participant } from "../../src/api/core.ts";
import { voteOf } from "../../src/scheduling/index.ts";
import { listEntries, openCache, type RunCache } from "../cache.ts";
import { withClient } from "../client.ts";
import { normalizeInput } from "../input/form-values.ts";
import { pollField, requirePoll } from "../input/poll.ts";
import { maxRecords } from "../list-polls.ts";
import { responseEventFields } from "../output/fields.ts";
import { answerFields, chooseOptionKeys } from "../output/option-answers.ts";
import { createTriggerFormatter, type ResponseEventRecord, toResponseEvent } from "../output/response.ts";
import { limitLineItems } from "../output/run-size.ts";
import { responseEventSample } from "../samples.ts";
import { shuffle } from "./changed-polls.ts";
import { readResponses } from "./poll-cache.ts";

/** How long the cache has the last answer of each person, in seconds. Each run saves it again. */
const answerSeconds = 604_800;

/** An answer of one person: `id` is the same until name, email or a vote changes. */
interface Answer {
  id: string;
  person: Participant;
  /** When a run first saw this answer, in milliseconds; without the cache, when the person first responded. */
  seenAt: number;
}

/** A short hash of what a person can change: name, email and votes. */
function hashAnswer(z: ZObject, { name, email, availability }: Participant): string {
  const votes = availability.map(({ start, end, modifiers }) => [
    Date.parse(start),
    Date.parse(end),
    voteOf(modifiers),
  ]);
  return z.hash("sha256", JSON.stringify([name, email, votes.sort()])).slice(0, 12);
}

/** The answer of each person, the latest change first. */
async function listAnswers(
  z: ZObject,
  cache: RunCache,
  pollId: string,
  people: readonly Participant[],
): Promise<Answer[]> {
  const name = `answers_${pollId}`;
  const known = new Map(listEntries(await cache.get(name)) as [string, [hash: string, seenAt: number]][]);
  const now = Date.now();
  const next: [string, [string, number]][] = people.map((person) => {
    const hash = hashAnswer(z, person);
    const [lastHash, lastSeenAt] = known.get(person.id) ?? [];
    const isSame = lastSeenAt !== undefined && lastHash === hash;
    const isNew = lastSeenAt === undefined;
    return [person.id, [hash, isSame ? lastSeenAt : isNew ? Date.parse(person.createdAt) : now]];
  });
  await cache.set(name, Object.fromEntries(next), answerSeconds);
  return people
    .map((person, index) => {
      const [hash = "", seenAt = 0] = next[index]?.[1] ?? [];
      return { id: `${person.id}:${hash}`, person, seenAt };
    })
    .sort((a, b) => b.seenAt - a.seenAt);
}

/**
 * At most 100 answers. Of more, the latest 50, and 50 others at random: a burst of changes, or a change that happened while
 * the cache was lost, then fires in one of the next runs. Zapier ignores the ids that it knows.
 */
function selectAnswers(answers: readonly Answer[]): Answer[] {
  if (answers.length <= maxRecords) return [...answers];
  const latest = answers.slice(0, maxRecords / 2);
  const others = shuffle(answers.slice(maxRecords / 2)).slice(0, maxRecords / 2);
  return [...latest, ...others.sort((a, b) => b.seenAt - a.seenAt)];
}

async function perform(z: ZObject, bundle: Bundle): Promise<(ResponseEventRecord | { id: string })[]> {
  const { authData, inputData, meta } = bundle;
  return withClient(z, authData, async (client) => {
    const pollId = requirePoll(normalizeInput(inputData));
    const cache = openCache(z, authData);
    if (meta?.isPopulatingDedupe) {
      const { data } = await client.listParticipants({ pollId });
      return (await listAnswers(z, cache, pollId, data)).map(({ id }) => ({ id }));
    }
    const { poll, participants } = await readResponses(client, cache, pollId);
    const answers = await listAnswers(z, cache, pollId, participants);
    const format = createTriggerFormatter(poll, chooseOptionKeys(bundle));
    const selected = meta?.isLoadingSample ? answers.slice(0, 3) : selectAnswers(answers);
    return limitLineItems(selected.map(({ id, person }) => toResponseEvent(format(person), id)));
  });
}

/** The trigger that fires for every new response to a poll, and each time a person changes a response. */
export const updatedResponse = {
  key: "updated_response",
  noun: "Response",
  display: {
    label: "New or Updated Response",
    description: "Triggers when somebody responds to the chosen poll, or changes the response.",
  },
  operation: {
    type: "polling",
    perform,
    inputFields: defineInputFields([pollField]),
    outputFields: [...responseEventFields, answerFields],
    sample: responseEventSample,
    cleanInputData: false,
  },
} satisfies Trigger;
