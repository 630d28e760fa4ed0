import type { Bundle, PlainOutputField, ZObject } from "zapier-platform-core";
import type { Participant, Poll, PollOption } from "../../src/api/web.ts";
import { createSpanFinder, type VoteName, voteOf } from "../../src/scheduling/index.ts";
import { formatDate, formatOption, toLocal } from "../../src/time/index.ts";
import { displayTimeZone, toOffsetDateTime } from "../../src/time/zones.ts";
import { step } from "../client.ts";
import { dropBlanks, listLeaves } from "../input/form-values.ts";
import { requirePoll } from "../input/poll.ts";
import { cleanLine, localDate, personColumns, toWhen } from "./format.ts";
import { type Column, column, field, listFields, type OutputRecord, toRecord } from "./table.ts";

/** A response with the answer to each option of its poll. */
export interface Answered extends Participant {
  poll: Poll;
  answers: VoteName[];
  /** The texts of the poll's options. */
  texts: readonly string[];
}

/** Returns a function that adds the poll and the answers to a participant. Each option is formatted once. */
export function createAnswered(poll: Poll): (person: Participant) => Answered {
  const find = createSpanFinder(poll.options);
  const texts = poll.options.map((option) => toWhen(option, poll.timeZone).text);
  return (person) => {
    const answers = poll.options.map((): VoteName => "noOrUnanswered");
    for (const span of person.availability) {
      const index = find(span);
      if (index !== undefined) answers[index] = voteOf(span.modifiers);
    }
    return { ...person, poll, answers, texts };
  };
}

const count = (answers: readonly VoteName[], vote: VoteName) =>
  answers.filter((each) => each === vote).length;

/** The fields of a response, without those of the options. A new one is one line here. */
export const responseColumns: Column<Answered>[] = [
  column("response_id", "Response ID", ({ id }) => id),
  ...personColumns,
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

/** A new or changed response: its `id` is the id of the event. */
const eventColumns: Column<ResponseEvent>[] = [
  column("id", "Event ID", ({ eventId }) => eventId),
  column("is_new", "Is New", ({ isNew }) => isNew, "boolean"),
  ...responseColumns,
  column("poll_id", "Poll ID", ({ poll }) => poll.id),
  column("poll_title", "Poll Title", ({ poll }) => cleanLine(poll.title)),
  column("invite_link", "Invite Link", ({ poll }) => poll.inviteUrl),
  column("admin_link", "Admin Link", ({ poll }) => poll.adminUrl),
  column("poll_status", "Poll Status", ({ poll }) => poll.status),
  column("time_zone", "Time Zone", ({ poll }) => cleanLine(poll.timeZone)),
];

export const responseEventFields = listFields(eventColumns);

/** Returns a function that gives the output of a trigger for a new or changed response to a poll. */
export function createToRecord(poll: Poll, by: OptionKeys) {
  const toAnswered = createAnswered(poll);
  return (person: Participant, { eventId = person.id, isNew = true } = {}): OutputRecord => {
    const response = toAnswered(person);
    return {
      ...toRecord(eventColumns, { ...response, eventId, isNew }),
      ...toAnswerValues(response, by),
    };
  };
}

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

/**
 * What the key of an answer is made of: the option's own time, or its position in the poll. A sheet with a column for each
 * option of one poll needs the first. A sheet that takes the responses of a new poll each week needs the second.
 */
export type OptionKeys = "time" | "position";

const voteTexts: Readonly<Record<VoteName, string>> = {
  yes: "yes",
  ifNeedBe: "if need be",
  noOrUnanswered: "no or unanswered",
};

/** Options that the editor shows before it knows a poll. More options have fields once the step was tested. */
const fieldsWithoutPoll = 10;

/**
 * The keys of a step's answers: of the option's time if a person picked the poll, of its position if the poll is empty or
 * mapped from an earlier step. `inputDataRaw` has the value of the form before Zapier fills in mapped values.
 */
export function chooseOptionKeys({ inputData, inputDataRaw }: Partial<Bundle>): OptionKeys {
  const written = listLeaves(dropBlanks(inputDataRaw?.["poll"] ?? inputData?.["poll"]));
  return written.length === 0 || written.some((text) => text.includes("{{")) ? "position" : "time";
}

/** The key of each option, in the poll's order. Equal options share a key. */
export const listOptionKeys = (options: readonly PollOption[], by: OptionKeys): string[] =>
  options.map((option, index) => (by === "time" ? toTimeKey(option) : `option_${index + 1}`));

/** From the instant and the duration alone, so that it stays when the poll's zone or another option changes. */
function toTimeKey(option: PollOption): string {
  if ("date" in option) return `option_${option.date.replaceAll("-", "_")}`;
  const start = new Date(option.startTime).toISOString().slice(0, 16).replace(":", "");
  return `option_${start}_${option.duration}`.replace(/\W|T/g, "_");
}

/** A short label for each option: `Tue 2 March, 09:00`. If labels would be equal, all have end and year too. */
export function labelOptions({ options, timeZone }: Pick<Poll, "options" | "timeZone">): string[] {
  const zone = timeZone === null ? null : displayTimeZone(timeZone);
  const labels = options.map((option) => toShortLabel(option, zone));
  if (new Set(labels).size === labels.length) return labels;
  return options.map((option) => formatOption(option, zone, { style: "short" }));
}

function toShortLabel(option: PollOption, zone: string | null): string {
  const { date, time } =
    "date" in option ? { date: option.date, time: null } : toLocal(option.startTime, zone ?? "UTC");
  const [weekday = "", day, month] = formatDate(date).split(/,? /);
  const label = `${weekday.slice(0, 3)} ${day} ${month}`;
  return time === null ? label : `${label}, ${time}`;
}

export const toAnswerValues = ({ poll, answers }: Answered, by: OptionKeys): Record<string, string> =>
  Object.fromEntries(
    listOptionKeys(poll.options, by).map((key, index) => [
      key,
      voteTexts[answers[index] ?? "noOrUnanswered"],
    ]),
  );

/** The fields of the answers to a picked poll, named by its options. */
const readAnswerFields = step(async ({ client, values }) => {
  const { data: poll } = await client.getPoll({ pollId: requirePoll(values) });
  const labels = labelOptions(poll);
  const fields = listOptionKeys(poll.options, "time").map((key, index) => field(key, labels[index] ?? key));
  return [...new Map(fields.map((each) => [each.key, each])).values()];
});

/**
 * The output fields of the answers, for `outputFields` of a step with the field Poll. Returns no fields if the poll cannot be
 * read: the editor then shows the other fields of the step.
 */
export async function answerFields(z: ZObject, bundle: Bundle): Promise<PlainOutputField[]> {
  if (chooseOptionKeys(bundle) === "time") return readAnswerFields(z, bundle).catch(() => []);
  return Array.from({ length: fieldsWithoutPoll }, (_, index) =>
    field(`option_${index + 1}`, `Option ${index + 1}`),
  );
}
