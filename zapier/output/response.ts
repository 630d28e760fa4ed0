import type { Bundle, PlainOutputField, ZObject } from "zapier-platform-core";
import type { Participant, Poll } from "../../src/api/web.ts";
import type { VoteName } from "../../src/scheduling/index.ts";
import { createVoteReader, voteNames } from "../../src/scheduling/rank/availability.ts";
import { formatOption } from "../../src/time/index.ts";
import { step } from "../client.ts";
import { labelOf } from "../label.ts";
import { zoneOf } from "../polls.ts";
import { localDate, personOutputs, toPollTime, toWhen } from "./format.ts";
import { integer, moment, type Outputs, spread, toField } from "./table.ts";

/** A response with the answer to each option of its poll. */
export interface Answered extends Participant {
  poll: Poll;
  answers: VoteName[];
  /** The texts of the poll's options. */
  texts: readonly string[];
}

/** Returns a function that adds the poll and the answers to a participant. Each option is formatted once. */
export function createAnswered(poll: Poll): (person: Participant) => Answered {
  const readVotes = createVoteReader(poll.options);
  const texts = poll.options.map((option) => toWhen(option, poll).date_and_time);
  return (person) => {
    const answers = Array.from(readVotes(person.availability), (code) => voteNames[code] ?? "noOrUnanswered");
    return { ...person, poll, answers, texts };
  };
}

const count = (answers: readonly VoteName[], vote: VoteName) =>
  answers.filter((each) => each === vote).length;

/** Who responded. */
export const whoOutputs: Outputs<Answered> = { response_id: ({ id }) => id, ...personOutputs };

/** The key of an option by its position: the same in every poll, so that a mapping serves the next one too. */
const optionKey = (index: number): string => `option_${index + 1}`;

/** The fields of a response. A new one is one line here. */
export const responseOutputs: Outputs<Answered> = {
  ...whoOutputs,
  created_at: moment(({ createdAt, poll }) => toPollTime(createdAt, poll)),
  created_text: ({ createdAt, poll }) => localDate(createdAt, poll),
  yes_count: integer(({ answers }) => count(answers, "yes")),
  if_need_be_count: integer(({ answers }) => count(answers, "ifNeedBe")),
  no_or_unanswered_count: integer(({ answers }) => count(answers, "noOrUnanswered")),
  availability_text: listAvailable,
  options: spread((response) =>
    Object.fromEntries(response.texts.map((_, index) => [optionKey(index), answerTo(response, index)])),
  ),
};

/** Lines of Availability (Text): Zapier takes 6 MB from a check, and a poll has up to 1,000 responses. */
const maxLines = 10;

function listAvailable({ answers, texts }: Answered): string {
  const available = texts.flatMap((text, index) => {
    const answer = answers[index];
    return answer === "yes" ? [text] : answer === "ifNeedBe" ? [`${text} (if need be)`] : [];
  });
  const more = available.length - maxLines;
  if (more > 0) available.splice(maxLines, more, `and ${more} more`);
  return available.length === 0 ? "None of the options" : available.join("\n");
}

const answerTexts: Readonly<Record<VoteName, string>> = {
  yes: "yes",
  ifNeedBe: "if need be",
  noOrUnanswered: "no or unanswered",
};

/** The answer to an option, by its position in the poll. */
export const answerTo = ({ answers }: Answered, index: number): string =>
  answerTexts[answers[index] ?? "noOrUnanswered"];

/** Options that the editor shows before it knows a poll. More options have fields once the step was tested. */
const fieldsWithoutPoll = 10;

/** The times of the chosen poll's options, as labels. */
const readLabels = step(async ({ client, values }): Promise<string[]> => {
  const { data: poll } = await client.getPoll({ pollId: String(values["poll"]) });
  return poll.options.map((option) => formatOption(option, zoneOf(poll), { style: "short" }));
});

/**
 * The output fields of the answers, for a step with the field Poll: labeled with the times of a poll that a person picked. A mapped
 * poll is another one in each run. `inputDataRaw` has the values of the form before Zapier fills in mapped ones.
 */
export const answerFields = async (z: ZObject, bundle: Bundle): Promise<PlainOutputField[]> => {
  const isMapped = JSON.stringify(bundle.inputDataRaw?.["poll"] ?? "").includes("{{");
  const isPicked = Boolean(bundle.inputData?.["poll"]) && !isMapped;
  const labels = isPicked ? await readLabels(z, bundle).catch(() => []) : [];
  const count = labels.length || fieldsWithoutPoll;
  return Array.from({ length: count }, (_, index) => {
    const key = optionKey(index);
    return toField(key, { label: labels[index] ?? labelOf(key) });
  });
};
