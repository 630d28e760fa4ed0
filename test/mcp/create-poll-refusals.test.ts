import { describe, expect, it } from "vitest";
import { failTool, openHost } from "./harness.ts";
import { newYork, week } from "./wishes.ts";

describe("create_poll refuses, sending nothing,", () => {
  const slot = (start: string, timeZone?: string) => ({
    title: "T",
    duration: 30,
    times: [{ start }],
    ...(timeZone ? { timeZone } : {}),
  });
  it.each([
    ["times without a zone", slot("2027-03-01T09:00"), ["timeZone: is missing", "Europe/Berlin"]],
    ["an abbreviation for a zone", slot("2027-03-01T09:00", "EST"), ["timeZone: is not an IANA"]],
    ["an offset for a zone", slot("2027-03-01T09:00", "+02:00"), ["timeZone: is not an IANA"]],
    ["a habitual Z", slot("2027-03-01T09:00:00Z", "America/New_York"), ["times.0.start", "-05:00"]],
    [
      "an offset that is not the zone's",
      slot("2027-07-01T09:00:00+01:00", "Europe/Berlin"),
      ["times.0.start", "+02:00"],
    ],
    [
      "a time that the clock skips",
      slot("2027-03-28T02:30", "Europe/Berlin"),
      ["times.0.start", "2027-03-28"],
    ],
    ["a day that does not exist", { title: "T", dates: ["2027-02-30"] }, ["dates.0", "2027-02-30"]],
    ["no days and no times", { title: "T" }, ["dates", "times and windows"]],
    ["days and times together", { ...newYork, dates: ["2027-03-01"] }, ["dates"]],
    [
      "a slot without a duration",
      { title: "T", timeZone: "UTC", times: [{ start: "2027-03-01T09:00" }] },
      ["duration"],
    ],
    [
      "more than 100 options",
      { ...newYork, windows: [{ ...week, to: "23:00", interval: 30, endDate: "2027-03-12" }] },
      ["100"],
    ],
    ["a window with none of its days", { ...newYork, windows: [{ ...week, days: ["sun"] }] }, ["windows.0"]],
    [
      "a misspelt setting",
      { title: "T", dates: ["2027-03-01"], hideScore: true },
      ["hideScore: is not an argument here", "hideScores"],
    ],
    [
      "a misspelt part of a window",
      { ...newYork, windows: [{ ...week, till: "12:00" }] },
      ["windows.0.till", "interval"],
    ],
    [
      "a label without custom conferencing",
      { title: "T", dates: ["2027-03-01"], conferencing: { provider: "zoom", label: "x" } },
      ["conferencing.label", "custom"],
    ],
    [
      "custom conferencing without a label",
      { title: "T", dates: ["2027-03-01"], conferencing: { provider: "custom" } },
      ["conferencing.label: is missing"],
    ],
    [
      "an organizer that is no address",
      { title: "T", dates: ["2027-03-01"], organizerEmail: "ada" },
      ["organizer", "ada@example.com"],
    ],
  ])("%s", async (_, args, words) => {
    const { host, sandbox } = await openHost();
    const text = await failTool(host, "create_poll", args);
    for (const word of words) expect(text).toContain(word);
    expect(text).toMatch(/Nothing was done/);
    expect(sandbox.requests).toEqual([]);
  });

  it("all problems named at once, each with a right value", async () => {
    const { host } = await openHost();
    const text = await failTool(host, "create_poll", { title: "", kind: "week", duration: "long" });
    expect(text.split("\n")).toEqual([
      "Nothing was done, because of 3 problems in the arguments:",
      '- title: must not be empty. Example: "Team lunch"',
      '- kind: must be one of: date, time. Example: "time"',
      "- duration: must be a number. Example: 30",
      "Correct and call again.",
    ]);
  });
});
