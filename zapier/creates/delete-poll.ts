import type { Create } from "zapier-platform-core";
import { step } from "../client.ts";
import { defineForm, note, poll } from "../input/index.ts";
import { field } from "../output/index.ts";

const form = defineForm({
  warning: note(
    "**This cannot be undone.** The poll is deleted with all its responses and comments. If the poll does not exist, the Zap stops here.",
  ),
  poll: poll(),
});

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
      return { id: pollId, poll_id: pollId, deleted: true };
    }),
    inputFields: form.inputFields,
    outputFields: [field("id", "ID"), field("poll_id", "Poll ID"), field("deleted", "Deleted", "boolean")],
    sample: { id: "Xk3pQ9vLm2Ab", poll_id: "Xk3pQ9vLm2Ab", deleted: true },
  },
} satisfies Create;
