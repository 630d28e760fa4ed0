import { compareOptionTimes, type OptionTime } from "../../time/index.ts";
import { voteCodes } from "./availability.ts";
import { checkInput } from "./check-input.ts";
import {
  type PersonProblem,
  type RankablePerson,
  type RankablePoll,
  type RankingInput,
  rankChecked,
} from "./poll-ranking.ts";
import { isCounted, isFree, type Voter } from "./ranking.ts";

/** A poll, its participants, and how many people an option takes. People are named as in {@link rankOptions}. */
export interface AssignmentInput<Poll extends RankablePoll, P extends RankablePerson>
  extends Omit<RankingInput<Poll, P>, "minAvailable" | "minYes"> {
  /** From 1 to 5. */
  perOption: number;
}

/** Who goes when: each person has one option at most. */
export interface Assignment<Option, P> {
  /** The options that somebody has, by start, with their numbers in the poll. */
  schedule: {
    /** The number of the option: its place in the poll, from 1. */
    number: number;
    /** The option of the poll. */
    option: Option;
    /** Those who voted yes for it. */
    people: P[];
    /** Those who can make it only if need be. */
    ifNeedBe: P[];
  }[];
  /** The people without an option, with the numbers of those that they can make: none, or all are taken. */
  left: { person: P; options: number[] }[];
  /** People of the lists who have not answered or are unclear. */
  unknown: PersonProblem<P>[];
}

/**
 * Gives each person one option that they can make, and each option to at most `perOption` people: to most of the required people,
 * then to most people, with fewest if need be, then as early as can be (the least sum of the options' places in time). Optional
 * people have what is left. Past and busy options take nobody. Options that overlap are independent. Equal input gives equal output.
 * Throws PlanError as rankOptions does, and for another number of people.
 */
export function assignOptions<Poll extends RankablePoll, P extends RankablePerson>(
  input: AssignmentInput<Poll, P>,
): Assignment<Poll["options"][number], P> {
  checkInput("assignment", input);
  const { perOption, ...asked } = input;
  const { table, options, unresolved } = rankChecked(asked);
  const byTime = options.toSorted((one, other) =>
    compareOptionTimes(one.option as OptionTime, other.option as OptionTime),
  );
  const free = byTime.flatMap((option, place) => (isFree(option) ? { ...option, place } : []));
  const counted = table.voters.filter(isCounted);
  const optional = table.voters.filter(({ part }) => part === "optional");
  // Each outweighs all of the lesser together. A required person need not outweigh two: who can have a place keeps one as more get theirs.
  const most = free.length * perOption;
  const ifNeedBe = options.length * most;
  const one = ifNeedBe * (most + 1);
  const weigh = ({ number, place }: (typeof free)[number], { votes, part }: Voter<P>) => {
    const vote = votes[number - 1] ?? voteCodes.noOrUnanswered;
    if (vote === voteCodes.noOrUnanswered) return never;
    return place + (vote === voteCodes.ifNeedBe ? ifNeedBe : 0) - one * (part === "required" ? 2 : 1);
  };
  const costs = free.map((option) => [...counted.map((voter) => weigh(option, voter)), 0]);
  const { rowPrices, columnPrices } = match(costs, perOption);
  // The prices tell who has which option in some best assignment, and who has one in all. Of these, the best for optional people.
  const tied = costs.map((row, at) => {
    const own = row.map((cost, column) => {
      const [price = 0, other = 0] = [rowPrices[at], columnPrices[column]];
      if (cost !== price + other) return never;
      return other < 0 ? -one * (most + 1) : 0;
    });
    const empty = own.pop() ?? never;
    return [
      ...own,
      ...optional.map((voter) => empty + weigh(free[at] as (typeof free)[number], voter)),
      empty,
    ];
  });
  const { rowOf } = match(tied, perOption);
  const placed = [...counted, ...optional].map((voter, at) => ({ ...voter, own: free[rowOf[at] ?? -1] }));
  const list = (option: (typeof free)[number], code: number) =>
    placed.flatMap(({ own, votes, person }) =>
      own === option && votes[own.number - 1] === code ? person : [],
    );
  const schedule = free.map((each) => ({
    ...{ number: each.number, option: each.option },
    ...{ people: list(each, voteCodes.yes), ifNeedBe: list(each, voteCodes.ifNeedBe) },
  }));
  return {
    schedule: schedule.filter(({ people, ifNeedBe }) => people.length + ifNeedBe.length > 0),
    left: placed
      .filter(({ own }) => own === undefined)
      .map(({ person, votes }) => ({
        person,
        options: free.flatMap(({ number }) => (votes[number - 1] ? number : [])),
      })),
    unknown: unresolved.filter(({ list }) => list !== "exclude"),
  };
}

const never = Number.POSITIVE_INFINITY;

/**
 * Gives each row up to `most` columns, and each column to one row, at the least cost: the Hungarian method, with a shortest path for
 * each place of a row. The last column stands for an empty place. Returns the row of each column, or -1, and prices: a pair costs at
 * least the price of its row and that of its column, and just that if it is in a matching of least cost.
 */
function match(costs: readonly (readonly number[])[], most: number) {
  const columns = costs[0]?.length ?? 0;
  const [rowPrices, columnPrices] = [new Float64Array(costs.length), new Float64Array(columns)];
  const rowOf = new Int32Array(columns).fill(-1);
  for (const start of costs.keys())
    for (let place = 0; place < most; place++) {
      const distances = new Float64Array(columns).fill(never);
      const before = new Int32Array(columns);
      // The rows that were reached, with how far they are and the column by which.
      const reached = new Map<number, { far: number; by: number }>();
      let [end, row, far] = [-1, start, 0];
      while (row >= 0) {
        reached.set(row, { far, by: end });
        const [own = [], price = 0] = [costs[row], rowPrices[row]];
        let least = never;
        for (let column = 0; column < columns; column++) {
          const length = far + (own[column] ?? never) - price - (columnPrices[column] ?? 0);
          if (length < (distances[column] ?? never)) {
            distances[column] = length;
            before[column] = row;
          }
          const [known = never, owner = -1] = [distances[column], rowOf[column]];
          // Of equal ones a column without a row ends the search.
          if ((known < least && !reached.has(owner)) || (known === least && owner < 0))
            [least, end] = [known, column];
        }
        [far, row] = [least, rowOf[end] ?? -1];
      }
      for (const [each, { far: own }] of reached) rowPrices[each] = (rowPrices[each] ?? 0) + far - own;
      for (const [column, own] of distances.entries())
        if (own < far) columnPrices[column] = (columnPrices[column] ?? 0) - far + own;
      while (end >= 0) {
        const owner = before[end] ?? start;
        if (end < columns - 1) rowOf[end] = owner;
        end = reached.get(owner)?.by ?? -1;
      }
    }
  return { rowOf, rowPrices, columnPrices };
}
