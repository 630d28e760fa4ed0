import {
  compareFit,
  countResponses,
  type RankedVotes,
  rankVotes,
} from "../../src/scheduling/rank/ranking.ts";
import type { OptionTime } from "../../src/time/option-times.ts";
import { type Block, layOut } from "./draft.ts";
import { createOptionFormatter, listZones, type OptionLabels } from "./format.ts";
import type { Grid, GridPerson } from "./grid.ts";
import { readVotes } from "./votes.ts";
import type { Speech } from "./words/index.ts";

/** An option as the view ranks it. */
export interface Ranked extends RankedVotes<GridPerson> {
  when: OptionTime;
  label: OptionLabels;
  /** Equal ones have the same: 1, 2, 2, 4. */
  rank: number;
  /** Whether none is better, it fits, and nothing is decided. */
  isBest: boolean;
}

/** How the options are shown: as a calendar, or as rows. */
export type Order = "week" | "best";

/** What became of a poll. */
export type PollState = Grid["poll"]["status"] | "gone";

/** What was read, and what the person chose. */
export interface ResultsState {
  grid: Grid;
  /** The ids of the people who must attend. */
  required: ReadonlySet<string>;
  /** The number of an option. */
  selected?: number | undefined;
  order?: Order | undefined;
  zone?: string | undefined;
  /** Whether the poll was deleted since it was read. */
  isGone?: boolean;
}

/** What a new result begins with. */
export function startResults(grid: Grid): ResultsState {
  const named = grid.people.filter(({ part }) => part === "required");
  return { grid, required: new Set(named.map(({ id }) => id)) };
}

/** What changes when a person must attend, or need not any more. */
export function toggleRequired({ required }: ResultsState, id: string): Partial<ResultsState> {
  const next = new Set(required);
  if (!next.delete(id)) next.add(id);
  return { required: next, selected: undefined };
}

/** What is drawn. */
export type ResultsView = ReturnType<typeof viewResults>;

/** From how many options on the calendar comes first. */
const manyOptions = 12;

/** Works out what is drawn: the options as a ranking, as the rows of a table, and as a calendar in the chosen zone. */
export function viewResults(
  { grid, required, selected: number, order: chosenOrder, zone: chosenZone, isGone }: ResultsState,
  { now, speech, ownZone, isFull }: { now: number; speech: Speech; ownZone: string; isFull: boolean },
) {
  const options = grid.options.map(({ when }) => when);
  const zones = listZones({ ...grid.poll, options }, [grid.shownIn], ownZone, speech);
  const zone = chosenZone && zones.has(chosenZone) ? chosenZone : ([...zones.keys()][0] ?? "UTC");
  const placed = { kind: grid.poll.kind, timeZone: zone, options, dropped: [] };
  const blocks = layOut(placed, { firstWeekday: speech.firstWeekday });
  const status: PollState = isGone ? "gone" : grid.poll.status;
  const isDecided = status !== "open" && status !== "closed";
  /** Whether nobody has answered. */
  const isEmpty = grid.people.length + grid.others.count === 0;
  const table = readVotes(grid, required);
  const format = createOptionFormatter(zone, speech.locale);
  const ranking: Ranked[] = [];
  for (const [at, option] of rankVotes(table, now).entries()) {
    const when = options[option.number - 1];
    if (when === undefined) continue;
    const before = ranking[at - 1];
    const rank = before && compareFit(before, option) === 0 ? before.rank : at + 1;
    const isBest = rank === 1 && option.obstacles.length === 0 && !isDecided;
    ranking.push({ ...option, when, label: format(when), rank, isBest });
  }
  const usual = isFull || isDense(blocks, grid) ? "week" : "best";
  const order: Order = isEmpty ? "week" : (chosenOrder ?? usual);
  const first = isDecided || isEmpty ? undefined : ranking[0];
  const selected = ranking.find((option) => option.number === number) ?? first;
  const people = countResponses(table);
  return {
    ...{ grid, required, people, ranking, selected },
    ...{ zones, zone, order, blocks, status, isDecided, isEmpty },
  };
}

/** Whether there are many options, and at least half of the calendar's places are options. */
function isDense(blocks: readonly Block[], { options }: Grid): boolean {
  const places = blocks.reduce((sum, { days, rows }) => sum + days.length * rows.length, 0);
  return options.length >= manyOptions && options.length * 2 >= places;
}
