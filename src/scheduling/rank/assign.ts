import { compareOptionTimes, type OptionTime } from "../../time/index.ts";
import { voteCodes } from "./availability.ts";
import {
  type PersonProblem,
  type RankablePerson,
  type RankablePoll,
  type RankingInput,
  rankInput,
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
  left: {
    /** The participant. */
    person: P;
    /** The numbers of the free options that the person can make. */
    options: number[];
  }[];
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
  const { perOption } = input;
  const problems = [1, 2, 3, 4, 5].includes(perOption)
    ? []
    : [{ path: "perOption", message: "must be 1 to 5" }];
  const { table, options, unresolved } = rankInput(input, { perOption: 0 }, problems);
  const byTime = options.toSorted((one, other) =>
    compareOptionTimes(one.option as OptionTime, other.option as OptionTime),
  );
  const free = byTime.flatMap((option, place) => (isFree(option) ? { ...option, place } : []));
  const counted = table.voters.filter(isCounted);
  const optional = table.voters.filter(({ part }) => part === "optional");
  // Each outweighs all of the next together. A required person need not outweigh two: who has an option keeps one when more get theirs.
  const most = free.length * perOption;
  const ifNeedBe = options.length * most;
  const one = ifNeedBe * (most + 1);
  const weigh = ({ number, place }: (typeof free)[number], { votes, part }: Voter<P>) => {
    const vote = votes[number - 1];
    if (!vote) return never;
    return place + (vote === voteCodes.ifNeedBe ? ifNeedBe : 0) - one * (part === "required" ? 2 : 1);
  };
  const costs = free.map((option) => [...counted.map((voter) => weigh(option, voter)), 0]);
  const { rowPrices, columnPrices } = match(costs, perOption);
  // The prices tell who has which option in some best assignment, and who has one in all. Of these, the best for optional people.
  const tied = free.map((option, at) => {
    const row = costs[at]?.map((cost, column) => {
      const [price = 0, own = 0] = [rowPrices[at], columnPrices[column]];
      if (cost !== price + own) return never;
      return own < 0 ? -one * (most + 1) : 0;
    });
    const empty = row?.pop() ?? never;
    return [...(row ?? []), ...optional.map((voter) => empty + weigh(option, voter)), empty];
  });
  const { rowOf } = match(tied, perOption);
  const all = [...counted, ...optional].map((voter, at) => ({ ...voter, own: free[rowOf[at] ?? -1] }));
  const byOption = Map.groupBy(all, ({ own }) => own);
  const list = ({ number }: { number: number }, of: typeof all, code: number) =>
    of.flatMap(({ person, votes }) => (votes[number - 1] === code ? person : []));
  return {
    schedule: free.flatMap((own) => {
      const of = byOption.get(own) ?? [];
      const people = { people: list(own, of, voteCodes.yes), ifNeedBe: list(own, of, voteCodes.ifNeedBe) };
      return of.length > 0 ? { number: own.number, option: own.option, ...people } : [];
    }),
    left: (byOption.get(undefined) ?? []).map(({ person, votes }) => ({
      person,
      options: free.flatMap(({ number }) => (votes[number - 1] ? number : [])),
    })),
    unknown: unresolved.filter(({ list }) => list !== "exclude"),
  };
}

const never = Number.POSITIVE_INFINITY;

/**
 * Gives each row up to `most` columns, and each column to one row at most, at the least cost: the Hungarian method, with a shortest path
 * for each place in a row. The last column is an empty place, of which there are enough. Returns the row of each column, or -1, and
 * prices: a pair costs at least the price of its row and that of its column, and just that if it is in a matching of least cost.
 */
function match(costs: readonly (readonly number[])[], most: number) {
  const columns = costs[0]?.length ?? 0;
  const [rowPrices, columnPrices] = [new Float64Array(costs.length), new Float64Array(columns)];
  const rowOf = new Int32Array(columns).fill(-1);
  const starts = costs.flatMap((_, row) => Array<number>(most).fill(row));
  for (const start of starts) {
    const distances = new Float64Array(columns).fill(never);
    const before = new Int32Array(columns);
    // The rows that were reached, how far they are, and by which column.
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
        // Of equal ones, a column without a row ends the search.
        const isNearer = owner < 0 ? known <= least : known < least && !reached.has(owner);
        if (isNearer) [least, end] = [known, column];
      }
      [far, row] = [least, rowOf[end] ?? -1];
    }
    for (const [each, { far: own }] of reached) rowPrices[each] = (rowPrices[each] ?? 0) + far - own;
    for (const [column, own] of distances.entries())
      if (own < far) columnPrices[column] = (columnPrices[column] ?? 0) - far + own;
    // Back along the path. The empty place stays free.
    while (end >= 0) {
      const owner = before[end] ?? start;
      if (end < columns - 1) rowOf[end] = owner;
      end = reached.get(owner)?.by ?? -1;
    }
  }
  return { rowOf, rowPrices, columnPrices };
}
