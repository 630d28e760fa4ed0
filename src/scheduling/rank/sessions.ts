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
  // To reach a person outweighs all choices, and to reach a required one all people.
  const most = voters.length + 1;
  const worths = voters.map(({ part }) => sessions * most * (part === "required" ? most : 1));
  const comers = ahead.map(({ number }) =>
    [...voters.keys()].filter((voter) => voters[voter]?.votes[number - 1]),
  );
  let best: { places: number[]; score: number }[] = [];
  const visit = (places: number[], before: number, reached: Uint8Array) => {
    for (let place = (places.at(-1) ?? -1) + 1; place < ahead.length; place++) {
      const [set, own] = [[...places, place], comers[place] ?? []];
      let score = before + own.length;
      for (const voter of own) if (!reached[voter]) score += worths[voter] ?? 0;
      if (set.length < sessions) {
        const all = reached.slice();
        for (const voter of own) all[voter] = 1;
        visit(set, score, all);
        continue;
      }
      // Sets come by start, so that of equal ones the first stays.
      if (best.length === maxSets && score <= (best.at(-1)?.score ?? 0)) continue;
      best.push({ places: set, score });
      best = best.sort((one, other) => other.score - one.score).slice(0, maxSets);
    }
  };
  visit([], 0, new Uint8Array(voters.length));
  return best.map(({ places }) => {
    const set: OptionPeople<Poll["options"][number], P>[] = places
      .flatMap((place) => ahead[place] ?? [])
      .map(({ number, option }) => ({ number, option, people: [], ifNeedBe: [] }));
    const none: P[] = [];
    for (const { person, votes } of voters) {
      const codes = set.map(({ number }) => votes[number - 1] ?? 0);
      const code = Math.max(...codes);
      const own = set[codes.indexOf(code)];
      if (own === undefined || code === voteCodes.noOrUnanswered) none.push(person);
      else (code === voteCodes.yes ? own.people : own.ifNeedBe).push(person);
    }
    const choices = places.reduce((sum, place) => sum + (comers[place]?.length ?? 0), 0);
    return { sessions: set, reached: voters.length - none.length, choices, none, unknown };
  });
}
