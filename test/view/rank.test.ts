import { describe, expect, it } from "vitest";
import { countPeople, listRemarks, rankGrid } from "../../mcp/view/rank.ts";
import { rankOptions, sortByFit } from "../../src/scheduling/index.ts";
import { createCrowd, createGrid, createSample, reviewPoll, type SamplePoll } from "./sample.ts";

const now = Date.parse("2027-02-20T09:00:00Z");
const days: SamplePoll = {
  dates: ["2027-03-01", "2027-03-02", "2027-03-03"],
  people: { Ana: "221", Bo: "202", Cy: "100" },
};

interface Case {
  required?: string[];
  optional?: string[];
  minAttendance?: number;
  at?: number;
}

const toIds = (names: string[] = []) => names.map((id) => ({ id }));

function rank(sample: SamplePoll, { required, optional, minAttendance, at = now }: Case) {
  const lists = { required: toIds(required), optional: toIds(optional), excluded: toIds(optional) };
  const grid = createGrid(sample, { ...lists, minAttendance });
  return { grid, ranked: rankGrid(grid, new Set(required), at) };
}

describe("the ranking in the view", () => {
  it.each<[string, SamplePoll, Case]>([
    ["nobody is required", reviewPoll, {}],
    ["one person is required", reviewPoll, { required: ["p1"] }],
    ["several people are required", reviewPoll, { required: ["p0", "p1", "p2", "p8"] }],
    ["people are optional", reviewPoll, { required: ["p3"], optional: ["p0", "p6"] }],
    ["too few are available", reviewPoll, { minAttendance: 8 }],
    ["a day is past", days, { at: Date.parse("2027-03-02T13:00:00Z") }],
    ["people are only counted", createCrowd(20, 390), {}],
    ["nobody has answered", { ...reviewPoll, people: {} }, {}],
  ])("equals the shared ranking when %s", (_, sample, given) => {
    const { poll, participants } = createSample(sample);
    const { required, optional, minAttendance, at = now } = given;
    const shared = rankOptions({ poll, participants, required, optional, minAttendance, now: at });
    const expected = sortByFit(shared.options).map(({ index, available, yes, obstacles }) => ({
      number: index + 1,
      available,
      yes,
      obstacles,
    }));
    const { grid, ranked } = rank(sample, given);
    const found = ranked.map(({ index, available, yes, obstacles }) => ({
      number: grid.options[index]?.number,
      available,
      yes,
      obstacles,
    }));
    expect(found).toEqual(expected);
    expect(countPeople(grid)).toBe(shared.people);
  });

  it("finds no option that fits while a required person has not answered", () => {
    const [best] = rankGrid(createGrid(days, { requiredMissing: true }), new Set(), now);
    expect(best?.obstacles).toEqual(["required-missing"]);
  });
});

describe("the remarks about an option", () => {
  const explain = (sample: SamplePoll, given: Case) => {
    const { grid, ranked } = rank(sample, given);
    return ranked.map((option) =>
      listRemarks(option, grid).map(([label, people]) => label + people.map(({ name }) => name).join()),
    );
  };

  it("name required people first, then no or unanswered, then if need be", () => {
    expect(explain(days, { required: ["p2"] })).toEqual([
      ["Everyone is available", "If need be: Cy"],
      ["Must attend, no or unanswered: Cy", "If need be: Ana"],
      ["Must attend, no or unanswered: Cy", "No or unanswered: Bo"],
    ]);
  });

  it("say when an option is past, tied, or has too few or nobody available", () => {
    const sample = { dates: ["2027-03-01", "2027-03-02", "2027-03-03"], people: { Ana: "220", Bo: "220" } };
    expect(explain(sample, {})).toEqual([
      ["Everyone is available", "Tied: the earlier comes first"],
      ["Everyone is available", "Tied: the earlier comes first"],
      ["Nobody is available"],
    ]);
    const late = explain(sample, { at: Date.parse("2027-03-01T13:00:00Z"), minAttendance: 3 });
    expect(late.map(([first]) => first)).toEqual([
      "Fewer than 3 available",
      "Nobody is available",
      "Already past",
    ]);
  });
});
