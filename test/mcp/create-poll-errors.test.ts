import { describe, expect, it } from "vitest";
import { newYork, week } from "./create-poll-arguments.ts";
import { failTool, openHost } from "./harness.ts";

const days = { title: "T", dates: ["2027-03-01"] };
const gap = { start: "2027-03-28T02:30" };
const berlin = { title: "T", timeZone: "Europe/Berlin", duration: 30, times: [gap] };

/** The problems that create_poll reports, one a line. Fails when anything was sent. */
async function problemsOf(
  args: Record<string, unknown>,
  advice: string | RegExp = /^Correct and call again\.$|Ask the person .+\.$/,
): Promise<string[]> {
  const { host, sandbox } = await openHost();
  const lines = (await failTool(host, "create_poll", args)).split("\n");
  expect(sandbox.requests).toEqual([]);
  expect(lines[0]).toMatch(/^Nothing was done/);
  expect(lines.at(-1)).toMatch(advice);
  return lines.slice(1, -1);
}

const pathsOf = async (args: Record<string, unknown>) =>
  (await problemsOf(args)).map((line) => line.replace(/^- ([\w.]+): .*$/, "$1"));

describe("create_poll rejects without a request", () => {
  const slot = (start: string, timeZone?: string) => ({
    title: "T",
    duration: 30,
    times: [{ start }],
    ...(timeZone ? { timeZone } : {}),
  });
  it.each([
    ["times without a zone", slot("2027-03-01T09:00"), ["timeZone: is missing", "Europe/Berlin"]],
    ["windows without a zone", { ...newYork, timeZone: undefined }, ["timeZone: is missing"]],
    ["an abbreviation as a zone", slot("2027-03-01T09:00", "EST"), ["timeZone: is not an IANA", "floating"]],
    ["an offset as a zone", slot("2027-03-01T09:00", "+02:00"), ["timeZone: is not an IANA", "floating"]],
    ["a Z in a zone with another offset", slot("2027-03-01T09:00:00Z", "America/New_York"), ["-05:00"]],
    [
      "an offset that differs from the zone's",
      slot("2027-07-01T09:00:00+01:00", "Europe/Berlin"),
      ["times.0.start", "+02:00"],
    ],
    ["a time in a DST gap", berlin, ["times.0.start", "2027-03-28"]],
    ["a date that does not exist", { title: "T", dates: ["2027-02-30"] }, ["dates.0", "2027-02-30"]],
    ["no dates and no times", { title: "T" }, ["dates: is missing", "times and windows"]],
    ["a duration without dates or times", { title: "T", duration: 30 }, ["dates: is missing"]],
    ["dates and times together", { ...newYork, dates: ["2027-03-01"] }, ["dates"]],
    ["dates with kind time", { ...days, kind: "time" }, ["timeZone: is missing"]],
    [
      "a slot without a duration",
      { ...berlin, duration: undefined, times: [{ start: "2027-03-01T09:00" }] },
      ["duration"],
    ],
    [
      "a slot that is too short",
      { ...berlin, times: [{ start: "2027-03-01T09:00", duration: 10 }] },
      ["times.0.duration: must be at least 15"],
    ],
    [
      "a slot that is too long",
      { ...berlin, times: [{ start: "2027-03-01T09:00", duration: 1441 }] },
      ["times.0.duration: must be at most 1440"],
    ],
    [
      "a window without any of its weekdays",
      { ...newYork, windows: [{ ...week, days: ["sun"] }] },
      ["windows.0"],
    ],
    [
      "a misspelt setting",
      { ...days, hideScore: true },
      ["hideScore: is not an argument here", "hideScores"],
    ],
    [
      "a misspelt field of a window",
      { ...newYork, windows: [{ ...week, till: "12:00" }] },
      ["windows.0.till", "interval"],
    ],
    [
      "a label with a provider other than custom",
      { ...days, conferencing: { provider: "zoom", label: "x", uri: "y" } },
      ["conferencing.label: belongs to", "conferencing.uri: belongs to", "custom"],
    ],
    [
      "custom conferencing without a label",
      { ...days, conferencing: { provider: "custom" } },
      ["conferencing.label: is missing"],
    ],
    [
      "an organizer that is not an address",
      { ...days, organizerEmail: "ada" },
      ["organizerEmail", "ada@example.com"],
    ],
  ])("%s", async (_, args, expected) => {
    const text = (await problemsOf(args)).join("\n");
    for (const part of expected) expect(text).toContain(part);
  });
});

describe("create_poll asks for a decision of the person about", () => {
  it("more than 100 options, with two changes that fit", async () => {
    const windows = [{ ...week, to: "23:00", interval: 30, endDate: "2027-03-12" }];
    expect(
      await problemsOf({ ...newYork, windows }, "Ask the person which of the two changes to make."),
    ).toEqual([
      "- windows: makes 280 options in all; a poll takes at most 100: they fit with interval 90 (100 options) or with endDate 2027-03-03 (84 options).",
    ]);
  });

  it("too many single times or dates", async () => {
    const dates = Array.from({ length: 104 }, (_, day) =>
      new Date(Date.UTC(2027, 2, day + 1)).toISOString().slice(0, 10),
    );
    expect(await problemsOf({ title: "T", dates }, "Ask the person which options to leave out.")).toEqual([
      "- dates: makes 104 options in all; a poll takes at most 100: leave out 4.",
    ]);
  });
});

describe("create_poll reports every problem of", () => {
  it("the arguments' types, each with a valid example", async () => {
    expect(await problemsOf({ title: "", kind: "week", duration: "long" })).toEqual([
      '- title: must not be empty. Example: "Team lunch"',
      '- kind: must be one of: date, time. Example: "time"',
      "- duration: must be a number. Example: 30",
    ]);
  });

  it.each([
    [
      "unknown names, at every level",
      { ...berlin, times: [{ ...gap, end: "03:00" }], hideScore: true },
      ["times.0.end", "hideScore"],
    ],
    [
      "list entries",
      { ...berlin, times: ["soon", { begin: "x" }] },
      ["times.0", "times.1.start", "times.1.begin"],
    ],
    [
      "conferencing",
      { ...berlin, conferencing: { provider: "zoom", label: "x", uri: "y", room: "z" } },
      ["conferencing.room", "conferencing.label", "conferencing.uri"],
    ],
    [
      "the plan, once the types are right",
      {
        ...berlin,
        times: [gap, { start: "bogus" }],
        windows: [
          { ...week, to: "08:00" },
          { ...week, endDate: "2027-02-30" },
        ],
        organizerEmail: "ada",
      },
      ["organizerEmail", "times.0.start", "times.1.start", "windows.0.to", "windows.1.endDate"],
    ],
    ["a poll of dates with times", { ...berlin, kind: "date" }, ["timeZone", "duration", "times", "dates"]],
  ])("%s", async (_, args, paths) => {
    expect(await pathsOf(args)).toEqual(paths);
  });
});
