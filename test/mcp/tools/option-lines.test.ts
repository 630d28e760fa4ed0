import fc from "fast-check";
import { expect, it } from "vitest";
import { readSlots } from "../../../mcp/find/written.ts";
import { createOptionFormat } from "../../../mcp/output/display.ts";
import { planPoll } from "../../../src/scheduling/index.ts";

const zones = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kolkata",
  "Africa/Casablanca",
  null,
];

const slots = fc.uniqueArray(
  fc.record({
    startTime: fc
      .integer({ min: Date.parse("2027-01-01") / 900_000, max: Date.parse("2028-01-01") / 900_000 })
      .map((quarter) => new Date(quarter * 900_000).toISOString().replace(".000Z", "Z")),
    duration: fc.integer({ min: 15, max: 1440 }),
  }),
  { minLength: 1, maxLength: 20, selector: ({ startTime }) => startTime },
);

it("lines of options are read back as the same slots, in any zone", () => {
  fc.assert(
    fc.property(slots, fc.constantFrom(...zones), fc.boolean(), (given, timeZone, isUniform) => {
      const options = isUniform ? given.map(({ startTime }) => ({ startTime, duration: 45 })) : given;
      const format = createOptionFormat(options, timeZone);
      const read = readSlots(
        format.listDays(options).map((start) => ({ start })),
        timeZone,
        new Date(0),
      );
      expect(read.problems).toEqual([]);
      const times = read.read;
      const request = { title: "T", times, duration: format.duration, timeZone: timeZone ?? undefined };
      const plan = planPoll(request, { offsets: "must-match", now: 0 });
      const byStart = options.toSorted(
        (one, other) => Date.parse(one.startTime) - Date.parse(other.startTime),
      );
      expect(plan.options).toEqual(byStart);
    }),
    { numRuns: 300 },
  );
});
