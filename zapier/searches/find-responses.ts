import type { Bundle, PlainOutputField, Search, ZObject } from "zapier-platform-core";
import { defineInputFields } from "zapier-platform-core";
import type { VoteName } from "../../src/scheduling/index.ts";
import { emptyIfNotFound, withClient } from "../client.ts";
import { type Choice, choice, getChoice, getChoices } from "../input/choice.ts";
import { type FormValues, normalizeInput } from "../input/form-values.ts";
import { pollField, requirePoll } from "../input/poll.ts";
import { optionsLabel, parsePollOptions } from "../input/poll-options.ts";
import { responseLineFields, responseListFields } from "../output/fields.ts";
import { answerFields, chooseOptionKeys, voteTexts } from "../output/option-answers.ts";
import {
  type ResponseFilter,
  type ResponseListRecord,
  toResponseListRecord,
} from "../output/response-list.ts";
import { responseListSample } from "../samples.ts";

const answersLabel = "Answers";

const answerChoices: readonly Choice<VoteName>[] = [
  choice("yes", "Yes"),
  choice("ifNeedBe", "If need be"),
  choice("noOrUnanswered", "No or unanswered"),
];

/** What people write for an answer in a text of their own. */
const answerWords: readonly Choice<VoteName>[] = [
  ...answerChoices,
  choice("noOrUnanswered", "No"),
  choice("noOrUnanswered", "Unanswered"),
];

const matches = [choice("any", "At least one of the options"), choice("every", "Every one of the options")];

const inputFields = defineInputFields([
  {
    key: "note",
    type: "copy",
    helpText:
      "Finds everybody who responded, or those who gave a certain answer. One result lists all of them. If nobody matches, the result is there and Match Count is 0: add a Filter step on it.",
  },
  pollField,
  {
    key: "options",
    label: optionsLabel,
    type: "string",
    list: true,
    placeholder: "2027-03-01 09:00",
    helpText:
      "Which days or times of the poll the answer is about: the number (2), the date, the start, or the text of an earlier step. A date stands for all times of that day. Leave empty for the whole poll.",
  },
  {
    key: "answers",
    label: answersLabel,
    type: "string",
    list: true,
    choices: [...answerChoices],
    helpText:
      "Only people who gave one of these. Leave empty for everybody, or, with chosen days or times, for those who are available: yes and if need be.",
  },
  {
    key: "match",
    label: "Match",
    type: "string",
    choices: [...matches],
    helpText:
      "Whether it must be so for at least one, or for every one. Default: at least one; for No or unanswered alone: every one.",
  },
]);

function parseFilter(values: FormValues, poll: Parameters<typeof parsePollOptions>[1]): ResponseFilter {
  const options = parsePollOptions(values["options"], poll);
  const given = getChoices(values, "answers", answerWords);
  const available: VoteName[] = options.length > 0 ? ["yes", "ifNeedBe"] : [];
  const answers = given.length > 0 ? given : available;
  const onlyNo = answers.length > 0 && answers.every((answer) => answer === "noOrUnanswered");
  const match = getChoice(values, "match", matches) ?? (onlyNo ? "every" : "any");
  return { options, answers, every: match === "every" };
}

async function perform(z: ZObject, bundle: Bundle): Promise<ResponseListRecord[]> {
  return withClient(z, bundle.authData, async (client) => {
    const values = normalizeInput(bundle.inputData);
    const pollId = requirePoll(values);
    return emptyIfNotFound(async () => {
      const { data: poll } = await client.getPoll({ pollId });
      const filter = parseFilter(values, poll);
      const { data: participants } = await client.listParticipants({ pollId });
      return [toResponseListRecord(poll, participants, filter, chooseOptionKeys(bundle))];
    });
  });
}

/** The line items, each with the answer to each option. */
const responsesField = async (z: ZObject, bundle: Bundle): Promise<PlainOutputField[]> => [
  {
    key: "responses",
    label: "Responses",
    children: [...responseLineFields, ...(await answerFields(z, bundle))],
  },
];

/** The search for everybody who responded to a poll, or gave a certain answer. */
export const findResponses = {
  key: "find_responses",
  noun: "Responses",
  display: {
    label: "Find Responses",
    description: `Finds everybody who responded to a poll, or everybody who answered ${voteTexts.yes}, ${voteTexts.ifNeedBe} or no to an option.`,
  },
  operation: {
    perform,
    inputFields,
    outputFields: [...responseListFields, responsesField],
    sample: responseListSample,
    cleanInputData: false,
  },
} satisfies Search;
