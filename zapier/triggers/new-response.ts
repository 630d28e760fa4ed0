import type { Trigger } from "zapier-platform-core";
import { choose, defineForm, optionalPoll, refuse } from "../input/index.ts";
import {
  answerFields,
  createToRecord,
  listNewestResponses,
  responseEventFields,
  sampleParticipant,
  sampleShortPoll,
} from "../output/index.ts";
import { findAnswers, findResponses } from "./events.ts";
import { trigger, watchPeople } from "./trigger.ts";

const yesNo = { yes: "Yes", no: "No" };

const form = defineForm({
  poll: optionalPoll(
    "Leave empty to watch all open ones. Option 1, Option 2 and so on are the times of the one answered, in order.",
  ),
  include_changes: choose(
    yesNo,
    "Yes: also fires each time a person changes the response, and Is New is false. Needs a Poll. Default: No.",
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
      parse({ values }) {
        const { poll: pollId, include_changes } = form.read(values);
        const withChanges = include_changes === "yes";
        if (withChanges && pollId === undefined)
          throw refuse("include_changes", "needs a Poll. Pick the poll whose changes fire, or choose No.");
        return { pollId, withChanges };
      },
      samples: ({ client }, { pollId }) => listNewestResponses(client, pollId),
      events: (run, { pollId, withChanges }) =>
        watchPeople(run, {
          name: `${withChanges ? "answers" : "responses"}_${pollId ?? "all"}`,
          pollId,
          asOf: ({ status, changedAt }, since, log) => {
            // No list shows that somebody changed an answer.
            if (withChanges && status === "open") return log.at;
            return changedAt > since ? changedAt : undefined;
          },
          find: withChanges ? findAnswers : findResponses,
        }),
    }),
    inputFields: form.inputFields,
    outputFields: [...responseEventFields, answerFields],
    sample: createToRecord(sampleShortPoll)(sampleParticipant),
  },
} satisfies Trigger;
