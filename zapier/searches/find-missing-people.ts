import type { Bundle, Search, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import { compareInvitees } from "../../src/scheduling/index.ts";
import { emptyIfNotFound, withClient } from "../client.ts";
import { normalizeInput } from "../input/form-values.ts";
import { invitedPeopleLabel, parseInvitedPeople, splitPeople } from "../input/people.ts";
import { pollField, requirePoll } from "../input/poll.ts";
import { missingPeopleFields } from "../output/fields.ts";
import { type MissingPeopleRecord, toMissingPeopleRecord } from "../output/missing-people.ts";
import { missingPeopleSample } from "../samples.ts";

const inputFields = defineInputFields([
  {
    key: "note",
    type: "copy",
    helpText:
      "Compares your list with the responses. One result lists who is missing, who answered, who may have answered, and who answered without being on the list. Missing Count is 0 when nobody is missing: add a Filter step on it.",
  },
  pollField,
  {
    key: "invited_people",
    label: invitedPeopleLabel,
    type: "string",
    list: true,
    required: true,
    placeholder: "Sam Reed <sam@example.com>",
    helpText:
      "Everybody who should answer: email addresses, full names, or both. Names alone are less certain, because people may write theirs differently.",
  },
]);

async function perform(z: ZObject, { authData, inputData }: Bundle): Promise<MissingPeopleRecord[]> {
  return withClient(z, authData, async (client) => {
    const values = normalizeInput(inputData);
    const pollId = requirePoll(values);
    const invited = parseInvitedPeople(values);
    return emptyIfNotFound(async () => {
      const { data: poll } = await client.getPoll({ pollId });
      const { data: participants } = await client.listParticipants({ pollId });
      const people = splitPeople(invited, participants);
      return [toMissingPeopleRecord(poll, compareInvitees(people, participants))];
    });
  });
}

/** The search for invited people who have not responded. */
export const findMissingPeople = {
  key: "find_missing_people",
  noun: "Missing People",
  display: {
    label: "Find Missing People",
    description: "Finds out who of a list of people has not responded to a poll, and writes a reminder.",
  },
  operation: {
    perform,
    inputFields,
    outputFields: missingPeopleFields,
    sample: missingPeopleSample,
    cleanInputData: false,
  },
} satisfies Search;
