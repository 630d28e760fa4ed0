import { type AvailabilitySpan, voteCodes } from "../../src/scheduling/rank/availability.ts";
import {
  type RankablePerson,
  type RankedOption,
  rankOptions,
  sortByFit,
} from "../../src/scheduling/rank/ranking.ts";
import type { Grid, GridOption } from "./grid.ts";

/** A participant. Those whom the grid only counts are not listed, and their names are empty. */
export interface Voter extends RankablePerson {
  listed: boolean;
}

/** A ranked option. `index` is its position in `grid.options`. */
export interface RankedColumn extends RankedOption<GridOption, Voter> {
  /** Position in the list, from 1. Options without obstacles come first, past ones last. */
  position: number;
}

/** Returns a function that ranks the grid's options for any set of required people. */
export function createRanker(grid: Grid): (required: ReadonlySet<string>, now: number) => RankedColumn[] {
  const participants = listVoters(grid);
  const known = new Set(grid.people.map(({ id }) => id));
  return (required, now) => {
    const { options } = rankOptions({
      poll: { options: grid.options, timeZone: grid.poll.timeZone },
      participants,
      required: [...required].filter((id) => known.has(id)),
      minAttendance: grid.minAttendance ?? undefined,
      now,
    });
    return sortByFit(options).map((ranked, index) => ({ ...ranked, position: index + 1 }));
  };
}

/** The grid's people with their votes as spans. */
function listVoters({ options, people, others }: Grid): Voter[] {
  // All people share one span for each option and vote, because there can be a million votes.
  const spans = options.map((option) => ({
    yes: createSpan(option, []),
    ifNeedBe: createSpan(option, ["ifNeedBe"]),
  }));
  const listed = people.map(({ id, name, votes }) => ({
    id,
    name,
    email: null,
    listed: true,
    availability: spans.flatMap(({ yes, ifNeedBe }, index) => {
      const vote = Number(votes[index]);
      return vote === voteCodes.yes ? [yes] : vote === voteCodes.ifNeedBe ? [ifNeedBe] : [];
    }),
  }));
  const counted = Array.from({ length: others.count }, (_, person) => ({
    id: `counted ${person}`,
    name: "",
    email: null,
    listed: false,
    availability: spans.flatMap(({ yes, ifNeedBe }, index) => {
      const yesCount = others.yes[index] ?? 0;
      const available = yesCount + (others.ifNeedBe[index] ?? 0);
      return person < yesCount ? [yes] : person < available ? [ifNeedBe] : [];
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

/** Maximum number of names in a remark. */
const maxNames = 4;

/** A remark on an option. The names are separate, because each has its own text direction. */
export interface Remark {
  label: string;
  names: string[];
  /** Number of further people. */
  more: number;
  /** Whether it is a reason against choosing the option. */
  isObstacle: boolean;
}

/** Number of people in the grid, named or not. */
export function countPeople(grid: Pick<Grid, "people" | "others">): number {
  return grid.people.length + grid.others.count;
}

/** The remarks that explain an option's rank, most important first. */
export function listRemarks(ranked: RankedColumn, minAttendance: number | null): Remark[] {
  const { obstacles, available, byVote, requiredMissing, tie } = ranked;
  const remarks: Remark[] = [];
  const addText = (label: string, isObstacle = false) =>
    remarks.push({ label, names: [], more: 0, isObstacle });
  const addPeople = (label: string, people: Voter[], isObstacle = false) => {
    if (people.length === 0) return;
    const names = people
      .filter(({ listed }) => listed)
      .slice(0, maxNames)
      .map(({ name }) => name);
    remarks.push({ label, names, more: people.length - names.length, isObstacle });
  };
  if (obstacles.includes("past")) addText("Already past", true);
  if (obstacles.includes("too-few"))
    addText(available === 0 ? "Nobody is available" : `Fewer than ${minAttendance} available`, true);
  addPeople("Required, no or unanswered:", requiredMissing, true);
  if (byVote.noOrUnanswered.length === 0 && available > 0) addText("Everyone is available");
  if (available > 0) {
    const missing = new Set(requiredMissing);
    addPeople(
      "No or unanswered:",
      byVote.noOrUnanswered.filter((person) => !missing.has(person)),
    );
  }
  addPeople("If need be:", byVote.ifNeedBe);
  if (tie !== null) addText("Tied: earlier option first");
  return remarks;
}
