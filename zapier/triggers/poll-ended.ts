import type { Trigger } from "zapier-platform-core";
import type { Poll } from "../../src/api/web.ts";
import type { Run } from "../client.ts";
import { choose, defineForm } from "../input/index.ts";
import { type OutputRecord, pollEventFields, samplePoll } from "../output/index.ts";
import { listNewestPolls } from "../polls.ts";
import { readEnded } from "./ended.ts";
import { findEnded, toEndRecord } from "./events.ts";
import { findSince, trigger } from "./trigger.ts";

const statuses = {
  closed: "Closed",
  scheduled: "Scheduled",
  canceled: "Canceled",
  any: "Any of These",
};

const form = defineForm({
  status: choose(
    statuses,
    "Closed: by hand, or because all options have passed. Scheduled: the organizer picked a time. Default: any.",
  ),
});

type Chosen = keyof typeof statuses;

/** For the editor: the last polls that ended, or are scheduled and so on. */
async function listSamples({ client }: Run, chosen: Chosen): Promise<OutputRecord[]> {
  const polls: Poll[] = [];
  for (const status of ["closed", "scheduled", "canceled"] as const)
    if (chosen === "any" || chosen === status)
      polls.push(...(await listNewestPolls(client, { status, limit: 3, pages: 1 })));
  return polls.sort((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt)).map(toEndRecord);
}

export const pollEnded = {
  key: "poll_ended",
  noun: "Poll",
  display: {
    label: "Poll Ended",
    description: "Triggers when a poll is closed or canceled, or when its organizer picks a time.",
  },
  operation: {
    type: "polling",
    perform: trigger({
      parse: ({ values }): Chosen => form.read(values).status ?? "any",
      samples: listSamples,
      events: (run, status) =>
        findSince(run, `ended_${status}`, async () => {
          const log = await readEnded(run);
          return log && { isWhole: log.isWhole, find: (since) => findEnded(log, since, status) };
        }),
    }),
    inputFields: form.inputFields,
    outputFields: pollEventFields,
    sample: toEndRecord({ ...samplePoll, status: "closed" }),
  },
} satisfies Trigger;
