import { describe, expect, it } from "vitest";
import { type BusyCheck, createBusyCheck, PlanError } from "../../src/scheduling/index.ts";

type Busy = Parameters<typeof createBusyCheck>[0];

const zone = "Europe/Berlin";
/** A slot of half an hour in March 2027, in UTC. */
const slot = (start: string, duration = 30) => ({ startTime: `2027-03-${start}:00Z`, duration });
const day = (date: string) => ({ date: `2027-03-${date}` });

/** The dropped options, each with the start of what it collides with. */
function drop(busy: Busy, options: Parameters<BusyCheck>[0], timeZone: string | null = zone) {
  const { free, dropped, notes } = createBusyCheck(busy)(options, timeZone);
  expect(free.length + dropped.length).toBe(options.length);
  return {
    dropped: dropped.map(({ option }) => ("date" in option ? option.date : option.startTime).slice(8, 16)),
    with: dropped.map(({ busy }) => busy.start.slice(8, 16)),
    notes: notes.map(({ path, message }) => `${path}: ${message}`),
  };
}

function problemsOf(busy: Busy, timeZone: string | null = zone): string[] {
  try {
    createBusyCheck(busy)([slot("01T09:00")], timeZone);
  } catch (error) {
    if (error instanceof PlanError) return error.problems.map(({ path, message }) => `${path}: ${message}`);
  }
  return [];
}

describe("slots", () => {
  it("are dropped if a busy time overlaps them, and kept if it only touches them", () => {
    const busy = [{ start: "2027-03-01T10:00", end: "2027-03-01T11:00" }];
    const slots = [slot("01T08:30"), slot("01T08:31"), slot("01T09:15"), slot("01T09:59"), slot("01T10:00")];
    const result = drop(busy, slots);
    expect(result.dropped).toEqual(["01T08:31", "01T09:15", "01T09:59"]);
    expect(result.with).toEqual(["01T10:00", "01T10:00", "01T10:00"]);
  });

  it.each([
    ["wall-clock in the poll's zone", "2027-03-01T10:00", "2027-03-01 11:00"],
    ["UTC", "2027-03-01T09:00:00Z", "2027-03-01T10:00:00.000Z"],
    ["the offset of another zone", "2027-03-01T04:00:00-05:00", "2027-03-01T05:00:00-05:00"],
    ["an offset and the poll's zone", "2027-03-01T10:00:00+01:00", "2027-03-01T11:00"],
  ])("collide with an interval in %s", (_, start, end) => {
    const slots = [slot("01T08:30"), slot("01T09:00"), slot("01T09:30"), slot("01T10:00")];
    expect(drop([{ start, end }], slots).dropped).toEqual(["01T09:00", "01T09:30"]);
  });

  it.each([
    ["2027-03-28", undefined],
    ["2027-03-28", "2027-03-29"],
    ["2027-03-28T00:00:00.0000000", "2027-03-29T00:00:00.0000000"],
  ])("collide with a whole day in the poll's zone, as calendars write it: %s to %s", (start, end) => {
    // The day of the clock change has 23 hours, 27T23:00Z to 28T22:00Z.
    const slots = [slot("27T22:30"), slot("27T23:00"), slot("28T21:30"), slot("28T22:00")];
    expect(drop([{ start, end }], slots).dropped).toEqual(["27T23:00", "28T21:30"]);
  });

  it.each([
    [
      "twice",
      "2027-10-31T02:30",
      "2027-10-31T02:45",
      ["31T00:00", "31T00:30", "31T01:30", "31T02:00"],
      "31T00:30 31T01:30",
    ],
    ["never", "2027-03-28T02:15", "2027-03-28T02:30", ["28T00:30", "28T01:00", "28T01:30"], "28T01:00"],
    [
      "never, from its change to its change",
      "2027-03-28T02:00",
      "2027-03-28T03:00",
      ["28T00:30", "28T01:00"],
      "",
    ],
  ])("collide with the longer interval of times that the clock shows %s", (_, start, end, times, dropped) => {
    const month = start.slice(0, 8);
    const slots = times.map((time) => ({ startTime: `${month}${time}:00Z`, duration: 30 }));
    expect(drop([{ start, end }], slots).dropped.join(" ")).toBe(dropped);
  });

  it("collide with nothing that takes no time", () => {
    expect(
      drop([{ start: "2027-03-01T09:15Z", end: "2027-03-01T09:15Z" }], [slot("01T09:00")]).dropped,
    ).toEqual([]);
  });

  it("collide with a whole day until the first of two midnights", () => {
    const options = ["03:45", "04:00"].map((time) => ({ startTime: `2026-11-01T${time}:00Z`, duration: 15 }));
    const busy = [{ start: "2026-10-31", end: "2026-11-01" }];
    expect(drop(busy, options, "America/Havana").dropped).toEqual(["01T03:45"]);
  });

  it("of a floating poll collide with wall-clock times and days, and instants are refused", () => {
    const busy = [{ start: "2027-03-01T09:00", end: "2027-03-01T10:00" }, { start: "2027-03-02" }];
    expect(drop(busy, [slot("01T09:30"), slot("01T10:00"), slot("02T00:00")], null).dropped).toEqual([
      "01T09:30",
      "02T00:00",
    ]);
    expect(problemsOf([{ start: "2027-03-01T09:00Z", end: "2027-03-01T10:00" }], null)).toEqual([
      'busy.0.start: "2027-03-01T09:00Z" is an instant, but the poll\'s times are floating: give wall-clock times without Z or offset',
    ]);
  });
});

describe("days", () => {
  const days = [day("01"), day("02"), day("03"), day("04")];

  it("are dropped if they are busy as a whole; the end is the day after", () => {
    expect(drop([{ start: "2027-03-02", end: "2027-03-04" }], days).dropped).toEqual(["02", "03"]);
    expect(drop([{ start: "2027-03-04" }], days).with).toEqual(["04"]);
  });

  it("are kept for a time of day, with a note", () => {
    const busy = [{ start: "2027-03-02T08:00Z", end: "2027-03-02T20:00Z" }, { start: "2027-03-01" }];
    expect(drop(busy, days)).toEqual({
      dropped: ["01"],
      with: ["01"],
      notes: ["busy: 1 of 2 had a time of day and was not compared: only whole days block a day"],
    });
  });
});

describe("intervals that are refused", () => {
  const notTime = "is not a date and time that exists, written like 2027-03-01T09:00";
  it.each([
    ["2027-03-01T09:00", undefined, "end: is missing: times of day need start and end"],
    ["2027-03-01T09:00", "2027-03-01", 'end: "2027-03-01" has no time of day: write 2027-03-01T09:00'],
    ["2027-03-01", "2027-03-01T09:00", 'start: "2027-03-01" has no time of day: write 2027-03-01T09:00'],
    ["2027-03-01", "2027-03-01", "end: must be after start: it is the day after the last busy one"],
    ["2027-03-02", "2027-03-01", "end: must be after start"],
    ["2027-03-01T09:00", "2027-03-01T07:30Z", "end: is before start"],
    ["2027-02-30", "2027-03-01", `start: "2027-02-30" ${notTime}`],
    ["9 am", "10 am", `start: "9 am" ${notTime}`],
    ["2027-03-01T09:00 EST", "2027-03-01T10:00", 'start: "2027-03-01T09:00 EST" is not a date and time'],
    ["2027-03-01T09:00+09:17", "2027-03-01T10:00", "start: "],
  ])("%s to %s", (start, end, problem) => {
    expect(problemsOf([{ start, end }])[0]).toContain(`busy.0.${problem}`);
  });

  it("are all named", () => {
    const bad = { start: "soon", end: "later" };
    const problems = problemsOf([bad, { start: "2027-03-01" }, bad]);
    const paths = problems.map((problem) => problem.split(":")[0]);
    expect(paths).toEqual(["busy.0.start", "busy.0.end", "busy.2.start", "busy.2.end"]);
  });
});

it("busy times with unknown names are problems with their paths", () => {
  const busy = [{ start: "2027-03-01", ends: "2027-03-02" }];
  expect(() => createBusyCheck(busy)).toThrow(
    new PlanError([{ path: "busy.0.ends", message: "unknown field" }]),
  );
});
