import { listUnknown, type Problem, throwIfAny } from "../../problem.ts";
import { compareOptionTimes, type OptionTime } from "../../time/index.ts";
import { getPastTime } from "../../time/option-times.ts";
import { findPeople } from "../people/find-people.ts";
import { checkQueries, groupResponses, type PersonQuery } from "../people/identity.ts";
import type { Person } from "../people/mailboxes.ts";
import type { UnknownPerson } from "../people/match.ts";
import { checkLocalZone, checkOptions } from "../plan/check-request.ts";
import type { ChoiceOptions } from "../plan/poll-request.ts";
import { type AvailabilitySpan, createVoteReader } from "./availability.ts";
import {
  compareFit,
  countResponses,
  isFree,
  type Quorum,
  type RankedVotes,
  rankVotes,
  type TimedOption,
  type Voter,
  type VoteTable,
} from "./ranking.ts";

/** A participant with the spans in which they are available. */
export interface RankablePerson extends Person {
  /** The spans, as the API gives them. */
  availability: readonly AvailabilitySpan[];
}

/** The part of a poll that ranking needs. */
export interface RankablePoll {
  /** The options, in the poll's order. */
  options: readonly OptionTime[];
  /** The zone of the times; null for floating ones and for days. */
  timeZone: string | null;
}

/** A poll, its participants, and the requirements for the best option. People are named as in {@link findPeople}. */
export interface RankingInput<Poll extends RankablePoll, P extends RankablePerson>
  extends Quorum,
    Pick<ChoiceOptions, "now" | "localZone"> {
  /** The poll. */
  poll: Poll;
  /** Everybody who voted. */
  participants: readonly P[];
  /** People who must be available. */
  required?: readonly PersonQuery[] | undefined;
  /** Only these people and the required ones count. Others are as in `optional`. Default: everybody. */
  among?: readonly PersonQuery[] | undefined;
  /** People who are not counted. */
  exclude?: readonly PersonQuery[] | undefined;
  /**
   * People whose answers do not count against an option. They are not counted as available; only between options that are
   * otherwise equal, the one that more of them can attend is better.
   */
  optional?: readonly PersonQuery[] | undefined;
  /** The options at which somebody is busy, such as those that {@link createBusyCheck} drops: they come after the free ones. */
  busy?: readonly OptionTime[] | undefined;
}

/** A person of one of the lists who could not be used. */
export interface PersonProblem<P = Person> extends Omit<UnknownPerson<P>, "kind"> {
  /** The list. */
  list: "required" | "among" | "exclude" | "optional";
  /** The position in that list, from 0. */
  index: number;
  /** No participant, perhaps one, or a required person who is also in another list. */
  kind: UnknownPerson<P>["kind"] | "contradiction";
}

/** One option, ranked. */
export interface RankedOption<Option, P> extends RankedVotes<P> {
  /** The option of the poll. */
  option: Option;
}

/** An option with those who come to it. */
export interface OptionPeople<Option, P> {
  /** The number of the option: its place in the poll, from 1. */
  number: number;
  /** The option of the poll. */
  option: Option;
  /** Those who voted yes for it. */
  people: P[];
  /** Those who can make it only if need be. */
  ifNeedBe: P[];
}

/** A poll's options, ranked. Each person is named once, by their last response. */
export interface Ranking<Option, P> {
  /** All options in order of fit: those without obstacles first, busy ones behind the others, past ones last. */
  options: RankedOption<Option, P>[];
  /** The first option if it has no obstacles, or null. */
  best: RankedOption<Option, P> | null;
  /** The best option and those that are tied with it. */
  winners: RankedOption<Option, P>[];
  /** The required people who were found. */
  required: P[];
  /** The people who are not counted. */
  excluded: P[];
  /** The optional people who were found. */
  optional: P[];
  /** The people beside `among`, who are not counted and decide nothing. */
  others: P[];
  /** Number of responses that were counted. */
  people: number;
  /** The people of the lists who could not be used. An optional person need not have responded. */
  unresolved: PersonProblem<P>[];
  /** What was ranked. */
  table: VoteTable<P>;
}

/**
 * Ranks a poll's options by {@link rankVotes}. If a required person did not respond or is not clear, every option has the obstacle
 * `required-missing`. Before the first option, and without any of the three lists, the winners are the service's own top choices.
 * Throws PlanError for unknown names, for options that do not exist, for numbers of people that are none, and for a zone that is not known.
 */
export function rankOptions<Poll extends RankablePoll, P extends RankablePerson>(
  input: RankingInput<Poll, P>,
): Ranking<Poll["options"][number], P> {
  const { minAvailable = 0, minYes = 0 } = input;
  const quorum = { minAvailable, minYes };
  const isCount = (value: number) => Number.isInteger(value) && value >= 0;
  const wrong = Object.entries(quorum).filter(([, value]) => !isCount(value));
  const problems = wrong.map(([path]) => ({ path, message: "must be a whole number, at least 0" }));
  return rankInput(input, quorum, problems);
}

const lists = ["required", "among", "exclude", "optional"] as const;

const sharedNames: Record<Exclude<keyof RankingInput<RankablePoll, RankablePerson>, keyof Quorum>, 0> = {
  ...{ poll: 0, participants: 0, busy: 0, now: 0, localZone: 0 },
  ...{ required: 0, among: 0, exclude: 0, optional: 0 },
};

/** {@link rankOptions} for an input with names of its own, and with the problems of their values. */
export function rankInput<Poll extends RankablePoll, P extends RankablePerson>(
  input: RankingInput<Poll, P>,
  ownNames: object,
  problems: readonly Problem[] = [],
): Ranking<Poll["options"][number], P> {
  throwIfAny([
    ...problems,
    ...listUnknown(input, { ...sharedNames, ...ownNames }),
    ...checkOptions(input.poll.options, "poll.options"),
    ...checkOptions(input.busy ?? [], "busy"),
    ...lists.flatMap((list) => checkQueries(input[list] ?? [], list)),
    ...checkLocalZone(input.localZone),
  ]);
  type Option = Poll["options"][number];
  const { poll, participants, minAvailable, minYes, busy = [], localZone, now = Date.now() } = input;
  const { unresolved, ...chosen } = choosePeople(input);
  const { voters, options: times } = tabulateVotes(poll, participants, chosen, localZone);
  const isBusy = ({ when }: TimedOption) => busy.some((each) => compareOptionTimes(each, when) === 0);
  const table = {
    voters,
    options: times.map((option) => ({ ...option, busy: isBusy(option) || undefined })),
    minAvailable,
    minYes,
    requiredUnknown: unresolved.some(({ list, kind }) => list === "required" || kind === "contradiction"),
  };
  const options = rankVotes(table, now).map(
    (votes): RankedOption<Option, P> => ({ ...votes, option: poll.options[votes.number - 1] as Option }),
  );
  const [first] = options;
  const listPart = (part: Voter<P>["part"]) =>
    table.voters.filter((voter) => voter.part === part).map(({ person }) => person);
  const best = first?.obstacles.length === 0 ? first : null;
  return {
    options,
    best,
    winners: options.filter((option) => best && compareFit(option, best) === 0),
    required: listPart("required"),
    excluded: groupResponses(chosen.excluded, chosen.listed).flatMap((own) => own.slice(-1)),
    optional: listPart("optional"),
    others: listPart("other"),
    people: countResponses(table),
    unresolved,
    table,
  };
}

/**
 * The votes of a poll as the ranker reads them, with the responses of the people of each list. All with one email are one person, unless
 * several of `listed` have it.
 */
export function tabulateVotes<P extends RankablePerson>(
  { options, timeZone }: RankablePoll,
  participants: readonly P[],
  chosen: Partial<Record<"required" | "excluded" | "optional" | "among", readonly P[] | undefined>> & {
    listed?: readonly PersonQuery[];
  } = {},
  localZone?: string | undefined,
): VoteTable<P> {
  const { excluded = [], among, listed } = chosen;
  const present = participants.filter((person) => !excluded.includes(person));
  const readVotes = createVoteReader(options);
  return {
    options: options.map((when) => ({ when, pastFrom: getPastTime(when, timeZone, localZone) })),
    voters: groupResponses(present, listed).map((own) => ({
      person: own.at(-1) as P,
      votes: readVotes(own.at(-1)?.availability ?? []),
      part:
        (["required", "optional"] as const).find((part) =>
          own.some((response) => chosen[part]?.includes(response)),
        ) ?? (among && !own.some((response) => among.includes(response)) ? "other" : undefined),
    })),
  };
}

/** The options that are ahead and not busy, by start, each with its place in time among all of the poll. */
export const listFree = <Option, P>(options: readonly RankedOption<Option, P>[]) =>
  options
    .toSorted((one, other) => compareOptionTimes(one.option as OptionTime, other.option as OptionTime))
    .flatMap((option, place) => (isFree(option) ? { ...option, place } : []));

/** Finds the responses of the people of the three lists. */
function choosePeople<P extends RankablePerson>(input: RankingInput<RankablePoll, P>) {
  const unresolved: PersonProblem<P>[] = [];
  const required: P[][] = [];
  const listed = lists.flatMap((list) => input[list] ?? []);
  const find = (list: PersonProblem["list"]): P[] =>
    findPeople(input[list] ?? [], input.participants, listed).flatMap((match, index) => {
      if (match.kind !== "found") {
        unresolved.push({ ...match, list, index });
        return [];
      }
      const { text, name, email, person, responses } = match;
      const isListed = (response: P) => responses.includes(response);
      // One of several responses of a required person can be left out, by its id.
      const isContrary = required.some((own) =>
        list === "exclude" ? own.every(isListed) : list === "optional" && own.some(isListed),
      );
      if (list === "required") required.push(responses);
      if (!isContrary) return responses;
      const kinds = { kind: "contradiction", isShared: false, mayBeGroup: false } as const;
      unresolved.push({ text, name, email, list, index, candidates: [person], ...kinds });
      return [];
    });
  const found = { required: find("required"), excluded: find("exclude"), optional: find("optional") };
  return { ...found, listed, among: input.among?.length ? find("among") : undefined, unresolved };
}
