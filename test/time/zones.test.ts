import { describe, expect, it } from "vitest";
import {
  isKnownTimeZone,
  normalizeTimeZone,
  resolveLocal,
  toInstant,
  toLocal,
} from "../../src/time/index.ts";
import { displayTimeZone, isRealOffset, isSameZone, toOffsetDateTime } from "../../src/time/zones.ts";

describe("a typed name of a time zone", () => {
  it.each([
    "America/Argentina/Buenos_Aires",
    "America/Port-au-Prince",
    "Asia/Kolkata",
    "Asia/Calcutta",
    "Europe/Kyiv",
    "US/Eastern",
    "Mexico/BajaNorte",
    "Etc/GMT+5",
    "Etc/UTC",
    "UTC",
    "GMT",
    "Singapore",
  ])("%s is kept", (name) => {
    expect([normalizeTimeZone(name), isKnownTimeZone(name)]).toEqual([name, true]);
  });

  it.each([
    ["europe/berlin", "Europe/Berlin"],
    ["AMERICA/NEW_YORK", "America/New_York"],
    ["america/port_of_spain", "America/Port_of_Spain"],
    ["antarctica/dumontdurville", "Antarctica/DumontDUrville"],
    ["asia/kolkata", "Asia/Kolkata"],
    ["us/pacific", "US/Pacific"],
    ["etc/utc", "Etc/UTC"],
    ["gmt", "GMT"],
  ])("%s is normalized to %s", (written, proper) => {
    expect(normalizeTimeZone(written)).toBe(proper);
  });

  it.each(["EST", "est", "MST", "CET", "EET", "HST", "GB", "NZ", "PRC", "EST5EDT", "pst8pdt"])(
    "%s is a known, but ambiguous abbreviation",
    (name) => {
      expect([isKnownTimeZone(name), normalizeTimeZone(name)]).toEqual([true, undefined]);
    },
  );

  it.each([
    "",
    " Europe/Berlin",
    "Europe/Berlin ",
    "Europe/Berlin[u-ca=iso8601]",
    "Europe/Berlin\u0000",
    "Europe/Atlantis",
    "BST",
    "bst",
    "PST",
    "IST",
    "+02:00",
    "UTC+2",
    "Eastern Time",
    "local",
    "Z",
    "../../etc/passwd",
    `Europe/${"x".repeat(100)}`,
  ])("%j is refused", (name) => {
    expect([isKnownTimeZone(name), normalizeTimeZone(name)]).toEqual([false, undefined]);
    expect(() => resolveLocal("2027-03-01T09:00", name)).toThrow(RangeError);
  });
});

it.each([
  ["Europe/Berlin", "Europe/Berlin"],
  ["EST", "EST"],
  ["Mars/Phobos", "UTC"],
  ["", "UTC"],
  ["+02:00", "UTC"],
])("the times of a poll in %j are shown in %s", (own, shown) => {
  expect(displayTimeZone(own)).toBe(shown);
});

it.each([
  ["Europe/Kiev", "Europe/Kyiv", true],
  ["Asia/Calcutta", "asia/kolkata", true],
  ["UTC", "Etc/UTC", true],
  ["Mars/Phobos", "mars/phobos", true],
  ["Europe/Berlin", "Europe/Copenhagen", false],
  ["Mars/Phobos", "UTC", false],
])("that %s and %s are the same zone is %s", (one, other, same) => {
  expect(isSameZone(one, other)).toBe(same);
});

it.each([
  ["America/Vancouver", "-07:00"],
  ["America/Edmonton", "-06:00"],
  ["Africa/Casablanca", "+00:00"],
  ["Africa/El_Aaiun", "+00:00"],
])("fresh-zone-stays: %s is at %s in January 2027", (zone, offset) => {
  expect(toLocal("2027-01-15T12:00:00Z", zone).offset).toBe(offset);
});

describe("an offset", () => {
  it("is real if a zone has it, in winter or in summer", () => {
    for (const zone of Intl.supportedValuesOf("timeZone"))
      for (const instant of ["2027-01-15T12:00:00Z", "2027-07-15T12:00:00Z"])
        expect([zone, isRealOffset(toLocal(instant, zone).offset)]).toEqual([zone, true]);
  });

  it.each(["-15:30", "-13:00", "+15:00", "+14:15", "-10:30", "+05:15", "+23:00"])(
    "%s is not real",
    (offset) => {
      expect(isRealOffset(offset)).toBe(false);
    },
  );
});

describe("a wall-clock time", () => {
  it.each([
    ["2027-03-01T09:00", "America/New_York", "2027-03-01T14:00:00Z"],
    ["2027-03-14T01:59", "America/New_York", "2027-03-14T06:59:00Z"],
    ["2027-03-14T03:00", "America/New_York", "2027-03-14T07:00:00Z"],
    ["2027-04-03T14:00", "Pacific/Auckland", "2027-04-03T01:00:00Z"],
    ["2027-06-01T09:00", "Pacific/Kiritimati", "2027-05-31T19:00:00Z"],
    ["2011-12-29T23:59", "Pacific/Apia", "2011-12-30T09:59:00Z"],
    ["2011-12-31T00:00", "Pacific/Apia", "2011-12-30T10:00:00Z"],
    ["2027-03-01T09:00", "Etc/GMT+5", "2027-03-01T14:00:00Z"],
    ["2027-03-01T09:00:30.250", "UTC", "2027-03-01T09:00:30.25Z"],
    ["0027-03-01T09:00", "UTC", "0027-03-01T09:00:00Z"],
  ])("%s in %s is %s", (local, timeZone, instant) => {
    expect(resolveLocal(local, timeZone)).toEqual({ instants: [instant], instant });
  });

  it.each([
    ["2027-03-14T02:30", "America/New_York", "2027-03-14T02:00", "2027-03-14T03:00", "2027-03-14T07:30:00Z"],
    ["2027-03-28T02:59", "Europe/Berlin", "2027-03-28T02:00", "2027-03-28T03:00", "2027-03-28T01:59:00Z"],
    [
      "2027-10-03T02:15",
      "Australia/Lord_Howe",
      "2027-10-03T02:00",
      "2027-10-03T02:30",
      "2027-10-02T15:45:00Z",
    ],
    ["2027-04-30T00:30", "Africa/Cairo", "2027-04-30T00:00", "2027-04-30T01:00", "2027-04-29T22:30:00Z"],
    ["2011-12-30T09:00", "Pacific/Apia", "2011-12-30T00:00", "2011-12-31T00:00", "2011-12-30T19:00:00Z"],
  ])("%s is skipped in %s, between %s and %s", (local, timeZone, before, after, instant) => {
    expect(resolveLocal(local, timeZone)).toEqual({ instants: [], instant, gap: { before, after } });
  });

  it.each([
    ["2027-11-07T01:30", "America/New_York", "2027-11-07T05:30:00Z", "2027-11-07T06:30:00Z"],
    ["2027-04-04T02:30", "Pacific/Auckland", "2027-04-03T13:30:00Z", "2027-04-03T14:30:00Z"],
    ["2027-04-04T01:45", "Australia/Lord_Howe", "2027-04-03T14:45:00Z", "2027-04-03T15:15:00Z"],
    ["2027-10-28T23:30", "Africa/Cairo", "2027-10-28T20:30:00Z", "2027-10-28T21:30:00Z"],
  ])("%s in %s is %s, and again %s", (local, timeZone, instant, later) => {
    expect(resolveLocal(local, timeZone)).toEqual({ instants: [instant, later], instant });
  });

  it.each([
    "2027-03-01T09:00+01:00",
    "2027-03-01T09:00Z",
    "2027-03-01",
    "2027-02-29T09:00",
    "2027-03-01T24:00",
    "2027-03-01T09:00:00.1234567891",
    "+002027-03-01T09:00",
    "+012027-03-01T09:00",
    "-002027-03-01T09:00",
  ])("%s is rejected", (text) => {
    expect(() => resolveLocal(text, "Europe/Berlin")).toThrow(
      new RangeError(`not a wall-clock time: ${text}`),
    );
  });
});

describe("an instant", () => {
  it.each([
    ["2027-03-01T03:30:00Z", "Asia/Kolkata", "2027-03-01", "09:00", "+05:30", "mon"],
    ["2027-03-01T04:30:00.000Z", "America/New_York", "2027-02-28", "23:30", "-05:00", "sun"],
    ["2027-12-31T11:00:00Z", "Pacific/Auckland", "2028-01-01", "00:00", "+13:00", "sat"],
    ["1900-01-01T00:00:00Z", "Europe/Dublin", "1899-12-31", "23:34", "-00:25:21", "sun"],
  ])("%s shows in %s as %s %s", (instant, timeZone, date, time, offset, weekday) => {
    expect(toLocal(instant, timeZone)).toEqual({ date, time, offset, weekday });
  });

  it("is formatted with the offset of a zone", () => {
    expect(toOffsetDateTime("2027-11-07T05:30:00Z", "America/New_York")).toBe("2027-11-07T01:30:00-04:00");
    expect(toOffsetDateTime("2027-11-07T06:30:00Z", "America/New_York")).toBe("2027-11-07T01:30:00-05:00");
    expect(toOffsetDateTime("2027-03-01T14:00:00Z", "UTC")).toBe("2027-03-01T14:00:00+00:00");
  });

  it.each([
    ["2027-03-01T09:00:00.000-05:00", "2027-03-01T14:00:00Z"],
    ["2027-03-01T09:00:00.250Z", "2027-03-01T09:00:00.25Z"],
    ["2027-03-01T09:00Z", "2027-03-01T09:00:00Z"],
  ])("%s is written %s", (text, instant) => {
    expect(toInstant(text)).toBe(instant);
  });

  it.each(["2027-03-01T09:00:00", "2027-02-30T09:00:00Z", "2027-03-01T24:00:00Z", "2027-03-01", "soon"])(
    "%s is rejected",
    (text) => {
      expect(() => toInstant(text)).toThrow(new RangeError(`not an instant: ${text}`));
    },
  );
});
