/** Random zones, years and generators: src/time against Temporal and against arithmetic on Date. */
import fc from "fast-check";
import { Temporal } from "temporal-polyfill/implementation";
import { describe, expect, it } from "vitest";
import { PlanError } from "../../src/problem.ts";
import { daysBetween, isInstant, parseTimestamp, weekdays } from "../../src/time/days.ts";
import {
  addDays,
  expandGenerator,
  formatDate,
  isCalendarDate,
  normalizeTimeZone,
  resolveLocal,
  type SlotGenerator,
  toLocal,
  weekdayOf,
} from "../../src/time/index.ts";
import { addMinutes, toOffsetDateTime } from "../../src/time/zones.ts";
import { findChanges, findInstants, listSlots, measureGap } from "./oracle.ts";

const zones = Intl.supportedValuesOf("timeZone");
const minute = 60_000;
const day = 1440 * minute;

/** An instant, mostly within hours of a change of the clocks, since everything else is easy. */
const place = fc
  .tuple(fc.constantFrom(...zones), fc.integer({ min: 1970, max: 2036 }))
  .chain(([timeZone, year]) => {
    const changes = findChanges(year, timeZone).map(({ epochMilliseconds }) => epochMilliseconds);
    const anywhere = fc
      .constant(Date.UTC(year, 0, 1))
      .chain((start) => fc.integer({ min: 0, max: 364 * 1440 }).map((minutes) => start + minutes * minute));
    const near = fc
      .tuple(fc.constantFrom(...changes, Date.UTC(year, 5, 1)), fc.integer({ min: -200, max: 200 }))
      .map(([change, minutes]) => change + minutes * minute);
    const instant = fc.oneof({ arbitrary: near, weight: 5 }, { arbitrary: anywhere, weight: 1 });
    return fc.record({ timeZone: fc.constant(timeZone), instant });
  });

const write = (instant: number) => new Date(instant).toISOString().replace(".000Z", "Z");
const wallAt = (instant: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDateTime();

function expectResolution(local: string, timeZone: string): void {
  const found = resolveLocal(local, timeZone);
  const instants = findInstants(local, timeZone);
  const [instant] = instants;
  if (instant !== undefined) expect(found).toEqual({ instants, instant });
  else {
    const { instant: shifted, ...gap } = measureGap(local, timeZone);
    expect(found).toEqual({ instants, instant: shifted, gap });
  }
}

describe("against Temporal", () => {
  it("a wall-clock time near a change is the same instant, gap or overlap, in any zone and year", () => {
    fc.assert(
      fc.property(place, ({ timeZone, instant }) => {
        const wall = wallAt(instant, timeZone);
        // Wall-clock times of a gap are no instant's, so the hours after each instant are tried too.
        for (const minutes of [0, 25, 60])
          expectResolution(wall.add({ minutes }).toString().slice(0, 16), timeZone);
      }),
      { numRuns: 250 },
    );
  });

  it("an instant shows the same date, time, offset and weekday", () => {
    fc.assert(
      fc.property(place, ({ timeZone, instant }) => {
        const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
        const [date, time] = zoned.toPlainDateTime().toString().slice(0, 16).split("T");
        const weekday = weekdays[zoned.dayOfWeek - 1];
        expect(toLocal(write(instant), timeZone)).toEqual({ date, time, offset: zoned.offset, weekday });
        expect(toOffsetDateTime(write(instant), timeZone)).toBe(zoned.toInstant().toString({ timeZone }));
      }),
      { numRuns: 250 },
    );
  });

  it("every zone shows the same time around its first changes, whose offsets have seconds", () => {
    for (const timeZone of zones.filter((_, index) => index % 6 === 0))
      for (const { epochMilliseconds } of [1900, 1911].flatMap((year) => findChanges(year, timeZone)))
        for (const instant of [epochMilliseconds - 1000, epochMilliseconds]) {
          const { offset } = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
          expect([timeZone, toLocal(write(instant), timeZone).offset]).toEqual([timeZone, offset]);
        }
  });

  it("a generator gives the same slots, or is refused for the same edge", () => {
    fc.assert(
      fc.property(place, generatorParts, ({ timeZone, instant }, parts) => {
        const { generator, duration } = buildGenerator(wallAt(instant, timeZone), parts);
        const expected = listSlots(generator, timeZone, duration);
        try {
          const { slots } = expandGenerator(generator, { timeZone, duration });
          expect(slots).toEqual([...expected].map((startTime) => ({ startTime, duration })));
        } catch (error) {
          if (!(error instanceof PlanError)) throw error;
          // No room is the one refusal that the oracle knows as an empty list.
          expect(error.problems[0]?.path).toBe(typeof expected === "string" ? expected : "to");
          if (typeof expected !== "string") expect(expected).toEqual([]);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("a date and time is the same instant or wall-clock time, in whatever form it is taken", () => {
    const two = (most: number) =>
      fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(2, "0"));
    const year = fc.oneof(
      fc.integer({ min: 0, max: 9999 }).map((value) => String(value).padStart(4, "0")),
      fc.constantFrom("+010000", "-000001", "+002027", "-000000", "12027"),
    );
    const fraction = fc.stringMatching(/^(:\d\d([.,]\d{1,10})?)?$/);
    const offset = fc.oneof(
      fc.constantFrom("", "Z", "z", " Z", "+05", "-00:00", "+24:00", "-0530"),
      fc.stringMatching(/^[+-][012]\d(:?\d\d)?$/),
    );
    const text = fc
      .tuple(
        year,
        two(13),
        two(32),
        fc.constantFrom("T", "t", " ", "  ", ""),
        two(25),
        two(60),
        fraction,
        offset,
      )
      .map(
        ([year, month, day, gap, hour, minute, fraction, offset]) =>
          `${year}-${month}-${day}${gap}${hour}:${minute}${fraction}${offset}`,
      );
    fc.assert(
      fc.property(text, (written) => {
        const { local, offset } = parseTimestamp(written) ?? {};
        if (offset === undefined) expect(isInstant(written)).toBe(false);
        if (local === undefined) return;
        if (offset === undefined) {
          expect(Temporal.PlainDateTime.from(local).equals(written)).toBe(true);
          return;
        }
        const { epochMilliseconds } = Temporal.Instant.from(written);
        expect(Date.parse(local + offset)).toBe(epochMilliseconds);
        if (isInstant(written)) expect(Date.parse(written)).toBe(epochMilliseconds);
      }),
      { numRuns: 5_000 },
    );
  });

  it("a name is spelled the same, typed in small letters or in capitals", () => {
    for (const zone of zones) {
      expect(normalizeTimeZone(zone)).toBe(zone);
      expect(normalizeTimeZone(zone.toLowerCase())).toBe(zone);
      expect(normalizeTimeZone(zone.toUpperCase())).toBe(zone);
    }
  });
});

const generatorParts = fc.record({
  daysBefore: fc.integer({ min: 0, max: 3 }),
  span: fc.integer({ min: 0, max: 12 }),
  others: fc.subarray([...weekdays]),
  from: fc.integer({ min: 0, max: 1438 }),
  length: fc.integer({ min: 15, max: 1439 }),
  durationShare: fc.double({ min: 0, max: 1, noNaN: true }),
  interval: fc.option(fc.integer({ min: 15, max: 1440 }), { nil: undefined }),
  nearChange: fc.boolean(),
});

/** A generator without mistakes whose range holds the day of a given wall-clock time, with that day listed. */
function buildGenerator(
  wall: Temporal.PlainDateTime,
  parts: typeof generatorParts extends fc.Arbitrary<infer Parts> ? Parts : never,
) {
  const date = wall.toPlainDate().toString();
  const from = Math.min(parts.nearChange ? wall.hour * 60 + wall.minute : parts.from, 1439 - 15);
  const length = Math.min(parts.length, 1439 - from);
  const duration = 15 + Math.floor((length - 15) * parts.durationShare);
  const generator: SlotGenerator = {
    startDate: addDays(date, -parts.daysBefore),
    endDate: addDays(date, Math.max(0, parts.span - parts.daysBefore)),
    days: [...new Set([weekdayOf(date), ...parts.others])],
    from: writeClock(from),
    to: writeClock(from + length),
    interval: parts.interval,
  };
  return { generator, duration };
}

const writeClock = (minutes: number) => write(minutes * minute).slice(11, 16);

describe("against arithmetic on Date", () => {
  const days = fc.integer({ min: Date.UTC(1900, 0, 1) / day, max: Date.UTC(2199, 11, 31) / day });

  it("dates exist, follow each other and have their weekday and words", () => {
    fc.assert(
      fc.property(days, days, (one, other) => {
        const date = write(one * day).slice(0, 10);
        expect(isCalendarDate(date)).toBe(true);
        expect(addDays(date, 1)).toBe(write((one + 1) * day).slice(0, 10));
        expect(daysBetween(date, write(other * day).slice(0, 10))).toBe(other - one);
        const [weekday = "", number, month] = new Date(one * day).toUTCString().split(/,? /);
        expect(weekdayOf(date)).toBe(weekday.toLowerCase());
        expect(formatDate(date)).toMatch(new RegExp(`^${weekday}\\w+, ${Number(number)} ${month}`));
      }),
    );
  });

  it("a date exists exactly when Date does not move it", () => {
    const two = (most: number) =>
      fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(2, "0"));
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 2199 }), two(13), two(32), (year, month, dayOfMonth) => {
        const text = `${year}-${month}-${dayOfMonth}`;
        const moved = new Date(Date.UTC(year, Number(month) - 1, Number(dayOfMonth)));
        expect(isCalendarDate(text)).toBe(moved.toISOString().slice(0, 10) === text);
      }),
    );
  });

  it("minutes are added to the instant", () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -100_000, max: 100_000 }), (one, minutes) => {
        const start = one * day + 754 * minute;
        expect(addMinutes(write(start), minutes)).toBe(write(start + minutes * minute));
      }),
    );
  });
});
