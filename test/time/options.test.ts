import { describe, expect, it } from "vitest";
import { daysBetween, isClockTime } from "../../src/time/days.ts";
import {
  addDays,
  formatDate,
  formatOption,
  getOptionInterval,
  isCalendarDate,
  weekdayOf,
} from "../../src/time/index.ts";

describe("a calendar date", () => {
  it.each(["2027-01-01", "2028-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])("%s exists", (date) => {
    expect(isCalendarDate(date)).toBe(true);
  });

  it.each([
    "2027-02-29",
    "2100-02-29",
    "2027-13-01",
    "2027-00-10",
    "2027-04-31",
    "2027-4-3",
    "2027-03-01T00:00",
    "20270301",
    "2027-03-01\n",
    "２０２７-03-01",
    "",
  ])("%j does not exist", (date) => {
    expect(isCalendarDate(date)).toBe(false);
  });

  it("is counted across months, leap days and years", () => {
    expect(addDays("2027-12-31", 1)).toBe("2028-01-01");
    expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
    expect(daysBetween("2027-12-31", "2028-12-31")).toBe(366);
    expect(daysBetween("2027-03-02", "2027-03-01")).toBe(-1);
    expect(weekdayOf("2028-02-29")).toBe("tue");
  });
});

it.each([
  ["00:00", true],
  ["23:59", true],
  ["24:00", false],
  ["9:00", false],
  ["12:60", false],
  ["12:00:00", false],
  ["12:00\n", false],
])("that %j is a time of day is %s", (time, expected) => {
  expect(isClockTime(time)).toBe(expected);
});

describe("an option is past", () => {
  const evening = { startTime: "2027-03-01T18:00:00Z", duration: 60 };
  const day = { date: "2027-03-01" };
  it.each([
    ["in a zone: at its instant", evening, "America/Los_Angeles", undefined, "03-01T18:00", "03-01T19:00"],
    ["floating: where it comes last", evening, null, undefined, "03-02T06:00", "03-02T07:00"],
    ["floating: in the person's zone", evening, null, "America/Los_Angeles", "03-02T02:00", "03-02T03:00"],
    ["floating: in UTC for the service", evening, null, "UTC", "03-01T18:00", "03-01T19:00"],
    ["a day: where it comes last", day, null, undefined, "03-01T12:00", "03-02T12:00"],
    ["a day: in the person's zone", day, null, "Pacific/Auckland", "02-28T11:00", "03-01T11:00"],
    ["a day: not in the poll's zone", day, "Asia/Tokyo", "UTC", "03-01T00:00", "03-02T00:00"],
    ["a day with 23 hours", { date: "2027-03-14" }, null, "America/New_York", "03-14T05:00", "03-15T04:00"],
  ])("%s", (_, option, timeZone, floatingZone, start, end) => {
    const interval = getOptionInterval(option, timeZone, floatingZone);
    expect(interval).toEqual({ start: Date.parse(`2027-${start}:00Z`), end: Date.parse(`2027-${end}:00Z`) });
  });
});

describe("formatDate", () => {
  it("returns the same in every zone of the machine", () => {
    const zone = process.env["TZ"];
    try {
      for (const place of ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Africa/Cairo"]) {
        process.env["TZ"] = place;
        expect(formatDate("2027-04-30")).toBe("Friday, 30 April 2027");
      }
    } finally {
      if (zone === undefined) delete process.env["TZ"];
      else process.env["TZ"] = zone;
    }
  });
});

describe("formatOption", () => {
  const newYork = "America/New_York";
  const morning = { startTime: "2027-03-01T14:00:00.000Z", duration: 30 };
  const night = { startTime: "2027-12-31T22:30:00Z", duration: 60 };
  const change = { startTime: "2027-03-14T06:30:00Z", duration: 60 };
  const day = { date: "2028-02-29" };
  it.each([
    ["long", "a slot", morning, newYork, "Mon, 1 March 2027, 09:00-09:30 (America/New_York, UTC-05:00)"],
    ["long", "a floating slot", morning, null, "Mon, 1 March 2027, 14:00-14:30"],
    ["long", "a slot in UTC", morning, "UTC", "Mon, 1 March 2027, 14:00-14:30 (UTC)"],
    [
      "long",
      "a slot over midnight",
      night,
      "Europe/Berlin",
      "Fri, 31 December 2027, 23:30 - Sat, 1 January 2028, 00:30 (Europe/Berlin, UTC+01:00)",
    ],
    [
      "long",
      "a slot in which the clocks change",
      change,
      newYork,
      "Sun, 14 March 2027, 01:30-03:30 (America/New_York, UTC-05:00 to UTC-04:00)",
    ],
    ["long", "a day", day, "Pacific/Pago_Pago", "Tuesday, 29 February 2028"],
    ["short", "a slot", morning, newYork, "Mon 1 Mar 2027, 09:00-09:30"],
    ["short", "a day", day, null, "Tue 29 Feb 2028"],
    ["iso", "a slot", morning, newYork, "Mon 2027-03-01 09:00–09:30 -05:00"],
    ["iso", "a floating slot", morning, null, "Mon 2027-03-01 14:00–14:30"],
    [
      "iso",
      "a slot over midnight",
      night,
      "Europe/Berlin",
      "Fri 2027-12-31 23:30–Sat 2028-01-01 00:30 +01:00",
    ],
    ["iso", "a slot in which the clocks change", change, newYork, "Sun 2027-03-14 01:30 -05:00–03:30 -04:00"],
    ["iso", "a day", day, null, "Tue 2028-02-29"],
  ] as const)("writes in the %s style %s", (style, _, option, timeZone, text) => {
    expect(formatOption(option, timeZone, { style })).toBe(text);
  });

  it.each([
    [
      { startTime: "9999-12-31T23:30:00Z", duration: 60 },
      "UTC",
      "Fri, 31 December 9999, 23:30 - Sat, 1 January 10000, 00:30 (UTC)",
    ],
    [
      { startTime: "0001-01-01T00:00:00Z", duration: 60 },
      "America/New_York",
      "Sun, 31 December 0, 19:03-20:03 (America/New_York, UTC-04:56:02)",
    ],
    [
      { startTime: "9999-12-31T23:30:00Z", duration: 60 },
      null,
      "Fri, 31 December 9999, 23:30 - Sat, 1 January 10000, 00:30",
    ],
  ])("writes the ends of the calendar: %j in %s", (option, timeZone, text) => {
    expect(formatOption(option, timeZone)).toBe(text);
    const { start, end } = getOptionInterval(option, timeZone);
    expect(end - start).toBe(3_600_000);
  });
});
