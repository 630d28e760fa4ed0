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
    ["an abbreviation for a zone", slot("2027-03-01T09:00", "EST"), ["timeZone: is not an IANA", "floating"]],
    ["an offset for a zone", slot("2027-03-01T09:00", "+02:00"), ["timeZone: is not an IANA", "floating"]],
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
      "a slot shorter than the service takes",
      { title: "T", timeZone: "UTC", duration: 30, times: [{ start: "2027-03-01T09:00", duration: 10 }] },
      ["times.0.duration: must be at least 15"],
    ],
    [
      "a slot longer than the service takes",
      { title: "T", timeZone: "UTC", times: [{ start: "2027-03-01T09:00", duration: 1441 }] },
      ["times.0.duration: must be at most 1440"],
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
      ["organizerEmail", "ada@example.com"],
    ],
  ])("%s", async (_, args, words) => {
    const { host, sandbox } = await openHost();
    const text = await failTool(host, "create_poll", args);
    for (const word of words) expect(text).toContain(word);
    expect(text).toMatch(/Nothing was done/);
    expect(sandbox.requests).toEqual([]);
  });
});

describe("create_poll names everything that is wrong in one answer", () => {
  async function problemsOf(args: Record<string, unknown>): Promise<string[]> {
    const { host, sandbox } = await openHost();
    const lines = (await failTool(host, "create_poll", args)).split("\n");
    expect(sandbox.requests).toEqual([]);
    expect(lines[0]).toMatch(/^Nothing was done/);
    expect(lines.at(-1)).toBe("Correct and call again.");
    return lines.slice(1, -1);
  }
  const placesOf = async (args: Record<string, unknown>) =>
    (await problemsOf(args)).map((line) => line.replace(/^- ([\w.]+): .*$/, "$1"));

  it("with a right value for each", async () => {
    expect(await problemsOf({ title: "", kind: "week", duration: "long" })).toEqual([
      '- title: must not be empty. Example: "Team lunch"',
      '- kind: must be one of: date, time. Example: "time"',
      "- duration: must be a number. Example: 30",
      '- dates: is missing, and so are times and windows: give dates for whole days, or times or windows with timeZone. Example: ["2027-03-01", "2027-03-02"]',
    ]);
  });

  const gap = { start: "2027-03-28T02:30" };
  const berlin = { title: "T", timeZone: "Europe/Berlin", duration: 30, times: [gap] };
  it.each([
    [
      "an unknown argument and a day that is none",
      { title: "T", dates: ["2027-02-30"], hideScore: true },
      ["hideScore", "dates.0"],
    ],
    [
      "an unknown part of a slot, and its time",
      { ...berlin, times: [{ ...gap, end: "03:00" }] },
      ["times.0.end", "times.0.start"],
    ],
    [
      "an unknown part of a window, and its hours",
      { ...berlin, times: undefined, windows: [{ ...week, to: "08:00", till: "x" }] },
      ["windows.0.till", "windows.0.to"],
    ],
    [
      "a wrong setting and a wrong time",
      { ...berlin, title: undefined, requireEmail: "perhaps" },
      ["title", "requireEmail", "times.0.start"],
    ],
    ["a wrong kind, which the times tell anyway", { ...berlin, kind: "meeting" }, ["kind", "times.0.start"]],
    ["a wrong duration once, and a wrong time", { ...berlin, duration: "1h" }, ["duration", "times.0.start"]],
    [
      "a duration that is too short for all, and a wrong time",
      { ...berlin, duration: 5, times: [gap, { start: "2027-03-29T09:00" }] },
      ["duration", "times.0.start"],
    ],
    [
      "a zone that is missing, and a day that is none",
      { ...berlin, timeZone: undefined, times: [{ start: "2027-02-30T09:00" }] },
      ["timeZone", "times.0.start"],
    ],
    [
      "a zone that is none, and a day that is none",
      { ...berlin, timeZone: "EST", times: [{ start: "2027-02-30T09:00" }] },
      ["timeZone", "times.0.start"],
    ],
    [
      "settings beside an organizer that is no address",
      { title: "T", dates: ["2027-03-01"], organizerEmail: "ada", location: 5 },
      ["location", "organizerEmail"],
    ],
    [
      "conferencing beside a wrong time",
      { ...berlin, conferencing: { provider: "zoom", label: "x", uri: "y", room: "z" } },
      ["conferencing.room", "conferencing.label", "conferencing.uri", "times.0.start"],
    ],
    [
      "a poll of days that was given times",
      { ...berlin, kind: "date" },
      ["timeZone", "duration", "times", "dates"],
    ],
  ])("%s", async (_, args, places) => {
    expect(await placesOf(args)).toEqual(places);
  });

  it("and blames no argument for the shape of another", async () => {
    const wrong = { title: "T", duration: 30, dates: "tomorrow", timeZone: "Europe/Berlin" };
    expect(await placesOf(wrong)).toEqual(["dates", "duration"]);
    expect(await placesOf({ ...berlin, times: [{ begin: "2027-03-01T09:00" }] })).toEqual([
      "times.0.start",
      "times.0.begin",
    ]);
    expect(await placesOf({ title: "T", duration: 30 })).toEqual(["dates"]);
    const some = [{ start: "2027-03-01T09:00", duration: 15 }, { start: "2027-03-02T09:00" }];
    expect(await placesOf({ ...berlin, duration: "long", times: some })).toEqual(["duration"]);
  });
});
