import type { Bundle, Trigger, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import type { Poll, PollStatus } from "../../src/api/schemas.ts";
import { withClient } from "../connection.ts";
import { type FormValues, readForm } from "../form/blanks.ts";
import { readList } from "../form/lists.ts";
import { FormRefusal } from "../form/refusal.ts";
import { pollFields } from "../output/fields.ts";
import { type PollRecord, showPoll } from "../output/poll.ts";
import { listNewestPolls } from "../pages.ts";
import { closedPollSample } from "../samples.ts";

type EndStatus = Exclude<PollStatus, "open">;

const endings: readonly EndStatus[] = ["closed", "scheduled", "canceled"];

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
    choices: [
      { value: "closed", sample: "closed", label: "Closed (by hand, or all options have passed)" },
      { value: "scheduled", sample: "scheduled", label: "Scheduled (the organizer picked an option)" },
      { value: "canceled", sample: "canceled", label: "Canceled" },
    ],
    helpText:
      "Which endings count; all three when empty. For a scheduled poll the service does not tell which option was picked: follow the admin link to see it.",
  },
]);

function readEndings(values: FormValues): readonly EndStatus[] {
  const chosen = readList(values["statuses"]).map((text) => text.toLowerCase());
  const unknown = chosen.filter((text) => !endings.some((ending) => ending === text));
  if (unknown.length > 0)
    throw new FormRefusal([
      { field: "Fire On", message: `"${unknown.join(", ")}" is not one of the choices.` },
    ]);
  return chosen.length === 0 ? endings : endings.filter((ending) => chosen.includes(ending));
}

/** A poll's id is its own, whatever ended it: it fires once, also when a closed poll is scheduled later. */
async function perform(z: ZObject, { authData, inputData, meta }: Bundle): Promise<PollRecord[]> {
  return withClient(z, authData, async (client) => {
    const range = meta?.isLoadingSample
      ? { limit: 3, pages: 1 }
      : { pages: meta?.isPopulatingDedupe ? seedPages : tickPages };
    // By id: a poll that is scheduled between two requests is in both lists.
    const found = new Map<string, Poll>();
    for (const status of readEndings(readForm(inputData)))
      for (const poll of await listNewestPolls(client, { ...range, status })) found.set(poll.id, poll);
    const newest = [...found.values()].sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt));
    return (meta?.isLoadingSample ? newest.slice(0, 3) : newest).map(showPoll);
  });
}

/** Fires once when a poll stops being open. */
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
    outputFields: pollFields,
    sample: closedPollSample,
    cleanInputData: false,
  },
} satisfies Trigger;
