import type { Bundle, ZObject } from "zapier-platform-core";
import type { Participant, Poll } from "../../src/api/web.ts";
import { findPeople } from "../../src/scheduling/index.ts";
import { describeTwice, groupResponses } from "../../src/scheduling/people/find-people.ts";
import {
  chooseSeveral,
  type FormOf,
  note,
  poll,
  pollOptions,
  readAll,
  readPeople,
  refuse,
  single,
} from "../input/index.ts";
import {
  type Answered,
  answerFields,
  answerLabels,
  answerTo,
  cleanLine,
  createAnswered,
  describeMissing,
  describeUnclear,
  idAndHead,
  integer,
  joinNames,
  lineItems,
  listAvailable,
  listEmails,
  listFields,
  type Outputs,
  outputsOf,
  responseOutputs,
  sampleParticipant,
  sampleShortPoll,
  toAnswerValues,
  toField,
  toRecord,
  toWhen,
  type When,
  whenOutputs,
  whoOutputs,
} from "../output/index.ts";
import { defineSearch, readAnswered, refuseLost } from "./search.ts";

const form = {
  note: note(
    "One result lists everybody who responded, or those whom you choose. If nobody matches, the result is there and Match Count is 0: add a Filter step on it. Option 1, Option 2 and so on are in the order of the poll: in a poll that was changed, or another one, they may be other times.",
  ),
  poll: poll(),
  options: pollOptions(
    "Which days or times: a number (2), date, weekday or start. A date stands for all times of that day. Empty: the whole poll.",
  ),
  answers: chooseSeveral(
    answerLabels,
    "Only people who gave one of these to an option; No or Unanswered alone means to all. Empty: everybody, or those available for Options.",
    // What people write for an answer in a text of their own.
    { no: "noOrUnanswered", unanswered: "noOrUnanswered" },
  ),
  person: single(
    "Only this response: email address, name, or Response ID. The result then has the name, address and each answer as fields.",
    "sam@example.com",
  ),
};

type Asked = FormOf<typeof form>;

/** The id of an event about a response starts with the id of the response. */
const eventId = /^([\w-]{1,64}):[0-9a-f]{12}(?::\d+)?$/;

/** The responses of the wanted person, or all, and what to say about the person. */
function findPerson(
  text: string | undefined,
  people: readonly Participant[],
): { chosen: readonly Participant[]; note: string } {
  if (text === undefined) return { chosen: people, note: "" };
  const id = eventId.exec(text)?.[1];
  const entries = id === undefined ? readPeople(text, "person", people).people : [id];
  if (entries.length > 1) throw refuse("person", "has several people. Enter one person.");
  const [match] = findPeople(entries, people);
  if (match?.kind === "found") return { chosen: match.responses, note: "" };
  const { kind, candidates, isShared } = match ?? { kind: "missing", candidates: [], isShared: false };
  if (kind === "missing") return { chosen: [], note: describeMissing({ text, candidates }) };
  return { chosen: isShared ? candidates : [], note: describeUnclear({ text, candidates }) };
}

interface ResponseList {
  poll: Poll;
  /** The positions of the wanted options; none for the whole poll. */
  options: readonly number[];
  found: readonly Answered[];
  note: string;
  /** The first of the wanted options. */
  when: When | undefined;
  /** The last response of the one person who was asked for. */
  only: Answered | undefined;
}

/** Maximum line items. Texts and counts have everybody. */
const maxLineItems = 250;

const answerOutputs: Outputs<{ response: Answered; index: number }> = {
  option: ({ response, index }) => response.texts[index],
  answer: ({ response, index }) => answerTo(response, index),
};

/** The responses that were found. A new field is one line here. */
const outputs: Outputs<ResponseList> = {
  ...idAndHead,
  location: ({ poll }) => cleanLine(poll.location),
  match_count: integer(({ found }) => found.length),
  names_text: ({ found }) => joinNames(found.map(({ name }) => cleanLine(name))),
  emails: ({ found }) => listEmails(found),
  note_text: ({ note }) => note,
  filtered_options_text: ({ poll, options }) =>
    poll.options
      .flatMap((option, index) => (options.includes(index) ? toWhen(option, poll).date_and_time : []))
      .join("\n"),
  ...whenOutputs,
  ...outputsOf({ ...whoOutputs, availability_text: listAvailable }, ({ only }: ResponseList) => only),
  answer: ({ only, options: [first] }) =>
    only === undefined || first === undefined ? null : answerTo(only, first),
  answers: lineItems(answerOutputs, ({ only }) =>
    only === undefined ? [] : only.texts.map((_, index) => ({ response: only, index })),
  ),
  responses: {
    field: null,
    read: ({ found }) =>
      found
        .slice(0, maxLineItems)
        .map((response) => ({ ...toRecord(responseOutputs, response), ...toAnswerValues(response) })),
  },
};

/** The line items, each with the answer to each option. */
const responsesField = async (z: ZObject, bundle: Bundle) => [
  toField("responses", { children: [...listFields(responseOutputs), ...(await answerFields(z, bundle))] }),
];

/** What a form asks of a poll and its responses. */
function findResponses(poll: Poll, people: readonly Participant[], asked: Asked): ResponseList {
  const {
    options,
    person: { chosen, note },
  } = readAll({ options: () => asked.options(poll), person: () => findPerson(asked.person, people) });
  const given = asked.answers;
  const answers = given.length === 0 && options.length > 0 ? ["yes", "ifNeedBe"] : given;
  const wanted = options.length > 0 ? options : poll.options.map((_, index) => index);
  // Who said no to one of several options may come to another.
  const isOnlyNo = answers.every((answer) => answer === "noOrUnanswered");
  // Of who responded twice, the last answer counts.
  const last = new Set(groupResponses(chosen).map((own) => own.at(-1)));
  const answered = chosen.filter((person) => last.has(person)).map(createAnswered(poll));
  const found = answered.filter((response) => {
    if (answers.length === 0) return true;
    const has = (index: number) => answers.includes(response.answers[index] ?? "noOrUnanswered");
    return isOnlyNo ? wanted.every(has) : wanted.some(has);
  });
  const first = poll.options[options[0] ?? -1];
  const when = first && toWhen(first, poll);
  const only = asked.person !== undefined && note === "" ? answered.at(-1) : undefined;
  const notes = [note, describeTwice(chosen)].filter(Boolean).join(" ");
  return { poll, options, found, note: notes, when, only };
}

export const findResponse = defineSearch({
  key: "find_response",
  noun: "Response",
  label: "Find Response",
  description: "Finds everybody who responded to a poll, those who gave a certain answer, or one person.",
  form,
  outputs,
  moreFields: [responsesField],
  async find(run, asked) {
    refuseLost(run, "options", "answers", "person");
    const { poll, participants } = await readAnswered(run, asked.poll);
    return [findResponses(poll, participants, asked)];
  },
  sample: findResponses(sampleShortPoll, [sampleParticipant], {
    note: undefined,
    poll: sampleShortPoll.id,
    options: () => [0],
    answers: [],
    person: sampleParticipant.email ?? undefined,
  }),
});
