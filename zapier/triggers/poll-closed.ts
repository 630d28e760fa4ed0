import type { Bundle, Trigger, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import type { Client, Poll, PollStatus } from "../../src/api/core.ts";
import { getApiKey, withClient } from "../client.ts";
import { type Choice, choice, parseChoices } from "../input/choice.ts";
import { type FormValues, normalizeInput } from "../input/form-values.ts";
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

/** Pages of each status in one run. Lists are sorted by creation, so an old poll that closes today is on a later page. */
const runPages = 3;

/** More pages when the Zap is switched on: a deletion later moves older polls up into the pages of a run. */
const seedPages = 6;

const inputFields = defineInputFields([
  {
    key: "statuses",
    label: "Fire On",
    type: "string",
    list: true,
    choices: [...endings],
    helpText:
      "Choose the endings that start the Zap. Default: all three. For a scheduled poll, the picked option is only shown on the page of the Admin Link.",
  },
]);

function parseEndings(values: FormValues): EndStatus[] {
  const chosen = parseChoices(values["statuses"], "Fire On", endings);
  return endings.map(({ value }) => value).filter((value) => chosen.length === 0 || chosen.includes(value));
}

/** The ended polls, the latest change first. */
async function listEnded(client: Client, chosen: readonly EndStatus[], range: PollRange): Promise<Poll[]> {
  const ended = new Map<string, Poll>();
  for (const status of chosen)
    for (const poll of await listNewestPolls(client, { ...range, status })) {
      // A poll whose status changes between two requests is in both lists.
      const known = ended.get(poll.id);
      if (known === undefined || Date.parse(poll.updatedAt) >= Date.parse(known.updatedAt))
        ended.set(poll.id, poll);
    }
  return [...ended.values()].sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt));
}

/** Gives all ids when the Zap is switched on, and the hundred latest polls in a run. */
async function perform(
  z: ZObject,
  { authData, inputData, meta }: Bundle,
): Promise<(EndedPollRecord | { id: string })[]> {
  return withClient(z, authData, async (client) => {
    const chosen = parseEndings(normalizeInput(inputData));
    if (meta?.isLoadingSample) {
      const newest = (await listEnded(client, chosen, { limit: 3, pages: 1 })).slice(0, 3);
      return newest.map((poll) => toEndedPollRecord(poll, toEndingId(poll.id, Date.parse(poll.updatedAt))));
    }
    const pages = meta?.isPopulatingDedupe ? seedPages : runPages;
    const polls = await listEnded(client, chosen, { pages });
    // Zaps with the same connection and endings list the same polls, so they share one memory.
    const space = z.hash("sha256", getApiKey(authData));
    const ids = await identifyEndings(z, `poll_closed_${space}_${chosen.join("_")}`, polls);
    const idOf = (poll: Poll) => ids.get(poll.id) ?? poll.id;
    if (meta?.isPopulatingDedupe) return polls.map((poll) => ({ id: idOf(poll) }));
    return polls.slice(0, maxRecords).map((poll) => toEndedPollRecord(poll, idOf(poll)));
  });
}

/** The trigger that fires each time a poll closes, is scheduled or is canceled. */
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
