import { defineInputFields, type Trigger } from "zapier-platform-core";
import { answerFields } from "../answer-fields.ts";
import type { Run } from "../client.ts";
import { choice, getChoice } from "../input/choice.ts";
import { refuse } from "../input/input-error.ts";
import { text } from "../input/labels.ts";
import { getPoll, optionalPollField } from "../input/poll.ts";
import { createToRecord, listNewestResponses, responseEventFields } from "../output/response.ts";
import { sampleParticipant, sampleShortPoll } from "../samples.ts";
import { findAnswers, findResponses } from "./events.ts";
import { trigger, watchPeople } from "./trigger.ts";

const yesNo = [choice("yes", "Yes"), choice("no", "No")];

const inputFields = defineInputFields([
  {
    ...optionalPollField,
    helpText:
      "Leave empty to watch all open ones. The fields Option 1, Option 2 and so on follow the order of its times.",
  },
  text(
    "include_changes",
    "Yes: also fires each time a person changes the response, and Is New is false. Needs a Poll. Default: No.",
    { choices: yesNo },
  ),
]);

/** The chosen poll, or undefined for all, and whether changes fire. */
function parseForm({ values }: Run): { pollId: string | undefined; withChanges: boolean } {
  const pollId = getPoll(values);
  const withChanges = getChoice(values, "include_changes", yesNo) === "yes";
  if (withChanges && pollId === undefined)
    throw refuse("include_changes", "needs a Poll. Pick the poll whose changes fire, or choose No.");
  return { pollId, withChanges };
}

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
      parse: parseForm,
      samples: ({ client }, { pollId }) => listNewestResponses(client, pollId),
      events: (run, { pollId, withChanges }) =>
        watchPeople(run, {
          name: `${withChanges ? "answers" : "responses"}_${pollId ?? "all"}`,
          pollId,
          asOf: ({ isOpen, changedAt }, since, log) => {
            // No list shows that somebody changed an answer.
            if (withChanges && isOpen) return log.at;
            return changedAt > since ? changedAt : undefined;
          },
          find: withChanges ? findAnswers : findResponses,
        }),
    }),
    inputFields,
    outputFields: [...responseEventFields, answerFields],
    sample: createToRecord(sampleShortPoll)(sampleParticipant),
  },
} satisfies Trigger;
