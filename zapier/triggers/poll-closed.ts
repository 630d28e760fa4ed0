import type { Bundle, Trigger, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import type { Client } from "../../src/api/client-types.ts";
import type { Poll, PollStatus } from "../../src/api/schemas.ts";
import { getApiKey, withClient } from "../client.ts";
import { type FormValues, normalizeInput } from "../input/blanks.ts";
import { type Choice, choice, parseChoice } from "../input/choice.ts";
import { listLeaves, toList } from "../input/lists.ts";
import { listNewestPolls, maxRecords, type PollRange } from "../list-polls.ts";
import { endedPollFields } from "../output/fields.ts";
import { type EndedPollRecord, toEndedPollRecord } from "../output/poll.ts";
import { endedPollSample } from "../samples.ts";
import { identifyEndings, toEndingId } from "./ending-ids.ts";

type EndStatus = Exclude<PollStatus, "open">;

const endings: readonly Choice<EndStatus>[] = [
  choice("closed", "Closed (by hand, or all options have passed)"),
  choice("scheduled", "Scheduled (the organizer picked an option)"),
  choice("canceled", "Canceled"),
];

/**
 * Pages of each status in one tick. Lists sort by creation, so an old poll that closes today stands deep: with 300
 * polls of each status at hand, only one older than all of those is missed.
 */
const tickPages = 3;

/** Deeper when the Zap is switched on: what a deletion lets slide into a tick's pages has then been seen. */
const seedPages = 6;

const inputFields = defineInputFields([
  {
    key: "statuses",
    label: "Fire On",
    type: "string",
    list: true,
    choices: [...endings],
    helpText:
      "Which endings count; all three when empty. For a scheduled poll the service does not tell which option was picked: follow the admin link to see it.",
  },
]);

function readEndings(values: FormValues): EndStatus[] {
  // A label holds a comma of its own, so a whole text is tried before it is split.
  const isLabel = (text: string) => endings.some(({ label }) => label.toLowerCase() === text.toLowerCase());
  const texts = listLeaves(values["statuses"]).flatMap((text) => (isLabel(text) ? [text] : toList(text)));
  const chosen = texts.map((text) => parseChoice(text, "Fire On", endings));
  return endings.map(({ value }) => value).filter((value) => chosen.length === 0 || chosen.includes(value));
}

/** Polls that have ended, the latest change first. */
async function listEnded(client: Client, chosen: readonly EndStatus[], range: PollRange): Promise<Poll[]> {
  const ended = new Map<string, Poll>();
  for (const status of chosen)
    for (const poll of await listNewestPolls(client, { ...range, status })) {
      // A poll that is scheduled between two requests is in both lists.
      const known = ended.get(poll.id);
      if (known === undefined || Date.parse(poll.updatedAt) >= Date.parse(known.updatedAt))
        ended.set(poll.id, poll);
    }
  return [...ended.values()].sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt));
}

/** All ids when the Zap is switched on, the hundred latest records in a run. */
async function perform(
  z: ZObject,
  { authData, inputData, meta }: Bundle,
): Promise<(EndedPollRecord | { id: string })[]> {
  return withClient(z, authData, async (client) => {
    const chosen = readEndings(normalizeInput(inputData));
    if (meta?.isLoadingSample) {
      const newest = (await listEnded(client, chosen, { limit: 3, pages: 1 })).slice(0, 3);
      return newest.map((poll) => toEndedPollRecord(poll, toEndingId(poll.id, Date.parse(poll.updatedAt))));
    }
    const pages = meta?.isPopulatingDedupe ? seedPages : tickPages;
    const polls = await listEnded(client, chosen, { pages });
    // Zaps with the same connection and the same endings see the same polls, so they share one memory.
    const space = z.hash("sha256", getApiKey(authData));
    const ids = await identifyEndings(z, `poll_closed_${space}_${chosen.join("_")}`, polls);
    const idOf = (poll: Poll) => ids.get(poll.id) ?? poll.id;
    if (meta?.isPopulatingDedupe) return polls.map((poll) => ({ id: idOf(poll) }));
    return polls.slice(0, maxRecords).map((poll) => toEndedPollRecord(poll, idOf(poll)));
  });
}

/** Fires each time a poll stops being open, also after it was reopened. */
export const pollClosed = {
  key: "poll_closed",
  noun: "Poll",
  display: {
    label: "Poll Closed",
    description: "Triggers when a poll stops being open because it is closed, scheduled or canceled.",
  },
  operation: {
    type: "polling",
    perform,
    inputFields,
    outputFields: endedPollFields,
    sample: endedPollSample,
    cleanInputData: false,
  },
} satisfies Trigger;
