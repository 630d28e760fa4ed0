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
  InputError,
  labelOf,
  note,
  parsed,
  people,
  poll,
  quoteValue,
  readAll,
} from "../input/index.ts";
import {
  calendarOutputs,
  describeMissing,
  describeReading,
  describeUnclear,
  flag,
  idAndHead,
  integer,
  lineItems,
  listEmails,
  listNames,
  type Outputs,
  outputsOf,
  type Sessions,
  sampleParticipant,
  samplePoll,
  sessionOutputs,
  toWhen,
  type When,
  whenOutputs,
} from "../output/index.ts";
import { defineSearch, readAnswered, refuseLost } from "./search.ts";

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

const form = {
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
  minimum_people: count("How many must be available, without those who may miss it. Default: 1.", "3"),
  minimum_yes_votes: count(
    "How many must have answered yes, without those who may miss it. Default: any number.",
    "2",
  ),
  number_of_sessions: sessions,
};

/** The fields with people, by the names of the lists in a ranking. */
const listKeys = {
  required: "people_who_must_attend",
  optional: "people_who_may_miss_it",
  among: "only_these_people",
} as const;

type Lists = Partial<Record<keyof typeof listKeys, ParsedPeople>>;

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

const optionOutputs: Outputs<Ranked> = {
  option_number: integer(({ number }) => number),
  option_id: ({ option }) => option.id,
  ...whenOutputs,
  is_past: flag(({ past }) => past),
  available_count: integer(({ available }) => available),
  yes_count: integer(({ yes }) => yes),
  if_need_be_count: integer(({ available, yes }) => available - yes),
  no_or_unanswered_count: integer(({ people, available }) => people - available),
  if_need_be_text: ({ byVote }) => listNames(byVote.ifNeedBe),
  no_or_unanswered_text: ({ byVote }) => listNames(byVote.noOrUnanswered),
};

/** The best option of a poll, and all options ranked. A new field is one line here. */
const outputs: Outputs<BestTime> = {
  ...idAndHead,
  ...outputsOf(optionOutputs, ({ best }: BestTime) => best),
  ...outputsOf(calendarOutputs, ({ poll, best }: BestTime) => ({ poll, ...best })),
  summary: summarize,
  is_tie: flag(({ tied }) => tied.length > 1),
  tied_options_text: ({ tied }) => tied.map(({ when }) => when.date_and_time).join("\n"),
  names_text: ({ best }) => listNames(listAttendees(best)),
  emails: ({ best }) => listEmails(listAttendees(best)),
  may_miss_it_text: ({ best }) => listNames(best.optionalPresent),
  people_read_text: ({ reading }) => reading,
  options_text: ({ options }) =>
    options
      .map((option) => `${option.number}. ${option.when.date_and_time}: ${countPeople(option)}`)
      .join("\n"),
  options: lineItems(optionOutputs, ({ options }) => options),
  ...sessionOutputs,
};

/** Everybody who can come, also those who may miss it. */
const listAttendees = ({ byVote, optionalPresent }: Ranked): Participant[] => [
  ...byVote.yes,
  ...byVote.ifNeedBe,
  ...optionalPresent,
];

function countPeople({ available, yes, people }: Ranked): string {
  const ifNeedBe = available === yes ? "" : `, ${available - yes} of them only if need be`;
  return `${available} of ${people} available${ifNeedBe}`;
}

/** Sentences that can be passed on as they are. */
function summarize({ poll, best }: BestTime): string {
  const { byVote, optionalPresent, past, when } = best;
  const sentences = [
    `${when.date_and_time}: ${countPeople(best)}.`,
    byVote.noOrUnanswered.length > 0 && `No or unanswered: ${listNames(byVote.noOrUnanswered)}.`,
    optionalPresent.length > 0 && `May miss it, available: ${listNames(optionalPresent)}.`,
    past && "This time has passed.",
    // The service does not return which option was picked. The best by votes must not be mistaken for it.
    poll.status === "scheduled" && "A time has already been picked. Open the Admin Link to see it.",
  ];
  return sentences.filter(Boolean).join(" ");
}

type Problem = Ranking<PollOption, Participant>["unresolved"][number];

/** Throws for names that cannot be used. A required person who has not responded means that nothing is found. */
function refuseUnclear({ z }: Run, unresolved: readonly Problem[]): void {
  const problems = unresolved.flatMap((problem) => {
    const { kind, list, text, isShared } = problem;
    // The form has no list of people who are left out.
    if (list === "exclude") return [];
    const field = labelOf(listKeys[list]);
    const other = `${quoteValue(text)} is also in ${labelOf(listKeys.required)}. Remove the person from one of them.`;
    if (kind === "contradiction") return { field, message: other };
    const isRefused = isShared || (kind === "unclear" && list === "required");
    const message = `${describeUnclear(problem)} Enter the email address or the Response ID.`;
    return isRefused ? { field, message } : [];
  });
  if (problems.length > 0) throw new InputError(problems);
  const missing = unresolved.find(({ list, candidates }) => list === "required" && candidates.length > 0);
  if (missing !== undefined)
    throw new z.errors.HaltedError(`${labelOf(listKeys.required)}: ${describeMissing(missing)}`);
}

/** How the lists of people were read. An unclear person who may miss it counts like everybody. */
const describeLists = (lists: Lists, unresolved: readonly Problem[]): string =>
  [
    ...Object.entries(listKeys).flatMap(([list, key]) => {
      const read = lists[list as keyof Lists];
      return read?.people.length ? `${labelOf(key)}: ${describeReading(read)}` : [];
    }),
    ...unresolved.filter(({ kind }) => kind === "unclear").map(describeUnclear),
  ].join("\n");

/** The best option of a poll, past ones last. Empty when no option suits. */
function toBestTime(
  { options: ranked, people, unresolved }: Ranking<PollOption, Participant>,
  { poll, set }: Sessions,
  lists: Lists = {},
): BestTime[] {
  const options = ranked.map((each) => ({ ...each, when: toWhen(each.option, poll), people }));
  const suitable = options.filter(({ obstacles }) => obstacles.every((obstacle) => obstacle === "past"));
  const [best] = suitable;
  if (best === undefined) return [];
  const tied = suitable.filter((option) => compareFit(option, best) === 0);
  return [{ poll, set, best, tied, options, reading: describeLists(lists, unresolved) }];
}

const sampled = { poll: samplePoll, participants: [sampleParticipant], now: 0 };
const [sampleSet] = rankSessions({ ...sampled, sessions: 2 });
const [sample] = toBestTime(rankOptions(sampled), { poll: samplePoll, set: sampleSet });

export const findBestTime = defineSearch({
  key: "find_best_time",
  noun: "Best Time",
  label: "Find Best Time",
  description:
    "Finds the option of a poll that most people can attend, and ranks all options with their votes.",
  form,
  outputs,
  async find(run, read) {
    refuseLost(run, "only_these_people");
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
    return toBestTime(ranking, { poll, set }, lists);
  },
  sample: sample as BestTime,
});
