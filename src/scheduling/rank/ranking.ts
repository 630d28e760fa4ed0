import { compareOptionTimes, getOptionInterval, type OptionTime } from "../../time/index.ts";
import { findPeople, keepLastResponses, type Person } from "../people/find-people.ts";
import type { PersonEntry } from "../people/mailboxes.ts";
import { type AvailabilitySpan, buildVoteMatrix, type VoteName, voteCodes } from "./availability.ts";

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
export interface RankingInput<Poll extends RankablePoll, P extends RankablePerson> {
  /** The poll. */
  poll: Poll;
  /** Everybody who voted. */
  participants: readonly P[];
  /** People who must be available. */
  required?: readonly (string | PersonEntry)[] | undefined;
  /** People who are not counted. */
  exclude?: readonly (string | PersonEntry)[] | undefined;
  /**
   * People whose answers do not count against an option. They are not counted as available; only between options that are
   * otherwise equal, the one that more of them can attend is better.
   */
  optional?: readonly (string | PersonEntry)[] | undefined;
  /** Minimum number of people who must be available. Default: 1. */
  minAttendance?: number | undefined;
  /** The current time, in milliseconds since 1970. */
  now: number;
  /** The zone in which days and floating times start. Default: they have started once that is so everywhere. */
  localZone?: string | undefined;
}

/** A person of one of the lists who could not be used. */
export interface PersonProblem<P = Person> extends PersonEntry {
  /** The list. */
  list: "required" | "exclude" | "optional";
  /** The position in that list, from 0. */
  index: number;
  /** No participant, perhaps one, or a required person who is also in another list. */
  kind: "missing" | "unclear" | "contradiction";
  /** Whom the entry means or may mean, or for a missing person those with a similar name. */
  candidates: P[];
  /** Whether the entry fits several people completely. */
  isShared: boolean;
}

/** A reason against choosing an option. */
export type Obstacle = "past" | "required-missing" | "too-few";

/** One option with its rank and its votes. */
export interface RankedOption<Option, P> extends Score {
  /** The option. */
  option: Option;
  /** Position in the poll, from 0. */
  index: number;
  /** Rank, from 1. Tied options share one. */
  rank: number;
  /** The counted people by their vote. */
  byVote: Readonly<Record<VoteName, P[]>>;
  /** The required people who are not available: no or unanswered. */
  requiredMissing: P[];
  /** The optional people who are available. They are not in `byVote`. */
  optionalPresent: P[];
  /** Whether the option has started. */
  past: boolean;
  /** Reasons against choosing the option. Empty if there are none. */
  obstacles: Obstacle[];
}

/** A poll's options, ranked. */
export interface Ranking<Option, P> {
  /** All options, best first. */
  options: RankedOption<Option, P>[];
  /** All options of rank 1, past ones too. Empty if nobody is available for any option. */
  leaders: RankedOption<Option, P>[];
  /** The first option without obstacles, or null. */
  best: RankedOption<Option, P> | null;
  /** The people who were required. */
  required: P[];
  /** The people who were excluded. */
  excluded: P[];
  /** The people who are optional, with all of their responses. */
  optional: P[];
  /** Number of participants who were counted. */
  people: number;
  /** The people of the lists who could not be used. An optional person need not have responded. */
  unresolved: PersonProblem<P>[];
}

/** In the order of their codes. */
const voteNames = Object.keys(voteCodes) as VoteName[];

/**
 * Ranks a poll's options by required people available, then people available, then yes votes, then optional people
 * available, then time. Without any of the three lists the leaders are the service's own top choices. Past options are marked,
 * not moved. If a required person did not respond or is not clear, every option has the obstacle `required-missing`. Never
 * throws.
 */
export function rankOptions<Poll extends RankablePoll, P extends RankablePerson>(
  input: RankingInput<Poll, P>,
): Ranking<Poll["options"][number], P> {
  type Option = Poll["options"][number];
  const { poll, participants, minAttendance = 1, now, localZone } = input;
  const { unresolved, ...chosen } = choosePeople(input);
  const isIncomplete = unresolved.some(({ list, kind }) => list === "required" || kind === "contradiction");
  const notCounted = new Set([...chosen.excluded, ...chosen.optional]);
  const rows = new Map(participants.map((person, index) => [person, index * poll.options.length]));
  const counted = [...rows].filter(([person]) => !notCounted.has(person));
  const optional = keepLastResponses(chosen.optional).filter((person) => !chosen.excluded.includes(person));
  const matrix = buildVoteMatrix(poll.options, participants);
  const options = poll.options.map((option, index): RankedOption<Option, P> => {
    const byVote: RankedOption<Option, P>["byVote"] = { yes: [], ifNeedBe: [], noOrUnanswered: [] };
    for (const [person, row] of counted)
      byVote[voteNames[matrix[row + index] ?? 0] ?? "noOrUnanswered"].push(person);
    const isAvailable = (person: P) => matrix[(rows.get(person) ?? 0) + index] !== voteCodes.noOrUnanswered;
    const available = byVote.yes.length + byVote.ifNeedBe.length;
    const requiredMissing = chosen.required.filter((person) => !isAvailable(person));
    const optionalPresent = optional.filter(isAvailable);
    const past = getOptionInterval(option, poll.timeZone, localZone).start <= now;
    const obstacles: Obstacle[] = past ? ["past"] : [];
    if (isIncomplete || requiredMissing.length > 0) obstacles.push("required-missing");
    if (available < Math.max(1, minAttendance)) obstacles.push("too-few");
    const required = chosen.required.length - requiredMissing.length;
    const score = { required, available, yes: byVote.yes.length, optional: optionalPresent.length };
    return { ...score, option, index, rank: 0, byVote, requiredMissing, optionalPresent, past, obstacles };
  });
  options.sort((one, other) => compareScores(one, other) || compareOptionTimes(one.option, other.option));
  for (const [place, option] of options.entries()) {
    const before = options[place - 1];
    option.rank = before && compareScores(before, option) === 0 ? before.rank : place + 1;
  }
  return {
    options,
    leaders: options.filter(({ rank, available }) => rank === 1 && available > 0),
    best: options.find(({ obstacles }) => obstacles.length === 0) ?? null,
    ...chosen,
    people: counted.length,
    unresolved,
  };
}

/** Finds the people of the three lists. All responses of a person who does not count are left out. */
function choosePeople<P extends RankablePerson>(
  input: RankingInput<RankablePoll, P>,
): Pick<Ranking<unknown, P>, "required" | "excluded" | "optional" | "unresolved"> {
  const unresolved: PersonProblem<P>[] = [];
  const required: P[] = [];
  const find = (list: PersonProblem["list"]): P[] => {
    const found = findPeople(input[list] ?? [], input.participants).flatMap((match, index) => {
      const { text, name, email } = match;
      const refuse = (kind: PersonProblem["kind"], candidates: P[], isShared = false) => {
        unresolved.push({ text, name, email, list, index, kind, candidates, isShared });
        return [];
      };
      if (match.kind !== "found") return refuse(match.kind, match.candidates, match.isShared);
      if (required.includes(match.person)) return refuse("contradiction", [match.person]);
      return list === "required" ? [match.person] : match.responses;
    });
    return [...new Set(found)];
  };
  required.push(...find("required"));
  return { required, excluded: find("exclude"), optional: find("optional"), unresolved };
}

/** Sorts ranked options for a choice: those without obstacles first, past ones last, otherwise in the order of their ranks. */
export function sortByFit<Option extends { obstacles: readonly Obstacle[] }>(
  options: readonly Option[],
): Option[] {
  const weigh = ({ obstacles }: Option) => (obstacles.length === 0 ? 0 : obstacles.includes("past") ? 2 : 1);
  return [...options].sort((one, other) => weigh(one) - weigh(other));
}

/** The counts that options are compared by. */
export interface Score {
  /** Number of required people who are available. */
  required: number;
  /** Number of people who are available: they voted yes or if need be. */
  available: number;
  /** Number of people who voted yes. */
  yes: number;
  /** Number of optional people who are available. They are in no other count. */
  optional: number;
}

/** What is said of an option with less of a count, the most important count first. */
const differences: readonly [keyof Score, string][] = [
  ["required", "fewer of the required people are available"],
  ["available", "fewer people are available"],
  ["yes", "as many people are available, but fewer voted yes"],
  ["optional", "as many people are available, but fewer of the optional people"],
];

/** Negative when the first is better: more required people, then more people available, then more yes votes, then more optional people. 0: a tie. */
export function compareScores(one: Score, other: Score): number {
  const [count] = differences.find(([count]) => one[count] !== other[count]) ?? [];
  return count === undefined ? 0 : other[count] - one[count];
}

/** Why the loser ranks below the winner, without names: "fewer people are available (4, not 6)". */
export function explainDifference(winner: Score, loser: Score): string {
  const [count, text] = differences.find(([count]) => loser[count] !== winner[count]) ?? [];
  if (count === undefined) return "tied; the earlier option is listed first";
  return `${text} (${loser[count]}, not ${winner[count]})`;
}
