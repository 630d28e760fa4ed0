import type { AvailabilitySpan } from "../../src/scheduling/rank/availability.ts";
import { type RankablePerson, type RankedOption, rankOptions } from "../../src/scheduling/rank/ranking.ts";
import type { Grid, GridOption } from "./grid.ts";

/** Someone who answered; the people whom the grid only counts have no name. */
export interface Voter extends RankablePerson {
  listed: boolean;
}

/** An option as the shared ranking has it; `index` is its place in `grid.options`. */
export interface RankedColumn extends RankedOption<GridOption, Voter> {
  /** Its place among what is shown, from 1: options that nothing speaks against come first. */
  place: number;
}

/** Prepares the people of a grid for the ranking, which then answers for any set of required people. */
export function createRanker(grid: Grid): (required: ReadonlySet<string>, now: number) => RankedColumn[] {
  const participants = listVoters(grid);
  const known = new Set(grid.people.map(({ id }) => id));
  return (required, now) => {
    const { options } = rankOptions({
      poll: { options: grid.options },
      participants,
      required: [...required].filter((id) => known.has(id)),
      minAttendance: grid.minAttendance ?? undefined,
      now,
    });
    const fits = options.filter(({ obstacles }) => obstacles.length === 0);
    const rest = options.filter(({ obstacles }) => obstacles.length > 0);
    return [...fits, ...rest].map((ranked, index) => ({ ...ranked, place: index + 1 }));
  };
}

/** The grid's people with the spans that they stand for. */
function listVoters({ options, people, others }: Grid): Voter[] {
  // One span per option and answer serves everybody: a crowd may have a million.
  const spans = options.map((option) => ({ y: createSpan(option, []), m: createSpan(option, ["ifNeedBe"]) }));
  const listed = people.map(({ id, name, answers }) => ({
    id,
    name,
    email: null,
    listed: true,
    availability: spans.flatMap(({ y, m }, index) =>
      answers[index] === "y" ? [y] : answers[index] === "m" ? [m] : [],
    ),
  }));
  const counted = Array.from({ length: others.count }, (_, person) => ({
    id: `counted ${person}`,
    name: "",
    email: null,
    listed: false,
    availability: spans.flatMap(({ y, m }, index) => {
      const yes = others.yes[index] ?? 0;
      return person < yes ? [y] : person < yes + (others.ifNeedBe[index] ?? 0) ? [m] : [];
    }),
  }));
  return [...listed, ...counted];
}

function createSpan(option: GridOption, modifiers: string[]): AvailabilitySpan {
  const start = Date.parse("date" in option ? `${option.date}T00:00:00Z` : option.startTime);
  const minutes = "date" in option ? 1440 : option.duration;
  return {
    start: new Date(start).toISOString(),
    end: new Date(start + minutes * 60_000).toISOString(),
    modifiers,
  };
}
/** How many names one sentence holds. */
const NAMES = 4;
/** Something said about an option: `names` one by one, so that each runs in its own direction. */
export interface Remark {
  label: string;
  names: string[];
  /** How many more people it is true of. */
  more: number;
  /** Whether it speaks against the option. */
  bad: boolean;
}
/** How many people the grid counts, named or not. */
export function countPeople(grid: Pick<Grid, "people" | "others">): number {
  return grid.people.length + grid.others.count;
}
/** Why an option stands where it stands, in the order of weight. */
export function listRemarks(standing: RankedColumn, minAttendance: number | null): Remark[] {
  const { obstacles, available, cannot, ratherNot, requiredMissing, tie } = standing;
  const remarks: Remark[] = [];
  const note = (label: string, bad = false) => remarks.push({ label, names: [], more: 0, bad });
  const say = (label: string, people: Voter[], bad = false) => {
    if (people.length === 0) return;
    const names = people
      .filter(({ listed }) => listed)
      .slice(0, NAMES)
      .map(({ name }) => name);
    remarks.push({ label, names, more: people.length - names.length, bad });
  };
  if (obstacles.includes("past")) note("Already past", true);
  if (obstacles.includes("too-few"))
    note(available === 0 ? "Nobody can make it" : `Fewer than ${minAttendance}`, true);
  say("Required, missing:", requiredMissing, true);
  if (cannot.length === 0 && available > 0) note("Everyone can make it");
  if (available > 0) {
    const missing = new Set(requiredMissing);
    say(
      "Missing:",
      cannot.filter((person) => !missing.has(person)),
    );
  }
  say("Would rather not:", ratherNot);
  if (tie !== null) note("Tied: the earlier goes first");
  return remarks;
}
