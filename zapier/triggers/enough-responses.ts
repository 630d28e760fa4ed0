import type { Trigger } from "zapier-platform-core";
import { parsePeople } from "../../src/scheduling/index.ts";
import type { Run } from "../client.ts";
import { count, defineForm, optionalPoll, people, refuse } from "../input/index.ts";
import { pollEventFields, samplePoll, toField } from "../output/index.ts";
import { listWatchable } from "../polls.ts";
import { type Condition, findComplete, toCompleteRecord } from "./events.ts";
import { trigger, watchPeople } from "./trigger.ts";

const form = defineForm({
  poll: optionalPoll(),
  number_of_responses: count(
    "Fires when a poll has this many or more. Leave empty to wait for certain people instead.",
    "5",
  ),
  people_who_must_respond: people(
    "Fires when all of these have answered: full names or email addresses. With both fields, whichever happens first fires.",
    "sam@example.com",
  ),
});

interface Settings extends Condition {
  pollId: string | undefined;
}

function readForm({ z, values }: Run): Settings {
  const {
    poll: pollId,
    number_of_responses: number,
    people_who_must_respond: readRequired,
  } = form.read(values);
  const required = readRequired().people;
  if (number === undefined && required.length === 0)
    throw refuse(
      "number_of_responses",
      "is required, or People Who Must Respond. Enter a number or the people who must respond.",
    );
  const hash = z.hash("sha256", JSON.stringify([number, required])).slice(0, 12);
  return { pollId, hash, count: number ?? Number.POSITIVE_INFINITY, readRequired };
}

export const enoughResponses = {
  key: "enough_responses_received",
  noun: "Poll",
  display: {
    label: "Enough Responses Received",
    description: "Triggers when a poll has enough responses, or when all people of a list have responded.",
  },
  operation: {
    type: "polling",
    perform: trigger({
      parse: readForm,
      samples: async ({ client }, settings) =>
        (await listWatchable(client, settings.pollId, { limit: 3, pages: 1 })).map((poll) =>
          toCompleteRecord(poll, settings),
        ),
      events(run, settings) {
        const { pollId, hash, count } = settings;
        const waitsForPeople = settings.readRequired([]).people.length > 0;
        return watchPeople(run, {
          name: `reached_${hash}_${pollId ?? "all"}`,
          pollId,
          asOf: ({ changedAt, responses, isOpen }, since) =>
            changedAt > since && (waitsForPeople || responses >= count || !isOpen) ? changedAt : undefined,
          find: (log, people, since) => findComplete(log, people, since, settings),
        });
      },
    }),
    inputFields: form.inputFields,
    outputFields: [...pollEventFields, toField("people_read_text")],
    sample: toCompleteRecord(samplePoll, {
      hash: "8c4e6f0a2b1d",
      count: 3,
      readRequired: () => parsePeople([]),
    }),
  },
} satisfies Trigger;
