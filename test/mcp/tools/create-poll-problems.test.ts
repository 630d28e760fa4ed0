import { describe, expect, it } from "vitest";
import { days, newYork, problem, times, week } from "./create-poll-requests.ts";

describe("create_poll refuses without a request, with what to ask or to correct", () => {
  const window = (change: object) => ({ ...newYork, windows: [{ ...week, ...change }] });
  it.each<[object, problem: string, question: string]>([
    [{ ...times("2027-03-01T09:00"), timeZone: undefined }, "timeZone: is missing", "for the time zone"],
    [{ ...newYork, timeZone: undefined }, "timeZone: is missing", "for the time zone"],
    [{ ...times("2027-03-01T09:00"), duration: undefined }, "duration: is needed", "how long"],
    [
      times({ start: "2027-03-01T09:00", end: "2027-03-01T10:00", duration: 30 }),
      "times.0.end: ends 60 minutes after its start, but its duration is 30",
      "whether it lasts 60 or 30 minutes",
    ],
    [{ ...days, except: ["2027-03-01"] }, "except", "which"],
    [{ title: "T" }, "dates: is missing, as are times and windows", "which days or times are possible"],
    [
      { ...days, organizerEmail: "Grace Hopper" },
      "organizerEmail: must be an email",
      "for the organizer's email",
    ],
    [{ ...days, conferencing: "our usual room" }, "conferencing: is neither a link nor zoom", "for the link"],
    [{ ...days, conferencing: "javascript://zoom.us/%0aalert(1)" }, "is neither a link", "for the link"],
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
    [window({ to: "25:00" }), "to: is not a time written HH:mm, 00:00 to 24:00", ""],
    [{ dates: ["2027-03-01"] }, "title: is missing", ""],
    [{ ...days, shiftDays: 7 }, "shiftDays: belongs to copyFrom, which is missing", ""],
  ])("about %j", async (args, expected, question) => {
    const text = await problem(args);
    expect(text).toContain(expected);
    expect(text).toMatch(question ? RegExp(`Ask the person .*${question}`) : /Correct and call again\.$/);
  });

  it("about more than 100 options, with the ways out: fewer days, a longer interval, or days first", async () => {
    const text = await problem(window({ endDate: "2027-03-31", interval: 30 }));
    expect(text).toMatch(/^- windows: .*138 options.*100.*fewer days.*interval.*days first/m);
    expect(text).toContain("Ask the person");
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
