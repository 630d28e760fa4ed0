import { expect, it } from "vitest";
import type { Grid } from "../../mcp/view/grid.ts";
import {
  type ResultsState,
  startResults,
  toggleRequired,
  viewResults,
} from "../../mcp/view/results-state.ts";
import { chooseSpeech } from "../../mcp/view/words/index.ts";
import { createCrowd, createGrid, reviewPoll } from "./sample.ts";

const speech = chooseSpeech("en-GB");
const surroundings = { now: Date.parse("2027-02-20"), speech, ownZone: "Asia/Kolkata", isFull: false };

/** What the page shows of a grid, and of what a person chose. */
const show = (grid: Grid, chosen: Partial<ResultsState> = {}, changed: Partial<typeof surroundings> = {}) =>
  viewResults({ ...startResults(grid), ...chosen }, { ...surroundings, ...changed });

const listBest = (grid: Grid) =>
  show(grid)
    .ranking.filter(({ isBest }) => isBest)
    .map(({ number }) => number);

const sparse = createGrid({ ...reviewPoll, starts: reviewPoll.starts?.slice(0, 11) ?? [] });

it.each([
  ["from 12 options on", createGrid(createCrowd(40, 12)), false, "week"],
  ["with fewer options", sparse, false, "best"],
  ["with fewer options in full screen", sparse, true, "week"],
  [
    "where most of its places are no options",
    createGrid({
      starts: Array.from({ length: 14 }, (_, at) => new Date(Date.UTC(2027, 2, 1 + at, 8, at)).toISOString()),
      people: { Ana: "2" },
    }),
    false,
    "best",
  ],
  ["of a poll without answers", createGrid({ ...reviewPoll, people: {} }), false, "week"],
])("the calendar %s comes first or not", (_, grid, isFull, order) => {
  expect(show(grid, {}, { isFull }).order).toBe(order);
});

it("equal options have one rank, and all best ones are marked", () => {
  const grid = createGrid({
    dates: ["2027-03-01", "2027-03-02", "2027-03-03", "2027-03-04"],
    people: { Ana: "1222", Bo: "2220" },
  });
  const { ranking } = show(grid);
  expect(ranking.map(({ rank }) => rank)).toEqual([1, 1, 3, 4]);
  expect(listBest(grid)).toEqual([2, 3]);
});

it.each(["scheduled", "canceled"] as const)("a %s poll has no best option and none chosen", (status) => {
  const grid = createGrid(reviewPoll);
  const decided = { ...grid, poll: { ...grid.poll, status } };
  const { selected, isDecided } = show(decided);
  expect([listBest(decided), selected, isDecided]).toEqual([[], undefined, true]);
});

it("a poll that was deleted has no best option", () => {
  expect(show(createGrid(reviewPoll), { isGone: true })).toMatchObject({
    status: "gone",
    selected: undefined,
  });
});

it("a closed poll keeps its best option", () => {
  const grid = createGrid(reviewPoll);
  expect(listBest({ ...grid, poll: { ...grid.poll, status: "closed" } })).toHaveLength(1);
});

it("each option has its place in the calendar of every zone, and nothing else is an option", () => {
  const grid = createGrid(createCrowd(100, 3));
  for (const zone of ["Asia/Kolkata", "Europe/Paris"]) {
    const { blocks } = show(grid, { zone });
    const placed = blocks.flatMap(({ rows }) => rows.flatMap(({ places }) => places));
    const whens = grid.options.map(({ when }) => when);
    const found = placed.flatMap(({ option }) =>
      option && whens.includes(option) ? whens.indexOf(option) : [],
    );
    expect(found.sort((one, other) => one - other)).toEqual(whens.map((_, at) => at));
  }
});

it("a person who must attend is chosen, and no more, and the best option anew", () => {
  const state = { ...startResults(createGrid(reviewPoll)), selected: 3 };
  const starred = { ...state, ...toggleRequired(state, "p1") };
  expect([[...starred.required], starred.selected]).toEqual([["p1"], undefined]);
  expect(toggleRequired(starred, "p1").required?.size).toBe(0);
});
