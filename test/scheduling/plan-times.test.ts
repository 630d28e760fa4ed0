import { describe, expect, it } from "vitest";
import { plan, problemOf, starts, sync } from "./planning.ts";

describe("a requested time", () => {
  it.each([
    ["2027-03-01T09:00", "America/New_York", "2027-03-01T14:00:00Z"],
    ["2027-03-01 09:00", "America/New_York", "2027-03-01T14:00:00Z"],
    [" 2027-03-01  09:00:00 ", "America/New_York", "2027-03-01T14:00:00Z"],
    ["2027-03-01T09:00:00.000", "America/New_York", "2027-03-01T14:00:00Z"],
    ["2027-03-01T09:00:30", "America/New_York", "2027-03-01T14:00:30Z"],
    ["2027-03-01t09:00", "america/new_york", "2027-03-01T14:00:00Z"],
    ["2027-03-01T09:00-05:00", "America/New_York", "2027-03-01T14:00:00Z"],
    ["2027-03-01T09:00-0500", "America/New_York", "2027-03-01T14:00:00Z"],
    ["2027-03-01T09:00:00-05", "America/New_York", "2027-03-01T14:00:00Z"],
    ["2027-01-15T09:00Z", "Europe/London", "2027-01-15T09:00:00Z"],
    ["2027-01-15T09:00z", "UTC", "2027-01-15T09:00:00Z"],
    ["2027-01-15T09:00-00:00", "Europe/London", "2027-01-15T09:00:00Z"],
    ["2027-03-01T09:00+05:30", "Asia/Kolkata", "2027-03-01T03:30:00Z"],
    ["2027-04-03 14:00", "Pacific/Auckland", "2027-04-03T01:00:00Z"],
    ["2027-03-14 09:00", "America/Los_Angeles", "2027-03-14T16:00:00Z"],
    ["2027-03-01T09:00", undefined, "2027-03-01T09:00:00Z"],
  ])("%j in %s is %s", (start, timeZone, instant) => {
    const planned = plan({ ...sync, timeZone, times: [{ start }] });
    expect(planned.options).toEqual([{ startTime: instant, duration: 30 }]);
    expect(planned.notes).toEqual([]);
  });

  it.each([
    ["2027-03-01T09:00Z", "America/New_York", "-05:00 on 2027-03-01 09:00: write the local time without Z"],
    ["2027-07-01T09:00Z", "Europe/London", "+01:00 on 2027-07-01 09:00: write the local time without Z"],
    [
      "2027-03-01T09:00+01:00",
      "America/New_York",
      "the offset +01:00 is not that of America/New_York, which is at -05:00",
    ],
    ["2027-07-01T09:00-05:00", "America/New_York", "is at -04:00"],
    ["2027-11-07T01:30+01:00", "America/New_York", "is at -04:00 or -05:00"],
    ["2027-03-14T02:30-05:00", "America/New_York", "02:30 does not exist on 2027-03-14"],
    ["2027-03-14 02:30", "America/New_York", "the clocks go from 02:00 straight to 03:00"],
    ["2027-04-30 00:30", "Africa/Cairo", "00:30 does not exist on 2027-04-30"],
    ["2027-03-01T09:00-05:00", undefined, "the poll has no timeZone"],
    ["2027-03-01T09:00Z", undefined, "the poll has no timeZone"],
    ["2027-03-01 09:00 EST", "America/New_York", "ends in EST: abbreviations are ambiguous"],
    ["2027-03-01 09:00PST", "America/New_York", "ends in PST"],
    [
      "2027-03-01 09:00 AMT",
      "America/Manaus",
      '"2027-03-01 09:00 AMT" ends in AMT: abbreviations are ambiguous',
    ],
    [" 2027-03-01 09:00 PMST ", "America/Miquelon", "ends in PMST: abbreviations are ambiguous"],
    ["2027-03-14 02:30:00", "America/New_York", "02:30 does not exist on 2027-03-14"],
    ["2027-03-14 02:30:30", "America/New_York", "02:30:30 does not exist on 2027-03-14"],
    [" 2027-03-01 ", "America/New_York", "has no time of day"],
    ["2027-03-01 09:00 am", "America/New_York", "is not a date and time"],
    ["2027-03-01", "America/New_York", "has no time of day"],
    ["2027-02-29T09:00", "America/New_York", "is not a date and time that exists"],
    ["2027-03-01T24:00", "America/New_York", "is not a date and time that exists"],
    ["2027-03-01T09:00:60", "America/New_York", "is not a date and time that exists"],
    ["2027-03-01T09:00+25:00", "America/New_York", "is not a date and time that exists"],
    ["2027-03-01T9:00", "America/New_York", "is not a date and time that exists"],
    ["2027-03-01T09:00[Europe/Berlin]", "Europe/Berlin", "is not a date and time that exists"],
    ["2027-03-01 14:00-15:30", "America/New_York", "is not a date and time that exists"],
    ["2027-03-01T09:00 -05:00", "America/New_York", "is not a date and time that exists"],
    ["2027-03-01 09:00 +05:30", "Asia/Kolkata", "is not a date and time that exists"],
    ["2027-03-01T09:00-10:45", "America/New_York", "is not a date and time that exists"],
    ["2027-03-01T09:00+14:15", "Pacific/Kiritimati", "is not a date and time that exists"],
    [`2027-03-01${" ".repeat(4_000)}09:00`, "America/New_York", "is not a date and time that exists"],
    ["next Monday", "America/New_York", "is not a date and time that exists"],
    ["", "America/New_York", "is not a date and time that exists"],
  ])("%j in %s is refused", (start, timeZone, words) => {
    expect(problemOf(start, timeZone)).toContain(words);
  });

  it("quotes only the beginning of a text that is not a time", () => {
    expect(problemOf("x".repeat(10_000), "UTC").length).toBeLessThan(150);
  });

  it("keeps its own offset if offsets are absolute", () => {
    const times = [{ start: "2027-03-01T09:00:00+01:00" }, { start: "2027-03-01T09:00" }];
    expect(starts({ ...sync, times }, { offsets: "absolute" })).toEqual([
      "2027-03-01T08:00:00Z",
      "2027-03-01T14:00:00Z",
    ]);
    expect(starts({ ...sync, timeZone: undefined, times }, { offsets: "absolute" })).toEqual([
      "2027-03-01T08:00:00Z",
      "2027-03-01T09:00:00Z",
    ]);
    expect(problemOf("2027-03-01T09:00+25:00", "UTC", "absolute")).toContain("is not a date and time");
    for (const start of ["2027-03-01 14:00-15:30", "2027-03-01T14:00 -11:00", "2027-03-01T14:00-10:45"])
      expect(problemOf(start, "UTC", "absolute")).toContain("is not a date and time");
  });

  it("that occurs twice is the earlier one, with a note", () => {
    const { options, notes } = plan({ ...sync, times: [{ start: "2027-11-07 01:30" }] });
    expect(options).toEqual([{ startTime: "2027-11-07T05:30:00Z", duration: 30 }]);
    expect(notes).toEqual([
      {
        path: "times.0.start",
        message:
          "01:30 happens twice on 2027-11-07 in America/New_York: taken as the earlier (UTC-04:00), not the later (UTC-05:00)",
      },
    ]);
  });

  it("that occurs twice is chosen by its offset, without a note", () => {
    const { options, notes } = plan({
      ...sync,
      times: [{ start: "2027-11-07T01:30-05:00" }, { start: "2027-11-07T01:30-04:00" }],
    });
    expect(options).toEqual([
      { startTime: "2027-11-07T05:30:00Z", duration: 30 },
      { startTime: "2027-11-07T06:30:00Z", duration: 30 },
    ]);
    expect(notes).toEqual([]);
  });
});
