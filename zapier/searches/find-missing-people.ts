import { parsePeople } from "../../src/scheduling/index.ts";
import { defineForm, invited, note, poll } from "../input/index.ts";
import {
  compare,
  idAndHead,
  missingOutputs,
  sampleInvited,
  sampleParticipant,
  samplePoll,
} from "../output/index.ts";
import { defineSearch, readAnswered } from "./search.ts";

export const findMissingPeople = defineSearch({
  key: "find_missing_people",
  noun: "Missing People",
  label: "Find Missing People",
  description:
    "Finds who of the people that you invited has not responded to a poll, with a reminder to send.",
  form: defineForm({
    note: note(
      "Compares a list of people with those who responded. If nobody is missing, the result is there and Missing Count is 0: add a Filter step on it. People whose name fits a response only in part are unclear, and get no reminder.",
    ),
    poll: poll(),
    invited_people: invited,
  }),
  outputs: { ...idAndHead, ...missingOutputs },
  async find(run, asked) {
    const { poll, participants } = await readAnswered(run, asked.poll);
    return [compare(poll, asked.invited_people, participants)];
  },
  sample: compare(samplePoll, parsePeople(sampleInvited), [sampleParticipant]),
});
