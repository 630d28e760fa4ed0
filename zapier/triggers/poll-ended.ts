import type { Trigger } from "zapier-platform-core";
import type { Poll } from "../../src/api/web.ts";
import { choose, defineForm } from "../input/index.ts";
import { pollEventFields, samplePoll } from "../output/index.ts";
import { listNewestPolls } from "../polls.ts";
import { findEnded, toEndRecord } from "./events.ts";
import { trigger, watchStatus } from "./trigger.ts";

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
      parse: ({ values }) => form.read(values).status ?? "any",
      // The last polls that were closed, scheduled and so on.
      async samples({ client }, chosen) {
        const polls: Poll[] = [];
        for (const status of ["closed", "scheduled", "canceled"] as const)
          if (chosen === "any" || chosen === status)
            polls.push(...(await listNewestPolls(client, { status, limit: 3, pages: 1 })));
        return polls
          .sort((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt))
          .map(toEndRecord);
      },
      events: (run, status) =>
        watchStatus(run, `ended_${status}`, (logs, since) => findEnded(logs, since, status)),
    }),
    inputFields: form.inputFields,
    outputFields: pollEventFields,
    sample: toEndRecord({ ...samplePoll, status: "closed" }),
  },
} satisfies Trigger;
