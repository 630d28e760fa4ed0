import {
  type Bundle,
  defineInputFields,
  type PlainOutputField,
  type Search,
  type ZObject,
} from "zapier-platform-core";
import type { Participant, Poll } from "../../src/api/web.ts";
import { findPeople, type VoteName } from "../../src/scheduling/index.ts";
import { search } from "../client.ts";
import { type Choice, choice, getChoices } from "../input/choice.ts";
import { type FormValues, getSingle } from "../input/form-values.ts";
import { quoteValue, refuse } from "../input/input-error.ts";
import { text } from "../input/labels.ts";
import { describePerson, getPeople, readPeople, suggestPeople } from "../input/people.ts";
import { pollField, requirePoll } from "../input/poll.ts";
import { parsePollOptions } from "../input/poll-options.ts";
import { cleanLine, toWhen, type When, whenColumns } from "../output/format.ts";
import { listEmails, missingFields, noMissingValues, toMissingValues } from "../output/missing.ts";
import { headColumns } from "../output/poll.ts";
import {
  type Answered,
  answerFields,
  chooseOptionKeys,
  createAnswered,
  labelOptions,
  type OptionKeys,
  responseColumns,
  toAnswerValues,
} from "../output/response.ts";
import { type Column, column, listFields, type OutputRecord, toRecord } from "../output/table.ts";
import { sampleInvited, sampleParticipant, samplePoll } from "../samples.ts";

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

const inputFields = defineInputFields([
  {
    key: "note",
    type: "copy",
    helpText:
      "One result lists everybody who responded, or those whom you choose. If nobody matches, the result is there and Match Count is 0: add a Filter step on it.",
  },
  pollField,
  text(
    "options",
    "Which days or times of the poll the answer is about: the number (2), the date, the start, or the text of an earlier step, such as Data Event Start of a webhook. A date stands for all times of that day. Leave empty for the whole poll.",
    { list: true, placeholder: "2027-03-01 09:00" },
  ),
  text(
    "answers",
    "Only people who gave one of these to at least one of the options; for No or unanswered alone, to all of them. Leave empty for everybody, or, with Options, for those who are available.",
    { list: true, choices: [...answerChoices] },
  ),
  text("person", "Only this response: email address, name, or the Response ID of an earlier step.", {
    placeholder: "sam@example.com",
  }),
  text(
    "invited_people",
    "Everybody who should answer: email addresses, full names, or both. The result then tells who is missing, with a reminder to send.",
    { list: true, placeholder: "Sam Reed <sam@example.com>" },
  ),
]);

/** The id of an event about a response starts with the id of the response. */
const eventId = /^([\w-]{1,64}):[0-9a-f]{12}(?::\d+)?$/;

/** The responses of the wanted person, or all, and what to say about the person. */
function findPerson(
  values: FormValues,
  people: readonly Participant[],
): { chosen: readonly Participant[]; note: string } {
  const text = getSingle(values, "person");
  if (text === undefined) return { chosen: people, note: "" };
  const id = eventId.exec(text)?.[1];
  const entries = id === undefined ? getPeople(values, "person", people) : [id];
  if (entries.length > 1) throw refuse("person", "has several people. Enter one person.");
  const [match] = findPeople(entries, people);
  if (match?.kind === "found") return { chosen: match.responses, note: "" };
  if (match?.kind !== "unclear")
    return {
      chosen: [],
      note: `${quoteValue(text)} has not responded.${suggestPeople(match?.candidates ?? [])}`,
    };
  const { candidates, isShared } = match;
  const named = candidates.slice(0, 5).map(describePerson).join(" or ");
  return {
    chosen: isShared ? candidates : [],
    note: `It is unclear whether ${quoteValue(text)} is ${named}.`,
  };
}

interface ResponseList {
  poll: Poll;
  /** The positions of the wanted options; none for the whole poll. */
  options: readonly number[];
  responses: number;
  found: readonly Answered[];
  note: string;
  /** The first of the wanted options. */
  when: When | undefined;
}

/** Maximum line items. Texts and counts have everybody. */
const maxLineItems = 250;

/** The responses that were found. A new field is one line here. */
const listColumns: Column<ResponseList>[] = [
  ...headColumns,
  column("location", "Location", ({ poll }) => cleanLine(poll.location)),
  column("response_count", "Response Count", ({ responses }) => responses, "integer"),
  column("match_count", "Match Count", ({ found }) => found.length, "integer"),
  column("names_text", "Names (Text)", ({ found }) => found.map(({ name }) => cleanLine(name)).join(", ")),
  column("emails", "Emails", ({ found }) => listEmails(found)),
  column("note_text", "Note (Text)", ({ note }) => note),
  column("filtered_options_text", "Filtered Options (Text)", ({ poll, options }) => {
    const labels = labelOptions(poll);
    return options.map((index) => labels[index]).join("\n");
  }),
  ...whenColumns,
];

/** The output for what a form asks of a poll and its responses. */
function toResponseList(
  poll: Poll,
  people: readonly Participant[],
  values: FormValues,
  by: OptionKeys,
): OutputRecord {
  const options = parsePollOptions(values["options"], poll);
  const given = getChoices(values, "answers", answerWords);
  const answers = given.length === 0 && options.length > 0 ? ["yes", "ifNeedBe"] : given;
  const { chosen, note } = findPerson(values, people);
  const wanted = options.length > 0 ? options : poll.options.map((_, index) => index);
  // Who said no to one of several options may come to another.
  const isOnlyNo = answers.every((answer) => answer === "noOrUnanswered");
  const found = chosen.map(createAnswered(poll)).filter((response) => {
    if (answers.length === 0) return true;
    const has = (index: number) => answers.includes(response.answers[index] ?? "noOrUnanswered");
    return isOnlyNo ? wanted.every(has) : wanted.some(has);
  });
  const first = poll.options[options[0] ?? -1];
  const when = first && toWhen(first, poll.timeZone);
  const invited = readPeople(values, "invited_people", people);
  return {
    ...toRecord(listColumns, { poll, options, responses: people.length, found, note, when }),
    ...(invited.people.length === 0 ? noMissingValues : toMissingValues(poll, invited, people)),
    responses: found.slice(0, maxLineItems).map((response) => ({
      ...toRecord(responseColumns, response),
      ...toAnswerValues(response, by),
    })),
  };
}

/** The line items, each with the answer to each option. */
const responsesField = async (z: ZObject, bundle: Bundle): Promise<PlainOutputField[]> => [
  {
    key: "responses",
    label: "Responses",
    children: [...listFields(responseColumns), ...(await answerFields(z, bundle))],
  },
];

export const findResponses = {
  key: "find_responses",
  noun: "Responses",
  display: {
    label: "Find Responses",
    description:
      "Finds everybody who responded to a poll, those who gave a certain answer, one person, or who is missing.",
  },
  operation: {
    perform: search(async ({ client, values, bundle }) => {
      const pollId = requirePoll(values);
      const { data: poll } = await client.getPoll({ pollId });
      const { data: people } = await client.listParticipants({ pollId });
      return [toResponseList(poll, people, values, chooseOptionKeys(bundle))];
    }),
    inputFields,
    outputFields: [...listFields(listColumns), ...missingFields, responsesField],
    sample: toResponseList(
      samplePoll,
      [sampleParticipant],
      { options: "1", invited_people: sampleInvited },
      "position",
    ),
  },
} satisfies Search;
