import type { Search } from "zapier-platform-core";
import type { Participant, Poll } from "../../src/api/web.ts";
import { type ParsedPeople, parsePeople } from "../../src/scheduling/index.ts";
import { defineForm, invited, note, poll } from "../input/index.ts";
import {
  headColumns,
  idColumn,
  listFields,
  missingFields,
  type OutputRecord,
  sampleInvited,
  sampleParticipant,
  samplePoll,
  toMissingValues,
  toRecord,
} from "../output/index.ts";
import { readAnswered, search } from "./search.ts";

const form = defineForm({
  note: note(
    "Compares a list of people with those who responded. If nobody is missing, the result is there and Missing Count is 0: add a Filter step on it. People whose name fits a response only in part are unclear, and get no reminder.",
  ),
  poll: poll(),
  invited_people: invited,
});

const columns = [idColumn, ...headColumns];

const toMissingRecord = (
  poll: Poll,
  invited: ParsedPeople,
  participants: readonly Participant[],
): OutputRecord => ({
  ...toRecord(columns, { poll }),
  ...toMissingValues(poll, invited, participants),
});

export const findMissingPeople = {
  key: "find_missing_people",
  noun: "Missing People",
  display: {
    label: "Find Missing People",
    description:
      "Finds who of the people that you invited has not responded to a poll, with a reminder to send.",
  },
  operation: {
    perform: search(async (run) => {
      const { poll: pollId, invited_people: readInvited } = form.read(run.values);
      const { poll, participants } = await readAnswered(run, pollId);
      return [toMissingRecord(poll, readInvited(participants), participants)];
    }),
    inputFields: form.inputFields,
    outputFields: [...listFields(columns), ...missingFields],
    sample: toMissingRecord(samplePoll, parsePeople(sampleInvited), [sampleParticipant]),
  },
} satisfies Search;
