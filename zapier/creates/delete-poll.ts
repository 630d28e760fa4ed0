import type { Create } from "zapier-platform-core";
import { defineStep } from "../define-step.ts";
import { defineForm, note, poll } from "../input/index.ts";
import { flag, type Outputs, samplePoll } from "../output/index.ts";

const outputs: Outputs<{ id: string }> = {
  id: ({ id }) => id,
  poll_id: ({ id }) => id,
  deleted: flag(() => true),
};

export const deletePoll = defineStep(
  {
    key: "delete_poll",
    noun: "Poll",
    label: "Delete Poll",
    description: "Deletes a poll with all its responses. This cannot be undone.",
    form: defineForm({
      warning: note(
        "**This cannot be undone.** The poll is deleted with all its responses and comments. If the poll does not exist, the Zap stops here.",
      ),
      poll: poll(),
    }),
    outputs,
    sample: { id: samplePoll.id },
  },
  async ({ client }, { poll: pollId }, show) => {
    await client.deletePoll({ pollId });
    return show({ id: pollId });
  },
) satisfies Create;
