import type { Trigger } from "zapier-platform-core";
import { defineForm, optionalPoll } from "../input/index.ts";
import {
  answerFields,
  createToRecord,
  listNewestResponses,
  responseEventFields,
  sampleParticipant,
  sampleShortPoll,
} from "../output/index.ts";
import { listEvents, trigger } from "./trigger.ts";

const form = defineForm({
  poll: optionalPoll(
    "Leave empty to watch all open ones. Option 1, Option 2 and so on are the times of the one answered, in order.",
  ),
});

export const newResponse = {
  key: "new_response",
  noun: "Response",
  display: {
    label: "New Response",
    description: "Triggers when somebody responds to the chosen poll, or to any open poll.",
  },
  operation: {
    type: "polling",
    perform: trigger({
      parse: ({ values }) => form.read(values).poll,
      samples: ({ client }, pollId) => listNewestResponses(client, pollId),
      find(run, pollId) {
        const shows = new Map<string, ReturnType<typeof createToRecord>>();
        return listEvents(
          run,
          { sources: ["open", "people"], kind: "response", pollId },
          (poll, { person }) => {
            // The options of a poll are formatted once.
            const show = shows.get(poll.id) ?? createToRecord(poll);
            shows.set(poll.id, show);
            return show(person);
          },
        );
      },
    }),
    inputFields: form.inputFields,
    outputFields: [...responseEventFields, answerFields],
    sample: createToRecord(sampleShortPoll)(sampleParticipant),
  },
} satisfies Trigger;
