import type { Participant, Poll, PollOption } from "../../src/api/web.ts";
import { type RankedOption, type Ranking, rankOptions } from "../../src/scheduling/index.ts";
import { compareFit } from "../../src/scheduling/rank/ranking.ts";
import { count, InputError, labelOf, note, people, poll } from "../input/index.ts";
import {
  calendarOutputs,
  describeMissing,
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
import { defineSearch, readAnswered } from "./search.ts";

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
  minimum_people: count("How many must be available, without those who may miss it. Default: 1.", "3"),
};

const labels = { required: "people_who_must_attend", optional: "people_who_may_miss_it" } as const;

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

/** Throws for names that cannot be used. A required person who has not responded means that nothing is found. */
function refuseUnclear(unresolved: Ranking<PollOption, Participant>["unresolved"]): void {
  const problems = unresolved.flatMap((problem) => {
    const { kind, list, text, candidates } = problem;
    const field = labelOf(list === "required" ? labels.required : labels.optional);
    if (kind === "contradiction")
      return {
        field,
        message: `"${text}" is also in ${labelOf(labels.required)}. Remove the person from one of them.`,
      };
    if (kind === "unclear")
      return { field, message: `${describeUnclear(problem)} Enter the email address or the Response ID.` };
    return list === "required" && candidates.length > 0 ? { field, message: describeMissing(problem) } : [];
  });
  if (problems.length > 0) throw new InputError(problems);
}

/** The best option of a poll, past ones last. Empty when no option suits. */
function toBestTime({ options: ranked, people }: Ranking<PollOption, Participant>, poll: Poll): BestTime[] {
  const options = ranked.map((each) => ({ ...each, when: toWhen(each.option, poll), people }));
  const suitable = options.filter(({ obstacles }) => obstacles.every((obstacle) => obstacle === "past"));
  const [best] = suitable;
  if (best === undefined) return [];
  const isTie = suitable.filter((option) => compareFit(option, best) === 0).length > 1;
  return [{ poll, best, isTie, options }];
}

const [sample] = toBestTime(
  rankOptions({ poll: samplePoll, participants: [sampleParticipant], now: 0 }),
  samplePoll,
);

export const findBestTime = defineSearch({
  key: "find_best_time",
  noun: "Best Time",
  label: "Find Best Time",
  description:
    "Finds the option of a poll that most people can attend, and ranks all options with their votes.",
  form,
  outputs,
  async find(run, read) {
    const { poll, participants } = await readAnswered(run, read.poll);
    const localZone = run.bundle.meta?.timezone || undefined;
    const ranking = rankOptions({
      required: read.people_who_must_attend.people,
      optional: read.people_who_may_miss_it.people,
      poll,
      participants,
      minAvailable: read.minimum_people,
      now: Date.now(),
      localZone,
    });
    refuseUnclear(ranking.unresolved);
    return toBestTime(ranking, poll);
  },
  sample: sample as BestTime,
});
