import type { Problem } from "../../problem.ts";
import { compareOptionTimes, type OptionTime } from "../../time/index.ts";
import { PlanError } from "../plan/errors.ts";
import { voteCodes } from "./availability.ts";
import type { RankablePerson, RankablePoll, RankingInput } from "./poll-ranking.ts";
import { rankOptions } from "./poll-ranking.ts";
import { isCounted } from "./ranking.ts";

/** A poll, its participants, and how many sessions there are. People are named as in {@link rankOptions}. */
export interface SessionsInput<Poll extends RankablePoll, P extends RankablePerson>
  extends Omit<RankingInput<Poll, P>, "minAvailable" | "minYes"> {
  /** 2 or 3. */
  sessions: number;
}

/** Options that are held together, so that each person comes to one of them. */
export interface SessionSet<Option, P> {
  /** The options by start, with their numbers in the poll, and the people for whom each is the best of the set. */
  sessions: {
    /** The number of the option: its place in the poll, from 1. */
    number: number;
    /** The option of the poll. */
    option: Option;
    /** Those who voted yes for it, and for no earlier one of the set. */
    people: P[];
    /** Those who can make it only if need be, and none of the set otherwise. */
    ifNeedBe: P[];
  }[];
  /** Number of people who can make at least one. */
  reached: number;
  /** Number of votes for the options of the set: how much choice people have. */
  choices: number;
  /** People who can make none. */
  none: P[];
}

/** The problem of a number of sessions, if it has one. */
export function checkSessions(sessions: unknown): Problem[] {
  if (sessions === 2 || sessions === 3) return [];
  const message =
    "must be 2 or 3: of more, every set reaches nearly everybody, and there are too many to compare";
  return [{ path: "sessions", message }];
}

/**
 * Finds the sets of two or three options that are ahead of which most people can make at least one; then those with most choice,
 * then the earliest. All sets are tried. If need be counts as can. Required people must be reached: a set that does not comes last.
 * At most `limit` sets are returned. Throws PlanError as rankOptions does, and for another number of sessions.
 */
export function rankSessions<Poll extends RankablePoll, P extends RankablePerson>(
  { sessions, ...input }: SessionsInput<Poll, P>,
  limit = 3,
): SessionSet<Poll["options"][number], P>[] {
  const problems = checkSessions(sessions);
  if (problems.length > 0) throw new PlanError(problems);
  const { table, options } = rankOptions(input);
  const voters = table.voters.filter(isCounted);
  const ahead = options
    .filter(({ past }) => !past)
    .toSorted((one, other) => compareOptionTimes(one.option as OptionTime, other.option as OptionTime));
  const codeOf = (rows: readonly number[], number: number) =>
    Math.max(0, ...rows.map((row) => table.votes[row * table.options.length + number - 1] ?? 0));
  const words = Math.ceil(voters.length / 32);
  // One bit for each person.
  const bits = ahead.map(({ number }) => {
    const set = new Int32Array(words);
    for (const [place, { rows }] of voters.entries())
      if (codeOf(rows, number) > 0) set[place >> 5] = (set[place >> 5] ?? 0) | (1 << (place & 31));
    return set;
  });
  const must = new Int32Array(words);
  for (const [place, { part }] of voters.entries())
    if (part === "required") must[place >> 5] = (must[place >> 5] ?? 0) | (1 << (place & 31));
  const sizes = bits.map((set) => set.reduce((sum, word) => sum + countBits(word), 0));
  let best: { places: number[]; missing: number; reached: number; choices: number }[] = [];
  const offer = (places: number[]) => {
    let [reached, missing] = [0, 0];
    for (let word = 0; word < words; word++) {
      let all = 0;
      for (const place of places) all |= bits[place]?.[word] ?? 0;
      reached += countBits(all);
      missing += countBits((must[word] ?? 0) & ~all);
    }
    const choices = places.reduce((sum, place) => sum + (sizes[place] ?? 0), 0);
    const isBetter = (other: (typeof best)[number]) =>
      missing - other.missing || other.reached - reached || other.choices - choices;
    // Sets come by start, so that of equal ones the first stays.
    const at = best.findIndex((other) => isBetter(other) < 0);
    if (at < 0 && best.length >= limit) return;
    best.splice(at < 0 ? best.length : at, 0, { places, missing, reached, choices });
    best = best.slice(0, limit);
  };
  for (let one = 0; one < ahead.length; one++)
    for (let two = one + 1; two < ahead.length; two++) {
      if (sessions === 2) offer([one, two]);
      else for (let three = two + 1; three < ahead.length; three++) offer([one, two, three]);
    }
  return best.map(({ places, reached, choices }) => {
    const chosen = places.flatMap((place) => ahead[place] ?? []);
    const set = chosen.map(({ number, option }) => ({
      number,
      option,
      people: [] as P[],
      ifNeedBe: [] as P[],
    }));
    const none: P[] = [];
    for (const { person, rows } of voters) {
      const codes = set.map(({ number }) => codeOf(rows, number));
      const most = Math.max(...codes);
      const own = most > 0 ? set[codes.indexOf(most)] : undefined;
      if (own === undefined) none.push(person);
      else (most === voteCodes.yes ? own.people : own.ifNeedBe).push(person);
    }
    return { sessions: set, reached, choices, none };
  });
}

/** The number of bits of a word that are set. */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
