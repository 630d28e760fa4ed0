/** Times and ranges as people write them in a field: one start and duration, or a problem. */
import { describe, expect, it } from "vitest";
import { accountZones, enteredAt, parseSlot } from "./parse.ts";

describe.each(accountZones)("a time in %s", (timeZone) => {
  const context = { now: enteredAt, timeZone };
  it.each([
    ["2027-03-01 09:00", "2027-03-01T09:00"],
    ["2027-03-01T09:00:00", "2027-03-01T09:00"],
    ["2027-03-01T09:00:00-05:00", "2027-03-01T09:00-05:00"],
    ["2027-03-01T04:00:00-05:00", "2027-03-01T04:00-05:00"],
    ["2027-03-01T14:00-05:00", "2027-03-01T14:00-05:00"],
    ["2027-03-01T14:00+01:00", "2027-03-01T14:00+01:00"],
    ["2027-03-01 14:00+01:00", "2027-03-01T14:00+01:00"],
    ["2027-03-01T09:00+0530", "2027-03-01T09:00+05:30"],
    ["2027-03-01T09:00:00.000Z", "2027-03-01T09:00+00:00"],
    ["20270301T090000Z", "2027-03-01T09:00+00:00"],
    ["2027-03-01 09:00 UTC", "2027-03-01T09:00+00:00"],
    ["Mon, 01 Mar 2027 09:00:00 GMT", "2027-03-01T09:00+00:00"],
    ["Mon Mar 01 2027 09:00:00 GMT-0500 (Eastern Standard Time)", "2027-03-01T09:00-05:00"],
    ["at 9am on March 1, 2027", "2027-03-01T09:00"],
    ["2027-03-01 09:00h", "2027-03-01T09:00"],
    ["2027-03-01T09:00[Europe/Berlin]", "2027-03-01T09:00+01:00"],
    ["2027-03-01 09:00 America/New_York", "2027-03-01T09:00-05:00"],
    ["2027-03-01T09:00:30", "2027-03-01T09:00:30"],
    ["2027-03-01 9:05", "2027-03-01T09:05"],
    ["2027-03-01 9.05", "2027-03-01T09:05"],
    ["2027-03-01 5:30 PM", "2027-03-01T17:30"],
    ["2027-03-01 5:30\u202fPM", "2027-03-01T17:30"],
    ["2027-03-01 9am", "2027-03-01T09:00"],
    ["2027-03-01 9 a.m.", "2027-03-01T09:00"],
    ["2027-03-01 12am", "2027-03-01T00:00"],
    ["2027-03-01 12:15 p.m.", "2027-03-01T12:15"],
    ["2027-03-01 15h30", "2027-03-01T15:30"],
    ["2027-03-01 16h", "2027-03-01T16:00"],
    ["2027-03-01 noon", "2027-03-01T12:00"],
    ["2027-03-01, 09:00", "2027-03-01T09:00"],
    ["2027/03/01 09:00", "2027-03-01T09:00"],
    ["Mar 01, 2027 09:00AM", "2027-03-01T09:00"],
    ["March 1, 2027 at 9:00 AM", "2027-03-01T09:00"],
    ["Monday, March 1, 2027 9:00 AM", "2027-03-01T09:00"],
    ["9:00 AM, March 1, 2027", "2027-03-01T09:00"],
    ["2027-02-22 09:00 +7d", "2027-03-01T09:00"],
  ])("is accepted with one meaning: %s", (text, start) => {
    expect(parseSlot(text, context)).toEqual({ value: { start } });
  });

  it.each([
    ["2027-01-15T10:00:31Z", "is the current time"],
    ["2027-01-15T05:00:45-05:00", "is the current time"],
    ["2027-03-01", "has no time of day"],
    ["1803891600", "is a number"],
    ["tomorrow at nine", "is not a date"],
    ["2027-03-01 25:00", "has a time of day that does not exist"],
    ["2027-03-01 24:00", "starts at 24:00"],
    ["2027-03-01 midnight", "starts at 24:00"],
    ["2027-03-01 9:60", "has a time of day that does not exist"],
    ["2027-03-01 13:00 pm", "has a time of day that does not exist"],
    ["2027-03-01 0am", "has a time of day that does not exist"],
    ["2027-03-01 9", "has an hour without minutes"],
    ["9:00", "has no date"],
    ["2027-02-30 09:00", "does not exist in the calendar"],
    ["03/04/2027 09:00", "could be 3 April or 4 March"],
    ["2026-11-02 09:00", "is in the past"],
    ["8393-07-04T09:00:00-05:00", "is more than ten years ahead"],
    ["2027-03-01 09:00 - noonish", "is not a date"],
    ["2027-03-01 09:00 EST", "has the time zone EST"],
    ["2027-03-01 9:00 AM PST", "has the time zone PST"],
    ["2027-03-01T14:00+15:00", "has an offset (+15:00) that does not exist"],
    ["2027-03-01 14:00 +01:00", "has an offset that is not directly after the time"],
    ["2027-03-01T09:00+01:00[America/New_York]", "but America/New_York is at"],
    ["2027-03-14 02:30 America/New_York", "02:30 does not exist"],
  ])("is refused when it is ambiguous or not a time: %s", (text, reason) => {
    expect(parseSlot(text, context)).toMatchObject({ problem: expect.stringContaining(reason) });
  });
});

describe("digits after a dash", () => {
  const context = { now: enteredAt, timeZone: "America/New_York" };
  it.each([
    ["2027-03-01 14:00-15:30", 90],
    ["2027-03-01 9:00 -11:00", 120],
    ["2027-03-01T14:00-15:30", 90],
    ["2027-03-01T14:00 -15:30", 90],
    ["2027-03-01T09:00:00-10:30:00", 90],
    ["2027-03-01T09:00-10:30am", 90],
    ["2027-03-01 02:00-05:00", 180],
  ])("are the end of a range: %s", (text, duration) => {
    expect(parseSlot(text, context)).toMatchObject({
      value: { start: expect.stringMatching(/T\d\d:\d\d$/), duration },
    });
  });

  it.each([
    "2027-03-01T04:00-05:00",
    "2027-03-01T09:00-10:00",
    "2027-03-01T09:00-11",
    "2027-03-01T09:00-1100",
    "2027-03-01T22:00-02:00",
    "2027-03-01 09:00:00-11:00",
    "2027-03-01 9am-1000",
    "2027-03-01 9:00 UTC - 10:00",
    "2027-03-01 0900-1030",
    "2027-03-01 9:00-5:00",
    "2027-03-01 09:00-05:00",
  ])("are refused when they could be an offset or another range: %s", (text) => {
    expect(parseSlot(text, context)).toHaveProperty("problem");
  });
});

describe("a start with its end", () => {
  const context = { now: enteredAt, timeZone: "Europe/Berlin" };
  it.each([
    ["2027-03-01 9am to 1pm", "2027-03-01T09:00", 240],
    ["2027-03-01 9-11am", "2027-03-01T09:00", 120],
    ["2027-03-01 11-1pm", "2027-03-01T11:00", 120],
    ["2027-03-01 9-5pm", "2027-03-01T09:00", 480],
    ["2027-03-01 9am-5", "2027-03-01T09:00", 480],
    ["2027-03-01 2:00 - 3:30 PM", "2027-03-01T14:00", 90],
    ["2027-03-01 noon - 1pm", "2027-03-01T12:00", 60],
    ["2027-03-01 10 - noon", "2027-03-01T10:00", 120],
    ["2027-03-01 10pm - midnight", "2027-03-01T22:00", 120],
    ["2027-03-01 22:00 - 24:00", "2027-03-01T22:00", 120],
    ["2027-03-01 22:00 - 00:00", "2027-03-01T22:00", 120],
    ["2027-03-01 00:00 - 24:00", "2027-03-01T00:00", 1440],
    ["2027-03-01 15h30-16h15", "2027-03-01T15:30", 45],
    ["2027-03-01 from 9:00 until 10:30", "2027-03-01T09:00", 90],
    ["9am - 10am, March 1, 2027", "2027-03-01T09:00", 60],
    ["2027-03-01 09:00 - 2027-03-02 08:00", "2027-03-01T09:00", 1380],
    ["2027-03-01T09:00:00Z/2027-03-01T10:00:00Z", "2027-03-01T09:00+00:00", 60],
    ["2027-03-01T09:00:00-05:00 - 2027-03-01T10:00:00-05:00", "2027-03-01T09:00-05:00", 60],
    // Clock changes count.
    ["2027-03-28 01:00 - 04:00", "2027-03-28T01:00", 120],
    ["2027-03-28 01:00 - 02:00", "2027-03-28T01:00", 60],
    ["2027-10-31 01:00 - 04:00", "2027-10-31T01:00", 240],
  ])("gives the duration: %s", (text, start, duration) => {
    expect(parseSlot(text, context)).toEqual({ value: { start, duration } });
  });

  it.each([
    ["2027-03-01 22:00 - 02:00", 240],
    ["2027-03-01 22:00 - 2:00", 240],
    ["2027-03-01 10pm - 2am", 240],
    ["2027-03-01 10-2am", 240],
    ["2027-03-01 22:00 - 2am", 240],
    ["2027-03-01 9pm - 9am", 720],
    ["2027-03-01T22:00+01:00 - 00:30", 150],
    ["2027-03-27 23:00 - 04:00", 240],
    ["2027-10-30 23:00 - 04:00", 360],
  ])("goes over midnight, with a note, when it has no other meaning: %s", (text, duration) => {
    expect(parseSlot(text, context)).toEqual({
      value: expect.objectContaining({ duration }),
      note: expect.stringMatching(/^ends on the next day, 2027-\d\d-\d\d\.$/),
    });
  });

  it.each([
    ["2027-03-01 09:00 - 09:00", "ends when it starts"],
    ["2027-03-01 9:00 - 5:00", "ends before it starts"],
    ["2027-03-01 09:00 - 05:00", "ends before it starts"],
    ["2027-03-01 10:00 - 1:00", "ends before it starts"],
    ["2027-03-01 12:00 - 1:00", "ends before it starts"],
    ["2027-03-01 14:00 - 5:00", "ends before it starts"],
    ["2027-03-01 16:00 - 14:00", "ends before it starts"],
    ["2027-03-01 5pm - 9am", "ends before it starts"],
    ["2027-03-01 10am - 9am", "ends before it starts"],
    ["2027-03-01 9am - 9am", "ends when it starts"],
    ["2027-03-01 9 - 9pm", "Write am or pm on both sides"],
    ["2027-03-01 9 - 11", "has an hour without minutes"],
    ["2027-03-01 09:00 - 2027-03-01 08:00", "ends before it starts"],
    ["2027-03-01 09:00 - 09:10", "lasts 10 minutes. A slot lasts from 15 minutes to 24 hours"],
    ["2027-03-01 09:00 - 2027-03-02 09:01", "lasts 1441 minutes"],
    ["2027-03-01 09:00 - 10:00+01:00", "has an offset on one side only"],
    ["2027-03-28 01:00 - 02:30", "has an end that does not exist"],
  ])("is refused when the end is not after the start: %s", (text, reason) => {
    expect(parseSlot(text, context)).toMatchObject({ problem: expect.stringContaining(reason) });
  });
});

describe("a time without any zone", () => {
  it("is past only when it has passed everywhere", () => {
    const context = { now: enteredAt, timeZone: null };
    expect(parseSlot("2027-01-15 06:00", context)).toEqual({ value: { start: "2027-01-15T06:00" } });
    expect(parseSlot("2027-01-14 06:00", context)).toMatchObject({
      problem: "is in the past. Enter a later one.",
    });
  });
});
