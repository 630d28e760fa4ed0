/** Random zones, years and generators: src/time against an oracle that shares no code or library with it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addMinutes,
  daysBetween,
  expandGenerator,
  formatDate,
  isCalendarDate,
  nextDay,
  resolveLocal,
  SlotError,
  type SlotGenerator,
  toLocal,
  toOffsetDateTime,
  weekdayOf,
  weekdays,
} from "../../src/time/index.ts";
import { findChanges, findInstants, listSlots, measureGap, parseWall, toWall, writeWall } from "./oracle.ts";

const zone = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
const year = fc.integer({ min: 1990, max: 2036 });
const minute = 60_000;
const day = 1440 * minute;

/** Mostly times within hours of a change of the clocks, since everything else is easy. */
const wallIn = (timeZone: string, inYear: number) => {
  const anywhere = fc
    .integer({ min: 0, max: 364 * 1440 })
    .map((minutes) => Date.UTC(inYear, 0, 1) + minutes * minute);
  const changes = findChanges(inYear, timeZone);
  if (changes.length === 0) return anywhere;
  const near = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -200, max: 200 }))
    .map(([change, minutes]) => change + minutes * minute);
  return fc.oneof({ arbitrary: near, weight: 5 }, { arbitrary: anywhere, weight: 1 });
};

const place = fc
  .tuple(zone, year)
  .chain(([timeZone, inYear]) =>
    fc.record({ timeZone: fc.constant(timeZone), wall: wallIn(timeZone, inYear) }),
  );

const writeInstant = (instant: number) => new Date(instant).toISOString().replace(".000Z", "Z");

function expectResolution(wall: number, timeZone: string): void {
  const instants = findInstants(wall, timeZone);
  const found = resolveLocal(writeWall(wall), timeZone);
  const [first, second] = instants;
  if (first === undefined) {
    const gap = measureGap(wall, timeZone);
    const edges = { before: writeWall(gap.before), after: writeWall(gap.after) };
    expect(found).toEqual({ kind: "gap", ...edges, instant: writeInstant(gap.instant) });
  } else if (second === undefined) {
    expect(found).toEqual({ kind: "exact", instant: writeInstant(first) });
  } else {
    expect(found).toEqual({ kind: "overlap", instant: writeInstant(first), later: writeInstant(second) });
  }
}

describe("against the oracle", () => {
  it("a wall-clock time near a change is the same instant, gap or overlap, in any zone and year", () => {
    fc.assert(
      fc.property(place, ({ timeZone, wall }) => expectResolution(wall, timeZone)),
      { numRuns: 300 },
    );
  });

  it("every quarter of an hour around every change of 2027 resolves the same, in a zone of each kind", () => {
    for (const timeZone of [
      "America/New_York",
      "Australia/Lord_Howe",
      "Africa/Cairo",
      "Africa/Casablanca",
      "America/Santiago",
    ]) {
      for (const change of findChanges(2027, timeZone)) {
        for (let step = -12; step <= 12; step++) expectResolution(change + step * 15 * minute, timeZone);
      }
    }
  });

  it("an instant shows the same date, time, offset and weekday", () => {
    fc.assert(
      fc.property(place, ({ timeZone, wall: instant }) => {
        const shown = toWall(instant, timeZone);
        const local = toLocal(new Date(instant).toISOString(), timeZone);
        expect(`${local.date}T${local.time}`).toBe(writeWall(shown));
        expect(local.weekday).toBe(weekdays[(new Date(shown).getUTCDay() + 6) % 7]);
        const written = toOffsetDateTime(writeInstant(instant), timeZone);
        expect(written).toBe(`${writeWall(shown)}:00${local.offset}`);
        expect(Date.parse(written)).toBe(instant);
      }),
      { numRuns: 200 },
    );
  });

  it("a generator gives the same slots, or is refused for the same edge", () => {
    fc.assert(
      fc.property(place, generatorParts, ({ timeZone, wall }, parts) => {
        const { generator, duration } = buildGenerator(wall, parts);
        const expected = listSlots(
          { ...generator, interval: generator.interval ?? duration },
          timeZone,
          duration,
        );
        try {
          const { slots } = expandGenerator(generator, { timeZone, duration, gap: "refuse" });
          expect(slots).toEqual(
            [...expected].map((start) => ({ startTime: writeInstant(Number(start)), duration })),
          );
        } catch (error) {
          if (!(error instanceof SlotError)) throw error;
          // No room is the one refusal that the oracle knows as an empty list.
          expect(error.path).toBe(typeof expected === "string" ? expected : "to");
          if (typeof expected !== "string") expect(expected).toEqual([]);
        }
      }),
      { numRuns: 150 },
    );
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
  wall: number,
  parts: typeof generatorParts extends fc.Arbitrary<infer Parts> ? Parts : never,
) {
  const startDate = writeWall(wall - parts.daysBefore * day).slice(0, 10);
  const endDate = writeWall(wall + Math.max(0, parts.span - parts.daysBefore) * day).slice(0, 10);
  const minuteOfDay = Math.floor((wall % day) / minute);
  const from = Math.min(parts.nearChange ? minuteOfDay : parts.from, 1439 - 15);
  const length = Math.min(parts.length, 1439 - from);
  const duration = 15 + Math.floor((length - 15) * parts.durationShare);
  const today = weekdays[(new Date(wall).getUTCDay() + 6) % 7] ?? "mon";
  const generator: SlotGenerator & { days: typeof parts.others } = {
    startDate,
    endDate,
    days: [...new Set([today, ...parts.others])],
    from: writeClock(from),
    to: writeClock(from + length),
    ...(parts.interval !== undefined && { interval: parts.interval }),
  };
  return { generator, duration };
}

const writeClock = (minutes: number) => writeWall(minutes * minute).slice(11);

describe("against arithmetic on Date", () => {
  const date = fc
    .integer({ min: Date.UTC(1900, 0, 1) / day, max: Date.UTC(2199, 11, 31) / day })
    .map((days) => new Date(days * day).toISOString().slice(0, 10));

  it("dates exist, follow each other and have their weekday and words", () => {
    fc.assert(
      fc.property(date, date, (one, other) => {
        const time = parseWall(`${one}T00:00`);
        expect(isCalendarDate(one)).toBe(true);
        expect(nextDay(one)).toBe(writeWall(time + day).slice(0, 10));
        expect(daysBetween(one, other)).toBe((parseWall(`${other}T00:00`) - time) / day);
        const utc = new Date(time).toUTCString();
        expect(weekdayOf(one)).toBe(utc.slice(0, 3).toLowerCase());
        expect(formatDate(one)).toContain(`${Number(one.slice(8))} `);
        expect(formatDate(one).slice(0, 3)).toBe(utc.slice(0, 3));
        expect(formatDate(one)).toContain(utc.slice(8, 11));
      }),
    );
  });

  it("a date exists exactly when Date does not move it", () => {
    const two = (most: number) =>
      fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(2, "0"));
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 2199 }), two(13), two(32), (inYear, month, dayOfMonth) => {
        const text = `${inYear}-${month}-${dayOfMonth}`;
        const moved = new Date(Date.UTC(inYear, Number(month) - 1, Number(dayOfMonth)));
        expect(isCalendarDate(text)).toBe(moved.toISOString().slice(0, 10) === text);
      }),
    );
  });

  it("minutes are added to the instant", () => {
    fc.assert(
      fc.property(date, fc.integer({ min: -100_000, max: 100_000 }), (one, minutes) => {
        const start = parseWall(`${one}T12:34`);
        expect(addMinutes(writeInstant(start), minutes)).toBe(writeInstant(start + minutes * minute));
      }),
    );
  });
});
