import { compareOptionTimes, type OptionTime } from "../../time/index.ts";
import { type VoteName, voteNames } from "./availability.ts";

/** Somebody with their last answer. */
export interface Voter<P> {
  /** The person. */
  person: P;
  /** The vote for each option: 0 no or unanswered, 1 if need be, 2 yes. */
  votes: Uint8Array;
  /** A required person must be available. An optional one only decides ties, and another one nothing. */
  part?: "required" | "optional" | "other" | undefined;
}

/** Minimum numbers of people. */
export interface Quorum {
  /** Minimum number of people who must be available. Default: 1. */
  minAvailable?: number | undefined;
  /** Minimum number of people who must have voted yes. Default: 0. */
  minYes?: number | undefined;
}

/** An option, and when it is past. */
export interface TimedOption {
  /** The day or slot. */
  when: OptionTime;
  /** The time from which it is past, in milliseconds since 1970. */
  pastFrom: number;
  /** Whether somebody has something else then. */
  busy?: boolean | undefined;
}

/** The votes of a poll, with the people who were chosen. */
export interface VoteTable<P> extends Quorum {
  /** The options in the poll's order, with the time from which each is past, in milliseconds since 1970. */
  options: readonly TimedOption[];
  /** Everybody who is not excluded. */
  voters: readonly Voter<P>[];
  /** Whether it is unknown what a required person answered, so that no option fits. */
  requiredUnknown?: boolean;
}

/** A reason against choosing an option. */
export type Obstacle = "past" | "busy" | "required-missing" | "too-few" | "too-few-yes";

/** The counts that options are compared by. */
export interface Score {
  /** Number of required people who are available. */
  required: number;
  /** Number of people who are available: yes or if need be. */
  available: number;
  /** Number of people who voted yes. */
  yes: number;
  /** Number of optional people who are available. They are in no other count. */
  optional: number;
}

/** One option with its votes. */
export interface RankedVotes<P> extends Score {
  /** The number of the option: its place in the poll, from 1. */
  number: number;
  /** Whether another option is as good: the order of the two is that of time. */
  tied: boolean;
  /** The counted people by their vote. */
  byVote: Readonly<Record<VoteName, P[]>>;
  /** The required people who are not available: no or unanswered. */
  requiredMissing: P[];
  /** The people outside the counts who are available: optional ones, and those beside `among`. They are not in `byVote`. */
  optionalPresent: P[];
  /** Whether the slot has started, or the day is over. */
  past: boolean;
  /** Reasons against choosing the option. Empty if there are none. */
  obstacles: Obstacle[];
}

/**
 * Ranks options by fit: those without obstacles first, busy ones behind the others, past ones last; then by required people available, people available, yes
 * votes, optional people available, and time.
 */
export function rankVotes<P>(table: VoteTable<P>, now: number): RankedVotes<P>[] {
  const { options, voters, minAvailable = 1, minYes = 0, requiredUnknown = false } = table;
  const required = voters.filter(({ part }) => part === "required").length;
  const ranked = options.map(({ pastFrom, busy }, index): RankedVotes<P> => {
    const byVote: RankedVotes<P>["byVote"] = { yes: [], ifNeedBe: [], noOrUnanswered: [] };
    const [requiredMissing, optionalPresent]: [P[], P[]] = [[], []];
    let optional = 0;
    for (const voter of voters) {
      const { person, part } = voter;
      const vote = voteNames[voter.votes[index] ?? 0] ?? "noOrUnanswered";
      const isAvailable = vote !== "noOrUnanswered";
      if (isCounted(voter)) byVote[vote].push(person);
      else if (isAvailable) optionalPresent.push(person);
      if (part === "optional" && isAvailable) optional += 1;
      if (part === "required" && !isAvailable) requiredMissing.push(person);
    }
    const yes = byVote.yes.length;
    const available = yes + byVote.ifNeedBe.length;
    const past = pastFrom <= now;
    const obstacles: Obstacle[] = past ? ["past"] : [];
    if (busy) obstacles.push("busy");
    if (requiredUnknown || requiredMissing.length > 0) obstacles.push("required-missing");
    if (available < Math.max(1, minAvailable)) obstacles.push("too-few");
    if (yes < minYes) obstacles.push("too-few-yes");
    const score = { required: required - requiredMissing.length, available, yes, optional };
    const people = { byVote, requiredMissing, optionalPresent };
    return { number: index + 1, tied: false, ...score, ...people, past, obstacles };
  });
  const timeOf = ({ number }: RankedVotes<P>) => options[number - 1]?.when ?? { date: "" };
  ranked.sort((one, other) => compareFit(one, other) || compareOptionTimes(timeOf(one), timeOf(other)));
  for (const [place, option] of ranked.entries()) {
    const before = ranked[place - 1];
    if (before === undefined || option.available === 0 || compareFit(before, option) !== 0) continue;
    before.tied = true;
    option.tied = true;
  }
  return ranked;
}

/** Whether an option is ahead, and nobody has something else then. */
export const isFree = ({ obstacles }: { obstacles: readonly Obstacle[] }): boolean =>
  !obstacles.includes("past") && !obstacles.includes("busy");

/** Whether a voter is in the counts. */
export const isCounted = ({ part }: Pick<Voter<unknown>, "part">): boolean =>
  part === undefined || part === "required";

/** The number of people that count. */
export const countResponses = ({ voters }: VoteTable<unknown>): number => voters.filter(isCounted).length;

type Comparable = Score & { obstacles: readonly Obstacle[] };

/** No answer cures what is busy or past. */
function weigh({ obstacles }: Comparable): number {
  if (obstacles.includes("past")) return 3;
  return obstacles.includes("busy") ? 2 : Math.min(1, obstacles.length);
}

/** The counts that options are compared by, the most important first. */
const criteria = ["required", "available", "yes", "optional"] as const;

/** Negative when the first is the better choice. 0: the two are tied. */
export function compareFit(one: Comparable, other: Comparable): number {
  const count = criteria.find((each) => one[each] !== other[each]) ?? "required";
  return weigh(one) - weigh(other) || other[count] - one[count];
}
