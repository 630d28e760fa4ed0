import { describe, expect, it } from "vitest";
import { readClockTime } from "../../zapier/form/clock.ts";
import { readDate } from "../../zapier/form/dates.ts";
import { readTime } from "../../zapier/form/times.ts";

const zones = ["America/New_York", "Europe/Berlin", "Asia/Kolkata", "Pacific/Auckland"];
const now = Date.parse("2027-01-15T10:00:30Z");

describe.each(zones)("dates written in %s", (timeZone) => {
  const clock = { now, timeZone };
  const same: [string, string][] = [
    ["a day", "2027-03-01"],
    ["a day with a time", "2027-03-01T23:30:00"],
    ["a day with a time and its offset", "2027-03-01T00:00:00-05:00"],
    ["an instant", "2027-03-01T23:59:59.000Z"],
    ["what Zapier makes of a day", "2027-03-01T09:00:00+13:00"],
    ["a day and a clock", "2027-03-01 22:00"],
    ["a day to count on from", "2027-02-22 +7d"],
    ["a day to count on from, without a blank", "2027-02-22+7d"],
    ["a moment with an offset to count on from, without a blank", "2027-02-22T08:00:00+01:00+1w"],
    ["a moment to count on from", "2027-02-15T23:30:00-05:00 +2w"],
    ["a day to count back from", "2027-03-03 -2D"],
  ];
  it.each(same)("keep the day as it was written: %s", (_name, text) => {
    expect(readDate(text, clock)).toEqual({ value: "2027-03-01" });
  });

  const refused: [string, string, RegExp][] = [
    ["an unreadable text that became the current time", "2027-01-15T10:00:31Z", /could not be read/],
    ["the current time with an offset", "2027-01-15T15:30:10+05:30", /could not be read/],
    ["a Unix time", "1803891600", /is a number/],
    ["a Unix time in milliseconds", "1803891600000", /is a number/],
    ["eight digits", "20270301", /is a number/],
    ["a day that does not exist", "2027-02-29", /not a day of the calendar/],
    ["another notation", "03/01/2027", /could not be read as a date/],
    ["words", "next Monday", /could not be read as a date/],
    ["a day gone by", "2026-12-24", /in the past/],
    ["a digit run that became a far century", "8393-07-04T09:00:00-05:00", /more than ten years ahead/],
    ["a digit run that became an old year", "1976-06-04T09:00:00-05:00", /in the past/],
    ["text after the day", "2027-03-01 or so", /could not be read as a date/],
    ["a count of hours", "2027-03-01 +24h", /could not be read as a date/],
    ["a count back into the past", "2027-01-20 -2w", /in the past/],
  ];
  it.each(refused)("are refused with the text itself: %s", (_name, text, reason) => {
    const reading = readDate(text, clock);
    expect(reading).toEqual({ problem: expect.stringMatching(reason) });
    expect(reading).toEqual({ problem: expect.stringContaining(`"${text}"`) });
  });

  it("may count on from this very moment, as a schedule brings it", () => {
    expect(readDate("2027-01-15T10:00:31Z +7d", clock)).toEqual({ value: "2027-01-22" });
  });

  it("may be today, even for those who are still in yesterday", () => {
    expect(readDate("2027-01-15", clock)).toEqual({ value: "2027-01-15" });
  });
});

describe.each(zones)("times written in %s", (timeZone) => {
  const clock = { now, timeZone };
  const read: [string, string, string][] = [
    ["a day and a clock", "2027-03-01 09:00", "2027-03-01T09:00"],
    ["ISO without an offset", "2027-03-01T09:00:00", "2027-03-01T09:00"],
    ["ISO with an offset", "2027-03-01T09:00:00-05:00", "2027-03-01T09:00-05:00"],
    ["an offset without a colon", "2027-03-01T09:00+0530", "2027-03-01T09:00+05:30"],
    ["an instant", "2027-03-01T09:00:00.000Z", "2027-03-01T09:00Z"],
    ["a short hour", "2027-03-01 9:05", "2027-03-01T09:05"],
    ["a 12-hour clock", "2027-03-01 5:30 PM", "2027-03-01T17:30"],
    ["an hour alone with am or pm", "2027-03-01 9am", "2027-03-01T09:00"],
  ];
  it.each(read)("are kept as they were meant: %s", (_name, text, start) => {
    expect(readTime(text, clock)).toEqual({ value: { start } });
  });

  const refused: [string, string, RegExp][] = [
    ["an unreadable text that became the current time", "2027-01-15T10:00:31Z", /could not be read/],
    ["the current time with an offset", "2027-01-15T05:00:45-05:00", /could not be read/],
    ["a day alone", "2027-03-01", /has no time of day/],
    ["a Unix time", "1803891600", /is a number/],
    ["a Unix time in milliseconds", "1803891600000", /is a number/],
    ["words", "tomorrow at nine", /could not be read as a date and time/],
    ["an hour that is none", "2027-03-01 25:00", /no time of day that can be read/],
    ["13 o'clock pm", "2027-03-01 13:00 pm", /no time of day that can be read/],
    ["a bare hour", "2027-03-01 9", /no time of day that can be read/],
    ["a day that does not exist", "2027-02-30 09:00", /not a day of the calendar/],
    ["a time gone by", "2026-11-02 09:00", /in the past/],
    ["a digit run that became a far century", "8393-07-04T09:00:00-05:00", /more than ten years ahead/],
    ["an end that is none", "2027-03-01 09:00 - noonish", /an end that can not be read/],
  ];
  it.each(refused)("are refused with the text itself: %s", (_name, text, reason) => {
    const reading = readTime(text, clock);
    expect(reading).toEqual({ problem: expect.stringMatching(reason) });
    expect(reading).toEqual({ problem: expect.stringContaining(`"${text}"`) });
  });
});

describe("a start with its end", () => {
  const clock = { now, timeZone: "Europe/Berlin" };
  const lengths: [string, number][] = [
    ["2027-03-01 09:00 - 10:30", 90],
    ["2027-03-01 09:00 – 09:45", 45],
    ["2027-03-01 9am to 1pm", 240],
    ["2027-03-01T22:00+01:00 - 00:30", 150],
    ["2027-03-27 23:00 - 04:00", 240],
    ["2027-10-30 23:00 - 04:00", 360],
  ];
  it.each(lengths)("lasts as long as it says, clock changes included: %s", (text, duration) => {
    expect(readTime(text, clock)).toEqual({ value: expect.objectContaining({ duration }) });
  });
});

describe("a time without any zone", () => {
  it("is past only when it has passed everywhere", () => {
    const clock = { now, timeZone: null };
    expect(readTime("2027-01-15 06:00", clock)).toEqual({ value: { start: "2027-01-15T06:00" } });
    expect(readTime("2027-01-14 06:00", clock)).toEqual({ problem: expect.stringMatching(/in the past/) });
  });
});

describe("a time of day", () => {
  const read: [string, string | undefined][] = [
    ["09:00", "09:00"],
    ["9:00", "09:00"],
    ["17.30", "17:30"],
    ["09:00:00", "09:00"],
    ["12am", "00:00"],
    ["12:15 p.m.", "12:15"],
    ["00:00", "00:00"],
    ["24:00", undefined],
    ["9", undefined],
    ["0900", undefined],
    ["9:60", undefined],
    ["9:00 m", undefined],
    ["noon", undefined],
    ["0am", undefined],
  ];
  it.each(read)("%s reads as %s", (text, time) => {
    expect(readClockTime(text)).toBe(time);
  });
});
