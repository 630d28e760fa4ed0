import type { Participant, Poll } from "../../src/api/web.ts";
import type { VoteName } from "../../src/scheduling/index.ts";
import { displayTimeZone, toOffsetDateTime } from "../../src/time/index.ts";
import { createAnswerReader, type OptionKeys, toAnswerValues } from "./answers.ts";
import { listPersonColumns, localDate, toWhen } from "./format.ts";
import { headColumns } from "./poll.ts";
import { type Column, column, listFields, type OutputRecord, toRecord } from "./table.ts";

/** A response with the answer to each option of its poll. */
export interface Answered extends Participant {
  poll: Poll;
  answers: VoteName[];
  /** The texts of the poll's options. */
  texts: readonly string[];
}

/** Returns a function that adds the poll and the answers to a participant. Each option is formatted once. */
export function createAnswered(poll: Poll): (person: Participant) => Answered {
  const read = createAnswerReader(poll);
  const texts = poll.options.map((option) => toWhen(option, poll.timeZone).text);
  return (person) => ({ ...person, poll, answers: read(person), texts });
}

const count = (answers: readonly VoteName[], vote: VoteName) =>
  answers.filter((each) => each === vote).length;

/** The fields of a response, without those of the options. A new one is one line here. */
export const responseColumns: Column<Answered>[] = [
  column("response_id", "Response ID", ({ id }) => id),
  ...listPersonColumns<Answered>(),
  column("created_at", "Created At", ({ createdAt, poll }) => toPollTime(createdAt, poll), "datetime"),
  column("created_text", "Created (Text)", ({ createdAt, poll }) => localDate(createdAt, poll.timeZone)),
  column("yes_count", "Yes Count", ({ answers }) => count(answers, "yes"), "integer"),
  column("if_need_be_count", "If Need Be Count", ({ answers }) => count(answers, "ifNeedBe"), "integer"),
  column(
    "unavailable_count",
    "No or Unanswered Count",
    ({ answers }) => count(answers, "noOrUnanswered"),
    "integer",
  ),
  column("availability_text", "Availability (Text)", listAvailable),
];

interface ResponseEvent extends Answered {
  eventId: string;
  isNew: boolean;
}

const [, ...pollColumns] = headColumns.map(
  ({ field, read }): Column<ResponseEvent> => ({
    field: /title|status/.test(field.key)
      ? { ...field, key: `poll_${field.key}`, label: `Poll ${field.label}` }
      : field,
    read,
  }),
);

/** A new or changed response: its `id` is the id of the event. */
const eventColumns: Column<ResponseEvent>[] = [
  column("id", "Event ID", ({ eventId }) => eventId),
  column("is_new", "Is New", ({ isNew }) => isNew, "boolean"),
  ...responseColumns,
  column("poll_id", "Poll ID", ({ poll }) => poll.id),
  ...pollColumns,
];

/** The output fields of {@link toResponseRecord}, without those of the options. */
export const responseEventFields = listFields(eventColumns);

/** The output of a trigger for a new or changed response. */
export const toResponseRecord = (
  response: Answered,
  { by, eventId = response.id, isNew = true }: { by: OptionKeys; eventId?: string; isNew?: boolean },
): OutputRecord => ({
  ...toRecord(eventColumns, { ...response, eventId, isNew }),
  ...toAnswerValues(response.poll, response.answers, by),
});

/** An instant with the offset of the poll's zone, or in UTC if the poll has none. */
const toPollTime = (instant: string, { timeZone }: Poll): string =>
  timeZone === null ? instant : toOffsetDateTime(instant, displayTimeZone(timeZone));

function listAvailable({ answers, texts }: Answered): string {
  const available = texts.flatMap((text, index) => {
    const answer = answers[index];
    return answer === "yes" ? [text] : answer === "ifNeedBe" ? [`${text} (if need be)`] : [];
  });
  return available.length === 0 ? "None of the options" : available.join("\n");
}
