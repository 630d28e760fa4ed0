/** Days, times and lengths in the arguments of tools: ISO 8601, and as the tools show them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOptionFormat } from "../../../mcp/output/display.ts";
import { clockTime } from "../../../mcp/tools/fields.ts";
import { planPoll } from "../../../src/scheduling/index.ts";
import { callTool, openHost } from "../harness.ts";
import { berlin, days, preview, problem, times } from "./create-poll-requests.ts";

const nine = "Mon 2027-03-01 09:00 +01:00";
const window = (change: object) => ({
  ...berlin,
  windows: [{ startDate: "2027-03-01", endDate: "2027-03-02", from: "09:00", to: "09:30", ...change }],
});
const everySecond = (change: object) => window({ from: "10:00", to: "10:30", everyWeeks: 2, ...change });
const week = [{ startDate: "2027-03-01", endDate: "2027-03-05" }];
const range = { title: "T", windows: [{ startDate: "2027-03-20", endDate: "2027-04-05" }] };

describe("create_poll reads", () => {
  it.each<[id: string, args: object, options: string[]]>([
    ["local", times("2027-03-01T09:00"), [nine]],
    ["with a space", times("2027-03-01 09:00"), [nine]],
    ["with its offset", times("2027-03-01T09:00:00+01:00"), [nine]],
    ["as shown", times(nine), [nine]],
    [
      "an end beside it",
      { ...times({ start: "2027-03-01T09:00", end: "2027-03-01T09:30" }), duration: undefined },
      [nine],
    ],
    [
      "an end that the advice names",
      { ...times({ start: "2027-03-01T09:00", end: "2027-03-01T10:00" }), duration: 45 },
      [nine],
    ],
    ["a length beside it", times({ start: "2027-03-01T09:00", duration: "45 minutes" }), [nine]],
    ["days as shown", { ...days, dates: ["Mon 2027-03-01"], except: [] }, ["Mon 2027-03-01"]],
    ["days-empty", window({ days: [] }), [nine, "Tue 2027-03-02 09:00 +01:00"]],
    ["words of a list in any case", window({ days: ["MON"] }), [nine]],
    ["except", { ...window({}), except: "Tue 2027-03-02" }, [nine]],
    [
      "every-weeks-first",
      everySecond({ startDate: "2027-09-01", endDate: "2027-09-30", days: ["tue"] }),
      ["Tue 2027-09-07 10:00 +02:00", "Tue 2027-09-21 10:00 +02:00"],
    ],
    [
      "every-weeks-two-days-stays",
      everySecond({ startDate: "2027-09-01", endDate: "2027-09-16", days: ["mon", "thu"] }),
      ["Thu 2027-09-02 10:00 +02:00", "Mon 2027-09-13 10:00 +02:00", "Thu 2027-09-16 10:00 +02:00"],
    ],
    [
      "every-weeks-monday-stays",
      everySecond({ startDate: "2027-03-01", endDate: "2027-03-20", days: ["tue"] }),
      ["Tue 2027-03-02 10:00 +01:00", "Tue 2027-03-16 10:00 +01:00"],
    ],
    [
      "over-midnight-times-stays",
      { ...times("2028-01-17T23:00"), duration: 120 },
      ["Mon 2028-01-17 23:00 +01:00"],
    ],
    [
      "null in the JSON text of a busy day",
      { title: "T", windows: week, busy: ['{"start": "2027-03-02", "end": null}', "null"] },
      ["Mon 2027-03-01", "Wed 2027-03-03", "Thu 2027-03-04", "Fri 2027-03-05"],
    ],
  ])("%s", async (_, args, options) => {
    expect(await preview(args)).toMatchObject({ options });
  });

  it.each([90, "90", "90 minutes", "1h30", "PT90M", "1 h 30 min", "1:30"])(
    "the duration %j as 90 minutes",
    async (duration) => {
      expect(await preview({ ...times("2027-03-01T09:00"), duration })).toMatchObject({ duration: 90 });
    },
  );

  it("busy-title: shows the title of a busy time with what it drops", async () => {
    const busy = [{ start: "2027-03-01T08:00Z", end: "2027-03-01T08:30Z", title: "Dentist" }];
    expect(await preview({ ...times("2027-03-01T09:00", "2027-03-01T10:00"), busy })).toMatchObject({
      dropped: [{ when: nine, title: "Dentist" }],
    });
  });

  it("except-range: leaves out a range, and notes an item that has no option once", async () => {
    const except = ["2027-03-22/2027-04-02", "2027-05-01/2027-05-31"];
    expect(await preview({ ...range, except })).toMatchObject({
      optionCount: 5,
      notes: ["except.1: no option is on 2027-05-01/2027-05-31"],
    });
  });

  it("second-zone: shows the options in the other zones", async () => {
    const data = await preview({
      ...times("2027-03-01T09:00", "2027-03-05T20:00"),
      secondTimeZone: ["America/New_York", "asia/kolkata", "Asia/Kolkata"],
    });
    expect(Reflect.get(data, "inSecondZones")).toEqual({
      "America/New_York": ["Mon 2027-03-01 03:00 -05:00", "Fri 2027-03-05 14:00 -05:00"],
      "Asia/Kolkata": ["Mon 2027-03-01 13:30 +05:30", "Sat 2027-03-06 00:30 +05:30"],
    });
    expect(await preview({ ...days, secondTimeZone: "Asia/Kolkata" })).toMatchObject({
      notes: ["secondTimeZone: ignored, because the options have no time zone"],
    });
  });

  it("every slot as the tools show it, in any zone", () => {
    const zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "UTC"];
    const quarter = fc.integer({
      min: Date.parse("2027-01-01") / 900_000,
      max: Date.parse("2028-01-01") / 900_000,
    });
    fc.assert(
      fc.property(quarter, fc.constantFrom(...zones), (at, timeZone) => {
        const startTime = new Date(at * 900_000).toISOString().replace(".000Z", "Z");
        const option = { startTime, duration: 45 };
        const start = clockTime.parse(createOptionFormat([option], timeZone).format(option).slice(0, 27));
        const request = { title: "T", times: [{ start }], duration: 45, timeZone };
        const plan = () => planPoll(request, { offsets: "must-match", now: 0 }).options;
        expect(plan()).toEqual([option]);
      }),
    );
  });
});

describe("create_poll refuses, in one sentence with the form", () => {
  const otherDay = "Ask the person which day they mean";
  it.each<[id: string, args: object, message: string, next: string]>([
    ["words", times("tomorrow 9am"), "written like 2027-03-01T09:00", "Correct"],
    ["a day alone", times("2027-03-01"), "has no time of day: write 2027-03-01T09:00", "Correct"],
    ["start-24", times("2027-03-02T24:00"), "write 2027-03-03T00:00", "Correct"],
    ["seconds", times("2027-03-01T09:00:30"), "has seconds", "Correct"],
    ["Microsoft's UTC", times("2027-03-01T13:00:00.0000000"), "may be UTC, as Microsoft", "Correct"],
    ["another weekday", times("Tue 2027-03-01 09:00"), "2027-03-01 is a Mon, not a Tue", "which of the two"],
    ["Z", times("2027-03-01T09:00Z"), "Z means UTC, but Europe/Berlin is at +01:00", "Correct"],
    ["another offset", times("2027-03-01T09:00-05:00"), "is not that of Europe/Berlin", "Correct"],
    [
      "a range",
      times("2027-03-01T10:00-11:00"),
      "is a range or has the offset -11:00: write start 2027-03-01T10:00 and end 2027-03-01T11:00.",
      "whether it ends at 11:00",
    ],
    ["a gap", times("2027-03-28T02:30"), "02:30 does not exist", "which time they mean"],
    ["an overlap", times("2027-10-31T02:30"), "02:30 happens twice", "which of the two"],
    [
      "floating-z",
      { ...times("2027-03-01T09:00Z"), timeZone: "floating" },
      "has Z, but the times are floating",
      "Correct",
    ],
    ["no such day", { ...days, dates: ["2027-02-30"] }, '"2027-02-30" is not a date that exists', otherDay],
    ["text-slashes", { ...days, dates: ["03/01/2027"] }, "written YYYY-MM-DD", otherDay],
    ["no day to leave out", { ...days, except: ["March"] }, "except.0: ", otherDay],
    ...["2027-03-23/2027-03-22", "2027-03-22/", "2027-02-30/2027-03-02"].map(
      (text): [string, object, string, string] => [
        `no range to leave out, ${text}`,
        { ...days, except: [text] },
        `except.0: "${text}" is neither a date that exists, written YYYY-MM-DD, nor a range from one to a later one, such as 2027-03-22/2027-04-02.`,
        otherDay,
      ],
    ),
    ["a zone of clocks", { ...berlin, timeZone: "EST" }, "is not the IANA time zone", "for the time zone"],
    ...[
      ["half an hour", "is not a duration. Write it in minutes, such as 90, or as 1 h 30 min."],
      ["2 months", "is not a duration. Write it in minutes, such as 90, or as 1 h 30 min."],
      ["09:30", "could be a time of day. Write 09 h 30 min or 09 min."],
      ["1.30 h", "could be hours and minutes or a fraction of an hour. Write 1 h 30 min or 1.5 h."],
    ].map(([duration = "", message = ""]): [string, object, string, string] => [
      `the duration ${duration}`,
      { ...times("2027-03-01T09:00"), duration },
      message,
      "Correct",
    ]),
    ["duration-ten", { ...times("2027-03-01T09:00"), duration: 10 }, "from 15 to 1440", "Correct"],
    [
      "windows-no-hours",
      { ...berlin, timeZone: undefined, windows: week },
      "windows.0.from: is missing, as is windows.0.to: with duration the options are times",
      "Ask the person from when to when on each day, unless they said it, or whether they mean whole days",
    ],
    [
      "from-without-to",
      { ...window({ to: undefined }), duration: 120 },
      "windows.0.to: is missing: a window of times has from and to. For one slot a day write 11:00",
      "until when on each day",
    ],
    [
      "window-shorter",
      { ...window({}), duration: 120 },
      "leaves 30 minutes after from, less than one slot of 120",
      "Ask the person",
    ],
    [
      "a window that begins in a clock gap",
      window({ startDate: "2027-03-27", endDate: "2027-03-28", from: "02:15", to: "03:45" }),
      "windows.0.from: 02:15 does not exist on 2027-03-28 in Europe/Berlin: the clocks go from 02:00 straight to 03:00.",
      "Ask the person which time they mean instead, or whether to leave that day out with except",
    ],
    [
      "a day too short for one slot",
      {
        ...window({ startDate: "2027-03-28", endDate: "2027-03-28", from: "01:30", to: "03:30" }),
        duration: 90,
      },
      "leaves no room for one slot of 90 minutes on 2027-03-28, since the clocks change that day",
      "Ask the person which time they mean instead, or whether to leave that day out with except",
    ],
    [
      "windows-midnight, over-midnight",
      window({ from: "23:00", to: "01:00" }),
      "windows.0.to: is on the next day: give slots over midnight in times, each with its start and its duration.",
      "Correct",
    ],
  ])("%s", async (_, args, message, next) => {
    const text = await problem(args);
    expect(text).toContain(message);
    expect(text).toContain(next);
  });

  it("and says today's date where a text is no day or time", async () => {
    const now = "\nIt is now Fri 2027-02-12T09:00Z.\n";
    expect(await problem(times("next week"))).toContain(now);
    expect(await problem({ ...days, dates: ["next week"] })).toContain(now);
    expect(await problem({ title: "T" })).not.toContain("It is now");
  });
});

it("list_polls takes an emptied form for no days (to-blank)", async () => {
  const { host } = await openHost();
  const { data } = await callTool(host, "list_polls", { from: "", to: " " });
  expect(data["polls"]).toHaveLength(14);
});
