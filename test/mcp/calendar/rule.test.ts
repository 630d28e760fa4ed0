import fc from "fast-check";
import rrule from "rrule";
import { expect, it } from "vitest";
import { listStarts, readRule } from "../../../mcp/calendar/rule.ts";
import { dayMs } from "../../../src/time/days.ts";

/** A time as calendars write it. */
const write = (ms: number) => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, "");

const list = (item: fc.Arbitrary<number | string>, maxLength = 3) =>
  fc
    .uniqueArray(item, { minLength: 1, maxLength })
    .map((items) => items.sort((one, other) => +one - +other).join());
const between = (most: number) => fc.integer({ min: 1, max: most });
const signed = (most: number) =>
  fc.oneof(
    between(most),
    between(most).map((each) => -each),
  );
const weekday = fc.constantFrom("MO", "TU", "WE", "TH", "FR", "SA", "SU");
const placed = (most: number) => fc.tuple(signed(most), weekday).map(([place, day]) => `${place}${day}`);

/**
 * The parts that go with a frequency, without those that rrule reads otherwise than RFC 5545: weekdays with a place among others,
 * a BYSETPOS beyond the set, and lists that are not sorted. It takes years to find that a rule never matches.
 */
const partsOf: Record<string, Record<string, fc.Arbitrary<string>>> = {
  YEARLY: {
    BYMONTH: list(between(12)),
    BYMONTHDAY: list(signed(31)),
    BYDAY: fc.oneof(list(weekday), list(placed(5))),
  },
  MONTHLY: { BYMONTHDAY: list(signed(31)), BYDAY: fc.oneof(list(weekday), list(placed(4))) },
  WEEKLY: { BYMONTH: list(between(12)), BYDAY: list(weekday) },
  DAILY: { BYMONTH: list(between(12)) },
};

const rules = fc.constantFrom(...Object.keys(partsOf)).chain((frequency) => {
  const { BYMONTH, ...days } = partsOf[frequency] ?? {};
  const names = Object.keys(days);
  const dayParts =
    names.length === 0
      ? fc.constant({})
      : fc
          .constantFrom(...names)
          .chain((name) => fc.record({ [name]: days[name] ?? fc.constant("") }, { requiredKeys: [] }));
  return fc
    .tuple(
      fc.record(
        {
          INTERVAL: between(4),
          ...(BYMONTH && { BYMONTH }),
          BYHOUR: list(fc.integer({ min: 0, max: 23 }), 2),
          WKST: weekday,
        },
        { requiredKeys: [] },
      ),
      dayParts,
      fc.record({ COUNT: between(60), BYSETPOS: fc.constantFrom("1", "-1") }, { requiredKeys: [] }),
    )
    .map(([common, own, last]) => {
      const parts = { ...common, ...own };
      const { BYSETPOS, ...counted } = last;
      const isSet = Object.keys(parts).some((name) => name.startsWith("BY"));
      return Object.entries({ FREQ: frequency, ...parts, ...counted, ...(isSet && BYSETPOS && { BYSETPOS }) })
        .map((part) => part.join("="))
        .join(";");
    });
});

/** `RULES=4000` tries more of them. */
it("a rule gives the dates that rrule gives, near some days", () => {
  const march = Date.UTC(2027, 2, 1);
  const starts = fc.integer({ min: 0, max: 3 * 365 * 24 * 60 });
  fc.assert(
    fc.property(rules, starts, fc.option(fc.integer({ min: 1, max: 900 })), (text, minutes, days) => {
      const start = march - minutes * 60_000;
      const until = days === null || text.includes("COUNT") ? "" : `;UNTIL=${write(start + days * dayMs)}`;
      const near = { from: march, to: march + 60 * dayMs };
      const expected = rrule
        .rrulestr(`DTSTART:${write(start)}\nRRULE:${text}${until}`)
        .between(new Date(near.from), new Date(near.to), true);
      const rule = readRule(text + until);
      if (rule === undefined) throw new Error("no rule");
      const given = listStarts(
        rule,
        start,
        { ...near, to: Math.min(near.to, rule.until?.wall ?? near.to) },
        { left: Infinity },
      );
      expect(rule.isRead).toBe(true);
      expect(given?.map(write)).toEqual(expected.map((date) => write(date.getTime())));
    }),
    { numRuns: Number(process.env["RULES"] ?? 250) },
  );
});

it.each([
  [
    "weekdays with a place among others",
    "FREQ=MONTHLY;BYDAY=1MO,TU;COUNT=6",
    ["0301", "0302", "0309", "0316", "0323", "0330"],
  ],
  ["the 10th Monday of the year", "FREQ=YEARLY;BYDAY=10MO", ["0308"]],
  ["a place beyond the set", "FREQ=MONTHLY;BYDAY=1MO;BYSETPOS=2", []],
])("a rule knows %s", (_, text, days) => {
  const rule = readRule(text);
  const start = Date.UTC(2027, 2, 1, 9);
  const near = { from: start, to: start + 30 * dayMs };
  expect(
    rule && listStarts(rule, start, near, { left: Infinity })?.map((each) => write(each).slice(4, 8)),
  ).toEqual(days);
});
