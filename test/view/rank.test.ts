import { describe, expect, it } from "vitest";
import { listCounted, listRemarks, rankGrid } from "../../mcp/view/rank.ts";
import { rankOptions, sortByFit } from "../../src/scheduling/index.ts";
import { createCrowd, createGrid, createSample, reviewPoll, type SamplePoll } from "./sample.ts";

const days: SamplePoll = {
  dates: ["2027-03-01", "2027-03-02", "2027-03-03"],
  people: { Ana: "221", Bo: "202", Cy: "100" },
};

interface Case {
  required?: string[];
  optional?: string[];
  minAttendance?: number;
  at?: string;
}

function rank(sample: SamplePoll, { required = [], optional = [], minAttendance, at = "2027-02-20" }: Case) {
  const toPeople = (ids: string[]) => ids.map((id) => ({ id }));
  const lists = { required: toPeople(required), optional: toPeople(optional), excluded: toPeople(optional) };
  const grid = createGrid(sample, { ...lists, minAttendance });
  return { grid, ranked: rankGrid(grid, new Set(required), Date.parse(at)) };
}

describe("the ranking in the view", () => {
  it.each<[string, SamplePoll, Case]>([
    ["nobody is required", reviewPoll, {}],
    ["one person is required", reviewPoll, { required: ["p1"] }],
    ["several people are required", reviewPoll, { required: ["p0", "p1", "p2", "p8"] }],
    ["people are optional", reviewPoll, { required: ["p3"], optional: ["p0", "p6"] }],
    ["too few are available", reviewPoll, { minAttendance: 8 }],
    ["a day is past", days, { at: "2027-03-02T13:00:00Z" }],
    ["people are only counted", createCrowd(20, 390), {}],
    ["nobody has answered", { ...reviewPoll, people: {} }, {}],
  ])("equals the shared ranking when %s", (_, sample, given) => {
    const { poll, participants } = createSample(sample);
    const now = Date.parse(given.at ?? "2027-02-20");
    const shared = rankOptions({ poll, participants, ...given, now });
    const { grid, ranked } = rank(sample, given);
    const expected = sortByFit(shared.options).map(({ index, available, yes, obstacles }) => ({
      index,
      available,
      yes,
      obstacles,
    }));
    expect(ranked).toMatchObject(expected);
    expect(listCounted(grid)).toHaveLength(shared.people);
  });

  it("finds no option that fits while a required person has not answered", () => {
    const [best] = rankGrid(createGrid(days, { requiredMissing: true }), new Set(), 0);
    expect(best?.obstacles).toEqual(["required-missing"]);
  });
});

describe("the remarks about an option", () => {
  const pair: SamplePoll = { ...days, people: { Ana: "220", Bo: "220" } };
  const tied = "Everyone is available; Tied: the earlier comes first";

  it.each<[string, SamplePoll, Case, string[]]>([
    [
      "name required people, then no or unanswered, then if need be",
      days,
      { required: ["p2"] },
      [
        "Everyone is available; If need be: Cy",
        "Must attend, no or unanswered: Cy; If need be: Ana",
        "Must attend, no or unanswered: Cy; No or unanswered: Bo",
      ],
    ],
    ["say when it is tied or nobody is available", pair, {}, [tied, tied, "Nobody is available"]],
    [
      "say when it is past or too few are available",
      pair,
      { at: "2027-03-01T13:00:00Z", minAttendance: 3 },
      [
        `Fewer than 3 available; ${tied}`,
        "Nobody is available",
        `Already past; Fewer than 3 available; ${tied}`,
      ],
    ],
  ])("%s", (_, sample, given, expected) => {
    const { grid, ranked } = rank(sample, given);
    const remarks = ranked.map((option) =>
      listRemarks(option, grid)
        .map(([text, people]) => text + people.map(({ name }) => name).join())
        .join("; "),
    );
    expect(remarks).toEqual(expected);
  });
});
