/** The options of a copied poll: their days and clock times after the move, and which are refused or left out. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Poll } from "../../src/api/index.ts";
import { addDays, toLocal } from "../../src/time/index.ts";
import { copy, days, problems, starts, times } from "./copies.ts";

describe("the options of a copy", () => {
  it("are days that never pass through a zone", () => {
    expect(starts(days(["2027-03-31", "2027-03-03"]))).toEqual(["2027-03-10", "2027-04-07"]);
    expect(starts(days(["2028-02-22"]))).toEqual(["2028-02-29"]);
  });

  it("keep their clock time when the clocks change", () => {
    // 9:00 in New York, before and after clocks are set forward on 14 March 2027.
    expect(starts(times(["2027-03-08T14:00:00.000Z"]))).toEqual(["2027-03-15T13:00:00Z"]);
    expect(starts(times(["2027-03-20T13:00:00.000Z"]), { shiftDays: -7 })).toEqual(["2027-03-13T14:00:00Z"]);
  });

  it("keep seconds, their own durations and their order by start", () => {
    const poll = times(["2027-03-12T14:00:30Z", "2027-03-11T14:00:00Z"], "Europe/Berlin");
    const options = [
      { ...poll.options[0], duration: 45 },
      { ...poll.options[1], duration: 15 },
    ];
    expect(copy({ ...poll, options } as Poll).slots).toEqual([
      { startTime: "2027-03-18T14:00:00Z", duration: 15 },
      { startTime: "2027-03-19T14:00:30Z", duration: 45 },
    ]);
  });

  it("move by UTC in a floating poll, which stays floating", () => {
    const { body } = copy(times(["2027-03-13T09:00:00Z"], null));
    expect(body).not.toHaveProperty("timeZone");
    expect(body.options).toEqual([{ startTime: "2027-03-20T09:00:00Z", duration: 30 }]);
  });

  it("keep the later of two equal clock times when nothing moves, and take the earlier after a move", () => {
    // 1:30 in New York happens at 05:30Z and 06:30Z on 7 November 2027.
    expect(starts(times(["2027-11-07T06:30:00Z"]), { shiftDays: 0 })).toEqual(["2027-11-07T06:30:00Z"]);
    const moved = copy(times(["2027-10-31T05:30:00Z"]));
    expect(moved.slots).toEqual([{ startTime: "2027-11-07T05:30:00Z", duration: 30 }]);
    expect(moved.notes).toEqual([
      { path: "options.0", message: expect.stringContaining("happens twice on 2027-11-07") },
    ]);
  });

  it("are refused where the clock skips their time", () => {
    expect(problems(times(["2027-03-14T15:00:00Z", "2027-03-21T06:30:00Z"]), { shiftDays: -7 })).toEqual({
      "options.1":
        "Sun, 21 March 2027, 02:30-03:00 (America/New_York, UTC-04:00) cannot be moved by -7 days: 02:30 does not exist on 2027-03-14 in America/New_York: the clocks go from 02:00 straight to 03:00",
      shiftDays: expect.any(String),
    });
  });

  it("are left out with a note when two become the same", () => {
    const { slots, notes } = copy(times(["2027-11-07T05:30:00Z", "2027-11-07T06:30:00Z"]));
    expect(slots).toEqual([{ startTime: "2027-11-14T06:30:00Z", duration: 30 }]);
    expect(notes).toEqual([{ path: "options.1", message: expect.stringContaining("left out") }]);
  });

  it("are refused, by name, when their length cannot be created", () => {
    const found = problems(times(["2027-03-09T14:00:00Z"], "America/New_York", 10));
    expect(found).toEqual({
      "options.0":
        "Tue, 9 March 2027, 09:00-09:10 (America/New_York, UTC-05:00) lasts 10 minutes; only slots of 15 to 1440 minutes can be created",
    });
    expect(Object.keys(problems(times(["2027-03-09T14:00:00Z"], null, 1441)))).toEqual(["options.0"]);
    expect(problems(times(["2027-03-09T14:00:00Z"], null, 15))).toEqual({});
    expect(problems(times(["2027-03-09T14:00:00Z"], null, 1440))).toEqual({});
  });

  it("are refused when there are none, and when there are more than a poll takes", () => {
    const row = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        new Date(Date.UTC(2027, 3, 1) + index * 86_400_000).toISOString().slice(0, 10),
      );
    expect(problems(days([]))).toEqual({ options: "the poll has no options" });
    expect(problems(days(row(100)))).toEqual({});
    expect(Object.keys(problems(days(row(101))))).toEqual(["options"]);
    expect(problems(days(row(501)))["options"]).toContain("501 entries");
  });

  it("are refused beyond the year 9999", () => {
    expect(problems(days(["9999-12-30"]))["options.0"]).toContain("more than four digits");
    expect(problems(times(["9999-12-30T09:00:00Z"]))["options.0"]).toContain("more than four digits");
  });
});

describe("options that would be in the past", () => {
  const poll = days(["2027-02-22", "2027-02-24"]);

  it("are refused with their number and the first of them", () => {
    expect(problems(poll)).toEqual({
      shiftDays: "after 7 days, 2 of 2 options are in the past, the first is Monday, 1 March 2027",
    });
    expect(problems(poll, { shiftDays: 13 })).toEqual({
      shiftDays: "after 13 days, 1 of 2 options is in the past, the first is Sunday, 7 March 2027",
    });
    expect(starts(poll, { shiftDays: 14 })).toEqual(["2027-03-08", "2027-03-10"]);
  });

  it("are left out with a note, unless all are", () => {
    const { slots, notes, movedDays } = copy(poll, { shiftDays: 13, past: "omit" });
    expect(slots).toEqual([{ date: "2027-03-09" }]);
    expect(notes).toEqual([
      { path: "options", message: "1 of 2 options were left out, since they are in the past" },
    ]);
    expect(movedDays).toBe(13);
    expect(Object.keys(problems(poll, { past: "omit" }))).toEqual(["shiftDays"]);
  });

  it("move on by whole shifts until all are ahead", () => {
    const { slots, notes, movedDays } = copy(poll, { past: "repeat" });
    expect(slots).toEqual([{ date: "2027-03-08" }, { date: "2027-03-10" }]);
    expect(movedDays).toBe(14);
    expect(notes).toEqual([
      { path: "shiftDays", message: "moved by 14 days, since options would still be in the past after 7" },
    ]);
    expect(copy(days(["2027-03-20"]), { past: "repeat" })).toMatchObject({ movedDays: 7, notes: [] });
    expect(copy(days(["1900-01-01"]), { past: "repeat", shiftDays: 1 }).slots).toEqual([
      { date: "2027-03-08" },
    ]);
    const year = times(["2020-03-09T13:00:00Z", "2020-03-15T13:00:00Z"]);
    expect(starts(year, { past: "repeat" })).toEqual(["2027-03-08T14:00:00Z", "2027-03-14T13:00:00Z"]);
  });

  it("cannot move on without a shift forward", () => {
    for (const shiftDays of [0, -7])
      expect(Object.keys(problems(poll, { past: "repeat", shiftDays }))).toEqual(["shiftDays"]);
  });

  it("are times that have begun, and floating times that have begun everywhere", () => {
    expect(starts(times(["2027-03-01T12:00:01Z"], "UTC"))).toEqual(["2027-03-08T12:00:01Z"]);
    expect(Object.keys(problems(times(["2027-03-01T12:00:00Z"], "UTC")))).toEqual(["shiftDays"]);
    expect(starts(times(["2027-03-01T00:00:01Z"], null))).toEqual(["2027-03-08T00:00:01Z"]);
    expect(Object.keys(problems(times(["2027-03-01T00:00:00Z"], null)))).toEqual(["shiftDays"]);
  });
});

describe("any copy of a poll of times", () => {
  const zones = [
    "America/New_York",
    "Europe/Berlin",
    "Australia/Lord_Howe",
    "America/St_Johns",
    "Asia/Kolkata",
  ];
  const minute = 60_000;
  const year = Date.parse("2027-01-01T00:00:00Z");

  it("has the same clock times on days that are all as far away, or is refused", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.array(fc.integer({ min: 0, max: 365 * 1440 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: -400, max: 400 }),
        (timeZone, minutes, shiftDays) => {
          const instants = minutes.map((at) => new Date(year + at * minute).toISOString());
          let copied: ReturnType<typeof copy>;
          try {
            copied = copy(times(instants, timeZone), { shiftDays, now: 0 });
          } catch (error) {
            expect(String(error)).toContain("does not exist");
            return;
          }
          const clock = (instant: string, days: number) => {
            const { date, time } = toLocal(instant, timeZone);
            return `${addDays(date, days)} ${time}`;
          };
          const expected = new Set(instants.map((instant) => clock(instant, shiftDays)));
          const found = copied.slots.map((slot) => ("date" in slot ? "" : clock(slot.startTime, 0)));
          expect(new Set(found)).toEqual(expected);
        },
      ),
      { numRuns: 300 },
    );
  });
});
