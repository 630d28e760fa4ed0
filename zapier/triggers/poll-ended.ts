import type { Trigger } from "zapier-platform-core";
import type { Poll } from "../../src/api/web.ts";
import { choose, defineForm } from "../input/index.ts";
import { pollEventFields, samplePoll, toPollEventRecord } from "../output/index.ts";
import { listNewestPolls } from "../polls.ts";
import { listEvents, trigger } from "./trigger.ts";

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

/** The id is of the moment of an end: one that ends again after it was reopened gets another. */
const toEndRecord = (poll: Poll) => toPollEventRecord(poll, `${poll.id}:${poll.status}:${poll.updatedAt}`);

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
      find: (run, chosen) =>
        listEvents(
          run,
          { sources: ["newest", "open", "scheduled"], kind: "ended" },
          (poll, { id, status }) =>
            chosen === "any" || chosen === status ? toPollEventRecord({ ...poll, status }, id) : null,
        ),
    }),
    inputFields: form.inputFields,
    outputFields: pollEventFields,
    sample: toEndRecord({ ...samplePoll, status: "closed" }),
  },
} satisfies Trigger;
