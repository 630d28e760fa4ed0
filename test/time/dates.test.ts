import { describe, expect, it } from "vitest";
import {
  addDays,
  addMinutes,
  daysBetween,
  isCalendarDate,
  isClockTime,
  nextDay,
  toInstant,
  toLocal,
  toOffsetDateTime,
  weekdayOf,
  weekdays,
} from "../../src/time/index.ts";

describe("calendar dates", () => {
  it.each(["2027-01-01", "2028-02-29", "2000-02-29", "2027-12-31"])("%s exists", (date) => {
    expect(isCalendarDate(date)).toBe(true);
  });

  it.each([
    "2027-02-29",
    "2100-02-29",
    "2027-13-01",
    "2027-00-10",
    "2027-04-31",
    "2027-4-3",
    "27-04-03",
    "2027-03-01T00:00",
    "20270301",
    "2027-03-01 ",
    "2027-03-01\n",
    "+002027-03-01",
    "２０２７-03-01",
    "",
  ])("%j does not", (date) => {
    expect(isCalendarDate(date)).toBe(false);
  });

  it("are counted across months, leap days and years", () => {
    expect(nextDay("2027-02-28")).toBe("2027-03-01");
    expect(nextDay("2028-02-28")).toBe("2028-02-29");
    expect(nextDay("2027-12-31")).toBe("2028-01-01");
    expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
    expect(daysBetween("2027-12-31", "2028-12-31")).toBe(366);
    expect(daysBetween("2027-03-02", "2027-03-01")).toBe(-1);
  });

  it("fall on the weekday of the calendar", () => {
    const week = [
      "2027-03-01",
      "2027-03-02",
      "2027-03-03",
      "2027-03-04",
      "2027-03-05",
      "2027-03-06",
      "2027-03-07",
    ];
    expect(week.map(weekdayOf)).toEqual(weekdays);
    expect(weekdayOf("2028-02-29")).toBe("tue");
  });
});

describe("clock times", () => {
  it.each(["00:00", "09:05", "19:59", "23:59"])("%s is valid", (time) => {
    expect(isClockTime(time)).toBe(true);
  });

  it.each(["24:00", "9:00", "12:60", "12:00:00", "1200", "12:0", "", "ab:cd", "-1:00", "12:00\n", "112:00"])(
    "%j is none",
    (time) => {
      expect(isClockTime(time)).toBe(false);
    },
  );
});

describe("instants", () => {
  it.each([
    [
      "2027-03-01T03:30:00Z",
      "Asia/Kolkata",
      { date: "2027-03-01", time: "09:00", offset: "+05:30", weekday: "mon" },
    ],
    [
      "2027-03-01T04:30:00.000Z",
      "America/New_York",
      { date: "2027-02-28", time: "23:30", offset: "-05:00", weekday: "sun" },
    ],
    [
      "2027-07-01T12:00:00Z",
      "Europe/London",
      { date: "2027-07-01", time: "13:00", offset: "+01:00", weekday: "thu" },
    ],
    [
      "2027-12-31T11:00:00Z",
      "Pacific/Auckland",
      { date: "2028-01-01", time: "00:00", offset: "+13:00", weekday: "sat" },
    ],
    ["2027-01-01T00:00:00Z", "UTC", { date: "2027-01-01", time: "00:00", offset: "+00:00", weekday: "fri" }],
  ])("%s shows in %s its date, time, offset and weekday", (instant, timeZone, shown) => {
    expect(toLocal(instant, timeZone)).toEqual(shown);
  });

  it("are formatted with the offset of a zone", () => {
    expect(toOffsetDateTime("2027-03-01T14:00:00.000Z", "America/New_York")).toBe(
      "2027-03-01T09:00:00-05:00",
    );
    expect(toOffsetDateTime("2027-11-07T05:30:00Z", "America/New_York")).toBe("2027-11-07T01:30:00-04:00");
    expect(toOffsetDateTime("2027-11-07T06:30:00Z", "America/New_York")).toBe("2027-11-07T01:30:00-05:00");
    expect(toOffsetDateTime("2027-03-01T14:00:00Z", "UTC")).toBe("2027-03-01T14:00:00+00:00");
  });

  it("are moved by elapsed minutes across clock changes", () => {
    expect(addMinutes("2027-03-14T06:30:00Z", 60)).toBe("2027-03-14T07:30:00Z");
    expect(addMinutes("2028-01-01T00:15:00.000Z", -30)).toBe("2027-12-31T23:45:00Z");
    expect(addMinutes("2027-03-01T14:00:00Z", 90.5)).toBe("2027-03-01T15:30:30Z");
    expect(addMinutes("2027-03-01T14:00:00Z", 1 / 3)).toBe("2027-03-01T14:00:20Z");
  });

  it("have one notation", () => {
    expect(toInstant("2027-03-01T09:00:00.000-05:00")).toBe("2027-03-01T14:00:00Z");
    expect(toInstant("2027-03-01T09:00:00.250Z")).toBe("2027-03-01T09:00:00.25Z");
    expect(() => toInstant("2027-03-01T09:00:00")).toThrow(RangeError);
  });
});
