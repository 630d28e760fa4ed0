import { describe, expect, it } from "vitest";
import { createSpanFinder, rankOptions } from "../../src/scheduling/index.ts";
import { before, person, slot } from "./people-in-polls.ts";

const span = (start: string, end: string) => ({ start, end, modifiers: [] });

describe("the option of a span", () => {
  it("is the slot with the same start and end in any spelling", () => {
    const find = createSpanFinder([
      { startTime: "2027-03-01T09:00:00.000Z", duration: 30 },
      { startTime: "2027-03-01T09:00:00Z", duration: 60 },
      { startTime: "2027-03-02T09:00:00+01:00", duration: 45 },
    ]);
    expect(find(span("2027-03-01T09:00:00Z", "2027-03-01T10:00:00Z"))).toBe(1);
    expect(find(span("2027-03-01T09:00:00.000Z", "2027-03-01T09:30:00.000Z"))).toBe(0);
    expect(find(span("2027-03-02T08:00:00Z", "2027-03-02T08:45:00Z"))).toBe(2);
    expect(find(span("2027-03-01T09:00:00Z", "2027-03-01T09:45:00Z"))).toBeUndefined();
  });

  it("is the day of its start, without a time zone", () => {
    const find = createSpanFinder([{ date: "2027-03-01" }, { date: "2027-03-02" }]);
    expect(find(span("2027-03-02T00:00:00.000Z", "2027-03-03T00:00:00.000Z"))).toBe(1);
    expect(find(span("2027-03-03T00:00:00.000Z", "2027-03-04T00:00:00.000Z"))).toBeUndefined();
  });

  it("is undefined in a poll without options", () => {
    expect(createSpanFinder([])(span("2027-03-02T00:00:00Z", "2027-03-03T00:00:00Z"))).toBeUndefined();
  });
});

describe("availability is matched", () => {
  it("to options and spans in any order", () => {
    const options = [slot(11), slot(9, 60), slot(10), slot(9, 30)];
    const sent = [...person("A", "2122", options).availability].sort((one, other) =>
      `${one.start}${one.end}` < `${other.start}${other.end}` ? -1 : 1,
    );
    for (const availability of [sent, sent.toReversed(), sent.slice(1)]) {
      const participants = [{ ...person("A", "", options), availability }];
      const { options: ranked } = rankOptions({ poll: { options }, participants, now: before });
      const at = (index: number) => ranked.find((option) => option.index === index);
      expect(options.map((_, index) => [at(index)?.available, at(index)?.yes])).toEqual([
        [1, 1],
        [1, 0],
        [1, 1],
        availability.length === 4 ? [1, 1] : [0, 0],
      ]);
    }
  });

  it("to no option if only the start or only the end is the same", () => {
    const options = [slot(9), slot(10)];
    const [nine] = person("A", "2", options).availability;
    if (!nine) throw new Error("no span");
    const spans = [
      { ...nine, end: "2027-03-01T12:00:00.000Z" },
      { ...nine, start: "2027-03-01T08:00:00.000Z" },
    ];
    const participants = [{ ...person("A", "", options), availability: spans }];
    const { options: ranked } = rankOptions({ poll: { options }, participants, now: before });
    expect(ranked.map(({ available }) => available)).toEqual([0, 0]);
  });
});
