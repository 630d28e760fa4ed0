import { describe, expect, it } from "vitest";
import { askDay, berlin, days, newYork, problem, ranges, times, week } from "./create-poll-requests.ts";

describe("create_poll asks the person without a request", () => {
  const window = (change: object) => ({ ...newYork, windows: [{ ...week, ...change }] });
  it.each<[object, problem: string, question: string]>([
    [{ ...times("2027-03-01T09:00"), timeZone: undefined }, "timeZone: is missing", "for the time zone"],
    [{ ...newYork, timeZone: undefined }, "timeZone: is missing", "for the time zone"],
    [
      { ...berlin, timeZone: "EST" },
      'timeZone: "EST" is ambiguous, as the time of several zones',
      "unless they named its city",
    ],
    [{ ...berlin, timeZone: "UTC+1" }, 'timeZone: "UTC+1" is ambiguous', "for the time zone"],
    [{ ...berlin, secondTimeZone: ["PST"] }, 'secondTimeZone.0: "PST" is ambiguous', "for the time zone"],
    [{ ...times("2027-03-01T09:00"), duration: undefined }, "duration: is needed", "how long"],
    [
      { ...times("2027-03-01T09:00"), duration: 10 },
      "duration: must be a whole number of",
      "how many minutes",
    ],
    [{ ...newYork, duration: 300 }, "windows.0.to: leaves 180 minutes after from", "from when to when"],
    [window({ from: "22:00", to: "01:00" }), "to: must be later than from (22:00)", "from when to when"],
    [
      window({ startDate: "Tue 2027-03-01" }),
      'windows.0.startDate: "Tue 2027-03-01" names another weekday: 2027-03-01 is a Monday',
      askDay,
    ],
    [times("2027-03-28T02:30"), "times.0.start: 02:30 does not exist", "which time they mean"],
    [times("2027-10-31T02:30"), "times.0.start: 02:30 happens twice", "which of the two"],
    [times("2027-02-30 09:00"), "times.0.start: ", askDay],
    [
      times("2027-03-01T08:00", "Tue 2027-03-01 09:00"),
      'times.1.start: "Tue 2027-03-01 09:00" names another weekday: 2027-03-01 is a Monday',
      askDay,
    ],
    [ranges("2027-03-01 9:00–5:00"), '"2027-03-01 9:00–5:00" ends before it starts', "when it ends"],
    [times("2027-03-01T13:00:00.0000000"), "Microsoft writes times in UTC", "whether the time is in UTC"],
    [times("2027-03-01T10:00-11:00"), "could be a range or a time with an offset", "whether it is a range"],
    ...[times({ start: "2027-03-01 09:00–10:00", duration: 30 }), times("2027-03-01 09:00–10:00")].map(
      (args): [object, string, string] => [
        args,
        "times.0.end: ends 60 minutes after its start, but its duration is 30",
        "whether it lasts 60 or 30 minutes",
      ],
    ),
    [{ ...days, dates: ["2027-02-30"] }, 'dates.0: "2027-02-30" does not exist in the calendar', askDay],
    [
      { ...days, dates: ["Tuesday 10 March 2027"] },
      'dates.0: "Tuesday 10 March 2027" names another weekday: 2027-03-10 is a Wednesday',
      askDay,
    ],
    [
      { ...days, dates: ["mardi 2027-03-01"] },
      'dates.0: "mardi 2027-03-01" names another weekday: 2027-03-01 is a Monday',
      askDay,
    ],
    [{ ...days, dates: ["03/01/2027"] }, 'dates.0: "03/01/2027" could be 3 January or 1 March', askDay],
    [
      { ...days, dates: ["2027-03-01 (Tue)"] },
      'dates.0: "2027-03-01 (Tue)" names another weekday: 2027-03-01 is a Monday',
      askDay,
    ],
    [
      { ...days, except: ["Mon 2027-03-02"] },
      'except.0: "Mon 2027-03-02" names another weekday: 2027-03-02 is a Tuesday',
      askDay,
    ],
    [{ ...days, except: ["2027-03-01"] }, "except", "which"],
    [{ ...days, busy: "2027-03-01T10:00-11:00" }, "could be a range or a time", "whether it is a range"],
    [{ title: "T" }, "dates: is missing, as are times and windows", "which days or times are possible"],
    [
      { ...days, organizerEmail: "Grace Hopper" },
      "organizerEmail: must be an email",
      "for the organizer's email",
    ],
    [{ ...days, conferencing: "our usual room" }, "conferencing: is neither a link nor zoom", "for the link"],
    [
      { ...days, conferencing: "javascript://zoom.us/%0aalert(1)" },
      "conferencing: is neither a link",
      "for the link",
    ],
    [{ copyFrom: "board" }, "2 polls match that title", "which one is meant"],
    [
      { ...days, dates: ["2026-03-01", "2026-03-02"] },
      "are in the past, the last Mon 2026-03-02",
      "later dates",
    ],
    [
      { ...days, dates: ["2027-02-11"], timeZone: "Pacific/Auckland" },
      "it is now Fri 2027-02-12 22:00 +13:00",
      "later dates",
    ],
  ])("about %j", async (args, expected, question) => {
    const text = await problem(args);
    expect(text).toContain(expected);
    expect(text).toMatch(RegExp(`Ask the person .*${question}`));
  });

  it("about more than 100 options, with the ways out: fewer days, a longer interval, or days first", async () => {
    const text = await problem(window({ endDate: "2027-03-31", interval: 30 }));
    expect(text).toMatch(/^- windows: .*138 options.*100.*fewer days.*interval.*days first/m);
    expect(text).toContain("Ask the person");
  });
});

describe("create_poll has corrected without a request", () => {
  it.each<[object, problem: string]>([
    [
      { ...newYork, times: [{ start: "2027-03-01T09:00Z" }] },
      "times.0.start: the offset +00:00 is not that of America/New_York",
    ],
    [times("2027-03-01 09:00 -05:00"), "or give the zone in which the time was shown as timeZone"],
    [times("Mon 2027-03-01 09:00 (America/New_York)"), "the offset -05:00 is not that of Europe/Berlin"],
    [
      times("2027-03-01 09:00 (EST)"),
      'times.0.start: "2027-03-01 09:00 (EST)" has the time zone EST, which is not known to be that of Europe/Berlin then',
    ],
    [times({ start: "2027-03-01T09:00:30" }), 'times.0.start: "2027-03-01T09:00:30" has seconds'],
    [times("Mon 2027-03-01"), 'times.0.start: "Mon 2027-03-01" has no time of day'],
    [{ ...newYork, windows: [{ ...week, to: "25:00" }] }, "to: is not a time written HH:mm, 00:00 to 24:00"],
    [{ ...days, dates: ["next week"] }, 'dates.0: "next week" must be written YYYY-MM-DD; today is '],
    [
      { ...days, dates: ["2027-03-22/2027-04-02"] },
      "covers 12 days: pass each, or windows with startDate and endDate",
    ],
    [{ ...days, dates: ["2027-03-01 09:00"] }, "dates.0: has a time of day, and a day has none"],
    [{ dates: ["2027-03-01"] }, "title: is missing"],
    [{ ...days, hideScore: true }, "hideScore: is not an argument here: use hideScores"],
    [{ ...days, shiftDays: 7 }, "shiftDays: belongs to copyFrom, which is missing"],
  ])("%j", async (args, expected) => {
    const text = await problem(args);
    expect(text).toContain(expected);
    expect(text).toContain("Correct and call again.");
  });

  it("every problem of the arguments together", async () => {
    const text = await problem({
      ...times("noon", "2027-03-28T02:30"),
      organizerEmail: "ada",
      windows: [{ startDate: "2027-03-01", endDate: "2027-03-01", from: "09:00", to: "08:00" }],
    });
    for (const path of ["organizerEmail", "times.0.start", "times.1.start", "windows.0.to"])
      expect(text).toContain(`- ${path}: `);
  });
});
