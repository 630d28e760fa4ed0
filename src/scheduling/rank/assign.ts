import { voteCodes } from "./availability.ts";
import {
  listFree,
  type OptionPeople,
  type PersonProblem,
  type RankablePerson,
  type RankablePoll,
  type RankingInput,
  rankInput,
} from "./poll-ranking.ts";
import { isCounted, type Voter } from "./ranking.ts";

/** A poll, its participants, and how many people an option takes. People are named as in {@link rankOptions}. */
export interface AssignmentInput<Poll extends RankablePoll, P extends RankablePerson>
  extends Omit<RankingInput<Poll, P>, "minAvailable" | "minYes"> {
  /** From 1 to 5. */
  perOption: number;
}

/** Who goes when: each person has one option at most. */
export interface Assignment<Option, P> {
  /** The options that somebody has, by start. */
  schedule: OptionPeople<Option, P>[];
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
  const free = listFree(options);
  // Each outweighs all of the next together. A required person need not outweigh two: who has an option keeps one when more get theirs.
  const most = free.length * perOption;
  const ifNeedBe = options.length * most;
  const one = ifNeedBe * (most + 1);
  const weigh = ({ votes, part }: Voter<P>) => {
    const worth = one * (part === "required" ? 2 : 1);
    const costs = free.map(({ number, place }) => {
      const vote = votes[number - 1];
      return vote ? place + (vote === voteCodes.ifNeedBe ? ifNeedBe : 0) - worth : Number.POSITIVE_INFINITY;
    });
    return [...costs, 0];
  };
  const places = [...free.map(() => perOption), Number.POSITIVE_INFINITY];
  const parts = [isCounted, ({ part }: Voter<P>) => part === "optional"];
  const all = parts.flatMap((isOne) => {
    const voters = table.voters.filter(isOne);
    const own = match(voters.map(weigh), places);
    return voters.map((voter, at) => ({ ...voter, own: free[own[at] ?? -1] }));
  });
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

/**
 * Gives each person one option at the least cost, and takes its place from `places`: one person after the other, by the cheapest chain
 * in which each moves on for the one before (successive shortest paths). The last option is none, which has a place for everybody.
 * Returns the option of each person.
 */
function match(costs: readonly (readonly number[])[], places: number[]): number[] {
  const own: number[] = [];
  for (const [start, first] of costs.entries()) {
    const far = [...first];
    const by = far.map(() => start);
    for (let isNearer = true; isNearer; ) {
      isNearer = false;
      for (const [person, from] of own.entries()) {
        const others = costs[person] ?? [];
        const length = (far[from] ?? 0) - (others[from] ?? 0);
        // Nobody who has none moves: that would have been better before.
        if (from === far.length - 1 || length === Number.POSITIVE_INFINITY) continue;
        for (let to = 0; to < far.length; to++) {
          const longer = length + (others[to] ?? 0);
          if (longer >= (far[to] ?? 0)) continue;
          [far[to], by[to], isNearer] = [longer, person, true];
        }
      }
    }
    const open = far.map((length, option) => ((places[option] ?? 0) > 0 ? length : Number.POSITIVE_INFINITY));
    let end = open.indexOf(Math.min(...open));
    places[end] = (places[end] ?? 0) - 1;
    for (let person = -1; person !== start; ) {
      person = by[end] ?? start;
      [own[person], end] = [end, own[person] ?? -1];
    }
  }
  return own;
}
