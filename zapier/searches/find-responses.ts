import {
  type Bundle,
  defineInputFields,
  type PlainOutputField,
  type Search,
  type ZObject,
} from "zapier-platform-core";
import type { Participant, Poll } from "../../src/api/web.ts";
import {
  compareInvitees,
  findPeople,
  type InviteeComparison,
  type VoteName,
} from "../../src/scheduling/index.ts";
import { type Run, search } from "../client.ts";
import { type Choice, choice, getChoices } from "../input/choice.ts";
import { type FormValues, getSingle } from "../input/form-values.ts";
import { quoteValue, refuse } from "../input/input-error.ts";
import { text } from "../input/labels.ts";
import { describePerson, getPeople, suggestPeople } from "../input/people.ts";
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
import { invitedSample, sampleParticipant, samplePoll } from "../samples.ts";

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

/** The responses of the wanted person, and what to say about them. */
function findPerson(
  values: FormValues,
  people: readonly Participant[],
): Pick<ResponseFilter, "person" | "note"> {
  const text = getSingle(values, "person");
  if (text === undefined) return { person: undefined, note: "" };
  const id = eventId.exec(text)?.[1];
  const entries = id === undefined ? getPeople(values, "person", people) : [id];
  if (entries.length > 1) throw refuse("person", "has several people. Enter one person.");
  const [match] = findPeople(entries, people);
  if (match?.kind === "found") return { person: match.responses, note: "" };
  const { kind, candidates = [] } = match ?? {};
  return kind === "ambiguous"
    ? {
        person: candidates,
        note: `${quoteValue(text)} may be ${candidates.slice(0, 5).map(describePerson).join(" or ")}.`,
      }
    : { person: [], note: `${quoteValue(text)} has not responded.${suggestPeople(candidates)}` };
}

function parseFilter(values: FormValues, poll: Poll, people: readonly Participant[]): ResponseFilter {
  const options = parsePollOptions(values["options"], poll);
  const given = getChoices(values, "answers", answerWords);
  const available: VoteName[] = options.length > 0 ? ["yes", "ifNeedBe"] : [];
  return { options, answers: given.length > 0 ? given : available, ...findPerson(values, people) };
}

/** Which responses are wanted. */
interface ResponseFilter {
  /** Positions of options; none for the whole poll. */
  options: number[];
  /** Answers that count; none for every answer. */
  answers: VoteName[];
  /** The responses of the wanted person; undefined for everybody. */
  person: Participant[] | undefined;
  /** What to say about the wanted person. */
  note: string;
}

interface ResponseList {
  poll: Poll;
  filter: ResponseFilter;
  responses: number;
  found: Answered[];
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
  column("note_text", "Note (Text)", ({ filter }) => filter.note),
  column("filtered_options_text", "Filtered Options (Text)", ({ poll, filter }) => {
    const labels = labelOptions(poll);
    return filter.options.map((index) => labels[index]).join("\n");
  }),
  ...whenColumns<ResponseList>(({ when }) => when),
];

/** The output for the responses that a filter found. `invited` is null when no list of people was given. */
function toResponseListRecord(
  poll: Poll,
  participants: readonly Participant[],
  filter: ResponseFilter,
  { by, invited }: { by: OptionKeys; invited: InviteeComparison<Participant> | null },
): OutputRecord {
  const { options, answers, person } = filter;
  const wanted = options.length > 0 ? options : poll.options.map((_, index) => index);
  // Who said no to one of several options may come to another.
  const isOnlyNo = answers.every((answer) => answer === "noOrUnanswered");
  const found = (person ?? participants).map(createAnswered(poll)).filter((response) => {
    if (answers.length === 0) return true;
    const has = (index: number) => answers.includes(response.answers[index] ?? "noOrUnanswered");
    return isOnlyNo ? wanted.every(has) : wanted.some(has);
  });
  const first = poll.options[filter.options[0] ?? -1];
  const when = first && toWhen(first, poll.timeZone);
  return {
    ...toRecord(listColumns, { poll, filter, responses: participants.length, found, when }),
    ...(invited === null ? noMissingValues : toMissingValues(poll, invited)),
    responses: found.slice(0, maxLineItems).map((response) => ({
      ...toRecord(responseColumns, response),
      ...toAnswerValues(poll, response.answers, by),
    })),
  };
}

async function perform({ client, values, bundle }: Run): Promise<OutputRecord[]> {
  const pollId = requirePoll(values);
  const { data: poll } = await client.getPoll({ pollId });
  const { data: people } = await client.listParticipants({ pollId });
  const filter = parseFilter(values, poll, people);
  const invited = getPeople(values, "invited_people", people);
  return [
    toResponseListRecord(poll, people, filter, {
      by: chooseOptionKeys(bundle),
      invited: invited.length > 0 ? compareInvitees(invited, people) : null,
    }),
  ];
}

/** The line items, each with the answer to each option. */
const responsesField = async (z: ZObject, bundle: Bundle): Promise<PlainOutputField[]> => [
  {
    key: "responses",
    label: "Responses",
    children: [...listFields(responseColumns), ...(await answerFields(z, bundle))],
  },
];

const sample = toResponseListRecord(
  samplePoll,
  [sampleParticipant],
  { options: [0], answers: ["yes", "ifNeedBe"], person: undefined, note: "" },
  { by: "position", invited: invitedSample },
);

/** The search for everybody who responded to a poll, gave a certain answer, or is missing. */
export const findResponses = {
  key: "find_responses",
  noun: "Responses",
  display: {
    label: "Find Responses",
    description:
      "Finds everybody who responded to a poll, those who gave a certain answer, one person, or who is missing.",
  },
  operation: {
    perform: search(perform),
    inputFields,
    outputFields: [...listFields(listColumns), ...missingFields, responsesField],
    sample,
  },
} satisfies Search;
