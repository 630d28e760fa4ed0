import type { Participant, Poll, PollOption } from "../../src/api/web.ts";
import {
  type ParsedPeople,
  type RankedOption,
  type Ranking,
  rankOptions,
} from "../../src/scheduling/index.ts";
import { describeTwice } from "../../src/scheduling/people/identity.ts";
import { compareFit } from "../../src/scheduling/rank/ranking.ts";
import { count, defineForm, InputError, labelOf, note, people, poll, quoteValue } from "../input/index.ts";
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
  sampleParticipant,
  samplePoll,
  toWhen,
  type When,
  whenOutputs,
} from "../output/index.ts";
import { defineSearch, readAnswered, refuseLost } from "./search.ts";

const fields = {
  note: note(
    "Finds the option that most people can attend, and ranks all options with their votes. If all have passed, it finds the best of them, and Is Past is true. Nothing is found until somebody is available. To see which option the organizer picked, open the Admin Link.",
  ),
  poll: poll(),
  people_who_must_attend: people(
    "Names or email addresses. The best time suits all of them. Nothing is found until they have responded.",
    "sam@example.com",
  ),
  people_who_may_miss_it: people(
    "Names or email addresses. They only decide between options that are equally good for everybody else.",
    "kim@example.com",
  ),
  only_these_people: people(
    "If you list people here, only they and those who must attend are counted. Default: everybody who responded.",
    "lee@example.com",
  ),
  minimum_people: count("How many must be able to come, without those who may miss it. Default: 1.", "3"),
};

/** The fields with people, by the names of the lists in a ranking. */
const listKeys = {
  required: "people_who_must_attend",
  optional: "people_who_may_miss_it",
  among: "only_these_people",
} as const;

type Lists = Partial<Record<keyof typeof listKeys, ParsedPeople>>;
type Problem = Ranking<PollOption, Participant>["unresolved"][number];

interface Ranked extends RankedOption<PollOption, Participant> {
  when: When;
  /** The number of responses that were counted. */
  people: number;
}

interface BestTime {
  poll: Poll;
  best: Ranked;
  isTie: boolean;
  /** All options in order of fit: those that suit first, past ones last. */
  options: Ranked[];
  /** That somebody responded twice. */
  twice: string | undefined;
  /** How the lists of people were read, and who of them has not responded. */
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
  is_tie: flag(({ isTie }) => isTie),
  names_text: ({ best }) => listNames(listAttendees(best)),
  emails: ({ best }) => listEmails(listAttendees(best)),
  people_read_text: ({ reading }) => reading,
  options_text: ({ options }) =>
    options
      .map((option) => `${option.number}. ${option.when.date_and_time}: ${countPeople(option)}`)
      .join("\n"),
  options: lineItems(optionOutputs, ({ options }) => options),
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
function summarize({ poll, best, twice }: BestTime): string {
  const { byVote, optionalPresent, past, when } = best;
  const sentences = [
    `${when.date_and_time}: ${countPeople(best)}.`,
    byVote.noOrUnanswered.length > 0 && `No or unanswered: ${listNames(byVote.noOrUnanswered)}.`,
    optionalPresent.length > 0 && `May miss it, available: ${listNames(optionalPresent)}.`,
    twice,
    past && "This time has passed.",
    // The service does not return which option was picked. The best by votes must not be mistaken for it.
    poll.status === "scheduled" && "A time has already been picked. Open the Admin Link to see it.",
  ];
  return sentences.filter(Boolean).join(" ");
}

/** Throws for names that cannot be used. A required person who has not responded means that nothing is found. */
function refuseUnclear(unresolved: readonly Problem[]): void {
  const problems = unresolved.flatMap((problem) => {
    const { kind, list, text, candidates } = problem;
    // The form has no list of people who are left out.
    if (list === "exclude") return [];
    const field = labelOf(listKeys[list]);
    const both = `${quoteValue(text)} is also in ${labelOf(listKeys.required)}. Remove the person from one of them.`;
    if (kind === "contradiction") return { field, message: both };
    if (kind === "unclear")
      return { field, message: `${describeUnclear(problem)} Enter the email address or the Response ID.` };
    return list === "required" && candidates.length > 0 ? { field, message: describeMissing(problem) } : [];
  });
  if (problems.length > 0) throw new InputError(problems);
}

/** How each list was read, and who of those that may be absent has not responded. */
const describeLists = (lists: Lists, unresolved: readonly Problem[]): string =>
  [
    ...Object.entries(listKeys).flatMap(([list, key]) => {
      const read = lists[list as keyof Lists];
      return read?.people.length ? `${labelOf(key)}: ${describeReading(read)}` : [];
    }),
    ...unresolved.map(describeMissing),
  ].join("\n");

/** The best option of a poll, past ones last. Empty when no option suits. */
function toBestTime(
  { options: ranked, people, unresolved }: Ranking<PollOption, Participant>,
  poll: Poll,
  participants: readonly Participant[],
  lists: Lists = {},
): BestTime[] {
  const options = ranked.map((each) => ({ ...each, when: toWhen(each.option, poll), people }));
  const suitable = options.filter(({ obstacles }) => obstacles.every((obstacle) => obstacle === "past"));
  const [best] = suitable;
  if (best === undefined) return [];
  const isTie = suitable.filter((option) => compareFit(option, best) === 0).length > 1;
  const listed = Object.values(lists).flatMap(({ people }) => people);
  const texts = { twice: describeTwice(participants, { listed }), reading: describeLists(lists, unresolved) };
  return [{ poll, best, isTie, options, ...texts }];
}

const sampled = [sampleParticipant];
const ranked = rankOptions({ poll: samplePoll, participants: sampled, now: 0 });

export const findBestTime = defineSearch({
  key: "find_best_time",
  noun: "Best Time",
  label: "Find Best Time",
  description:
    "Finds the option of a poll that most people can attend, and ranks all options with their votes.",
  form: defineForm(fields),
  outputs,
  async find(run, asked) {
    refuseLost(run, listKeys.among);
    const { poll, participants } = await readAnswered(run, asked.poll);
    const lists = {
      required: asked.people_who_must_attend,
      optional: asked.people_who_may_miss_it,
      among: asked.only_these_people,
    };
    const ranking = rankOptions({
      ...{ poll, participants, minAvailable: asked.minimum_people, now: run.now },
      required: lists.required.people,
      optional: lists.optional.people,
      among: lists.among.people,
      localZone: run.accountZone ?? undefined,
    });
    refuseUnclear(ranking.unresolved);
    return toBestTime(ranking, poll, participants, lists);
  },
  sample: toBestTime(ranked, samplePoll, sampled)[0] as BestTime,
});
