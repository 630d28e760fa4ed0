import type { Bundle, Trigger, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import type { Client, Poll, PollStatus } from "../../src/api/core.ts";
import { getApiKey, withClient } from "../client.ts";
import { type Choice, choice, parseChoices } from "../input/choice.ts";
import { type FormValues, normalizeInput } from "../input/form-values.ts";
import { listNewestPolls, maxRecords, type PollRange } from "../list-polls.ts";
import { closedPollFields } from "../output/fields.ts";
import { type ClosedPollRecord, toClosedPollRecord } from "../output/poll.ts";
import { closedPollSample } from "../samples.ts";
import { findEventIds, toEventId } from "./closed-poll-ids.ts";

type ClosedStatus = Exclude<PollStatus, "open">;

const statuses: readonly Choice<ClosedStatus>[] = [
  choice("closed", "Closed (by hand, or all options have passed)"),
  choice("scheduled", "Scheduled (the organizer picked an option)"),
  choice("canceled", "Canceled"),
];

/** Pages read for each status in a run. Lists are sorted by creation, so an old poll that closes today is on a later page. */
const runPages = 3;

/** More pages when the Zap is switched on, because a later deletion moves older polls into the pages of a run. */
const seedPages = 6;

const inputFields = defineInputFields([
  {
    key: "statuses",
    label: "Fire On",
    type: "string",
    list: true,
    choices: [...statuses],
    helpText:
      "Choose which changes start the Zap. Default: all three. To see which option the organizer picked, open the Admin Link.",
  },
]);

function parseStatuses(values: FormValues): ClosedStatus[] {
  const chosen = parseChoices(values["statuses"], "Fire On", statuses);
  return statuses.map(({ value }) => value).filter((value) => chosen.length === 0 || chosen.includes(value));
}

/** Polls that are no longer open, the latest change first. */
async function listClosedPolls(
  client: Client,
  chosen: readonly ClosedStatus[],
  range: PollRange,
): Promise<Poll[]> {
  const closed = new Map<string, Poll>();
  for (const status of chosen)
    for (const poll of await listNewestPolls(client, { ...range, status })) {
      // A poll whose status changes between two requests is in two lists.
      const known = closed.get(poll.id);
      if (known === undefined || Date.parse(poll.updatedAt) >= Date.parse(known.updatedAt))
        closed.set(poll.id, poll);
    }
  return [...closed.values()].sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt));
}

/** Returns all ids when the Zap is switched on, and the 100 latest polls in a run. */
async function perform(
  z: ZObject,
  { authData, inputData, meta }: Bundle,
): Promise<(ClosedPollRecord | { id: string })[]> {
  return withClient(z, authData, async (client) => {
    const chosen = parseStatuses(normalizeInput(inputData));
    if (meta?.isLoadingSample) {
      const newest = (await listClosedPolls(client, chosen, { limit: 3, pages: 1 })).slice(0, 3);
      return newest.map((poll) => toClosedPollRecord(poll, toEventId(poll.id, Date.parse(poll.updatedAt))));
    }
    const pages = meta?.isPopulatingDedupe ? seedPages : runPages;
    const polls = await listClosedPolls(client, chosen, { pages });
    // Zaps with the same connection and the same choice list the same polls, so they share one memory.
    const space = z.hash("sha256", getApiKey(authData));
    const ids = await findEventIds(z, `poll_closed_${space}_${chosen.join("_")}`, polls);
    const idOf = (poll: Poll) => ids.get(poll.id) ?? poll.id;
    if (meta?.isPopulatingDedupe) return polls.map((poll) => ({ id: idOf(poll) }));
    return polls.slice(0, maxRecords).map((poll) => toClosedPollRecord(poll, idOf(poll)));
  });
}

/** The trigger that fires each time a poll is closed, scheduled or canceled. */
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
    outputFields: closedPollFields,
    sample: closedPollSample,
    cleanInputData: false,
  },
} satisfies Trigger;
