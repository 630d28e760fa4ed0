/** Durations of slots, their defaults, and the number of slots. */
import { describe, expect, it } from "vitest";
import { PlanError, type PollRequest } from "../../src/scheduling/index.ts";
import { plan } from "./planning.ts";

const bare = { title: "Sync", kind: "time", timeZone: "America/New_York" } as const;
const start = "2027-03-01 09:00";
const morning = { startDate: "2027-03-01", endDate: "2027-03-01", from: "09:00", to: "17:00" };

/** Problems as a list, to show duplicates. */
function list(request: PollRequest) {
  try {
    plan(request);
  } catch (error) {
    if (error instanceof PlanError) return error.problems.map(({ path, message }) => `${path}: ${message}`);
    throw error;
  }
  return [];
}

describe("a shared duration", () => {
  const wrong = "duration: must be a whole number of minutes from 15 to 1440";
  it.each([
    [14, [wrong]],
    [15, []],
    [15.5, [wrong]],
    [120, []],
    [1441, [wrong]],
  ])("of %s minutes is checked once", (duration, expected) => {
    expect(list({ ...bare, duration, times: [{ start }, { start: "2027-03-02 09:00" }] })).toEqual(expected);
    const hours = { ...morning, to: "11:00" };
    expect(list({ ...bare, duration, windows: [hours, { ...hours, from: "08:00" }] })).toEqual(expected);
  });

  it("can be a whole day", () => {
    expect(list({ ...bare, duration: 1440, times: [{ start }] })).toEqual([]);
  });

  it("is reported once if wrong, not again for each time", () => {
    expect(list({ ...bare, duration: 0, times: [{ start }] })).toEqual([wrong]);
  });

  it("is required for windows, or if no time has its own", () => {
    const asked = ["duration: is needed: how many minutes each slot lasts"];
    expect(list({ ...bare, windows: [morning] })).toEqual(asked);
    expect(list({ ...bare, times: [{ start }] })).toEqual(asked);
  });

  it("is not required without times and windows", () => {
    expect(list(bare)).toEqual(["times: needs at least one time, or one window in windows"]);
  });
});

describe("a time's own duration", () => {
  const wrong = "times.0.duration: must be a whole number of minutes from 15 to 1440";
  it.each([
    [0, [wrong]],
    [1, [wrong]],
    [14, [wrong]],
    [15, []],
    [15.5, [wrong]],
    [1440, []],
    [1441, [wrong]],
  ])("of %s minutes is checked", (duration, expected) => {
    expect(list({ ...bare, times: [{ start, duration }] })).toEqual(expected);
  });

  it("is required if other times have one", () => {
    const times = [{ start, duration: 30 }, { start: "2027-03-02 09:00" }];
    expect(list({ ...bare, times })).toEqual([
      "times.1.duration: is needed, since there is no shared duration: how many minutes this slot lasts",
    ]);
  });
});

describe("the number of slots", () => {
  const daily = (count: number, duration: number) =>
    Array.from({ length: count }, (_, day) => ({
      start: new Date(Date.UTC(2027, 0, 1 + day, 12)).toISOString().slice(0, 16),
      duration,
    }));

  it("is limited for times with their own durations", () => {
    expect(list({ ...bare, times: daily(100, 45) })).toEqual([]);
    expect(list({ ...bare, times: daily(101, 45) })).toEqual([
      "times: makes 101 options in all; a poll takes at most 100: leave out 1",
    ]);
  });

  it("is given up to 5,000 for all windows together", () => {
    const window = (year: number, days: number) => ({
      startDate: `${year}-01-01`,
      endDate: new Date(Date.UTC(year, 0, days)).toISOString().slice(0, 10),
      from: "08:00",
      to: "13:00",
      interval: 30,
    });
    const request = { ...bare, timeZone: "UTC", duration: 30 };
    const [three, two] = [window(2027, 300), window(2028, 200)];
    expect(list({ ...request, windows: [three, { ...two, endDate: "2028-07-17" }] })).toEqual([
      "windows: makes 4990 options in all; a poll takes at most 100: leave out 4890",
    ]);
    expect(list({ ...request, windows: [three, window(2028, 201)] })).toEqual([
      "windows: makes more than 5000 options in all; a poll takes at most 100: leave out more than 4900",
    ]);
  });

  it("does not count duplicates, and each note names the first", () => {
    const { notes } = plan({ ...bare, duration: 30, times: [{ start }, { start }, { start }] });
    const message = "is the same slot as times.0, so it was left out";
    expect(notes).toEqual([
      { path: "times.1", message },
      { path: "times.2", message },
    ]);
  });
});

describe("a wrong window", () => {
  it("is reported once for each field, with the problems of other windows", () => {
    const backwards = { ...morning, endDate: "2027-02-28" };
    const gap = { startDate: "2027-03-14", endDate: "2027-03-14", from: "02:30", to: "04:00" };
    const paths = list({ ...bare, duration: 30, windows: [backwards, gap, morning] }).map(
      (problem) => problem.split(": ")[0],
    );
    expect(paths).toEqual(["windows.0.endDate", "windows.1.from"]);
  });
});

describe("a zone", () => {
  it.each([
    ["EST5EDT", "abbreviation"],
    ["est", "abbreviation"],
    ["CET", "abbreviation"],
    ["Atlantis", "not an IANA time zone"],
    ["UTC+2", "not an IANA time zone"],
  ])("%s is refused: %s", (timeZone, what) => {
    const [problem, ...others] = list({ ...bare, timeZone, duration: 30, times: [{ start }] });
    expect(problem).toContain(
      `timeZone: "${timeZone}" is ${what === "abbreviation" ? "an abbreviation" : what}`,
    );
    expect(others).toEqual([]);
  });

  it("is omitted from the body if undefined, and so is a duration", () => {
    const { body } = plan({ title: "x", kind: "time", times: [{ start, duration: 30 }] });
    expect(Object.keys(body).sort()).toEqual(["kind", "options", "title"]);
  });
});
