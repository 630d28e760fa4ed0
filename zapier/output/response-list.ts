import type { Participant, Poll } from "../../src/api/web.ts";
import type { InviteeComparison, VoteName } from "../../src/scheduling/index.ts";
import { labelOptions, type OptionKeys, toAnswerValues } from "./answers.ts";
import { cleanLine, toWhen, type When, whenColumns } from "./format.ts";
import { listEmails, missingFields, noMissingValues, toMissingValues } from "./missing.ts";
import { headColumns } from "./poll.ts";
import { type Answered, createAnswered, responseColumns } from "./response.ts";
import { type Column, column, listFields, type OutputRecord, toRecord } from "./table.ts";

/** Which responses are wanted. */
export interface ResponseFilter {
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

/** The output fields of {@link toResponseListRecord}, without its line items. */
export const responseListFields = [...listFields(listColumns), ...missingFields];

/** The fields of a line item, without those of the options. */
export const responseLineFields = listFields(responseColumns);

/** The output for the responses that a filter found. `invited` is null when no list of people was given. */
export function toResponseListRecord(
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
