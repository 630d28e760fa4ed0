import { count, defineForm, optionalPoll, required } from "../input/index.ts";
import { describeEvent, pollEventOutputs, samplePoll } from "../output/index.ts";
import { listWatchable } from "../polls.ts";
import { defineTrigger, listEvents } from "./trigger.ts";

const idOf = (pollId: string, number: number) => `${pollId}:reached:${number}`;

export const enoughResponses = defineTrigger({
  key: "enough_responses_received",
  noun: "Poll",
  label: "Enough Responses Received",
  description: "Triggers when a poll has enough responses.",
  form: defineForm({
    number_of_responses: required(count("The Zap runs once for each poll, when it has this many.", "5")),
    poll: optionalPoll(),
  }),
  outputs: pollEventOutputs,
  async samples({ client }, { poll: pollId, number_of_responses: number }) {
    const polls = await listWatchable(client, pollId);
    return polls
      .filter(({ participantCount }) => participantCount >= number)
      .map((poll) => describeEvent(poll, idOf(poll.id, number)));
  },
  find: (run, { poll: pollId, number_of_responses: number }) =>
    listEvents(
      run,
      {
        sources: ["open", "people"],
        kind: "response",
        pollId,
        isWanted: (event) => event.number === number,
      },
      (poll) => () => describeEvent(poll, idOf(poll.id, number)),
    ),
  sample: describeEvent(samplePoll, idOf(samplePoll.id, samplePoll.participantCount)),
});
