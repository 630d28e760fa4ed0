/** Every text with which a tool or a step shows options, read back. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { readDays, readSlots } from "../../../mcp/find/written.ts";
import { createOptionFormat } from "../../../mcp/output/display.ts";
import { planPoll } from "../../../src/scheduling/index.ts";
import { addDays, formatOption } from "../../../src/time/index.ts";

const zones = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kolkata",
  "Africa/Casablanca",
  "UTC",
  null,
];

const slots = fc.uniqueArray(
  fc.record({
    startTime: fc
      .integer({ min: Date.parse("2027-01-01") / 900_000, max: Date.parse("2028-01-01") / 900_000 })
      .map((quarter) => new Date(quarter * 900_000).toISOString().replace(".000Z", "Z")),
    duration: fc.integer({ min: 15, max: 1439 }),
  }),
  { minLength: 1, maxLength: 20, selector: ({ startTime }) => startTime },
);

it("texts of slots are read back as the same slots, in any zone", () => {
  fc.assert(
    fc.property(slots, fc.constantFrom(...zones), fc.boolean(), (given, timeZone, isUniform) => {
      const options = isUniform ? given.map(({ startTime }) => ({ startTime, duration: 45 })) : given;
      const format = createOptionFormat(options, timeZone);
      const byStart = options.toSorted(
        (one, other) => Date.parse(one.startTime) - Date.parse(other.startTime),
      );
      for (const texts of [
        format.listDays(options),
        options.map((option) => `12: ${format.format(option)} | 3 yes, 1 if need be`),
        options.map((option) => formatOption(option, timeZone)),
        options.map((option) => formatOption(option, timeZone, { style: "iso" })),
      ]) {
        const { read: times, problems } = readSlots(
          texts.map((start) => ({ start })),
          timeZone,
          new Date(0),
        );
        expect(problems).toEqual([]);
        const request = { title: "T", times, duration: format.duration, timeZone: timeZone ?? undefined };
        expect(planPoll(request, { offsets: "must-match", now: 0 }).options).toEqual(byStart);
      }
    }),
    { numRuns: 200 },
  );
});

it("texts of days are read back in each style", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 700 }), (count) => {
      const date = addDays("2027-01-01", count);
      for (const style of ["long", "short", "iso"] as const)
        expect(readDays(formatOption({ date }, null, { style }))).toEqual([date]);
    }),
    { numRuns: 100 },
  );
});
