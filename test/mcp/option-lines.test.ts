import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatOptionLines, parseOptionLines } from "../../mcp/output/option-lines.ts";
import { planPoll } from "../../src/scheduling/index.ts";

const zones = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kolkata",
  "Africa/Casablanca",
];
const year = { min: Date.parse("2027-01-01T00:00:00Z"), max: Date.parse("2028-01-01T00:00:00Z") };

const slot = fc.record({
  startTime: fc
    .integer({ min: year.min / 900_000, max: year.max / 900_000 })
    .map((quarter) => new Date(quarter * 900_000).toISOString().replace(".000Z", "Z")),
  duration: fc.integer({ min: 15, max: 1440 }),
});
const slots = fc.uniqueArray(slot, {
  minLength: 1,
  maxLength: 20,
  selector: ({ startTime, duration }) => `${startTime}/${duration}`,
});

/** The slots that lines stand for, by the planner. */
function readSlots({ options, duration }: { options: string[]; duration?: number }, timeZone: string | null) {
  const parsed = parseOptionLines(options, timeZone);
  expect(parsed.problems).toEqual([]);
  const request = {
    title: "T",
    kind: "time" as const,
    times: parsed.times.map(({ time }) => time),
    duration,
  };
  return planPoll(
    { ...request, ...(timeZone === null ? {} : { timeZone }) },
    { offsets: "must-match", now: 0 },
  ).options;
}

const byTime = (one: { startTime: string; duration: number }, other: typeof one) =>
  Date.parse(one.startTime) - Date.parse(other.startTime) || one.duration - other.duration;

describe("options as lines", () => {
  it("of any slots in any zone are read back as the same slots", () => {
    fc.assert(
      fc.property(slots, fc.constantFrom(...zones, null), fc.boolean(), (given, timeZone, isUniform) => {
        const options = isUniform
          ? [...new Map(given.map(({ startTime }) => [startTime, { startTime, duration: 45 }])).values()]
          : given;
        const lines = formatOptionLines(options, timeZone);
        expect(readSlots(lines, timeZone)).toEqual([...options].sort(byTime));
      }),
      { numRuns: 300 },
    );
  });

  it("have one line for each day, two when the offset changes on it", () => {
    const at = (...times: string[]) => times.map((startTime) => ({ startTime, duration: 30 }));
    expect(
      formatOptionLines(
        at("2027-10-31T00:30:00Z", "2027-10-31T01:30:00Z", "2027-10-31T09:00:00Z", "2027-11-01T09:00:00Z"),
        "Europe/Berlin",
      ),
    ).toEqual({
      duration: 30,
      options: [
        "Sun 2027-10-31 02:30 +02:00",
        "Sun 2027-10-31 02:30,10:00 +01:00",
        "Mon 2027-11-01 10:00 +01:00",
      ],
    });
  });

  it("show whole days without times", () => {
    const options = ["2027-03-01", "2027-03-03"].map((date) => ({ date }));
    const lines = formatOptionLines(options, null);
    expect(lines).toEqual({ options: ["Mon 2027-03-01", "Wed 2027-03-03"] });
    expect(parseOptionLines(lines.options, null).dates.map(({ date }) => date)).toEqual([
      "2027-03-01",
      "2027-03-03",
    ]);
  });

  it.each([
    ["2: Mon 2027-03-01 09:00–09:30 -05:00"],
    ["2027-03-01T09:00–09:30"],
    ["monday 2027-03-01 09:00 - 09:30"],
    ["Mon, 2027-03-01 09:00-09:30 -05:00"],
  ])("are read from %j", (line) => {
    expect(readSlots({ options: [line] }, "America/New_York")).toEqual([
      { startTime: "2027-03-01T14:00:00Z", duration: 30 },
    ]);
  });

  it.each([
    ["Tue 2027-03-01", "2027-03-01 is a Mon, not a Tue"],
    ["next Monday", "is not an option"],
    ["2027-02-30", "is not an option"],
    ["2027-03-01 9am", "is not an option"],
    ["2027-03-01 25:00", "is not an option"],
    ["2027-03-01 09:00 EST", "is not an option"],
    ["2027-03-01 09:00,", "is not an option"],
    ["2027-03-01 09:00 +99:00", "is not an option"],
    ["2027-03-01 09:00 -05:00", "pass the zone in which the tool showed the option (shownIn)"],
    ["2027-03-01 09:00 +01:00–10:00 +99:00", "is not an option"],
    ["Mon 2027-03-01 22:00–Wed 2027-03-02 01:00", "2027-03-02 is a Tue, not a Wed"],
    ["Mon 2027-03-01 22:00–01:00", "ends before it starts: write the date"],
    ["Mon 2027-03-01 09:00–09:00", "ends before it starts: write the date"],
    ["Mon 2027-03-01 09:00 +01:00–10:30 +02:00", "the offset +02:00 is not that of Europe/Berlin"],
  ])("are refused for %j", (line, message) => {
    const { problems, dates, times } = parseOptionLines(["2027-03-05", line], "Europe/Berlin");
    expect(problems).toEqual([{ path: "options.1", message: expect.stringContaining(message) }]);
    expect([dates.length, times]).toEqual([1, []]);
  });

  it.each([
    ["that the clock shows twice", "Sun 2027-10-31 01:30–02:30", "02:30 happens twice", "which of the two"],
    ["that the clock skips", "Sun 2027-03-28 01:30–02:30", "02:30 does not exist", "which time they mean"],
  ])("are refused with a question for an end %s", (_, line, message, ask) => {
    expect(parseOptionLines([line], "Europe/Berlin").problems).toEqual([
      {
        path: "options.0",
        message: expect.stringContaining(message),
        ask: expect.stringContaining(ask),
      },
    ]);
  });
});
