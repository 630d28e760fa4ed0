import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PlanError, type PollRequest, planPoll } from "../../src/scheduling/index.ts";
import { type SlotGenerator, type Weekday, weekdays } from "../../src/time/index.ts";
import { starts, sync } from "./planning.ts";

const month = { startDate: "2027-03-01", endDate: "2027-03-20", from: "09:00", to: "17:00" };

function problemOf(request: Partial<PollRequest>) {
  try {
    planPoll({ ...sync, ...request }, { offsets: "must-match" });
  } catch (error) {
    if (error instanceof PlanError) return error.problems;
  }
  return [];
}

const adviceOf = (request: Partial<PollRequest>) =>
  problemOf(request).map(({ message }) => message.slice(message.indexOf(": ") + 2));

describe("too many options", () => {
  it("names two changes that fit, and asks for a decision of the person", () => {
    expect(problemOf({ windows: [month] })).toEqual([
      {
        path: "windows",
        message:
          "makes 320 options in all; a poll takes at most 100: they fit with interval 120 (80 options) or with endDate 2027-03-06 (96 options)",
        ask: "which of the two changes to make",
      },
    ]);
  });

  it.each<[string, Partial<PollRequest>, string]>([
    [
      "one slot a day",
      { windows: [{ ...month, to: "09:30", endDate: "2027-07-30" }] },
      "they fit with endDate 2027-06-08 (100 options) or with days mon, wed, fri (66 options)",
    ],
    [
      "several windows",
      { windows: [month, { ...month, from: "18:00", to: "20:00", interval: 60 }] },
      "they fit with interval 120 in all windows (100 options) or with endDate 2027-03-05 in all windows (90 options)",
    ],
    [
      "one window is sparse already",
      {
        windows: [
          { ...month, to: "17:30" },
          { ...month, from: "06:00", to: "23:00", interval: 480 },
        ],
      },
      "they fit with interval 300 or more in all windows (80 options) or with endDate 2027-03-05 in all windows (95 options)",
    ],
    [
      "single times, too",
      { windows: [month], times: [{ start: "2027-05-01 09:00" }] },
      "they fit with interval 120 (81 options) or with endDate 2027-03-06 (97 options)",
    ],
    [
      "windows of one day each",
      {
        windows: Array.from({ length: 60 }, (_, index) => ({
          ...month,
          to: "10:00",
          startDate: dayOf(index),
          endDate: dayOf(index),
        })),
      },
      "they fit with interval 45 in all windows (60 options) or with the first 50 windows only (100 options)",
    ],
    [
      "a hundred single times",
      {
        windows: [month],
        times: Array.from({ length: 100 }, (_, index) => ({ start: `${dayOf(index)} 03:00` })),
      },
      "leave out 320",
    ],
    [
      "only single times",
      { times: Array.from({ length: 103 }, (_, index) => ({ start: `${dayOf(index)} 03:00` })) },
      "leave out 3",
    ],
  ])("%s", (_, request, advice) => {
    expect(adviceOf(request)).toEqual([advice]);
  });

  it("of days says how many to leave out", () => {
    const dates = Array.from({ length: 120 }, (_, index) => dayOf(index));
    expect(() => planPoll({ title: "x", kind: "date", dates }, { offsets: "must-match" })).toThrow(
      "dates: makes 120 options in all; a poll takes at most 100: leave out 20",
    );
  });

  it("of windows that are wrong names only what is wrong", () => {
    const paths = problemOf({ windows: [month, { ...month, to: "08:00" }] }).map(({ path }) => path);
    expect(paths).toContain("windows.1.to");
    expect(adviceOf({ windows: [month, { ...month, to: "08:00" }] }).at(-1)).toBe("leave out 220");
  });
});

function dayOf(index: number): string {
  return new Date(Date.UTC(2027, 2, 20 + index)).toISOString().slice(0, 10);
}

/** The windows after a change that a message names. */
function applyChange(text: string, windows: readonly SlotGenerator[]): SlotGenerator[] {
  const [, interval] = /interval (\d+)/.exec(text) ?? [];
  const [, endDate] = /endDate (\S+)/.exec(text) ?? [];
  const [, days] = /days ((?:[a-z]{3}(?:, )?)+)/.exec(text) ?? [];
  const [, first] = /the first (\d+|window)/.exec(text) ?? [];
  const kept = first === undefined ? windows : windows.slice(0, first === "window" ? 1 : Number(first));
  return kept.map((window) => ({
    ...window,
    ...(interval !== undefined && { interval: Math.max(Number(interval), window.interval ?? sync.duration) }),
    ...(endDate !== undefined && window.endDate > endDate && { endDate }),
    ...(days !== undefined && { days: days.split(", ").filter(Boolean) as Weekday[] }),
  }));
}

describe("every change that is offered", () => {
  const window = fc.record({
    startDate: fc.integer({ min: 0, max: 60 }).map(dayOf),
    length: fc.integer({ min: 7, max: 200 }),
    from: fc.integer({ min: 0, max: 11 }),
    hours: fc.integer({ min: 1, max: 12 }),
    interval: fc.option(fc.constantFrom(15, 30, 45, 60, 240), { nil: undefined }),
    days: fc.option(fc.subarray([...weekdays], { minLength: 1 }), { nil: undefined }),
  });

  it("makes the number of options that it names, at most 100", () => {
    let offered = 0;
    fc.assert(
      fc.property(fc.array(window, { minLength: 1, maxLength: 4 }), (made) => {
        const clock = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
        const windows = made.map(({ startDate, length, from, hours, interval, days }) => ({
          startDate,
          endDate: new Date(Date.parse(startDate) + length * 86_400_000).toISOString().slice(0, 10),
          from: clock(from),
          to: clock(from + hours),
          ...(interval !== undefined && { interval }),
          ...(days !== undefined && { days }),
        }));
        for (const problem of problemOf({ windows })) {
          for (const [, text = "", count] of problem.message.matchAll(/with ([^()]+) \((\d+) options\)/g)) {
            offered += 1;
            expect(Number(count)).toBeLessThanOrEqual(100);
            expect(starts({ ...sync, windows: applyChange(text, windows) })).toHaveLength(Number(count));
          }
        }
      }),
      { numRuns: 40 },
    );
    expect(offered).toBeGreaterThan(20);
  });
});
