import { defineForm } from "../input/index.ts";
import { describePoll, pollOutputs, samplePoll } from "../output/index.ts";
import { listNewestPolls } from "../polls.ts";
import { defineTrigger, listEvents } from "./trigger.ts";

export const newPoll = defineTrigger({
  key: "new_poll",
  noun: "Poll",
  label: "New Poll",
  description: "Triggers when a poll is created in your space.",
  form: defineForm({}),
  outputs: pollOutputs,
  samples: async ({ client }) => (await listNewestPolls(client, { limit: 3, pages: 1 })).map(describePoll),
  find: (run) =>
    listEvents(run, { sources: ["newest"], kind: "created" }, (poll) => () => describePoll(poll)),
  sample: describePoll(samplePoll),
});
