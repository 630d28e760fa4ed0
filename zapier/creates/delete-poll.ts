import { type Bundle, type Create, defineInputFields, type ZObject } from "zapier-platform-core";
import { withClient } from "../client.ts";
import { normalizeInput } from "../input/form-values.ts";
import { pollField, requirePoll } from "../input/poll.ts";
import { field } from "../output/table.ts";

const inputFields = defineInputFields([
  {
    key: "warning",
    type: "copy",
    helpText:
      "**This cannot be undone.** The poll is deleted with all its responses and comments. If the poll does not exist, the Zap stops here.",
  },
  pollField,
]);

async function perform(z: ZObject, { authData, inputData }: Bundle) {
  return withClient(z, authData, async (client) => {
    const pollId = requirePoll(normalizeInput(inputData));
    await client.deletePoll({ pollId });
    return { id: pollId, deleted: true };
  });
}

/** The action that deletes a poll. The Zap stops if the poll does not exist. */
export const deletePoll = {
  key: "delete_poll",
  noun: "Poll",
  display: {
    label: "Delete Poll",
    description: "Deletes a poll with all its responses. This cannot be undone.",
  },
  operation: {
    perform,
    inputFields,
    outputFields: [field("id", "Poll ID"), field("deleted", "Deleted", "boolean")],
    sample: { id: "Xk3pQ9vLm2Ab", deleted: true },
    cleanInputData: false,
  },
} satisfies Create;
