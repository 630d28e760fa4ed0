import type { Bundle, Search, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import { findPeople, foldText } from "../../src/scheduling/index.ts";
import { emptyIfNotFound, withClient } from "../client.ts";
import { choice, getChoice } from "../input/choice.ts";
import { normalizeInput } from "../input/form-values.ts";
import { findResponseId, parsePerson, personLabel, responseLabel } from "../input/people.ts";
import { pollField, requirePoll } from "../input/poll.ts";
import { matchFields } from "../output/fields.ts";
import { answerFields, chooseOptionKeys } from "../output/option-answers.ts";
import { type MatchRecord, toMatchRecords } from "../output/response.ts";
import { matchSample } from "../samples.ts";

const matches = [choice("part", "Whole words of the name"), choice("whole", "The whole name")];

const inputFields = defineInputFields([
  pollField,
  {
    key: "person",
    label: personLabel,
    type: "string",
    placeholder: "sam@example.com",
    helpText: "Full email address, full name, or whole words of the name of the person who responded.",
  },
  {
    key: "response",
    label: responseLabel,
    type: "string",
    helpText:
      "The Response ID of an earlier step or of a webhook. If it is filled, the name and the email are not used.",
  },
  {
    key: "match",
    label: "Match",
    type: "string",
    choices: [...matches],
    default: "part",
    helpText:
      "Default: whole words of the name. A full name always comes first. An email address must be complete.",
  },
]);

async function perform(z: ZObject, bundle: Bundle): Promise<MatchRecord[]> {
  const { authData, inputData } = bundle;
  return withClient(z, authData, async (client) => {
    const values = normalizeInput(inputData);
    const pollId = requirePoll(values);
    const participantId = findResponseId(values);
    const person = participantId === undefined ? parsePerson(values) : "";
    const match = getChoice(values, "match", matches);
    return emptyIfNotFound(async () => {
      const { data: poll } = await client.getPoll({ pollId });
      if (participantId !== undefined) {
        const { data: participant } = await client.getParticipant({ pollId, participantId });
        return toMatchRecords(poll, [participant], [], chooseOptionKeys(bundle));
      }
      const { data: participants } = await client.listParticipants({ pollId });
      const [found] = findPeople([person], participants);
      const responses = found?.kind === "found" ? found.responses : (found?.candidates ?? []);
      const isWhole = ({ name, email }: (typeof participants)[number]) =>
        [found?.name, found?.email].some(
          (text) => text && [name, email ?? ""].map(foldText).includes(foldText(text)),
        );
      const matches =
        found?.kind === "missing" ? [] : responses.filter((each) => match !== "whole" || isWhole(each));
      return toMatchRecords(poll, matches, [], chooseOptionKeys(bundle));
    });
  });
}

/** The search for the response of one person. */
export const findResponse = {
  key: "find_response",
  noun: "Response",
  display: {
    label: "Find Response",
    description:
      "Finds the response of one person to a poll, by name, email or response, with the answer to each option.",
  },
  operation: {
    perform,
    inputFields,
    outputFields: [...matchFields, answerFields],
    sample: matchSample,
    cleanInputData: false,
  },
} satisfies Search;
