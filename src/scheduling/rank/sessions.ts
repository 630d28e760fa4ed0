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
import { isCounted } from "./ranking.ts";

/** A poll, its participants, and how many sessions there are. People are named as in {@link rankOptions}. */
export interface SessionsInput<Poll extends RankablePoll, P extends RankablePerson>
  extends Omit<RankingInput<Poll, P>, "minAvailable" | "minYes"> {
  /** 2 or 3. */
  sessions: number;
}

/** Options that are held together, so that each person comes to one of them. */
export interface SessionSet<Option, P> {
  /** The options by start, and the people for whom each is the best of the set: the earliest that they voted for like that. */
  sessions: OptionPeople<Option, P>[];
  /** Number of people who can make at least one. */
  reached: number;
  /** Number of votes for the options of the set: how much choice people have. */
  choices: number;
  /** People who can make none. */
  none: P[];
  /**
   * People of `required` and `among` who have not answered or are unclear: nobody knows what they can make. Who may be one of
   * `among` is neither in a session nor in `none`.
   */
  unknown: PersonProblem<P>[];
}

const notTried =
  "must be 2 or 3: of more, every set reaches nearly everybody, and there are too many to compare";

/** More sets are no help in choosing one. */
const maxSets = 3;

/**
 * Finds the sets of two or three options that are ahead and free of which most people can make at least one; then those with most choice,
 * then the earliest. All sets are tried. If need be counts as can. Required people must be reached: a set that does not comes last.
 * At most three sets are returned. Throws PlanError as rankOptions does, and for another number of sessions.
 */
export function rankSessions<Poll extends RankablePoll, P extends RankablePerson>(
  input: SessionsInput<Poll, P>,
): SessionSet<Poll["options"][number], P>[] {
  const { sessions } = input;
  const problems = sessions === 2 || sessions === 3 ? [] : [{ path: "sessions", message: notTried }];
  const { table, options, unresolved } = rankInput(input, { sessions: 0 }, problems);
  const unknown = unresolved.filter(({ list }) => list === "required" || list === "among");
  const voters = table.voters.filter(isCounted);
  const ahead = listFree(options);
  // One bit for each person who is available.
  const toSets = (people: typeof voters) =>
    ahead.map(({ number }) => {
      const set = new Int32Array(Math.ceil(people.length / 32));
      for (const [place, { votes }] of people.entries())
        if (votes[number - 1]) set[place >> 5] = (set[place >> 5] ?? 0) | (1 << (place & 31));
      return set;
    });
  const sets = toSets(voters);
  const must = toSets(voters.filter(({ part }) => part === "required"));
  const sizes = sets.map((set) => countUnion(set, set));
  const most = voters.length + 1;
  let best: { places: number[]; score: number }[] = [];
  const visit = (places: number[], reached: Int32Array, required: Int32Array, choices: number) => {
    for (let place = (places.at(-1) ?? -1) + 1; place < ahead.length; place++) {
      const [set, own, size] = [sets[place] ?? reached, must[place] ?? required, sizes[place] ?? 0];
      if (places.length + 1 < sessions) {
        visit([...places, place], unite(reached, set), unite(required, own), choices + size);
        continue;
      }
      const counts = [countUnion(required, own), countUnion(reached, set), choices + size];
      const score = counts.reduce((sum, count) => sum * sessions * most + count, 0);
      // Sets come by start, so that of equal ones the first stays.
      if (best.length === maxSets && score <= (best.at(-1)?.score ?? 0)) continue;
      best.push({ places: [...places, place], score });
      best = best.sort((one, other) => other.score - one.score).slice(0, maxSets);
    }
  };
  const nobody = toSets([])[0] ?? new Int32Array();
  visit([], nobody, nobody, 0);
  return best.map(({ places }) => {
    const set = places
      .flatMap((place) => ahead[place] ?? [])
      .map(
        ({ number, option }): OptionPeople<typeof option, P> => ({
          number,
          option,
          people: [],
          ifNeedBe: [],
        }),
      );
    const none: P[] = [];
    for (const { person, votes } of voters) {
      const codes = set.map(({ number }) => votes[number - 1] ?? 0);
      const code = Math.max(...codes);
      const own = set[codes.indexOf(code)];
      if (own === undefined || code === voteCodes.noOrUnanswered) none.push(person);
      else (code === voteCodes.yes ? own.people : own.ifNeedBe).push(person);
    }
    const choices = places.reduce((sum, place) => sum + (sizes[place] ?? 0), 0);
    return { sessions: set, reached: voters.length - none.length, choices, none, unknown };
  });
}

const unite = (one: Int32Array, other: Int32Array) => other.map((word, at) => word | (one[at] ?? 0));

function countUnion(one: Int32Array, other: Int32Array): number {
  let count = 0;
  for (let at = 0; at < other.length; at++) count += countBits((one[at] ?? 0) | (other[at] ?? 0));
  return count;
}

/** The number of bits of a word that are set. */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
