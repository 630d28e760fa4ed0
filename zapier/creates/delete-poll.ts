import type { Create } from "zapier-platform-core";
import { step } from "../client.ts";
import { defineForm, note, poll } from "../input/index.ts";
import { flag, listFields, type Outputs, samplePoll, toRecord } from "../output/index.ts";

const form = defineForm({
  warning: note(
    "**This cannot be undone.** The poll is deleted with all its responses and comments. If the poll does not exist, the Zap stops here.",
  ),
  poll: poll(),
});

const outputs: Outputs<{ id: string }> = {
  id: ({ id }) => id,
  poll_id: ({ id }) => id,
  deleted: flag(() => true),
};

export const deletePoll = {
  key: "delete_poll",
  noun: "Poll",
  display: {
    label: "Delete Poll",
    description: "Deletes a poll with all its responses. This cannot be undone.",
  },
  operation: {
    perform: step(async ({ client, values }) => {
      const { poll: pollId } = form.read(values);
      await client.deletePoll({ pollId });
      return toRecord(outputs, { id: pollId });
    }),
    inputFields: form.inputFields,
    outputFields: listFields(outputs),
    sample: toRecord(outputs, { id: samplePoll.id }),
  },
} satisfies Create;
