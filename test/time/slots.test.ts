import { describe, expect, it } from "vitest";
import { PlanError, type Problem } from "../../src/problem.ts";
import { type ExpansionOptions, expandGenerator, type SlotGenerator, toLocal } from "../../src/time/index.ts";

const week: SlotGenerator = {
  startDate: "2027-03-01",
  endDate: "2027-03-05",
  days: ["mon", "tue", "wed", "thu", "fri"],
  from: "09:00",
  to: "12:00",
};
const newYork: ExpansionOptions = { timeZone: "America/New_York", duration: 30 };

function clockTimes(generator: SlotGenerator, options: ExpansionOptions): string[] {
  const { slots } = expandGenerator(generator, options);
  return slots.map(({ startTime }) => toLocal(startTime, options.timeZone ?? "UTC").time);
}

function oneDay(date: string, from: string, to: string): SlotGenerator {
  return { startDate: date, endDate: date, from, to };
}

/** What is wrong with a generator. */
function refusals(generator: SlotGenerator, options: ExpansionOptions): readonly Problem[] {
  try {
    expandGenerator(generator, options);
    return [];
  } catch (error) {
    if (error instanceof PlanError) return error.problems;
    throw error;
  }
}

const refusal = (generator: SlotGenerator, options: ExpansionOptions) => refusals(generator, options)[0];

describe("the contract's worked example", () => {
  it("gives 09:00, 10:00 and 11:00 in New York on five days", () => {
    const { slots, notes } = expandGenerator({ ...week, interval: 60 }, newYork);
    expect(slots).toHaveLength(15);
    expect(slots.slice(0, 4)).toEqual([
      { startTime: "2027-03-01T14:00:00Z", duration: 30 },
      { startTime: "2027-03-01T15:00:00Z", duration: 30 },
      { startTime: "2027-03-01T16:00:00Z", duration: 30 },
      { startTime: "2027-03-02T14:00:00Z", duration: 30 },
    ]);
    expect(notes).toEqual([]);
  });

  it("gives six a day without an interval", () => {
    expect(expandGenerator(week, newYork).slots).toHaveLength(30);
    expect(clockTimes({ ...week, endDate: "2027-03-01" }, newYork)).toEqual([
      "09:00",
      "09:30",
      "10:00",
      "10:30",
      "11:00",
      "11:30",
    ]);
  });
});

describe("expansion", () => {
  it("includes the slot that ends at the window's end, and none that ends later", () => {
    expect(clockTimes(oneDay("2027-03-01", "09:00", "10:00"), newYork)).toEqual(["09:00", "09:30"]);
    expect(clockTimes(oneDay("2027-03-01", "09:00", "09:59"), newYork)).toEqual(["09:00"]);
    expect(clockTimes({ ...oneDay("2027-03-01", "09:00", "10:00"), interval: 45 }, newYork)).toEqual([
      "09:00",
    ]);
  });

  it("overlaps slots if the interval is shorter than the duration", () => {
    const options = { ...newYork, duration: 60 };
    expect(clockTimes({ ...oneDay("2027-03-01", "09:00", "10:30"), interval: 15 }, options)).toEqual([
      "09:00",
      "09:15",
      "09:30",
    ]);
  });

  it("uses all seven days by default, each once", () => {
    const fortnight = { ...oneDay("2027-03-01", "09:00", "09:30"), endDate: "2027-03-14" };
    expect(expandGenerator(fortnight, { ...newYork, timeZone: null }).slots).toHaveLength(14);
    const sundays = expandGenerator(
      { ...fortnight, days: ["sun", "sun"] },
      { ...newYork, timeZone: null },
    ).slots;
    expect(sundays.map(({ startTime }) => startTime)).toEqual([
      "2027-03-07T09:00:00Z",
      "2027-03-14T09:00:00Z",
    ]);
  });

  it("crosses leap days and years", () => {
    const dates = (startDate: string, endDate: string) =>
      expandGenerator(
        { startDate, endDate, from: "12:00", to: "12:30" },
        { ...newYork, timeZone: "Asia/Kolkata" },
      ).slots.map(({ startTime }) => startTime.slice(0, 10));
    expect(dates("2028-02-28", "2028-03-01")).toEqual(["2028-02-28", "2028-02-29", "2028-03-01"]);
    expect(dates("2027-12-31", "2028-01-01")).toEqual(["2027-12-31", "2028-01-01"]);
  });

  it("treats a floating window as UTC", () => {
    const { slots } = expandGenerator(oneDay("2027-03-28", "01:30", "02:30"), { ...newYork, timeZone: null });
    expect(slots.map(({ startTime }) => startTime)).toEqual(["2027-03-28T01:30:00Z", "2027-03-28T02:00:00Z"]);
  });

  it("keeps the wall clock on both sides of a change", () => {
    const options = { ...newYork, timeZone: "Pacific/Auckland" };
    const { slots } = expandGenerator(
      { ...oneDay("2027-04-03", "14:00", "14:30"), endDate: "2027-04-05" },
      options,
    );
    expect(slots.map(({ startTime }) => startTime)).toEqual([
      "2027-04-03T01:00:00Z",
      "2027-04-04T02:00:00Z",
      "2027-04-05T02:00:00Z",
    ]);
  });

  it("counts elapsed minutes, so that the day of a clock change has an hour more or less", () => {
    const hourly = { ...newYork, duration: 60 };
    expect(clockTimes(oneDay("2027-03-14", "00:00", "05:00"), hourly)).toEqual([
      "00:00",
      "01:00",
      "03:00",
      "04:00",
    ]);
    expect(clockTimes(oneDay("2027-11-07", "00:00", "03:00"), hourly)).toEqual([
      "00:00",
      "01:00",
      "01:00",
      "02:00",
    ]);
    const lordHowe = { ...hourly, timeZone: "Australia/Lord_Howe", duration: 30 };
    expect(clockTimes(oneDay("2027-10-03", "01:30", "03:00"), lordHowe)).toEqual(["01:30", "02:30"]);
    expect(clockTimes(oneDay("2027-04-04", "01:00", "02:00"), lordHowe)).toEqual(["01:00", "01:30", "01:30"]);
  });

  it("stops at a limit", () => {
    expect(expandGenerator(week, { ...newYork, limit: 29 }).slots).toHaveLength(29);
  });

  it("expands the largest possible generator", () => {
    const { slots } = expandGenerator(
      { startDate: "2027-01-01", endDate: "2027-12-31", from: "00:00", to: "23:59" },
      { ...newYork, duration: 15 },
    );
    // 95 slots fit between 00:00 and 23:59; one day has an hour less and one an hour more.
    expect(slots).toHaveLength(365 * 95);
  });
});

describe("a window's edge at a clock change", () => {
  it("is refused in a gap, naming the first date and time that do not exist", () => {
    const days = { startDate: "2027-03-12", endDate: "2027-03-16" };
    expect(refusal({ ...days, from: "02:30", to: "04:00" }, newYork)).toMatchObject({
      path: "from",
      message:
        "02:30 does not exist on 2027-03-14 in America/New_York: the clocks go from 02:00 straight to 03:00",
    });
    expect(refusal({ ...days, from: "01:00", to: "02:30" }, newYork)).toMatchObject({ path: "to" });
    const apia = refusal(oneDay("2011-12-30", "09:00", "10:00"), { ...newYork, timeZone: "Pacific/Apia" });
    expect(apia?.message).toBe(
      "09:00 does not exist on 2011-12-30 in Pacific/Apia: the clocks go from 2011-12-30 00:00 straight to 2011-12-31 00:00",
    );
  });

  it("is refused in an overlap with overlaps: refuse", () => {
    expect(refusal(oneDay("2027-11-07", "01:30", "02:30"), { ...newYork, overlaps: "refuse" })).toMatchObject(
      {
        path: "from",
        message: "01:30 happens twice on 2027-11-07 in America/New_York",
      },
    );
  });

  it("is the earlier instant in an overlap with a note that names both offsets", () => {
    const { slots, notes } = expandGenerator(oneDay("2027-11-07", "01:30", "02:30"), newYork);
    expect(slots.map(({ startTime }) => startTime)).toEqual([
      "2027-11-07T05:30:00Z",
      "2027-11-07T06:00:00Z",
      "2027-11-07T06:30:00Z",
      "2027-11-07T07:00:00Z",
    ]);
    const message =
      "01:30 happens twice on 2027-11-07 in America/New_York: taken as the earlier (UTC-04:00), not the later (UTC-05:00)";
    expect(notes).toEqual([{ path: "from", message }]);
    expect(expandGenerator(oneDay("2027-11-07", "00:30", "01:30"), newYork).notes).toMatchObject([
      { path: "to" },
    ]);
  });

  it("may leave no room on the only day", () => {
    const problem = refusal(oneDay("2027-03-14", "01:00", "03:30"), { ...newYork, duration: 120 });
    expect(problem).toMatchObject({ path: "to", message: expect.stringContaining("clocks change") });
  });
});

describe("a generator is refused, naming the field, when", () => {
  const context = { timeZone: "America/New_York", duration: 30 };
  it.each<[string, Partial<SlotGenerator>, string, string]>([
    ["startDate does not exist", { startDate: "2027-02-29" }, "startDate", "calendar date"],
    ["endDate does not exist", { endDate: "2027-04-31" }, "endDate", "calendar date"],
    ["it ends before it starts", { endDate: "2027-02-28" }, "endDate", "before startDate"],
    ["it spans 366 days", { endDate: "2028-03-01" }, "endDate", "less than 366 days"],
    ["it lists no day", { days: [] }, "days", "at least one"],
    ["it lists only days outside the range", { days: ["sat", "sun"] }, "days", "none of sat, sun"],
    ["from is no clock time", { from: "9:00" }, "from", "HH:mm"],
    ["to is no clock time", { to: "24:30" }, "to", "HH:mm"],
    ["to equals from", { to: "09:00" }, "to", "later than from"],
    ["to is before from", { to: "08:00" }, "to", "later than from"],
    ["the window is shorter than the duration", { to: "09:29" }, "to", "29 minutes"],
    ["the interval is too short", { interval: 14 }, "interval", "15 to 1440"],
    ["the interval is too long", { interval: 1441 }, "interval", "15 to 1440"],
    ["the interval is not whole", { interval: 30.5 }, "interval", "15 to 1440"],
  ])("%s", (_, change, path, words) => {
    const generator = { ...week, ...change };
    const problems = [{ path, message: expect.stringContaining(words) }];
    expect(refusals(generator, context)).toMatchObject(problems);
  });

  it("a day is misspelt", () => {
    for (const days of [JSON.parse('["monday"]'), JSON.parse('["mon", "monday"]')])
      expect(refusals({ ...week, days }, context)).toMatchObject([
        { path: "days", message: "must list at least one of mon, tue, wed, thu, fri, sat, sun" },
      ]);
  });

  it("the duration or the zone is wrong", () => {
    for (const duration of [0, 14, 1441, 22.5, Number.NaN]) {
      expect(refusal(week, { ...context, duration })).toMatchObject({ path: "duration" });
    }
    for (const timeZone of ["PST", "+02:00", "EST", "PST8PDT"])
      expect(refusals(week, { timeZone, duration: 30 })).toMatchObject([
        { path: "timeZone", message: expect.stringContaining("not the IANA time zone of a place") },
      ]);
  });

  it("several fields are wrong, all of them at once", () => {
    const generator = {
      ...week,
      startDate: "soon",
      endDate: "later",
      from: "noon",
      to: "25:00",
      interval: 0,
    };
    expect(refusals(generator, context).map(({ path }) => path)).toEqual([
      "interval",
      "startDate",
      "endDate",
      "from",
      "to",
    ]);
  });

  it("and is accepted at the limit of each rule", () => {
    const long: SlotGenerator = { ...week, startDate: "2027-03-01", endDate: "2028-02-29", interval: 1440 };
    const short = { ...week, endDate: "2027-03-01", interval: 15 };
    const sunday: SlotGenerator = { ...week, startDate: "2027-03-01", endDate: "2027-03-07", days: ["sun"] };
    expect(refusal(long, { ...context, duration: 180 })).toBeUndefined();
    expect(refusal(short, { timeZone: null, duration: 15 })).toBeUndefined();
    expect(refusal(sunday, context)).toBeUndefined();
  });
});

describe("a window that ends at 24:00", () => {
  const options = { ...newYork, duration: 60 };

  it("ends with its day", () => {
    expect(clockTimes(oneDay("2027-03-01", "22:00", "24:00"), options)).toEqual(["22:00", "23:00"]);
    expect(clockTimes(oneDay("2027-03-01", "00:00", "24:00"), { ...options, duration: 1440 })).toEqual([
      "00:00",
    ]);
  });

  it("has the hours that the day has when clocks change", () => {
    expect(clockTimes(oneDay("2027-03-14", "00:00", "24:00"), options)).toHaveLength(23);
    expect(clockTimes(oneDay("2027-11-07", "00:00", "24:00"), options)).toHaveLength(25);
  });

  it("ends where the clocks skip midnight", () => {
    const cairo = { ...options, timeZone: "Africa/Cairo" };
    expect(clockTimes(oneDay("2027-04-29", "22:00", "24:00"), cairo)).toEqual(["22:00", "23:00"]);
  });

  it("is rejected as a start, and later", () => {
    expect(refusal(oneDay("2027-03-01", "24:00", "24:00"), options)?.path).toBe("from");
    expect(refusal(oneDay("2027-03-01", "22:00", "24:30"), options)?.path).toBe("to");
  });
});
