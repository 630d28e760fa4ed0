import type { Trigger } from "zapier-platform-core";
import { pollFields, samplePoll, toPollRecord } from "../output/index.ts";
import { listNewestPolls } from "../polls.ts";
import { findCreated } from "./events.ts";
import { readCreated } from "./log.ts";
import { trigger } from "./trigger.ts";

/** A Zap that is switched on gets all polls of a day, so that Zapier knows them as old: nothing needs to be remembered. */
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
      events: async (run) => findCreated(await readCreated(run)),
    }),
    inputFields: [],
    outputFields: pollFields,
    sample: toPollRecord(samplePoll),
  },
} satisfies Trigger;
