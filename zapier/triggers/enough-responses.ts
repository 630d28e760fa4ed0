import type { Trigger } from "zapier-platform-core";
import { count, defineForm, optionalPoll, required } from "../input/index.ts";
import { pollEventFields, samplePoll, toPollEventRecord } from "../output/index.ts";
import { listWatchable } from "../polls.ts";
import { listEvents, trigger } from "./trigger.ts";

const form = defineForm({
  number_of_responses: required(count("Fires when a poll has this many.", "5")),
  poll: optionalPoll(),
});

const idOf = (pollId: string, number: number) => `${pollId}:reached:${number}`;

export const enoughResponses = {
  key: "enough_responses_received",
  noun: "Poll",
  display: {
    label: "Enough Responses Received",
    description: "Triggers when a poll has enough responses.",
  },
  operation: {
    type: "polling",
    perform: trigger({
      parse: ({ values }) => form.read(values),
      samples: async ({ client }, { poll, number_of_responses: number }) =>
        (await listWatchable(client, poll, { limit: 3, pages: 1 })).map((each) =>
          toPollEventRecord(each, idOf(each.id, number)),
        ),
      find: (run, { poll: pollId, number_of_responses: number }) =>
        listEvents(run, { sources: ["open", "people"], kind: "response", pollId }, (poll, event) =>
          event.number === number ? toPollEventRecord(poll, idOf(poll.id, number)) : null,
        ),
    }),
    inputFields: form.inputFields,
    outputFields: pollEventFields,
    sample: toPollEventRecord(samplePoll, idOf(samplePoll.id, 3)),
  },
} satisfies Trigger;
