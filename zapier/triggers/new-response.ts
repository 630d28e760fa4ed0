import { defineForm, optionalPoll } from "../input/index.ts";
import {
  type Answered,
  answerFields,
  createAnswered,
  headOutputs,
  type Outputs,
  responseOutputs,
  sampleParticipant,
  sampleShortPoll,
} from "../output/index.ts";
import { listWatchable } from "../polls.ts";
import { defineTrigger, listEvents } from "./trigger.ts";

const outputs: Outputs<Answered> = { id: ({ id }) => id, ...headOutputs, ...responseOutputs };

export const newResponse = defineTrigger({
  key: "new_response",
  noun: "Response",
  label: "New Response",
  description: "Triggers when somebody responds to the chosen poll, or to any open poll.",
  form: defineForm({
    poll: optionalPoll(
      "Pick one to watch only that; otherwise all open polls are watched. Option 1 is the answer to the first day or time.",
    ),
  }),
  outputs,
  moreFields: [answerFields],
  /** Of the chosen poll, or of the newest open ones that have responses. */
  async samples({ client }, { poll: pollId }) {
    const found: Answered[] = [];
    for (const poll of await listWatchable(client, pollId)) {
      if (poll.participantCount === 0 || found.length > 2) continue;
      const { data } = await client.listParticipants({ pollId: poll.id });
      found.push(...data.slice(-3).reverse().map(createAnswered(poll)));
    }
    return found;
  },
  find: (run, { poll: pollId }) =>
    listEvents(run, { sources: ["open", "people"], kind: "response", pollId }, (poll) => {
      const toAnswered = createAnswered(poll);
      return ({ person }) => toAnswered(person);
    }),
  sample: createAnswered(sampleShortPoll)(sampleParticipant),
});
