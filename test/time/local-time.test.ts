import { describe, expect, it } from "vitest";
import { resolveLocal } from "../../src/time/index.ts";

describe("a wall-clock time that happens once", () => {
  it.each([
    ["2027-03-01T09:00", "America/New_York", "2027-03-01T14:00:00Z"],
    ["2027-07-01T09:00", "America/New_York", "2027-07-01T13:00:00Z"],
    ["2027-03-14T01:59", "America/New_York", "2027-03-14T06:59:00Z"],
    ["2027-03-14T03:00", "America/New_York", "2027-03-14T07:00:00Z"],
    ["2027-03-14T10:00", "America/Los_Angeles", "2027-03-14T17:00:00Z"],
    ["2027-01-15T12:00", "Europe/London", "2027-01-15T12:00:00Z"],
    ["2027-06-15T12:00", "Europe/London", "2027-06-15T11:00:00Z"],
    ["2027-03-28T03:00", "Europe/Berlin", "2027-03-28T01:00:00Z"],
    ["2027-03-28T09:30", "Asia/Kolkata", "2027-03-28T04:00:00Z"],
    ["2027-04-03T14:00", "Pacific/Auckland", "2027-04-03T01:00:00Z"],
    ["2027-04-04T09:00", "Pacific/Auckland", "2027-04-03T21:00:00Z"],
    ["2027-04-03T14:00", "Australia/Sydney", "2027-04-03T03:00:00Z"],
    ["2027-10-03T09:00", "Australia/Lord_Howe", "2027-10-02T22:00:00Z"],
    ["2027-06-01T09:00", "Australia/Lord_Howe", "2027-05-31T22:30:00Z"],
    ["2027-06-01T09:00", "Asia/Kathmandu", "2027-06-01T03:15:00Z"],
    ["2027-06-01T09:00", "Pacific/Kiritimati", "2027-05-31T19:00:00Z"],
    ["2027-12-31T23:30", "America/New_York", "2028-01-01T04:30:00Z"],
    ["2028-01-01T00:30", "Europe/Berlin", "2027-12-31T23:30:00Z"],
    ["2028-02-29T12:00", "Europe/Berlin", "2028-02-29T11:00:00Z"],
    ["2011-12-29T23:59", "Pacific/Apia", "2011-12-30T09:59:00Z"],
    ["2011-12-31T00:00", "Pacific/Apia", "2011-12-30T10:00:00Z"],
    ["2027-03-01T09:00:30", "UTC", "2027-03-01T09:00:30Z"],
    ["2027-03-01T09:00", "Etc/GMT+5", "2027-03-01T14:00:00Z"],
  ])("%s in %s is %s", (local, timeZone, instant) => {
    expect(resolveLocal(local, timeZone)).toEqual({ kind: "exact", instant });
  });
});

describe("a wall-clock time that the clocks skip", () => {
  it.each([
    ["2027-03-14T02:30", "America/New_York", "2027-03-14T02:00", "2027-03-14T03:00", "2027-03-14T07:30:00Z"],
    [
      "2027-03-14T02:00",
      "America/Los_Angeles",
      "2027-03-14T02:00",
      "2027-03-14T03:00",
      "2027-03-14T10:00:00Z",
    ],
    ["2027-03-28T02:59", "Europe/Berlin", "2027-03-28T02:00", "2027-03-28T03:00", "2027-03-28T01:59:00Z"],
    ["2027-03-28T01:15", "Europe/London", "2027-03-28T01:00", "2027-03-28T02:00", "2027-03-28T01:15:00Z"],
    ["2027-09-26T02:30", "Pacific/Auckland", "2027-09-26T02:00", "2027-09-26T03:00", "2027-09-25T14:30:00Z"],
    ["2027-10-03T02:30", "Australia/Sydney", "2027-10-03T02:00", "2027-10-03T03:00", "2027-10-02T16:30:00Z"],
    [
      "2027-10-03T02:15",
      "Australia/Lord_Howe",
      "2027-10-03T02:00",
      "2027-10-03T02:30",
      "2027-10-02T15:45:00Z",
    ],
    ["2027-04-30T00:30", "Africa/Cairo", "2027-04-30T00:00", "2027-04-30T01:00", "2027-04-29T22:30:00Z"],
    ["2011-12-30T09:00", "Pacific/Apia", "2011-12-30T00:00", "2011-12-31T00:00", "2011-12-30T19:00:00Z"],
  ])("%s in %s lies between %s and %s", (local, timeZone, before, after, instant) => {
    expect(resolveLocal(local, timeZone)).toEqual({ kind: "gap", before, after, instant });
  });
});

describe("a wall-clock time that the clocks show twice", () => {
  it.each([
    ["2027-11-07T01:30", "America/New_York", "2027-11-07T05:30:00Z", "2027-11-07T06:30:00Z"],
    ["2027-11-07T01:00", "America/Los_Angeles", "2027-11-07T08:00:00Z", "2027-11-07T09:00:00Z"],
    ["2027-10-31T02:59", "Europe/Berlin", "2027-10-31T00:59:00Z", "2027-10-31T01:59:00Z"],
    ["2027-10-31T01:30", "Europe/London", "2027-10-31T00:30:00Z", "2027-10-31T01:30:00Z"],
    ["2027-04-04T02:30", "Pacific/Auckland", "2027-04-03T13:30:00Z", "2027-04-03T14:30:00Z"],
    ["2027-04-04T02:30", "Australia/Sydney", "2027-04-03T15:30:00Z", "2027-04-03T16:30:00Z"],
    ["2027-04-04T01:45", "Australia/Lord_Howe", "2027-04-03T14:45:00Z", "2027-04-03T15:15:00Z"],
    ["2027-10-28T23:30", "Africa/Cairo", "2027-10-28T20:30:00Z", "2027-10-28T21:30:00Z"],
  ])("%s in %s is %s, and again %s", (local, timeZone, instant, later) => {
    expect(resolveLocal(local, timeZone)).toEqual({ kind: "overlap", instant, later });
  });
});

it("resolveLocal rejects an invalid wall-clock time or zone", () => {
  expect(() => resolveLocal("2027-02-29T09:00", "UTC")).toThrow(RangeError);
  expect(() => resolveLocal("2027-03-01T09:00", "Mars/Olympus")).toThrow(RangeError);
});

it.each([
  "2027-03-01T09:00+01:00",
  "2027-03-01T09:00-05:00[America/New_York]",
  "2027-03-01T09:00Z",
  "2027-03-01",
  "2027-03-01T09:00:00.1234567891",
  "+002027-03-01T09:00",
  "-002027-03-01T09:00",
])("resolveLocal rejects %s, which is not a wall-clock time", (text) => {
  expect(() => resolveLocal(text, "Europe/Berlin")).toThrow(new RangeError(`not a wall-clock time: ${text}`));
});

it("resolveLocal keeps fractions of a second to the nanosecond", () => {
  expect(resolveLocal("2027-03-01T09:00:00.123456789", "UTC")).toEqual({
    kind: "exact",
    instant: "2027-03-01T09:00:00.123456789Z",
  });
});
