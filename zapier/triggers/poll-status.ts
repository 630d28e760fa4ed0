import type { Bundle, Trigger, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import type { Poll } from "../../src/api/web.ts";
import { withClient } from "../client.ts";
import { listNewestPolls, maxRecords, runPages, seedPages } from "../list-polls.ts";
import { pollEventFields } from "../output/fields.ts";
import { type PollEventRecord, toPollEventRecord, toStatusEventId } from "../output/poll.ts";
import { limitSize } from "../output/run-size.ts";
import { pollClosedSample, pollScheduledSample } from "../samples.ts";

const toRecord = (poll: Poll): PollEventRecord => toPollEventRecord(poll, toStatusEventId(poll));

/**
 * Returns the polls of one status, the latest change first. The service does not tell when a poll got its status, so each
 * change of a poll has an id of its own. Returns all ids when the Zap is switched on, and the 100 latest polls in a run.
 */
const createPerform =
  (status: "closed" | "scheduled") =>
  async (z: ZObject, { authData, meta }: Bundle): Promise<(PollEventRecord | { id: string })[]> =>
    withClient(z, authData, async (client) => {
      const pages = meta?.isLoadingSample ? 1 : meta?.isPopulatingDedupe ? seedPages : runPages;
      const polls = await listNewestPolls(client, { status, pages });
      const latest = polls.sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt));
      if (meta?.isPopulatingDedupe) return latest.map((poll) => ({ id: toStatusEventId(poll) }));
      return limitSize(latest.slice(0, meta?.isLoadingSample ? 3 : maxRecords).map(toRecord));
    });

/** The trigger that fires each time a poll is closed. */
export const pollClosed = {
  key: "poll_closed",
  noun: "Poll",
  display: {
    label: "Poll Closed",
    description: "Triggers when a poll is closed, by hand or because all of its options have passed.",
  },
  operation: {
    type: "polling",
    perform: createPerform("closed"),
    inputFields: defineInputFields([
      {
        key: "note",
        type: "copy",
        helpText:
          "Fires each time a poll is closed, also after it was reopened. When somebody edits a closed poll, it may fire again.",
      },
    ]),
    outputFields: pollEventFields,
    sample: pollClosedSample,
    cleanInputData: false,
  },
} satisfies Trigger;

/** The trigger that fires when the organizer of a poll picks a time. */
export const pollScheduled = {
  key: "poll_scheduled",
  noun: "Poll",
  display: {
    label: "Poll Scheduled",
    description:
      "Triggers when a time was picked for a poll. The API of the service does not tell which time: only its webhooks do.",
  },
  operation: {
    type: "polling",
    perform: createPerform("scheduled"),
    inputFields: defineInputFields([
      {
        key: "note",
        type: "copy",
        helpText:
          "Rallly's API does not tell which time was picked. To get the time, start the Zap with Webhooks by Zapier instead: the documentation of this app has a recipe. When somebody edits a scheduled poll, this trigger may fire again.",
      },
    ]),
    outputFields: pollEventFields,
    sample: pollScheduledSample,
    cleanInputData: false,
  },
} satisfies Trigger;
