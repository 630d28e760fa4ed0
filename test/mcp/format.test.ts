import { describe, expect, it } from "vitest";
import { formatNow, formatWhen, getOptionEnd } from "../../mcp/output/format.ts";

const newYork = "America/New_York";

describe("an option as short text", () => {
  it.each([
    ["a whole day has a weekday and no clock", { date: "2027-03-01" }, newYork, "Mon 2027-03-01"],
    [
      "a slot is shown on the zone's clock with its offset",
      { startTime: "2027-03-01T14:00:00Z", duration: 30 },
      newYork,
      "Mon 2027-03-01 09:00–09:30 -05:00",
    ],
    [
      "a floating slot claims no offset",
      { startTime: "2027-03-01T14:00:00Z", duration: 30 },
      null,
      "Mon 2027-03-01 14:00–14:30",
    ],
    [
      "a slot past midnight names the day on which it ends",
      { startTime: "2027-03-02T04:30:00Z", duration: 60 },
      newYork,
      "Mon 2027-03-01 23:30–Tue 2027-03-02 00:30 -05:00",
    ],
    [
      "a slot over which the clocks go back shows both offsets, or it would seem to end before it starts",
      { startTime: "2027-11-07T05:30:00Z", duration: 30 },
      newYork,
      "Sun 2027-11-07 01:30 -04:00–01:00 -05:00",
    ],
    [
      "a slot over which the clocks go forward shows both offsets, or it would seem an hour longer",
      { startTime: "2027-03-14T06:30:00Z", duration: 60 },
      newYork,
      "Sun 2027-03-14 01:30 -05:00–03:30 -04:00",
    ],
  ])("%s", (_, option, timeZone, expected) => {
    expect(formatWhen(option, timeZone)).toBe(expected);
  });

  it("formats the current time with weekday and offset", () => {
    expect(formatNow(new Date("2026-11-21T08:10:00Z"), "Europe/Berlin")).toBe("Sat 2026-11-21 09:10 +01:00");
  });

  it("ends a whole day when it has ended everywhere", () => {
    expect(new Date(getOptionEnd({ date: "2027-03-01" })).toISOString()).toBe("2027-03-02T12:00:00.000Z");
    expect(new Date(getOptionEnd({ startTime: "2027-03-01T14:00:00Z", duration: 30 })).toISOString()).toBe(
      "2027-03-01T14:30:00.000Z",
    );
  });
});
