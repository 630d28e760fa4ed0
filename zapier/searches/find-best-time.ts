import { defineInputFields, type Search } from "zapier-platform-core";
import type { Participant, PollOption } from "../../src/api/web.ts";
import {
  type ParsedPeople,
  type RankedOption,
  type Ranking,
  rankOptions,
  rankSessions,
} from "../../src/scheduling/index.ts";
import { checkSessions } from "../../src/scheduling/rank/check-input.ts";
import { compareFit } from "../../src/scheduling/rank/ranking.ts";
import { fold } from "../../src/scheduling/written/index.ts";
import type { Run } from "../client.ts";
import { type FormValues, getSingle } from "../input/form-values.ts";
import { ProblemList, quoteValue, refuse } from "../input/input-error.ts";
import { labelOf, text } from "../input/labels.ts";
import { readPeople } from "../input/people.ts";
import { pollField, requirePoll } from "../input/poll.ts";
import { getCount } from "../input/values.ts";
import { calendarColumns } from "../output/calendar.ts";
import { listNames, toWhen, type When, whenColumns } from "../output/format.ts";
import { listEmails } from "../output/missing.ts";
import { describeCandidates, describeReading, describeUnclear, suggestPeople } from "../output/people.ts";
import { headColumns, idColumn } from "../output/poll.ts";
import { type Sessions, sessionColumns } from "../output/sessions.ts";
import { type Column, column, lineItems, listFields, type OutputRecord, toRecord } from "../output/table.ts";
import { sampleParticipant, samplePoll } from "../samples.ts";
import { readAnswered, search } from "./search.ts";

const must = "people_who_must_attend";
const may = "people_who_may_miss_it";
const only = "only_these_people";
const sessionsKey = "number_of_sessions";

const inputFields = defineInputFields([
  {
    key: "note",
    type: "copy",
    helpText:
      "Finds the option that most people can attend, and ranks all options with their votes. If all have passed, it finds the best of them, and Is Past is true. Nothing is found until somebody is available. To see which option the organizer picked, open the Admin Link.",
  },
  pollField,
  text(
    must,
    "Full names or email addresses. The best time suits all of these. Nothing is found until all have responded.",
    { list: true, placeholder: "sam@example.com" },
  ),
  text(
    may,
    "People whose answers do not count against an option. They decide only between options that are equal for everybody else, and need not have responded.",
    { list: true, placeholder: "kim@example.com" },
  ),
  text(
    only,
    "They and those who must attend are counted. Others are named, and decide nothing. Default: everybody.",
    { list: true, placeholder: "lee@example.com" },
  ),
  text("minimum_people", "How many must be available, without those who may be absent. Default: 1.", {
    placeholder: "3",
  }),
  text(
    "minimum_yes_votes",
    "How many must have answered yes, without those who may be absent. Default: any number.",
    { placeholder: "2" },
  ),
  text(
    sessionsKey,
    "2 or 3: also finds the options that together reach most people, and who comes to which. Default: none.",
    { placeholder: "2" },
  ),
]);

interface Ranked extends RankedOption<PollOption, Participant> {
  when: When;
  /** The number of responses that were counted. */
  people: number;
}

interface BestTime extends Sessions {
  best: Ranked;
  /** Options that are as good. */
  tied: Ranked[];
  /** All options in order of fit: those that suit first, past ones last. */
  options: Ranked[];
  /** How the lists of people were read, and who of them is unclear. */
  reading: string;
}

const optionColumns: Column<Ranked>[] = [
  column("option_number", "Option Number", ({ number }) => number, "integer"),
  column("option_id", "Option ID", ({ option }) => option.id),
  ...whenColumns,
  column("is_past", "Is Past", ({ past }) => past, "boolean"),
  column("available_count", "Available Count", ({ available }) => available, "integer"),
  column("yes_count", "Yes Count", ({ yes }) => yes, "integer"),
  column("if_need_be_count", "If Need Be Count", ({ available, yes }) => available - yes, "integer"),
  column(
    "no_or_unanswered_count",
    "No or Unanswered Count",
    ({ people, available }) => people - available,
    "integer",
  ),
  column("if_need_be_text", "If Need Be (Text)", ({ byVote }) => listNames(byVote.ifNeedBe)),
  column("no_or_unanswered_text", "No or Unanswered (Text)", ({ byVote }) =>
    listNames(byVote.noOrUnanswered),
  ),
];

/** The best option of a poll, and all options ranked. A new field is one line here. */
const bestTimeColumns: Column<BestTime>[] = [
  idColumn,
  ...headColumns,
  ...optionColumns.map(({ field, read }): Column<BestTime> => ({ field, read: ({ best }) => read(best) })),
  ...calendarColumns.map(
    ({ field, read }): Column<BestTime> => ({ field, read: ({ poll, best }) => read({ poll, ...best }) }),
  ),
  column("summary", "Summary", summarize),
  column("is_tie", "Is Tie", ({ tied }) => tied.length > 1, "boolean"),
  column("tied_options_text", "Tied Options (Text)", ({ tied }) =>
    tied.map(({ when }) => when.text).join("\n"),
  ),
  column("names_text", "Names (Text)", ({ best }) => listNames(listAttendees(best))),
  column("emails", "Emails", ({ best }) => listEmails(listAttendees(best))),
  column("may_miss_it_text", "May Miss It (Text)", ({ best }) => listNames(best.optionalPresent)),
  column("people_read_text", "People Read (Text)", ({ reading }) => reading),
  column("options_text", "Options (Text)", ({ options }) =>
    options.map((option) => `${option.number}. ${option.when.text}: ${countPeople(option)}`).join("\n"),
  ),
  lineItems("options", "Options", optionColumns, ({ options }) => options),
  ...sessionColumns,
];

/** Everybody who can come, also those who may miss it. */
const listAttendees = ({ byVote, optionalPresent }: Ranked): Participant[] => [
  ...byVote.yes,
  ...byVote.ifNeedBe,
  ...optionalPresent,
];

/** The best option of a poll, past ones last. Empty when no option suits. */
function toBestTime(
  ranking: Ranking<PollOption, Participant>,
  { poll, ...more }: Pick<BestTime, "poll" | "set" | "reading">,
): OutputRecord[] {
  const options = ranking.options.map((ranked) => ({
    ...ranked,
    when: toWhen(ranked.option, poll.timeZone),
    people: ranking.people,
  }));
  const suitable = options.filter(({ obstacles }) => obstacles.every((obstacle) => obstacle === "past"));
  const [best] = suitable;
  if (best === undefined) return [];
  const tied = suitable.filter((option) => compareFit(option, best) === 0);
  return [toRecord(bestTimeColumns, { ...more, poll, best, tied, options })];
}

function countPeople({ available, yes, people }: Ranked): string {
  const ifNeedBe = available === yes ? "" : `, ${available - yes} of them only if need be`;
  return `${available} of ${people} available${ifNeedBe}`;
}

/** Sentences that can be passed on as they are. */
function summarize({ poll, best }: BestTime): string {
  const { byVote, optionalPresent, past, when } = best;
  const sentences = [
    `${when.text}: ${countPeople(best)}.`,
    byVote.noOrUnanswered.length > 0 && `No or unanswered: ${listNames(byVote.noOrUnanswered)}.`,
    optionalPresent.length > 0 && `May miss it, available: ${listNames(optionalPresent)}.`,
    past && "This time has passed.",
    // The service does not return which option was picked. The best by votes must not be mistaken for it.
    poll.status === "scheduled" && "A time has already been picked. Open the Admin Link to see it.",
  ];
  return sentences.filter((sentence) => sentence !== false).join(" ");
}

type Problem = Ranking<PollOption, Participant>["unresolved"][number];

/** Throws for a name that cannot be used. A required person who has not responded means that nothing is found. */
function refuseUnclear({ z }: Run, unresolved: readonly Problem[]): void {
  for (const problem of unresolved) {
    const { kind, list, text, candidates, isShared } = problem;
    const key = list === "required" ? must : list === "among" ? only : may;
    if (kind === "contradiction")
      throw refuse(
        key,
        `${quoteValue(text)} is also in ${labelOf(must)}. Remove the person from one of them.`,
      );
    if (isShared)
      throw refuse(
        key,
        `${quoteValue(text)} is the name of several people who responded. Enter the email address or the Response ID instead: ${describeCandidates(candidates)}.`,
      );
    if (list !== "required" || candidates.length === 0) continue;
    throw new z.errors.HaltedError(
      kind === "unclear"
        ? `${labelOf(key)}: ${describeUnclear(problem)} Enter the email address or the Response ID.`
        : `${labelOf(key)}: ${quoteValue(text)} has not responded.${suggestPeople(candidates)}`,
    );
  }
}

/** How the lists of people were read. An unclear person who may miss it counts like everybody. */
function describeLists(
  lists: Readonly<Record<string, ParsedPeople>>,
  unresolved: readonly Problem[],
): string {
  const read = Object.entries(lists).filter(([, { people }]) => people.length > 0);
  const unclear = unresolved.filter(({ kind }) => kind === "unclear");
  return [
    ...read.map(([key, list]) => `${labelOf(key)}: ${describeReading(list)}`),
    ...unclear.map(describeUnclear),
  ].join("\n");
}

/** The number in Number of Sessions. Throws `InputError` with the reason for any other than 2 and 3. */
function getSessions(values: FormValues): number | undefined {
  const written = getSingle(values, sessionsKey);
  if (written === undefined) return undefined;
  const sessions = Number(fold(written).replace(/ ?sessions?$/, ""));
  const [problem] = checkSessions(sessions);
  if (problem !== undefined) throw refuse(sessionsKey, `${quoteValue(written)} ${problem.message}.`);
  return sessions;
}

async function perform(run: Run): Promise<OutputRecord[]> {
  const { values, bundle } = run;
  const problems = new ProblemList();
  const pollId = problems.try(() => requirePoll(values)) ?? "";
  const minimumPeople = problems.try(() => getCount(values, "minimum_people"));
  const minimumYes = problems.try(() => getCount(values, "minimum_yes_votes"));
  const sessions = problems.try(() => getSessions(values));
  problems.throwIfAny();
  const { poll, participants } = await readAnswered(run, pollId);
  const lists = {
    [must]: readPeople(values, must, participants),
    [may]: readPeople(values, may, participants),
    [only]: readPeople(values, only, participants),
  };
  const asked = {
    poll,
    participants,
    required: lists[must]?.people,
    optional: lists[may]?.people,
    among: lists[only]?.people,
    now: Date.now(),
    localZone: bundle.meta?.timezone || undefined,
  };
  const ranking = rankOptions({ ...asked, minAvailable: minimumPeople, minYes: minimumYes });
  refuseUnclear(run, ranking.unresolved);
  const [set] = sessions === undefined ? [] : rankSessions({ ...asked, sessions }, 1);
  return toBestTime(ranking, { poll, set, reading: describeLists(lists, ranking.unresolved) });
}

const sampled = { poll: samplePoll, participants: [sampleParticipant], now: 0 };
const [sampleSet] = rankSessions({ ...sampled, sessions: 2 }, 1);
const [sample] = toBestTime(rankOptions(sampled), { poll: samplePoll, set: sampleSet, reading: "" });

export const findBestTime = {
  key: "find_best_time",
  noun: "Best Time",
  display: {
    label: "Find Best Time",
    description:
      "Finds the option of a poll that most people can attend, and ranks all options with their votes.",
  },
  operation: {
    perform: search(perform),
    inputFields,
    outputFields: listFields(bestTimeColumns),
    sample: { ...sample },
  },
} satisfies Search;
