import type { Bundle, Trigger, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import type { Client } from "../../src/api/core.ts";
import { openCache } from "../cache.ts";
import { withClient } from "../client.ts";
import { normalizeInput } from "../input/form-values.ts";
import { getPoll, optionalPollField } from "../input/poll.ts";
import { listNewestPolls, maxRecords, toIds } from "../list-polls.ts";
import { responseFields } from "../output/fields.ts";
import { answerFields, chooseOptionKeys, type OptionKeys } from "../output/option-answers.ts";
import { createTriggerFormatter, type TriggerResponseRecord } from "../output/response.ts";
import { limitLineItems } from "../output/run-size.ts";
import { responseSample } from "../samples.ts";
import { readResponses } from "./poll-cache.ts";
import { findRecentResponses, type RecentResponse } from "./recent-responses.ts";

/** Records that the editor shows while a person builds a Zap. */
const sampleSize = 3;

const inputFields = defineInputFields([optionalPollField]);

/** The newest responses to one poll, newest first; the service lists all of them, oldest first. */
async function listResponses(
  z: ZObject,
  { authData, meta }: Bundle,
  client: Client,
  pollId: string,
): Promise<RecentResponse[]> {
  const { poll, participants } = await readResponses(client, openCache(z, authData), pollId);
  const newest = participants.slice(meta?.isLoadingSample ? -sampleSize : -maxRecords).reverse();
  return newest.map((participant) => ({ poll, participant }));
}

/** Responses for the editor: to the newest open polls that have any. */
async function listSamples(client: Client): Promise<RecentResponse[]> {
  const polls = await listNewestPolls(client, { status: "open", pages: 1 });
  const answered = polls.filter(({ participantCount }) => participantCount > 0).slice(0, sampleSize);
  const samples: RecentResponse[] = [];
  for (const poll of answered) {
    const { data } = await client.listParticipants({ pollId: poll.id });
    samples.push(...data.slice(-sampleSize).map((participant) => ({ poll, participant })));
    if (samples.length >= sampleSize) break;
  }
  return samples
    .sort((a, b) => Date.parse(b.participant.createdAt) - Date.parse(a.participant.createdAt))
    .slice(0, sampleSize);
}

/**
 * Returns the newest 100 responses to the chosen poll. When the Zap is switched on, it returns every id: after a deletion, an
 * older response moves into the newest 100 and must not fire. Without a poll it returns responses of the last 24 hours.
 */
async function perform(z: ZObject, bundle: Bundle): Promise<(TriggerResponseRecord | { id: string })[]> {
  const { authData, inputData, meta } = bundle;
  const optionKeys = chooseOptionKeys(bundle);
  return withClient(z, authData, async (client) => {
    const pollId = getPoll(normalizeInput(inputData));
    if (pollId !== undefined) {
      if (meta?.isPopulatingDedupe) return toIds((await client.listParticipants({ pollId })).data);
      return formatResponses(await listResponses(z, bundle, client, pollId), optionKeys);
    }
    if (meta?.isLoadingSample) return formatResponses(await listSamples(client), optionKeys);
    const cache = openCache(z, authData);
    const now = Date.now();
    if (meta?.isPopulatingDedupe)
      return toIds((await findRecentResponses(client, cache, { now })).map(({ participant }) => participant));
    return formatResponses(await findRecentResponses(client, cache, { now, limit: maxRecords }), optionKeys);
  });
}

function formatResponses(
  responses: readonly RecentResponse[],
  optionKeys: OptionKeys,
): TriggerResponseRecord[] {
  const polls = [...new Set(responses.map(({ poll }) => poll))];
  const formatters = new Map(polls.map((poll) => [poll, createTriggerFormatter(poll, optionKeys)]));
  const records = responses.flatMap(({ poll, participant }) => formatters.get(poll)?.(participant) ?? []);
  return limitLineItems(records);
}

/** The trigger that fires for every new response to a poll. */
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
    outputFields: [...responseFields, answerFields],
    sample: responseSample,
    cleanInputData: false,
  },
} satisfies Trigger;
