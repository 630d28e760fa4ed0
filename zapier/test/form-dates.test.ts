/** Dates as people write them in a field: the day that is written in every zone, or a problem. */
import { describe, expect, it } from "vitest";
import { accountZones, enteredAt, parseDay } from "./parse.ts";

describe.each(accountZones)("a date in %s", (timeZone) => {
  const context = { now: enteredAt, timeZone };
  it.each([
    "2027-03-01",
    "2027-3-1",
    "2027/03/01",
    "2027.03.01",
    "2027-03-01T23:30:00",
    "2027-03-01T00:00:00-05:00",
    "2027-03-01T23:59:59.000Z",
    "2027-03-01T23:59:59.1234567Z",
    "2027-03-01T09:00:00+13:00",
    "2027-03-01T04:00-05:00",
    "20270301T090000Z",
    "2027-03-01 22:00",
    "2027-03-01 23:30 +0100",
    "2027-03-01 23:30 -0500",
    "2027-03-01 09:00-10:30",
    "2027-03-01 22:00 - 02:00",
    "2027-03-01 9:00 - 5:00",
    "2027-03-01 (Mon)",
    "March 1, 2027",
    "march 1 2027",
    "Mar. 1st, 2027",
    "Mar 01, 2027 09:00AM",
    "1 March 2027",
    "1. March 2027",
    "the 1st of March 2027".slice(4),
    "1-Mar-2027",
    "Mar-01-2027",
    "2027-Mar-01",
    "2027 March 1",
    "2027-03-01 09:00 EST",
    "Mar 1, 2027 9:00 AM PST",
    "Mon, 01 Mar 2027 23:00:00 GMT",
    "Mon Mar 01 2027 09:00:00 GMT+1300 (New Zealand Daylight Time)",
    "Monday, March 1, 2027",
    "Mon, 01 Mar 2027 09:00:00 +0100",
    "Mon 1 Mar 2027",
    "Mon, 1 March 2027, 09:00-09:30 (America/New_York, UTC-05:00)",
    "\u200e1 March\u00a02027",
    "2027-02-22 +7d",
    "2027-02-22+7d",
    "2027-02-22 + 1 week",
    "2027-02-22T08:00:00+01:00+1w",
    "2027-02-15T23:30:00-05:00 +2w",
    "2027-03-03 -2D",
  ])("keeps the day that is written: %s", (text) => {
    expect(parseDay(text, context)).toEqual({ value: "2027-03-01" });
  });

  it.each([
    ["13/03/2027", "2027-03-13"],
    ["03/13/2027", "2027-03-13"],
    ["Monday, 03/01/2027", "2027-03-01"],
    ["Mon 01/03/2027", "2027-03-01"],
    ["3/1/2027 (Monday)", "2027-03-01"],
    ["the 1st of March 2027", "2027-03-01"],
    ["13.03.2027", "2027-03-13"],
    ["3.4.2027", "2027-04-03"],
    ["01.03.2027", "2027-03-01"],
    ["03-13-2027", "2027-03-13"],
    ["03/03/2027", "2027-03-03"],
    ["29 Feb 2028", "2028-02-29"],
    ["2027-01-15T10:00:31Z", "2027-01-15"],
    ["2027-01-15T15:30:10+05:30", "2027-01-15"],
    ["2027-01-15", "2027-01-15"],
    ["2027-01-15T10:00:31Z +7d", "2027-01-22"],
  ])("accepts a date with one meaning, today included: %s", (text, day) => {
    expect(parseDay(text, context)).toEqual({ value: day });
  });

  it.each([
    ["1803891600", "is a number"],
    ["1803891600000", "is a number"],
    ["20270301", "is a number"],
    ["03/04/2027", "could be 3 April or 4 March"],
    ["Tuesday 03/01/2027", "could be 3 January or 1 March"],
    // Both are Fridays.
    ["Fri 03/12/2027", "could be 3 December or 12 March"],
    ["3.4.27", "has no year with four digits"],
    ["03-04-2027 09:00", "could be 3 April or 4 March"],
    ["3/4/27", "has no year with four digits"],
    ["March 1", "has no year"],
    ["1 March at 9:00", "has no year"],
    ["2027-02-29", "does not exist in the calendar"],
    ["February 30, 2027", "does not exist in the calendar"],
    ["2027/13/01", "does not exist in the calendar"],
    ["31.02.2027", "does not exist in the calendar"],
    ["00/01/2027", "does not exist in the calendar"],
    ["1/3", "is not a date"],
    ["02.13.2027", "does not exist in the calendar"],
    ["Tuesday, March 1, 2027", "is a Monday, not a Tuesday"],
    ["2027-03-01 (Sun)", "is a Monday, not a Sunday"],
    ["2027-03-01 - 2027-03-05", "covers several days"],
    ["2027-03-01 to 5 March 2027", "covers several days"],
    ["next Monday", "is not a date"],
    ["Montag, 1. März 2027", "is not a date"],
    ["2027-03-01 or so", "is not a date"],
    ["2027-03-01 +24h", "is not a date"],
    ["2027-03-01 (if need be)", "is not a date"],
    ["2026-12-24", "is in the past"],
    ["2027-01-20 -2w", "is in the past"],
    ["1976-06-04T09:00:00-05:00", "is in the past"],
    ["8393-07-04T09:00:00-05:00", "is more than ten years ahead"],
    ["", "is not a date"],
  ])("refuses an ambiguous or impossible date: %s", (text, reason) => {
    expect(parseDay(text, context)).toMatchObject({ problem: expect.stringContaining(reason) });
  });
});
