import type { Search } from "zapier-platform-core";
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
import {
  count,
  defineForm,
  labelOf,
  note,
  ProblemList,
  parsed,
  people,
  poll,
  quoteValue,
  readAll,
} from "../input/index.ts";
import {
  type Column,
  calendarColumns,
  column,
  describeCandidates,
  describeReading,
  describeUnclear,
  headColumns,
  idColumn,
  lineItems,
  listEmails,
  listFields,
  listNames,
  type OutputRecord,
  rowsOf,
  type Sessions,
  sampleParticipant,
  samplePoll,
  sessionColumns,
  suggestPeople,
  toRecord,
  toWhen,
  type When,
  whenColumns,
} from "../output/index.ts";
import { readAnswered, search } from "./search.ts";

/** 2 or 3, also with a word: `3 sessions`. */
const sessions = parsed(
  {
    helpText:
      "2 or 3: also finds the options that together reach most people, and who comes to which. Default: none.",
    placeholder: "2",
  },
  (text, refuseText) => {
    const read = Number(fold(text).replace(/ ?sessions?$/, ""));
    const [problem] = checkSessions(read);
    if (problem !== undefined) throw refuseText(`${problem.message}.`);
    return read;
  },
);

const form = defineForm({
  note: note(
    "Finds the option that most people can attend, and ranks all options with their votes. If all have passed, it finds the best of them, and Is Past is true. Nothing is found until somebody is available. To see which option the organizer picked, open the Admin Link.",
  ),
  poll: poll(),
  people_who_must_attend: people(
    "Full names or email addresses. The best time suits all of these. Nothing is found until all have responded.",
    "sam@example.com",
  ),
  people_who_may_miss_it: people(
    "People whose answers do not count against an option. They decide only between options that are equal for everybody else, and need not have responded.",
    "kim@example.com",
  ),
  only_these_people: people(
    "They and those who must attend are counted. Others are named, and decide nothing. Default: everybody.",
    "lee@example.com",
  ),
  minimum_people: count("How many must be available, without those who may be absent. Default: 1.", "3"),
  minimum_yes_votes: count(
    "How many must have answered yes, without those who may be absent. Default: any number.",
    "2",
  ),
  number_of_sessions: sessions,
});

/** The fields with people, by the names of the lists in a ranking. */
const listKeys = {
  required: "people_who_must_attend",
  optional: "people_who_may_miss_it",
  among: "only_these_people",
} as const;

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
  ...rowsOf(optionColumns, ({ best }: BestTime) => best),
  ...rowsOf(calendarColumns, ({ poll, best }: BestTime) => ({ poll, ...best })),
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

/** Throws for names that cannot be used. A required person who has not responded means that nothing is found. */
function refuseUnclear({ z }: Run, unresolved: readonly Problem[]): void {
  const problems = new ProblemList();
  for (const { kind, list, text, candidates, isShared } of unresolved) {
    // The form has no such list.
    if (list === "exclude") continue;
    const refuseName = (message: string) => problems.refuse(listKeys[list], `${quoteValue(text)} ${message}`);
    if (kind === "contradiction")
      refuseName(`is also in ${labelOf(listKeys.required)}. Remove the person from one of them.`);
    else if (isShared)
      refuseName(
        `is the name of several people who responded. Enter the email address or the Response ID instead: ${describeCandidates(candidates)}.`,
      );
  }
  problems.throwIfAny();
  const unclear = unresolved.find(({ list, candidates }) => list === "required" && candidates.length > 0);
  if (unclear === undefined) return;
  const why =
    unclear.kind === "unclear"
      ? `${describeUnclear(unclear)} Enter the email address or the Response ID.`
      : `${quoteValue(unclear.text)} has not responded.${suggestPeople(unclear.candidates)}`;
  throw new z.errors.HaltedError(`${labelOf(listKeys.required)}: ${why}`);
}

/** How the lists of people were read. An unclear person who may miss it counts like everybody. */
function describeLists(
  lists: Readonly<Record<keyof typeof listKeys, ParsedPeople>>,
  unresolved: readonly Problem[],
): string {
  const read = Object.entries(lists).filter(([, { people }]) => people.length > 0);
  const unclear = unresolved.filter(({ kind }) => kind === "unclear");
  return [
    ...read.map(
      ([name, list]) => `${labelOf(listKeys[name as keyof typeof lists])}: ${describeReading(list)}`,
    ),
    ...unclear.map(describeUnclear),
  ].join("\n");
}

async function perform(run: Run): Promise<OutputRecord[]> {
  const read = form.read(run.values);
  const { poll, participants } = await readAnswered(run, read.poll);
  const lists = readAll({
    required: () => read.people_who_must_attend(participants),
    optional: () => read.people_who_may_miss_it(participants),
    among: () => read.only_these_people(participants),
  });
  const asked = {
    poll,
    participants,
    required: lists.required.people,
    optional: lists.optional.people,
    among: lists.among.people,
    now: Date.now(),
    localZone: run.bundle.meta?.timezone || undefined,
  };
  const { minimum_people: minAvailable, minimum_yes_votes: minYes, number_of_sessions: sessions } = read;
  const ranking = rankOptions({ ...asked, minAvailable, minYes });
  refuseUnclear(run, ranking.unresolved);
  const [set] = sessions === undefined ? [] : rankSessions({ ...asked, sessions });
  return toBestTime(ranking, { poll, set, reading: describeLists(lists, ranking.unresolved) });
}

const sampled = { poll: samplePoll, participants: [sampleParticipant], now: 0 };
const [sampleSet] = rankSessions({ ...sampled, sessions: 2 });
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
    inputFields: form.inputFields,
    outputFields: listFields(bestTimeColumns),
    sample: { ...sample },
  },
} satisfies Search;
