import type { Grid } from "./grid.ts";

/** One option in the order of merit; people are given by their place in `grid.people`. */
export interface RankedOption {
  /** The option's place in `grid.options`. */
  option: number;
  /** Place in the order of merit, from 1. */
  rank: number;
  /** How many can make it, those who would rather not included. */
  available: number;
  yes: number;
  ifNeedBe: number;
  missing: number[];
  ifNeedBePeople: number[];
  missingRequired: number[];
  past: boolean;
  /** Whether only the calendar separates it from the one before or after it. */
  tied: boolean;
  /** Whether fewer people than asked for can make it. */
  tooFew: boolean;
}

/** The options of a grid in order of merit: required people first, then most available, most plain yes, earliest. */
export function rankGrid(grid: Grid, required: ReadonlySet<string>, now: number): RankedOption[] {
  const entries = grid.options.map((option, index) => {
    const answers = grid.people.map((person) => person.answers[index]);
    const list = (answer: string) => answers.flatMap((each, person) => (each === answer ? [person] : []));
    const ifNeedBePeople = list("m");
    const missing = list("-");
    const yes = list("y").length + (grid.others.yes[index] ?? 0);
    const ifNeedBe = ifNeedBePeople.length + (grid.others.ifNeedBe[index] ?? 0);
    const missingRequired = missing.filter((person) => required.has(grid.people[person]?.id ?? ""));
    const start = Date.parse("date" in option ? `${option.date}T23:59:59Z` : option.startTime);
    return {
      option: index,
      available: yes + ifNeedBe,
      yes,
      ifNeedBe,
      missing,
      ifNeedBePeople,
      missingRequired,
      past: start < now,
      tooFew: yes + ifNeedBe < (grid.minAttendance ?? 0),
    };
  });
  type Entry = (typeof entries)[number];
  const merit = (one: Entry, other: Entry) =>
    Number(one.past) - Number(other.past) ||
    Number(one.tooFew) - Number(other.tooFew) ||
    one.missingRequired.length - other.missingRequired.length ||
    other.available - one.available ||
    other.yes - one.yes;
  const sorted = entries.sort((one, other) => merit(one, other) || one.option - other.option);
  return sorted.map((entry, place) => {
    const neighbours = [sorted[place - 1], sorted[place + 1]];
    const tied = neighbours.some((other) => other !== undefined && merit(entry, other) === 0);
    return { ...entry, rank: place + 1, tied };
  });
}
