/** Plans in December 2026. */
import { describe, expect, it } from "vitest";
import { checkCreatePoll } from "../../src/api/check/create-input.ts";
import {
  createBusyCheck,
  PlanError,
  type PlanOptions,
  type PollRequest,
  planPoll,
} from "../../src/scheduling/index.ts";

type Wishes = Partial<PollRequest>;
type Rules = Partial<PlanOptions>;

const plan = (wishes: Wishes, rules: Rules = {}) =>
  planPoll(
    { title: "Sync", ...wishes },
    { offsets: "must-match", now: Date.parse("2026-12-01T00:00:00Z"), ...rules },
  );

/** The problems of a refused plan; none if it is accepted. */
function problemsOf(...args: Parameters<typeof plan>): PlanError["problems"] {
  try {
    plan(...args);
  } catch (error) {
    if (error instanceof PlanError) return error.problems;
    throw error;
  }
  return [];
}

type Text = { path: string; message: string };
const toLine = ({ path, message }: Text) => `${path}: ${message}`;

/** The days or starts of the options, then the notes. */
function linesOf(...args: Parameters<typeof plan>): string[] {
  const { options, notes } = plan(...args);
  return [
    ...options.map((option) => ("date" in option ? option.date : option.startTime)),
    ...notes.map(toLine),
  ];
}

const newYork = { timeZone: "America/New_York", duration: 30 };
const start = "2027-03-01 09:00";
const week = { startDate: "2027-03-01", endDate: "2027-03-05" };
const mornings = { ...week, from: "09:00", to: "12:00", interval: 60 };
const row = (count: number) =>
  Array.from({ length: count }, (_, day) => new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10));

describe("a requested time", () => {
  it.each<[string, string | null | undefined, string, Rules?]>([
    ["2027-03-01T09:00", "America/New_York", "2027-03-01T14:00:00Z"],
    ["2027-03-01 09:00", "America/New_York", "2027-03-01T14:00:00Z"],
    ["2027-03-01t09:00", "america/new_york", "2027-03-01T14:00:00Z"],
    ["2027-03-01T09:00-05:00", "America/New_York", "2027-03-01T14:00:00Z"],
    ["2027-03-01T09:00-0500", "America/New_York", "2027-03-01T14:00:00Z"],
    ["2027-01-15T09:00Z", "Europe/London", "2027-01-15T09:00:00Z"],
    ["2027-03-14 09:00", "America/Los_Angeles", "2027-03-14T16:00:00Z"],
    ["2027-03-01T09:00", undefined, "2027-03-01T09:00:00Z"],
    ["2027-11-07T01:30-04:00", "America/New_York", "2027-11-07T05:30:00Z"],
    ["2027-11-07T01:30-05:00", "America/New_York", "2027-11-07T06:30:00Z"],
    ["2027-03-01T09:00:00+01:00", "America/New_York", "2027-03-01T08:00:00Z", { offsets: "absolute" }],
    ["2027-03-01T09:00:00Z", null, "2027-03-01T09:00:00Z", { offsets: "absolute" }],
    ["2027-03-01T09:00", null, "2027-03-01T09:00:00Z"],
    ["2027-03-01T09:00", "America/New_York", "2027-03-01T14:00:00Z", { offsets: "absolute" }],
  ])("%j in %s is %s", (start, timeZone, instant, rules) => {
    expect(linesOf({ duration: 30, timeZone, times: [{ start }] }, rules)).toEqual([instant]);
  });

  it.each<[string, string | null | undefined, string, Rules?]>([
    ["2027-03-01T09:00Z", "America/New_York", "-05:00 on 2027-03-01 09:00: write the local time without Z"],
    ["2027-07-01T09:00Z", "Europe/London", "+01:00 on 2027-07-01 09:00: write the local time without Z"],
    ["2027-03-01T09:00+01:00", "America/New_York", "the offset +01:00 is not that of America/New_York"],
    ["2027-11-07T01:30+01:00", "America/New_York", "is at -04:00 or -05:00"],
    ["2027-03-14T02:30:00-05:00", "America/New_York", "02:30 does not exist on 2027-03-14"],
    ["2027-03-14 02:30", "America/New_York", "the clocks go from 02:00 straight to 03:00"],
    ["2027-03-01T09:00:30", "America/New_York", "has seconds"],
    ["2027-03-01T09:00:00.0000000", "America/New_York", "may be UTC, as Microsoft writes it"],
    ["2027-03-01T24:00", "America/New_York", "write 2027-03-02T00:00"],
    ["2027-11-07 01:30", "America/New_York", "write 2027-11-07T01:30:00-04:00 or 2027-11-07T01:30:00-05:00"],
    ["2027-03-01T09:00-05:00", undefined, "required, because times.0.start has the offset -05:00"],
    ["2027-03-01T09:00-05:00", undefined, "required, because", { offsets: "absolute" }],
    ["2027-03-01T09:00Z", undefined, "times.0.start has Z: a zone", { offsets: "absolute" }],
    [
      "2027-03-01T09:00-05:00",
      null,
      "has the offset -05:00, but the times are floating",
      { offsets: "absolute" },
    ],
    ["2027-03-01T09:00Z", null, "has Z, but the times are floating"],
    ["2027-03-01T09:00", "EST", "is not the IANA time zone of a place"],
    ["2027-03-01T09:00", "PST8PDT", "is not the IANA time zone of a place"],
    ["2027-03-01 09:00 EST", "America/New_York", "is not a date and time that exists"],
    ["2027-03-01", "America/New_York", "has no time of day"],
  ])("%j in %s is refused", (start, timeZone, words, rules) => {
    const [problem] = problemsOf({ duration: 30, timeZone, times: [{ start }] }, rules);
    expect(problem?.message).toContain(words);
  });

  it.each([
    ...["2027-03-01 09:00 am", "2027-02-29T09:00", "2027-03-01T09:00+25:00"],
    ...["2027-03-01T09:00[Europe/Berlin]", "2027-03-01 14:00-15:30", "2027-03-01T09:00 -05:00"],
    ...["2027-03-01T09:00-10:45", `2027-03-01${" ".repeat(4_000)}09:00`, "next Monday", ""],
  ])("%j is none", (start) => {
    for (const offsets of ["must-match", "absolute"] as const)
      expect(problemsOf({ ...newYork, times: [{ start }] }, { offsets })).toMatchObject([
        { message: expect.stringContaining("is not a date and time that exists") },
      ]);
  });

  it("that occurs twice is the earlier one, with a note", () => {
    const twice = { ...newYork, times: [{ start: "2027-11-07 01:30" }] };
    expect(linesOf(twice, { overlaps: "earlier" })).toEqual([
      "2027-11-07T05:30:00Z",
      "times.0.start: 01:30 happens twice on 2027-11-07 in America/New_York: taken as the earlier (UTC-04:00), not the later (UTC-05:00)",
    ]);
  });
});

describe("a plan", () => {
  it.each<[string, Wishes, string[]]>([
    [
      "days by date, each once",
      { dates: ["2028-02-29", "2027-12-31", "2028-02-29"] },
      ["2027-12-31", "2028-02-29", "dates.2: is the same day as dates.0, so it was left out"],
    ],
    [
      "some weekdays of every second week, counted from the week of the first day",
      { windows: [{ startDate: "2027-03-03", endDate: "2027-03-17", days: ["wed", "mon"], everyWeeks: 2 }] },
      ["2027-03-03", "2027-03-15", "2027-03-17"],
    ],
    [
      "slots of every third week",
      {
        ...newYork,
        windows: [{ ...mornings, endDate: "2027-03-22", to: "09:30", days: ["mon"], everyWeeks: 3 }],
      },
      ["2027-03-01T14:00:00Z", "2027-03-22T13:00:00Z"],
    ],
    [
      "times and windows by start, each once",
      {
        ...newYork,
        times: [{ start: "2027-03-02 10:00" }, { start }, { start: "2027-03-01T09:00:00-05:00" }],
        windows: [
          { ...mornings, endDate: "2027-03-01" },
          { ...mornings, endDate: "2027-03-01", to: "09:30" },
        ],
      },
      [
        "2027-03-01T14:00:00Z",
        "2027-03-01T15:00:00Z",
        "2027-03-01T16:00:00Z",
        "2027-03-02T15:00:00Z",
        "times.2: is the same slot as times.1, so it was left out",
        "windows.0: 1 of 3 options were left out, since they are the same as others",
        "windows.1: is the same slot as times.1, so it was left out",
      ],
    ],
    [
      "days without the zone",
      { timeZone: "Europe/Berlin", dates: ["2027-03-01"] },
      ["2027-03-01", "timeZone: is not part of the poll, because whole days have no time zone"],
    ],
    [
      "no slot on an excepted day of the poll's zone",
      {
        ...newYork,
        times: [{ start: "2027-03-01 23:00" }, { start: "2027-03-02 23:00" }],
        except: ["2027-03-02", "2027-03-02", "2027-03-03"],
      },
      ["2027-03-02T04:00:00Z", "except.2: no option is on 2027-03-03"],
    ],
    [
      "the last evening of the calendar",
      {
        ...newYork,
        windows: [{ startDate: "9999-12-31", endDate: "9999-12-31", from: "18:30", to: "19:30" }],
      },
      ["9999-12-31T23:30:00Z", "+010000-01-01T00:00:00Z"],
    ],
    ["no excepted day", { dates: row(3), except: ["2027-01-02"] }, ["2027-01-01", "2027-01-03"]],
  ])("has %s", (_, wishes, expected) => {
    expect(linesOf(wishes)).toEqual(expected);
  });

  it("has a body with instants, and lengths only where they are not the shared one", () => {
    const times = [{ start: "2027-03-01 08:00", duration: 45 }];
    const weekdays = ["mon", "tue", "wed", "thu", "fri"] as const;
    const { body } = plan({ ...newYork, times, windows: [{ ...mornings, days: weekdays }] });
    expect(body).toMatchObject({ title: "Sync", kind: "time", ...newYork });
    expect(body.options).toHaveLength(16);
    expect(body.options?.slice(0, 2)).toEqual([
      { startTime: "2027-03-01T13:00:00Z", duration: 45 },
      { startTime: "2027-03-01T14:00:00Z" },
    ]);
    expect(plan({ title: " Call ", times, location: undefined }).body).toEqual({
      title: "Call",
      kind: "time",
      timeZone: null,
      options: [{ startTime: "2027-03-01T08:00:00Z", duration: 45 }],
    });
  });

  it("has the kind of the request, for the compiler too", () => {
    const { body, options } = planPoll({ title: "Sync", kind: "date", dates: ["2030-03-04"] });
    expect([body.options[0]?.date, options[0]?.date]).toEqual(["2030-03-04", "2030-03-04"]);
    // @ts-expect-error: a day has no length
    expect(options[0]?.duration).toBeUndefined();
  });

  it("passes on the other settings, the address alone of the organizer, and the body is valid for the API", () => {
    const settings = {
      description: "Bring news",
      location: "Room 4",
      conferencing: { provider: "custom", label: "Jitsi", uri: "https://meet.example.com/x" },
      requireEmail: true,
      disableComments: false,
    } as const;
    const organizer = { email: "Ada Lovelace <ada@example.com>" };
    const { body } = plan({ ...newYork, ...settings, organizer, windows: [mornings] });
    expect(body).toMatchObject({ ...settings, organizer: { email: "ada@example.com" } });
    expect(checkCreatePoll(body).data).toEqual(body);
  });
});

describe("options that are past", () => {
  const request = { ...newYork, windows: [{ ...mornings, endDate: "2027-03-02" }] };
  const at = (time: string, past?: PlanOptions["past"]) => ({ now: Date.parse(time), past });

  it("are left out with their number, and only the others count", () => {
    const rules = at("2027-03-01T15:00:00Z", "omit");
    const lines = linesOf(request, rules);
    expect(lines).toHaveLength(6);
    expect(lines).toContain("options: 2 of 6 options were left out, since they are in the past");
    const many = { ...newYork, windows: [{ ...mornings, endDate: "2027-04-03" }] };
    expect(plan(many, rules).options).toHaveLength(100);
  });

  it("are allowed with a note", () => {
    const lines = linesOf(request, at("2027-03-01T14:30:00Z"));
    expect(lines).toHaveLength(8);
    expect(lines).toContain("options: 1 of 6 options have started or are over: check the dates");
  });

  it.each(["refuse", "omit"] as const)("are refused with the rule %j if all of them have", (past) => {
    expect(problemsOf(request, at("2027-03-04T00:00:00Z", past))).toEqual([
      {
        path: "windows",
        message:
          "6 of 6 options are in the past, the first is Mon, 1 March 2027, 09:00-09:30 (America/New_York, UTC-05:00)",
        ask: "which dates they mean",
      },
    ]);
  });

  it.each<[string, Wishes, string | undefined, string]>([
    ["a floating 9:00", { duration: 30, times: [{ start }] }, "America/Los_Angeles", "2027-03-01T17:00:00Z"],
    ["a day", { dates: ["2027-03-01"] }, "Pacific/Auckland", "2027-03-01T11:00:00Z"],
    ["a day of nobody's zone", { dates: ["2027-03-01"] }, undefined, "2027-03-02T12:00:00Z"],
  ])("include %s once it has started or is over there", (_, floating, localZone, from) => {
    const isRefused = (now: number) => problemsOf(floating, { now, localZone, past: "refuse" }).length > 0;
    expect([isRefused(Date.parse(from) - 1), isRefused(Date.parse(from))]).toEqual([false, true]);
  });

  it.each([
    ["2027-02-28T14:00:00Z", []],
    ["2027-02-28T14:00:01Z", ["the first option starts in 24 hours"]],
    ["2027-03-01T12:59:00Z", ["the first option starts in 1 hour"]],
    ["2027-03-01T13:31:00Z", ["the first option starts in 29 minutes"]],
  ])("may come soon, which is noted at %s", (time, expected) => {
    expect(plan(request, at(time)).notes.map(({ message }) => message)).toEqual(expected);
  });

  it.each([
    ["2027-02-28T22:00:00Z", undefined, "is less than a day away"],
    ["2027-02-28T22:00:00Z", "Europe/Berlin", "starts in 1 hour"],
    ["2027-02-28T22:00:00Z", "Asia/Tokyo", "is today"],
    ["2027-03-01T09:00:00Z", undefined, "is today"],
    ["2027-03-02T09:00:00Z", undefined, "may be past, depending on the time zone: check the dates"],
  ])("may be a day that is near, which is noted at %s in %s", (time, localZone, expected) => {
    const { notes } = plan({ dates: ["2027-03-01"] }, { ...at(time, "refuse"), localZone });
    expect(notes.map(({ message }) => message)).toEqual([`the first option ${expected}`]);
  });
});

it("options at which somebody is busy are left out, with what was ignored", () => {
  const request = { ...newYork, windows: [{ ...mornings, endDate: "2027-03-02" }] };
  const busy = createBusyCheck([{ start: "2027-03-01T09:15", end: "2027-03-01T10:30" }]);
  const planned = plan(request, { busy });
  expect(planned.options).toHaveLength(4);
  expect(planned).toMatchObject({
    busyTimes: 1,
    dropped: [{ reason: "busy", option: { startTime: "2027-03-01T14:00:00Z" } }, { reason: "busy" }],
  });
  expect(linesOf({ dates: row(1) }, { busy })).toEqual([
    "2027-01-01",
    "busy: 1 of 1 had a time of day and was not compared: only whole days block a day",
  ]);
  const allDay = createBusyCheck([{ start: "2027-03-01", end: "2027-03-06" }]);
  expect(problemsOf(request, { busy: allDay }).map(toLine)).toEqual([
    "busy: every option collides with a busy time",
  ]);
});

describe("a plan is refused", () => {
  const windows = [mornings];
  const times = [{ start }];
  const noDay = "is not a date that exists, written YYYY-MM-DD";
  const minutes = "must be a whole number of minutes from 15 to 1440";
  const needed = "duration: is needed: how many minutes each slot lasts";
  const fewer = "options; a poll takes at most 100: take fewer days";
  const threeWays = `${fewer}, a longer interval, or ask about days first and about times in a second poll`;
  const notForDays = "belongs to a poll about times of day, not to one about whole days";
  const notForTimes = "belongs to a poll about whole days, not to one about times of day";
  const noZone = "is not the IANA time zone of a place, such as Europe/Berlin";
  const gap =
    "02:30 does not exist on 2027-03-14 in America/New_York: the clocks go from 02:00 straight to 03:00";
  const choices = "write 2027-03-14T01:30:00-05:00 or 2027-03-14T03:30:00-04:00";
  const [askDay, askTime] = ["which day they mean, unless they said it", "which time they mean instead"];
  const askTimeOrDay = `${askTime}, or whether to leave that day out with except`;
  const askWay = "which of the three they prefer";
  const askLength = "how long the meeting lasts, unless they said it";
  const year = { startDate: "2027-01-01", endDate: "2027-12-31", from: "00:00", to: "23:59", interval: 15 };
  const weeks = { startDate: "2027-03-05", endDate: "2027-03-08" };
  const inGap = { ...mornings, startDate: "2027-03-14", endDate: "2027-03-14", from: "02:30" };
  const halfYears = { ...year, startDate: "2027-01-04", days: ["mon", "tue"], everyWeeks: 26 } as const;
  const mondays = ["2027-01-04", "2027-07-05"];
  it("names the zone of the person if it is none", () => {
    expect(problemsOf({ dates: row(1) }, { localZone: "Mars/Base" }).map(toLine)).toEqual([
      'localZone: "Mars/Base" is not an IANA time zone such as Europe/Berlin',
    ]);
  });

  const noon = row(101).map((day) => ({ start: `${day} 12:00` }));

  it.each<[Wishes, problems: string, ask?: string]>([
    [{}, "dates: needs at least one date, or one window in windows"],
    [{ kind: "time" }, "times: needs at least one time, or one window in windows"],
    [{ kind: "date", times }, `times: ${notForDays}`],
    [{ dates: row(1), duration: 30 }, `duration: ${notForDays}`],
    [{ kind: "date", windows }, `windows.0: ${notForDays}`],
    [{ ...newYork, dates: row(1), times }, `dates: ${notForTimes}`],
    [{ dates: ["tomorrow"] }, `dates.0: "tomorrow" ${noDay}`, askDay],
    [{ dates: ["7".repeat(41)] }, `dates.0: "${"7".repeat(39)}…" ${noDay}`, askDay],
    [{ dates: ["2027-02-30"] }, `dates.0: "2027-02-30" ${noDay}`, askDay],
    [
      { dates: row(1), except: ["2027-02-30"] },
      'except.0: "2027-02-30" is neither a date that exists, written YYYY-MM-DD, nor a range from one to a later one, such as 2027-03-22/2027-04-02',
      askDay,
    ],
    [{ dates: row(1), except: row(1) }, "except: leaves out all options", "which other days are possible"],
    [
      { windows: [{ ...week, endDate: "2027-02-28" }] },
      "windows.0.endDate: is before startDate (2027-03-01)",
    ],
    [
      { windows: [{ ...week, endDate: "2027-02-30" }] },
      "windows.0.endDate: is not a calendar date written YYYY-MM-DD",
      askDay,
    ],
    [
      { windows: [{ ...weeks, everyWeeks: 53 }] },
      "windows.0.everyWeeks: must be a whole number from 1 to 52",
    ],
    [
      { ...newYork, windows: [{ ...mornings, to: undefined }] },
      "windows.0.to: is missing: a window of times has from and to. For one slot a day write 09:30",
      "until when on each day, unless it is one slot",
    ],
    [
      { ...newYork, windows: [{ ...mornings, from: "23:00", to: "01:00" }] },
      "windows.0.to: is on the next day: give slots over midnight in times, each with its start and its duration",
    ],
    [{ ...newYork, windows: [inGap] }, `windows.0.from: ${gap}`, askTimeOrDay],
    [{ ...newYork, times: [{ start: "2027-03-14 02:30" }] }, `times.0.start: ${gap}: ${choices}`, askTime],
    [
      { ...newYork, times: [{ start: "2027-03-01T10:00-11:00" }] },
      "times.0.start: is a range or has the offset -11:00: write start 2027-03-01T10:00 and end 2027-03-01T11:00",
      "whether it ends at 11:00",
    ],
    [
      { ...newYork, times: [{ start: "2027-03-01 04:00-05:00" }] },
      "times.0.start: is a range or has the offset -05:00: write start 2027-03-01T04:00 and end 2027-03-01T05:00, or 2027-03-01T04:00:00-05:00",
      "whether it ends at 05:00",
    ],
    [{ duration: 30, times, timeZone: "Europe/Atlantis" }, `timeZone: "Europe/Atlantis" ${noZone}`],
    [{ duration: 30, times, timeZone: "UTC+2" }, `timeZone: "UTC+2" ${noZone}`],
    [{ duration: 30, times, timeZone: "est" }, `timeZone: "est" ${noZone}`],
    [{ windows }, needed, askLength],
    [{ times: [{ start, duration: 30 }, { start }] }, needed, askLength],
    [{ duration: 14, times, windows }, `duration: ${minutes}`],
    [{ times: [{ start, duration: 1441 }] }, `times.0.duration: ${minutes}`],
    [
      JSON.parse('{"dates":["2027-03-01"],"hideScore":true}'),
      "hideScore: unknown field. Did you mean hideScores?",
    ],
    [{ dates: row(101) }, `dates: makes 101 ${fewer}`, "which days to leave out"],
    [{ ...newYork, times: noon }, `times: makes 101 ${threeWays}`, askWay],
    [{ ...newYork, windows: [halfYears], except: mondays }, `windows: makes 188 ${threeWays}`, askWay],
    [{ ...newYork, windows: [year] }, `windows: makes more than 5000 ${threeWays}`, askWay],
  ])("for %j", (wishes, expected, ask) => {
    const problems = problemsOf(wishes);
    expect(problems.map(toLine).join("\n")).toBe(expected);
    expect(problems[0]?.ask).toBe(ask);
  });

  it("with all problems at once, also in the message", () => {
    const wishes = {
      ...newYork,
      title: "",
      description: "d".repeat(1001),
      organizer: { email: "nobody" },
      times: [{ start }, { start: "nonsense" }, { start: "2027-03-14 02:30", duration: 0 }],
      windows: [mornings, { ...mornings, endDate: "2027-02-01", to: "08:00", interval: 1 }],
    };
    const paths = [
      ...["title", "description", "organizer.email", "times.1.start", "times.2.duration", "times.2.start"],
      ...["windows.1.interval", "windows.1.endDate", "windows.1.to"],
    ];
    expect(problemsOf(wishes).map(({ path }) => path)).toEqual(paths);
    expect(() => plan(wishes)).toThrow(new RegExp(paths.join(": .*; ")));
  });
});

describe("a time with an end", () => {
  const nine = { local: "2027-03-01T09:00" };
  it.each<[object, string | null, object]>([
    [{ start: nine, duration: 30 }, "Europe/Berlin", { startTime: "2027-03-01T08:00:00Z", duration: 30 }],
    [
      { start: nine, end: { local: "2027-03-01T10:30" } },
      "Europe/Berlin",
      { startTime: "2027-03-01T08:00:00Z", duration: 90 },
    ],
    [
      { start: { ...nine, offset: "-05:00" }, end: "2027-03-01T15:00Z" },
      "Europe/Berlin",
      { startTime: "2027-03-01T14:00:00Z", duration: 60 },
    ],
    [
      { start: "2027-03-01T23:00", end: "2027-03-02T01:00" },
      null,
      { startTime: "2027-03-01T23:00:00Z", duration: 120 },
    ],
  ])("%j in %s is %j", (time, timeZone, slot) => {
    const { options } = plan({ timeZone, times: [time] } as Wishes, { offsets: "absolute" });
    expect(options).toEqual([slot]);
  });

  it.each<[object, string]>([
    [{ start: nine, end: nine }, "times.0.end: does not end after its start"],
    [
      { start: nine, end: { local: "2027-03-01T10:00" }, duration: 30 },
      "times.0.end: ends 60 minutes after its start, but its duration is 30",
    ],
  ])("%j is refused", (time, words) => {
    const problems = problemsOf({ timeZone: "Europe/Berlin", times: [time] } as Wishes);
    expect(problems.map(toLine).join("\n")).toContain(words);
  });
});

describe("a request with a field that is wrong or unknown is refused by its path", () => {
  const days = { title: "x", dates: ["2027-03-01"] };
  it.each<[unknown, string]>([
    [{ title: "x", times: [{ start: "2027-03-01T09:00", length: 30 }], duration: 30 }, "times.0.length"],
    [{ title: "x", windows: [{ startDate: "2027-03-01" }] }, "windows.0.endDate"],
    [{ title: 5, dates: ["2027-03-01"] }, "title"],
    [{ title: "x", dates: Array(1001).fill("2027-03-01") }, "dates"],
    [{ title: "x", date: ["2027-03-01"], dates: ["2027-03-01"] }, "date"],
    [{ title: "x", kind: "week", duration: 60, times: [{ start: "2027-03-01T09:00" }] }, "kind"],
    [{ title: "x", kind: 5, dates: ["2027-03-01"] }, "kind"],
    [{ title: "x", times: ["2027-03-01 09:00"], duration: 60 }, "times.0"],
    [{ title: "x", dates: [5, null], except: [5] }, "dates.0 dates.1 except.0"],
    [{ title: "x", times: [{}, { start: 5, end: { local: 5 } }] }, "times.0.start times.1.start times.1.end"],
    [{ title: "x", windows: "x" }, "windows"],
    [{ title: "x", windows: [null] }, "windows.0"],
    [{ ...days, organizer: { mail: "bo@example.com" } }, "organizer.email organizer.mail"],
    [{ ...days, organizer: {} }, "organizer.email"],
    [{ ...days, organizer: "bo@example.com" }, "organizer"],
    [{ ...days, organizer: { email: 5 } }, "organizer.email"],
    [{ ...days, organizer: { email: "bo@example.com", x: 1 } }, "organizer.x"],
  ])("%j", (request, paths) => {
    try {
      planPoll(request as PollRequest);
    } catch (error) {
      expect((error as PlanError).name).toBe("PlanError");
      expect((error as PlanError).problems.map((problem) => problem.path).join(" ")).toBe(paths);
      return;
    }
    expect.unreachable();
  });

  it("and so is one of planPoll's options", () => {
    const options = { overlap: "earlier" } as PlanOptions;
    expect(() => planPoll({ title: "x", dates: ["2027-03-01"] }, options)).toThrow("overlap: unknown field");
  });
});
