import { type AvailabilitySpan, buildVoteMatrix, type RankableOption, votes } from "./availability.ts";
import { choosePeople, type Person } from "./people.ts";
import { compareScores, explainTie, type Score } from "./score.ts";

/** A participant with the spans in which they can make it. */
export interface RankablePerson extends Person {
  /** The spans, as the API gives them. */
  availability: readonly AvailabilitySpan[];
}

/** What ranking needs of a poll. */
export interface RankablePoll {
  /** The options, in the poll's order. */
  options: readonly RankableOption[];
}

/** A poll, its participants, and what the person who decides cares about. */
export interface RankingInput<Poll extends RankablePoll, P extends RankablePerson> {
  /** The poll. */
  poll: Poll;
  /** Everybody who voted. */
  participants: readonly P[];
  /** People who must be there, by full name, e-mail or participant id. */
  required?: readonly string[] | undefined;
  /** People to leave out of account, likewise. */
  exclude?: readonly string[] | undefined;
  /** How many people must be able to make it for an option to fit; 1 when left out. */
  minAttendance?: number | undefined;
  /** The present, in milliseconds. */
  now: number;
}

/** What keeps an option from being chosen. */
export type Obstacle = "past" | "required-missing" | "too-few";

/** One option in the order of merit, and what everyone said to it. */
export interface RankedOption<Option, P> extends Score {
  /** The option. */
  option: Option;
  /** Its place in the poll, from 0. */
  index: number;
  /** Its place in the order of merit, from 1; options that tie share one. */
  rank: number;
  /** Who voted yes. */
  readonly can: P[];
  /** Who voted if need be. */
  readonly ratherNot: P[];
  /** Who cannot, or did not answer: the API does not tell these apart. */
  readonly cannot: P[];
  /** The required people who can make it. */
  requiredPresent: P[];
  /** The required people who cannot, or did not answer. */
  requiredMissing: P[];
  /** Whether it has begun (a slot) or is over (a day). */
  past: boolean;
  /** What keeps the option from being chosen; empty when nothing does. */
  obstacles: Obstacle[];
  /** Said of options that share a rank; null for one that does not. */
  tie: string | null;
}

/** A poll's options in the order of merit. */
export interface Ranking<Option, P> {
  /** All options, the best first. */
  options: RankedOption<Option, P>[];
  /** All options that share the first rank, past ones too; none when nobody can make any. */
  leaders: RankedOption<Option, P>[];
  /** The first option without an obstacle, or null when there is none. */
  best: RankedOption<Option, P> | null;
  /** The people who were required. */
  required: P[];
  /** The people who were left out. */
  excluded: P[];
  /** How many participants were counted. */
  people: number;
}

/**
 * Ranks a poll's options: required people first, then most available, then most plain yes, then earliest. Without
 * required or excluded people the leaders are the service's own top choices; past options are marked, not moved.
 * Throws PeopleError when a required or excluded person is unknown, ambiguous, or both.
 */
export function rankOptions<Poll extends RankablePoll, P extends RankablePerson>({
  poll,
  participants,
  required,
  exclude,
  minAttendance = 1,
  now,
}: RankingInput<Poll, P>): Ranking<Poll["options"][number], P> {
  type Option = Poll["options"][number];
  const chosen = choosePeople(participants, required, exclude);
  const mandatory = new Set(chosen.required);
  const excluded = new Set(chosen.excluded);
  const counted = excluded.size === 0 ? participants : participants.filter((person) => !excluded.has(person));
  const grid = buildVoteMatrix(poll.options, counted);
  const must = counted.flatMap((person, place) => (mandatory.has(person) ? [{ person, place }] : []));
  const options = poll.options.map((option, index): RankedOption<Option, P> => {
    const row = grid.subarray(index * counted.length, (index + 1) * counted.length);
    const { yes, ifNeedBe } = countVotes(row);
    const requiredMissing = must.filter(({ place }) => row[place] === votes.noOrUnanswered);
    const requiredPresent = must.filter(({ place }) => row[place] !== votes.noOrUnanswered);
    const past = isPast(option, now);
    const obstacles: Obstacle[] = past ? ["past"] : [];
    if (requiredMissing.length > 0) obstacles.push("required-missing");
    if (yes + ifNeedBe < Math.max(1, minAttendance)) obstacles.push("too-few");
    const lists: Partial<Record<keyof typeof votes, P[]>> = {};
    // A million names nobody asks for would take longer than the ranking: each list is made when it is first read.
    const list = (answer: keyof typeof votes) => {
      lists[answer] ??= counted.filter((_, place) => row[place] === votes[answer]);
      return lists[answer];
    };
    return {
      option,
      index,
      rank: 0,
      tie: null,
      required: requiredPresent.length,
      available: yes + ifNeedBe,
      yes,
      requiredPresent: requiredPresent.map(({ person }) => person),
      requiredMissing: requiredMissing.map(({ person }) => person),
      past,
      obstacles,
      get can() {
        return list("yes");
      },
      get ratherNot() {
        return list("ifNeedBe");
      },
      get cannot() {
        return list("noOrUnanswered");
      },
    };
  });
  options.sort((one, other) => compareScores(one, other) || compareTime(one, other));
  assignRanks(options);
  return {
    options,
    leaders: options.filter(({ rank, available }) => rank === 1 && available > 0),
    best: options.find(({ obstacles }) => obstacles.length === 0) ?? null,
    ...chosen,
    people: counted.length,
  };
}

function countVotes(row: Uint8Array): { yes: number; ifNeedBe: number } {
  const counts = { yes: 0, ifNeedBe: 0 };
  for (const vote of row) {
    if (vote === votes.yes) counts.yes++;
    else if (vote === votes.ifNeedBe) counts.ifNeedBe++;
  }
  return counts;
}

/** A slot is past once it has begun, a floating day once it is over in UTC. */
function isPast(option: RankableOption, now: number): boolean {
  if ("date" in option) return Date.parse(`${option.date}T00:00:00Z`) + 86_400_000 <= now;
  return Date.parse(option.startTime) <= now;
}

function compareTime<Option extends RankableOption, P>(
  one: RankedOption<Option, P>,
  other: RankedOption<Option, P>,
): number {
  return startOf(one.option) - startOf(other.option) || lengthOf(one.option) - lengthOf(other.option);
}

function startOf(option: RankableOption): number {
  return Date.parse("date" in option ? option.date : option.startTime);
}

function lengthOf(option: RankableOption): number {
  return "date" in option ? 0 : option.duration;
}

function assignRanks<Option, P>(options: RankedOption<Option, P>[]): void {
  let first = 0;
  for (let next = 1; next <= options.length; next++) {
    const [leader, follower] = [options[first], options[next]];
    if (!leader || (follower && compareScores(leader, follower) === 0)) continue;
    const tied = options.slice(first, next);
    const tie = tied.length > 1 && leader.available > 0 ? explainTie(tied.length, leader) : null;
    for (const option of tied) Object.assign(option, { rank: first + 1, tie });
    first = next;
  }
}
