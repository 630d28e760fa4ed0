import { describe, expect, it } from "vitest";
import { rankOptions } from "../../src/scheduling/index.ts";
import { before, dayOption, person, slot } from "./people-in-polls.ts";

describe("options that tie", () => {
  it("are described with the number of available people", () => {
    const options = [slot(9), slot(10), slot(11)];
    const participants = [person("A", "222", options), person("B", "110", options)];
    const { options: ranked } = rankOptions({ poll: { options }, participants, now: before });
    const tie =
      "2 options are tied: 2 people are available for each (1 yes); the earlier option is listed first";
    expect(ranked.map((option) => option.tie)).toEqual([tie, tie, null]);
  });

  it("are days in the order of the calendar, whatever their order in the poll", () => {
    const options = [dayOption(3), dayOption(1), dayOption(2)];
    const { options: ranked } = rankOptions({ poll: { options }, participants: [], now: before });
    expect(ranked.map(({ option }) => option.date)).toEqual(["2027-03-01", "2027-03-02", "2027-03-03"]);
  });
});

it("names being past as the only thing that keeps an option from being chosen", () => {
  const options = [slot(9), slot(10)];
  const now = Date.parse("2027-03-01T09:30:00Z");
  const { options: ranked } = rankOptions({
    poll: { options },
    participants: [person("A", "22", options)],
    now,
  });
  expect(ranked.map(({ obstacles }) => obstacles)).toEqual([["past"], []]);
});

describe("answers are matched", () => {
  it("in a poll whose options are not in order of time, as in one whose are", () => {
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

  it("to no option when a span begins with one and ends with none", () => {
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
