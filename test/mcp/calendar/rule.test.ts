import fc from "fast-check";
import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import { expect, it } from "vitest";
import { listStarts, readRule } from "../../../mcp/calendar/rule.ts";
import { dayMs } from "../../../src/time/days.ts";

/** A time as calendars write it. */
const write = (ms: number) => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, "");

const list = (item: fc.Arbitrary<number | string>, maxLength = 3) =>
  fc.uniqueArray(item, { minLength: 1, maxLength }).map((items) => items.join());
const between = (most: number) => fc.integer({ min: 1, max: most });
const signed = (most: number) =>
  fc.oneof(
    between(most),
    between(most).map((each) => -each),
  );
const weekday = fc.constantFrom("MO", "TU", "WE", "TH", "FR", "SA", "SU");
const placed = (most: number) => fc.tuple(signed(most), weekday).map(([place, day]) => `${place}${day}`);
/** Weekdays with a place or without. The other reader misses those without it among the others. */
const days = (most: number) => fc.oneof(list(weekday), list(placed(most)));

/** The parts that go with a frequency. */
const partsOf: Record<string, Record<string, fc.Arbitrary<string>>> = {
  YEARLY: {
    BYMONTH: list(between(12)),
    BYMONTHDAY: list(signed(31)),
    BYDAY: days(53),
  },
  MONTHLY: {
    BYMONTH: list(between(12)),
    BYMONTHDAY: list(signed(31)),
    BYDAY: days(5),
  },
  WEEKLY: { BYMONTH: list(between(12)), BYDAY: list(weekday) },
  DAILY: { BYMONTH: list(between(12)), BYMONTHDAY: list(signed(31)), BYDAY: list(weekday) },
};

const rules = fc.constantFrom(...Object.keys(partsOf)).chain((FREQ) =>
  fc
    .record(
      {
        INTERVAL: between(4),
        BYHOUR: list(fc.integer({ min: 0, max: 23 }), 2),
        WKST: weekday,
        COUNT: between(60),
        BYSETPOS: list(signed(4), 2),
        ...partsOf[FREQ],
      },
      { requiredKeys: [] },
    )
    .map(({ BYSETPOS, ...parts }) => {
      // A place is one of a set.
      const isSet = Object.keys(parts).some((name) => name.startsWith("BY"));
      const all = { FREQ, ...parts, ...(isSet && BYSETPOS && { BYSETPOS }) };
      return Object.entries(all)
        .map((part) => part.join("="))
        .join(";");
    })
    // The other reader does not limit such days to the dates.
    .filter((text) => !/BYMONTHDAY=.*BYDAY=[-\d]/.test(text)),
);

/** `RULES=4000` tries more of them. */
it("a rule gives the dates that another reader gives, near some days", () => {
  const march = Date.UTC(2027, 2, 1);
  const starts = fc.integer({ min: 0, max: 3 * 365 * 24 * 60 });
  fc.assert(
    fc.property(rules, starts, fc.option(fc.integer({ min: 1, max: 900 })), (text, minutes, days) => {
      const start = march - minutes * 60_000;
      const until = days === null || text.includes("COUNT") ? "" : `;UNTIL=${write(start + days * dayMs)}`;
      const near = { from: march, to: march + 60 * dayMs };
      const oracle = new RRuleTemporal({
        rruleString: `DTSTART:${write(start)}\nRRULE:${text}${until}`,
        temporal: Temporal,
      });
      const expected = oracle.between(new Date(near.from), new Date(near.to), true);
      const rule = readRule(text + until);
      if (rule === undefined) throw new Error("no rule");
      const given = listStarts(
        rule,
        start,
        { ...near, to: Math.min(near.to, rule.until?.wall ?? near.to) },
        { left: Infinity },
      );
      expect(rule.isRead).toBe(true);
      expect(given?.map(write)).toEqual(expected.map((date) => write(date.epochMilliseconds)));
    }),
    { numRuns: Number(process.env["RULES"] ?? 250) },
  );
});

it.each([
  [
    "weekdays with a place among others",
    "FREQ=MONTHLY;BYDAY=1MO,TU;COUNT=6",
    "20270301",
    "0301 0302 0309 0316 0323 0330",
  ],
  ["the 10th Monday of the year", "FREQ=YEARLY;BYDAY=10MO", "20270301", "0308"],
  ["the 40th Friday from the end of the year", "FREQ=YEARLY;BYDAY=-40FR", "20260101", "0402"],
  ["a place beyond the set", "FREQ=MONTHLY;BYDAY=1MO;BYSETPOS=2", "20270301", ""],
  ["days of every month of a year", "FREQ=YEARLY;BYMONTHDAY=1,-1", "20250115", "0228 0301 0331 0401"],
  ["29 February, in leap years alone", "FREQ=YEARLY", "20240229", ""],
  ["29 February of a month rule", "FREQ=MONTHLY;BYMONTHDAY=29", "20240229", "0329"],
])("a rule knows %s", (_, text, first, days) => {
  const rule = readRule(text);
  const [year, month, day] = [first.slice(0, 4), first.slice(4, 6), first.slice(6)].map(Number);
  const start = Date.UTC(year ?? 0, (month ?? 0) - 1, day, 9);
  const near = { from: Date.UTC(2027, 1, 25), to: Date.UTC(2027, 3, 5) };
  const starts = rule && listStarts(rule, start, near, { left: Infinity });
  expect(starts?.map((each) => write(each).slice(4, 8)).join(" ")).toBe(days);
});
