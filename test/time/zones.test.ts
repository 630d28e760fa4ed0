import { describe, expect, it } from "vitest";
import {
  displayTimeZone,
  isKnownTimeZone,
  isRealOffset,
  isUnambiguousTimeZone,
  normalizeTimeZone,
  toLocal,
} from "../../src/time/index.ts";

describe("a time zone", () => {
  it.each([
    "Europe/Berlin",
    "America/Argentina/Buenos_Aires",
    "America/Port-au-Prince",
    "Asia/Kolkata",
    "Asia/Calcutta",
    "US/Eastern",
    "Etc/GMT+5",
    "Etc/UTC",
    "UTC",
    "GMT",
    "Singapore",
  ])("%s is known", (name) => {
    expect(isUnambiguousTimeZone(name)).toBe(true);
    expect(isKnownTimeZone(name)).toBe(true);
    expect(normalizeTimeZone(name)).toBe(name);
  });

  it.each([
    "",
    " Europe/Berlin",
    "Europe/Berlin ",
    "Europe/Atlantis",
    "PST",
    "BST",
    "IST",
    "+02:00",
    "-0500",
    "UTC+2",
    "GMT+2:30",
    "Eastern Time",
    "local",
    "Z",
    "../../etc/passwd",
    `Europe/${"x".repeat(100)}`,
    "Europe/Berlin\u0000",
  ])("%j is refused", (name) => {
    expect(isUnambiguousTimeZone(name)).toBe(false);
    expect(isKnownTimeZone(name)).toBe(false);
    expect(normalizeTimeZone(name)).toBeUndefined();
  });

  it.each(["EST", "est", "MST", "CET", "EET", "WET", "HST", "GB", "NZ", "PRC", "EST5EDT", "PST8PDT"])(
    "%s is a known, but ambiguous abbreviation",
    (name) => {
      expect(isKnownTimeZone(name)).toBe(true);
      expect(isUnambiguousTimeZone(name)).toBe(false);
      expect(normalizeTimeZone(name)).toBeUndefined();
    },
  );

  it.each([
    ["europe/berlin", "Europe/Berlin"],
    ["AMERICA/NEW_YORK", "America/New_York"],
    ["america/port_of_spain", "America/Port_of_Spain"],
    ["antarctica/dumontdurville", "Antarctica/DumontDUrville"],
    ["utc", "UTC"],
  ])("%s is normalized to %s", (written, proper) => {
    expect(normalizeTimeZone(written)).toBe(proper);
  });

  it.each([" Europe/Berlin", "Europe/Berlin ", "Europe/Berlin[u-ca=iso8601]", "[Europe/Berlin]"])(
    "with text around its name is rejected: %j",
    (name) => {
      expect(isUnambiguousTimeZone(name)).toBe(false);
    },
  );

  it("is accepted under every name that this machine lists", () => {
    expect(Intl.supportedValuesOf("timeZone").filter((name) => normalizeTimeZone(name) !== name)).toEqual([]);
  });
});

describe("the zone to show a poll's times in", () => {
  it.each([
    ["Europe/Berlin", "Europe/Berlin"],
    ["EST", "EST"],
    ["Mars/Phobos", "UTC"],
    ["", "UTC"],
    ["+02:00", "UTC"],
  ])("of %s is %s", (own, shown) => {
    expect(displayTimeZone(own)).toBe(shown);
  });
});

describe("an offset", () => {
  it("is real if a zone has it, in winter or in summer", () => {
    for (const zone of Intl.supportedValuesOf("timeZone"))
      for (const instant of ["2027-01-15T12:00:00Z", "2027-07-15T12:00:00Z"])
        expect([zone, isRealOffset(toLocal(instant, zone).offset)]).toEqual([zone, true]);
  });

  it.each(["-15:30", "-13:00", "+15:00", "+14:15", "-10:30", "-11:30", "+05:15", "+23:00"])(
    "%s is not real",
    (offset) => {
      expect(isRealOffset(offset)).toBe(false);
    },
  );
});
