import {
  compareFit,
  countResponses,
  type RankedVotes,
  rankVotes,
} from "../../src/scheduling/rank/ranking.ts";
import { compareOptionTimes, type OptionTime } from "../../src/time/options.ts";
import { type Block, layOut } from "./draft.ts";
import { createOptionFormatter, listZones, type OptionLabels } from "./format.ts";
import type { Grid, GridPerson } from "./grid.ts";
import { readVotes } from "./votes.ts";
import type { Speech } from "./words/index.ts";

/** An option as the view ranks it. */
export type Ranked = RankedVotes<GridPerson>;

/** How the options are shown: as a calendar, or as rows. */
export type Order = "week" | "best" | "date";

/** What was read, and what the person chose. */
export interface ResultsState {
  grid: Grid;
  /** The ids of the people who must attend. */
  required: ReadonlySet<string>;
  /** The number of an option. */
  selected?: number | undefined;
  order?: Order | undefined;
  zone?: string | undefined;
}

export type ResultsAction =
  | { type: "take" | "refresh"; grid: Grid }
  | { type: "select"; number: number }
  | { type: "require"; id: string }
  | { type: "order"; order: Order }
  | { type: "zone"; zone: string };

/** What the page shows after an action. */
export function reduceResults(
  state: ResultsState | undefined,
  action: ResultsAction,
): ResultsState | undefined {
  if (action.type === "take") {
    const { grid } = action;
    const named = grid.people.filter(({ part }) => part === "required").map(({ id }) => id);
    return { grid, required: new Set(named) };
  }
  if (state === undefined) return undefined;
  switch (action.type) {
    case "refresh":
      return { ...state, grid: action.grid, selected: undefined };
    case "select":
      return { ...state, selected: action.number };
    case "require": {
      const required = new Set(state.required);
      if (!required.delete(action.id)) required.add(action.id);
      return { ...state, required, selected: undefined };
    }
    case "order":
      return { ...state, order: action.order };
    case "zone":
      return { ...state, zone: action.zone };
  }
}

/** Where the page is shown. */
export interface Surroundings {
  /** In milliseconds since 1970. */
  now: number;
  speech: Speech;
  ownZone: string;
  isFull: boolean;
}

/** What is drawn. */
export interface ResultsView extends Required<Pick<ResultsState, "grid" | "required">> {
  /** The number of responses that count. */
  people: number;
  /** The options, best first. */
  ranking: Ranked[];
  /** The options in the order of the rows. */
  rows: Ranked[];
  /** The rank of each option by its number: equal ones have the same. */
  ranks: ReadonlyMap<number, number>;
  /** The numbers of all options that are as good as the first, if it fits and nothing is decided. */
  best: ReadonlySet<number>;
  /** By number, from 0. */
  labels: OptionLabels[];
  selected: Ranked | undefined;
  zones: ReadonlyMap<string, string>;
  zone: string;
  order: Order;
  /** The options as a calendar in the chosen zone. */
  blocks: Block[];
  /** Whether a time was picked or the poll was canceled: then no option is the best. */
  isDecided: boolean;
  /** Whether nobody has answered. */
  isEmpty: boolean;
}

/** From how many options on the calendar comes first. */
const manyOptions = 12;

/** Works out what is drawn. */
export function viewResults(
  { grid, required, selected, order, zone: chosenZone }: ResultsState,
  { now, speech, ownZone, isFull }: Surroundings,
): ResultsView {
  const { poll, shownIn } = grid;
  const table = readVotes(grid, required);
  const ranking = rankVotes(table, now);
  const whens = grid.options.map(({ when }) => when);
  const zones = listZones({ ...poll, options: whens }, [shownIn], ownZone, speech);
  const zone = chosenZone && zones.has(chosenZone) ? chosenZone : ([...zones.keys()][0] ?? "UTC");
  const { firstWeekday } = speech;
  const shown = { kind: poll.kind, timeZone: zone, options: whens, dropped: [] };
  const blocks = layOut(shown, { firstWeekday, isPast: () => false });
  const isDecided = poll.status === "scheduled" || poll.status === "canceled";
  const isEmpty = grid.people.length + grid.others.count === 0;
  const shownOrder = order ?? (isEmpty ? "date" : isFull || isDense(blocks, whens) ? "week" : "best");
  const timeOf = ({ number }: Ranked): OptionTime => whens[number - 1] ?? { date: "" };
  const ranks = rank(ranking);
  const fits = isDecided ? [] : ranking.filter(({ obstacles }) => obstacles.length === 0);
  return {
    ...{ grid, required, ranking, ranks, zones, zone, blocks, isDecided, isEmpty },
    people: countResponses(table),
    order: shownOrder,
    rows:
      shownOrder === "best"
        ? ranking
        : ranking.toSorted((one, other) => compareOptionTimes(timeOf(one), timeOf(other))),
    best: new Set(fits.map(({ number }) => number).filter((number) => ranks.get(number) === 1)),
    labels: whens.map(createOptionFormatter(zone, speech.locale)),
    selected:
      ranking.find(({ number }) => number === selected) ?? (isDecided || isEmpty ? undefined : ranking[0]),
  };
}

/** Whether there are many options, and at least half of the calendar's places are options. */
function isDense(blocks: readonly Block[], options: readonly OptionTime[]): boolean {
  const places = blocks.reduce((sum, { days, rows }) => sum + days.length * rows.length, 0);
  return options.length >= manyOptions && options.length * 2 >= places;
}

/** Ranks as in sports: 1, 2, 2, 4. */
function rank(ranking: readonly Ranked[]): Map<number, number> {
  const ranks = new Map<number, number>();
  for (const [at, option] of ranking.entries()) {
    const before = ranking[at - 1];
    const isEqual = before !== undefined && compareFit(before, option) === 0;
    ranks.set(option.number, isEqual ? (ranks.get(before.number) ?? at + 1) : at + 1);
  }
  return ranks;
}
