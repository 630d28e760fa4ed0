import { describe, expect, it } from "vitest";
import type { Grid, GridPerson } from "../../mcp/view/grid.ts";
import { listRemarks, readVotes } from "../../mcp/view/votes.ts";
import { chooseSpeech } from "../../mcp/view/words/index.ts";
import { type RankedVotes, rankOptions } from "../../src/scheduling/index.ts";
import { countResponses, rankVotes } from "../../src/scheduling/rank/ranking.ts";
import { createPollMaker } from "./random-polls.ts";
import { createCrowd, createGrid, createSample, type SamplePoll, type SampleRequest } from "./sample.ts";

/** Ranks as the page does. */
function rankGrid(grid: Grid, at: string): RankedVotes<GridPerson>[] {
  const named = grid.people.filter(({ part }) => part === "required").map(({ id }) => id);
  return rankVotes(readVotes(grid, new Set(named)), Date.parse(at));
}

describe("the view and find_best_times", () => {
  it("agree on order, ties, counts, names and obstacles of 300 random polls", async () => {
    const makePoll = await createPollMaker();
    const seen = { tied: 0, past: 0, none: 0 };
    for (let seed = 1; seed <= 300; seed++) {
      const { data, grid, now } = await makePoll(seed);
      const names = (people: readonly GridPerson[]) => people.map(({ name }) => name);
      const people = countResponses(readVotes(grid, new Set()));
      const ranked = rankGrid(grid, now).map((option) => ({
        number: option.number,
        tied: option.tied,
        counts: [option.yes, option.available - option.yes, people - option.available],
        obstacles: option.obstacles,
        requiredMissing: names(option.requiredMissing),
      }));
      const told = data.options.map((option) => ({
        number: option.number,
        tied: option.tied ?? false,
        counts: [option.yes, option.ifNeedBe, option.noOrUnanswered],
        obstacles: option.obstacles ?? [],
        requiredMissing: option.requiredMissing ?? [],
      }));
      expect(ranked, `poll ${seed}`).toEqual(told);
      for (const { tied, obstacles } of ranked) {
        seen.tied += Number(tied);
        seen.past += Number(obstacles.includes("past"));
      }
      seen.none += Number(ranked[0]?.obstacles.length !== 0);
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20);
  }, 120_000);
});

describe("the votes of the page", () => {
  it("have the counts of people beyond the list", () => {
    const sample = createCrowd(20, 390);
    const { poll, participants } = createSample(sample);
    const now = "2027-02-20";
    const shared = rankOptions({ poll, participants, now: Date.parse(now) });
    const expected = shared.options.map(({ number, available, yes, tied }) => ({
      number,
      available,
      yes,
      tied,
    }));
    expect(rankGrid(createGrid(sample), now)).toMatchObject(expected);
  });
});

const days: SamplePoll = {
  dates: ["2027-03-01", "2027-03-02", "2027-03-03"],
  people: { Ana: "221", Bo: "202", Cy: "100" },
};

describe("the remarks about an option", () => {
  const pair: SamplePoll = { ...days, people: { Ana: "220", Bo: "220" } };

  it.each<[string, SamplePoll, SampleRequest & { at?: string }, string[]]>([
    [
      "name required people, then no or unanswered",
      days,
      { required: ["p2"] },
      ["", "Must attend, no or no answer: Cy", "Must attend, no or no answer: Cy; No or no answer: Bo"],
    ],
    ["are none where everyone or nobody is available", pair, {}, ["", "", ""]],
    [
      "say when it is past, or too few are available or sure",
      pair,
      { at: "2027-03-02T13:00:00Z", minAvailable: 3, minYes: 3 },
      [
        "Fewer than 3 available; Fewer than 3 yes votes",
        "",
        "Already past; Fewer than 3 available; Fewer than 3 yes votes",
      ],
    ],
    [
      "say that a required person is not known",
      { dates: ["2027-03-01"], people: { Ana: "2" } },
      { required: ["Nobody"] },
      ["It is not known what somebody who must attend has answered"],
    ],
  ])("%s", (_, sample, { at = "2027-02-20", ...request }, expected) => {
    const grid = createGrid(sample, request);
    const remarks = rankGrid(grid, at).map((option) =>
      listRemarks(option, grid, chooseSpeech("en").words)
        .map(([text, people]) => [text, ...people.map(({ name }) => name)].join(": "))
        .join("; "),
    );
    expect(remarks).toEqual(expected);
  });
});
