import type { Trigger } from "zapier-platform-core";
import { pollFields, samplePoll, toPollRecord } from "../output/index.ts";
import { listNewestPolls } from "../polls.ts";
import { listEvents, trigger } from "./trigger.ts";

export const newPoll = {
  key: "new_poll",
  noun: "Poll",
  display: { label: "New Poll", description: "Triggers when a poll is created in your space." },
  operation: {
    type: "polling",
    perform: trigger({
      parse: () => undefined,
      samples: async ({ client }) =>
        (await listNewestPolls(client, { limit: 3, pages: 1 })).map(toPollRecord),
      find: (run) => listEvents(run, { sources: ["newest"], kind: "created" }, toPollRecord),
    }),
    inputFields: [],
    outputFields: pollFields,
    sample: toPollRecord(samplePoll),
  },
} satisfies Trigger;
