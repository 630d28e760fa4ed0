import { describe, expect, it } from "vitest";
import { maxPeople } from "../../mcp/view/grid.ts";
import { countPeople, createRanker, listRemarks } from "../../mcp/view/ranking.ts";
import { rankOptions } from "../../src/scheduling/rank/ranking.ts";
import { createCrowd, createGrid, createSample, reviewPoll, type SamplePoll } from "./sample.ts";

const now = Date.parse("2027-02-20T09:00:00Z");

/** The order that the shared ranking gives the poll itself, as option ids. */
function rankPoll(sample: SamplePoll, required: string[]): string[] {
  const { poll, participants } = createSample(sample);
  const people = participants.map((person) => ({ ...person, email: null }));
  return rankOptions({ poll, participants: people, required, now }).options.map(({ option }) => option.id);
}

function rankGrid(sample: SamplePoll, required: string[], at = now) {
  const grid = createGrid(sample);
  return createRanker(grid)(new Set(required), at).map((ranked) => ({
    ...ranked,
    id: grid.options[ranked.index]?.id,
  }));
}

describe("the ranking in the view", () => {
  it("equals the shared ranking for any required people", () => {
    for (const required of [[], ["p1"], ["p6", "p3"], ["p0", "p1", "p2", "p8"]]) {
      const fits = rankGrid(reviewPoll, required).sort(
        (one, other) => one.rank - other.rank || one.index - other.index,
      );
      expect(fits.map(({ id }) => id)).toEqual(rankPoll(reviewPoll, required));
    }
  });

  it("counts people who are not listed", () => {
    const crowd = createCrowd(20, maxPeople + 40);
    expect(rankGrid(crowd, []).map(({ id }) => id)).toEqual(rankPoll(crowd, []));
    const [best] = rankGrid(crowd, []);
    const expected = rankOptions({
      poll: createSample(crowd).poll,
      participants: createSample(crowd).participants.map((person) => ({ ...person, email: null })),
      now,
    }).best;
    expect([best?.yes, best?.available]).toEqual([expected?.yes, expected?.available]);
  });

  it("lists options without obstacles first and past ones last", () => {
    const days: SamplePoll = {
      dates: ["2027-03-01", "2027-03-02", "2027-03-03"],
      people: { Ana: "222", Bo: "202", Cy: "200" },
    };
    const later = rankGrid(days, [], Date.parse("2027-03-02T12:00:00Z"));
    expect(later.map(({ id, position }) => [id, position])).toEqual([
      ["o2", 1],
      ["o1", 2],
      ["o0", 3],
    ]);
  });

  it("ignores required people who are not in the grid", () => {
    expect(rankGrid(reviewPoll, ["gone"])).toHaveLength(15);
  });

  it("ranks a poll without votes", () => {
    expect(rankGrid({ ...reviewPoll, people: {} }, []).map(({ available }) => available)).toEqual(
      Array(15).fill(0),
    );
  });
});

describe("the remarks about an option", () => {
  const explain = (sample: SamplePoll, required: string[], at = now, minAttendance: number | null = null) => {
    const grid = createGrid(sample, minAttendance === null ? {} : { minAttendance });
    return createRanker(grid)(new Set(required), at).map((ranked) =>
      listRemarks(ranked, minAttendance).map(({ label, names, more }) =>
        [label, names.join(", "), more > 0 ? `+${more}` : ""].filter(Boolean).join(" "),
      ),
    );
  };

  it("list required people first, then no or unanswered, then if need be", () => {
    const sample = { dates: ["2027-03-01", "2027-03-02"], people: { Ana: "21", Bo: "02", Cy: "00" } };
    expect(explain(sample, ["p1"])).toEqual([
      ["No or unanswered: Cy", "If need be: Ana"],
      ["Required, no or unanswered: Bo", "No or unanswered: Cy"],
    ]);
  });

  it("name at most four people and count the others", () => {
    const people = Object.fromEntries(
      Array.from({ length: maxPeople + 5 }, (_, person) => [`P${person}`, "0"]),
    );
    const [remarks] = explain({ dates: ["2027-03-01"], people: { ...people, P0: "2" } }, []);
    expect(remarks).toEqual([`No or unanswered: P1, P2, P3, P4 +${maxPeople}`]);
  });

  it("cover everyone, nobody, past, too few and tied", () => {
    const sample = { dates: ["2027-03-01", "2027-03-02", "2027-03-03"], people: { Ana: "220", Bo: "220" } };
    expect(explain(sample, [])).toEqual([
      ["Everyone is available", "Tied: earlier option first"],
      ["Everyone is available", "Tied: earlier option first"],
      ["Nobody is available"],
    ]);
    const late = explain(sample, [], Date.parse("2027-03-02T12:00:00Z"), 3);
    expect(late.map(([first]) => first)).toEqual([
      "Fewer than 3 available",
      "Nobody is available",
      "Already past",
    ]);
    expect(late[2]?.[1]).toBe("Fewer than 3 available");
  });

  it("count listed and unlisted people", () => {
    expect(countPeople(createGrid(createCrowd(2, maxPeople + 3)))).toBe(maxPeople + 3);
  });
});
