import type { Bundle, ZObject } from "zapier-platform-core";
import type { Participant, Poll, PollOption } from "../../src/api/web.ts";
import { lookUpPerson } from "../../src/scheduling/index.ts";
import { describeTwice, groupResponses } from "../../src/scheduling/people/identity.ts";
import {
  defineForm,
  type FormOf,
  note,
  parsed,
  poll,
  quoteValue,
  readAll,
  readPeople,
  refuse,
  single,
} from "../input/index.ts";
import {
  type Answered,
  answerFields,
  answerTo,
  cleanLine,
  createAnswered,
  describeMissing,
  describeUnclear,
  idAndHead,
  integer,
  joinNames,
  lineItems,
  listEmails,
  listFields,
  type Outputs,
  openItems,
  outputsOf,
  responseOutputs,
  sampleParticipant,
  sampleShortPoll,
  toField,
  toRecord,
  toWhen,
  whenOutputs,
  whoOutputs,
} from "../output/index.ts";
import { defineSearch, readAnswered, refuseLost } from "./search.ts";

const fields = {
  note: note(
    "One result lists everybody who responded, or those whom you choose. If nobody matches, the result is there and Match Count is 0: add a Filter step on it. Option 1, Option 2 and so on are in the order of the poll: in a poll that was changed, or another one, they may be other times.",
  ),
  poll: poll(),
  available_at: parsed(
    {
      helpText:
        "Finds only people who can come then. Pick it, or map the Option ID or the Start of an earlier step.",
      dynamic: "option_list.id.name",
    },
    (text) => text,
  ),
  person: single(
    "Finds only the response of this person: email address, name, or Response ID. Each answer is then a field.",
    "sam@example.com",
  ),
};

/** The position of the option that a text names: its id, its number, or its start as a step or a webhook gives it. */
function findOption(text: string | undefined, poll: Poll): number | undefined {
  if (text === undefined) return undefined;
  const index = poll.options.findIndex((option: PollOption, index) => {
    const { start, date_and_time } = toWhen(option, poll);
    const isDay = "date" in option && text.startsWith(`${option.date}T00:00`);
    const isInstant =
      "startTime" in option &&
      /^[^T]*T.*(?:Z|[+-]\d\d:\d\d)$/.test(text) &&
      Date.parse(text) === Date.parse(option.startTime);
    return isDay || isInstant || [option.id, String(index + 1), start, date_and_time].includes(text);
  });
  if (index >= 0) return index;
  throw refuse(
    "available_at",
    `${quoteValue(text)} is not an option of this poll. Pick it from the list, or map its Option ID or Start.`,
  );
}

/** The responses of the wanted person, or all, and what to say about the person. */
function findPerson(text: string | undefined, people: readonly Participant[]) {
  if (text === undefined) return { chosen: people, note: "" };
  const { people: entries } = readPeople(text, "person");
  const [entry, ...others] = entries;
  if (entry === undefined || others.length > 0)
    throw refuse("person", "has several people. Enter one person.");
  const match = lookUpPerson(entry, people);
  if (match.kind === "found") return { chosen: match.responses, note: "" };
  if (match.kind === "missing") return { chosen: [], note: describeMissing(match) };
  return { chosen: match.isShared ? match.candidates : [], note: describeUnclear(match) };
}

interface ResponseList {
  poll: Poll;
  /** The position of the wanted option. */
  index: number | undefined;
  found: readonly Answered[];
  note: string;
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
  ...outputsOf(whenOutputs, ({ poll, index }: ResponseList) => {
    const option = index === undefined ? undefined : poll.options[index];
    return option && { when: toWhen(option, poll) };
  }),
  ...outputsOf(whoOutputs, ({ only }: ResponseList) => only),
  answer: ({ only, index }) => (only === undefined || index === undefined ? null : answerTo(only, index)),
  answers: lineItems(answerOutputs, ({ only }) =>
    only === undefined ? [] : only.texts.map((_, index) => ({ response: only, index })),
  ),
  responses: openItems(({ found }) =>
    found.slice(0, maxLineItems).map((response) => toRecord(responseOutputs, response)),
  ),
};

/** The line items, each with the answer to each option. */
const responsesField = async (z: ZObject, bundle: Bundle) => [
  toField("responses", { children: [...listFields(responseOutputs), ...(await answerFields(z, bundle))] }),
];

/** What a form asks of a poll and its responses. */
function findResponses(
  poll: Poll,
  people: readonly Participant[],
  { available_at, person }: Omit<FormOf<typeof fields>, "poll" | "note">,
): ResponseList {
  const { index, asked } = readAll({
    index: () => findOption(available_at, poll),
    asked: () => findPerson(person, people),
  });
  // Of who responded twice, the last answer counts.
  const last = groupResponses(asked.chosen).flatMap((own) => own.slice(-1));
  const answered = last.map(createAnswered(poll));
  const found = answered.filter(
    ({ answers }) => index === undefined || ["yes", "ifNeedBe"].includes(answers[index] ?? ""),
  );
  const note = [asked.note, describeTwice(asked.chosen)].filter(Boolean).join(" ");
  const only = person !== undefined && asked.note === "" ? answered.at(-1) : undefined;
  return { poll, index, found, note, only };
}

export const findResponse = defineSearch({
  key: "find_response",
  noun: "Response",
  label: "Find Response",
  description: "Finds everybody who responded to a poll, those who can come at a time, or one person.",
  form: defineForm(fields),
  outputs,
  moreFields: [responsesField],
  async find(run, asked) {
    refuseLost(run, "available_at", "person");
    const { poll, participants } = await readAnswered(run, asked.poll);
    return [findResponses(poll, participants, asked)];
  },
  sample: findResponses(sampleShortPoll, [sampleParticipant], {
    available_at: "1",
    person: sampleParticipant.email ?? undefined,
  }),
});
