import type { Trigger } from "zapier-platform-core";
import { parsePeople } from "../../src/scheduling/index.ts";
import { count, defineForm, optionalPoll, people, refuse } from "../input/index.ts";
import { pollEventFields, samplePoll, toField } from "../output/index.ts";
import { listWatchable } from "../polls.ts";
import { findComplete, toCompleteRecord } from "./events.ts";
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
      parse({ z, values }) {
        const { poll: pollId, number_of_responses: number, people_who_must_respond } = form.read(values);
        const required = people_who_must_respond().people;
        if (number === undefined && required.length === 0)
          throw refuse(
            "number_of_responses",
            "is required, or People Who Must Respond. Enter a number or the people who must respond.",
          );
        const hash = z.hash("sha256", JSON.stringify([number, required])).slice(0, 12);
        const count = number ?? Number.POSITIVE_INFINITY;
        const waitsForPeople = required.length > 0;
        return { pollId, waitsForPeople, hash, count, readRequired: people_who_must_respond };
      },
      samples: async ({ client }, { pollId, ...condition }) =>
        (await listWatchable(client, pollId, { limit: 3, pages: 1 })).map((poll) =>
          toCompleteRecord(poll, condition),
        ),
      events: (run, { pollId, waitsForPeople, ...condition }) =>
        watchPeople(run, {
          name: `reached_${condition.hash}_${pollId ?? "all"}`,
          pollId,
          asOf({ changedAt, responses, status }, since) {
            const mayBeEnough = waitsForPeople || responses >= condition.count || status !== "open";
            return changedAt > since && mayBeEnough ? changedAt : undefined;
          },
          find: (log, people, since) => findComplete(log, people, since, condition),
        }),
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
