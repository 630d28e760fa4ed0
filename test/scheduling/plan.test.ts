import { describe, expect, it } from "vitest";
import { checkCreatePoll } from "../../src/api/web.ts";
import { loadBusyCheck, type PollRequest } from "../../src/scheduling/index.ts";
import { days, morning, notesOf, paths, plan, problems, refusal, start, starts, sync } from "./planning.ts";

describe("a plan for whole days", () => {
  it("has the days in order, each once, with a note for duplicates", () => {
    const { body, options, notes } = plan({
      title: " Offsite ",
      dates: ["2028-02-29", "2027-12-31", "2028-02-29"],
    });
    expect(body).toEqual({
      title: "Offsite",
      kind: "date",
      options: [{ date: "2027-12-31" }, { date: "2028-02-29" }],
    });
    expect(options).toEqual(body.options);
    expect(notes).toEqual([
      { path: "dates.2", message: "2028-02-29 is the same day as in dates.0, so it was left out" },
    ]);
  });

  it("takes windows without from and to, on some weekdays, every few weeks", () => {
    const window = { startDate: "2027-03-03", endDate: "2027-03-31", days: ["wed", "mon"] as const };
    expect(starts({ title: "x", dates: ["2027-04-01"], windows: [{ ...window, everyWeeks: 2 }] })).toEqual([
      "2027-03-03",
      "2027-03-15",
      "2027-03-17",
      "2027-03-29",
      "2027-03-31",
      "2027-04-01",
    ]);
  });

  it.each<[string, Partial<PollRequest>, string[]]>([
    ["no date", {}, ["dates: needs at least one date"]],
    [
      "fields about times",
      { dates: ["2027-03-01"], kind: "date", duration: 30, times: [{ start }], windows: [morning] },
      ["times", "duration", "windows.0"].map(
        (path) => `${path}: belongs to a poll about times of day, not to one about whole days`,
      ),
    ],
    ["text", { dates: ["tomorrow"] }, ['dates.0: "tomorrow" is not a date that exists, written YYYY-MM-DD']],
    [
      "101 days",
      { dates: days(101) },
      ["dates: makes 101 options; a poll takes at most 100: take fewer days"],
    ],
    ["501 days", { dates: days(501) }, ["dates: has 501 entries; a poll takes at most 100 options"]],
    [
      "a window that ends before it starts",
      { windows: [{ startDate: "2027-03-02", endDate: "2027-03-01" }] },
      ["windows.0.endDate: is before startDate (2027-03-02)"],
    ],
    [
      "a window every 53 weeks",
      { windows: [{ startDate: "2027-03-02", endDate: "2027-03-03", everyWeeks: 53 }] },
      ["windows.0.everyWeeks: must be a whole number from 1 to 52"],
    ],
    [
      "a long text, of which it quotes 40 characters",
      { dates: ["7".repeat(41)] },
      [`dates.0: "${"7".repeat(39)}…" is not a date that exists, written YYYY-MM-DD`],
    ],
  ])("refuses %s", (_, request, expected) => {
    expect(problems({ title: "x", ...request })).toEqual(expected);
  });

  it("ignores a time zone, with a note, and takes 100 days", () => {
    expect(notesOf({ title: "x", timeZone: "Europe/Berlin", dates: days(100) })).toEqual([
      "timeZone: is ignored, because whole days have no time zone",
    ]);
  });

  it.each([
    [{ title: "x", dates: ["2027-02-30"] }],
    [{ title: "x", windows: [{ startDate: "2027-02-28", endDate: "2027-02-30" }] }],
    [{ ...sync, times: [{ start: "2027-02-30 09:00" }] }],
    [{ ...sync, times: [{ start }], except: ["2027-02-30"] }],
  ])("asks which day is meant by one that does not exist: %j", (request) => {
    expect(refusal(request).problems).toMatchObject([{ ask: "which day they mean" }]);
  });
});

describe("a plan for times", () => {
  it("cuts a week of mornings into 15 options with UTC instants", () => {
    const weekdays = ["mon", "tue", "wed", "thu", "fri"] as const;
    const { body } = plan({ ...sync, kind: undefined, windows: [{ ...morning, days: weekdays }] });
    expect(body).toMatchObject({ title: "Sync", kind: "time", timeZone: "America/New_York", duration: 30 });
    expect(body.options).toHaveLength(15);
    expect(body.options?.[0]).toEqual({ startTime: "2027-03-01T14:00:00Z" });
  });

  it("repeats a window every few weeks, counted from its first week", () => {
    const window = { ...morning, startDate: "2027-03-04", endDate: "2027-04-02", to: "09:30", everyWeeks: 3 };
    expect(starts({ ...sync, windows: [{ ...window, days: ["mon", "fri"] }] })).toEqual([
      "2027-03-05T14:00:00Z",
      "2027-03-22T13:00:00Z",
      "2027-03-26T13:00:00Z",
    ]);
  });

  it("sorts times and windows together and removes duplicates", () => {
    const { options, notes } = plan({
      ...sync,
      times: [{ start: "2027-03-02 10:00" }, { start }, { start: "2027-03-01T09:00:00-05:00" }],
      windows: [
        { ...morning, endDate: "2027-03-01" },
        { ...morning, endDate: "2027-03-01" },
      ],
    });
    expect(options.map((option) => "startTime" in option && option.startTime)).toEqual([
      "2027-03-01T14:00:00Z",
      "2027-03-01T15:00:00Z",
      "2027-03-01T16:00:00Z",
      "2027-03-02T15:00:00Z",
    ]);
    expect(notes).toEqual([
      { path: "times.2", message: "is the same slot as times.1, so it was left out" },
      { path: "windows.0", message: "1 slot was asked for before, so it was left out" },
      { path: "windows.1", message: "3 slots were asked for before, so they were left out" },
    ]);
  });

  it("keeps slots with one start and different lengths, the shorter first", () => {
    const { body, notes } = plan({ ...sync, times: [{ start, duration: 60 }, { start }] });
    expect(body.options).toEqual([
      { startTime: "2027-03-01T14:00:00Z" },
      { startTime: "2027-03-01T14:00:00Z", duration: 60 },
    ]);
    expect(notes).toEqual([]);
  });

  it("omits zone and shared duration if they are missing", () => {
    const { body } = plan({ title: "Call", times: [{ start, duration: 45 }], location: undefined });
    expect(body).toEqual({
      title: "Call",
      kind: "time",
      options: [{ startTime: "2027-03-01T09:00:00Z", duration: 45 }],
    });
  });

  it("passes on the other settings, and the body is valid for the API", () => {
    const settings = {
      description: "Bring news",
      location: "Room 4",
      conferencing: { provider: "custom", label: "Jitsi", uri: "https://meet.example.com/x" },
      requireEmail: true,
      hideParticipants: false,
      hideScores: true,
      disableComments: false,
      allowTentativeVotes: true,
      organizer: { email: "ada@example.com" },
    } as const;
    const { body } = plan({ ...sync, ...settings, times: [{ start }], windows: [morning] });
    expect(body).toMatchObject(settings);
    expect(checkCreatePoll(body).data).toEqual(body);
  });

  it.each([
    "Ada Lovelace <ada@example.com>",
    '"Lovelace, Ada" <ada@example.com>',
    "mailto:ada@example.com",
    "ada@example.com",
  ])("sends only the address of the organizer %j", (email) => {
    const { body } = plan({ title: "Call", dates: ["2027-03-01"], organizer: { email } });
    expect(body.organizer).toEqual({ email: "ada@example.com" });
  });

  it("notes a window with an edge that occurs twice", () => {
    const window = { startDate: "2027-11-07", endDate: "2027-11-07", from: "01:30", to: "02:30" };
    expect(notesOf({ ...sync, windows: [window] })).toEqual([
      expect.stringMatching(/^windows\.0\.from: 01:30 happens twice .*UTC-04:00/),
    ]);
  });
});

describe("a choice of options", () => {
  const request = { ...sync, windows: [{ ...morning, endDate: "2027-03-02" }] };
  const at = (time: string) => ({ now: Date.parse(time) });

  it("leaves out excepted days in the poll's zone, and notes a day without options", () => {
    const evening = { ...sync, times: [{ start: "2027-03-01 23:00" }, { start: "2027-03-02 23:00" }] };
    expect(starts({ ...evening, except: ["2027-03-02"] })).toEqual(["2027-03-02T04:00:00Z"]);
    expect(notesOf({ ...evening, except: ["2027-03-03"] })).toEqual(["except.0: no option is on 2027-03-03"]);
    expect(starts({ title: "x", dates: days(3), except: ["2027-01-02"] })).toEqual([
      "2027-01-01",
      "2027-01-03",
    ]);
    expect(problems({ title: "x", dates: days(1), except: days(1) })).toEqual([
      "except: leaves out all options",
    ]);
  });

  it("leaves out past options with their number, and counts only the others", () => {
    const late = { ...at("2027-03-01T15:00:00Z"), past: "omit" } as const;
    expect(starts(request, late)).toHaveLength(4);
    expect(notesOf(request, late)).toContain(
      "options: 2 of 6 options were left out, since they are in the past",
    );
    const many = { ...sync, windows: [{ ...morning, endDate: "2027-04-03" }] };
    expect(starts(many, { ...at("2027-03-01T15:00:00Z"), past: "omit" })).toHaveLength(100);
  });

  it("allows past options with a note, and gives their number", () => {
    const planned = plan(request, at("2027-03-01T14:30:00Z"));
    expect(planned).toMatchObject({
      past: 1,
      notes: [{ path: "options", message: "1 of 6 options have started or are over: check the dates" }, {}],
    });
    expect(planned.options).toHaveLength(6);
  });

  it("refuses past options, and to leave out all", () => {
    const late = at("2027-03-04T00:00:00Z");
    const message =
      "windows: 6 of 6 options are in the past, the first is Mon, 1 March 2027, 09:00-09:30 (America/New_York, UTC-05:00)";
    for (const past of ["refuse", "omit"] as const) {
      expect(problems(request, { ...late, past })).toEqual([message]);
      expect(refusal(request, { ...late, past }).problems[0]?.ask).toBe("which dates they mean");
    }
  });

  it.each([
    [
      "an 18:00 option of a floating poll",
      { title: "x", duration: 30, times: [{ start: "2027-03-01 18:00" }] },
      "America/Los_Angeles",
      "2027-03-02T02:00:00Z",
    ],
    ["a day", { title: "x", dates: ["2027-03-01"] }, "Pacific/Auckland", "2027-02-28T11:00:00Z"],
    ["a day of nobody's zone", { title: "x", dates: ["2027-03-01"] }, undefined, "2027-03-01T12:00:00Z"],
  ])("calls %s past once it has started", (_, floating, localZone, start) => {
    const isPast = (now: number) => plan(floating, { now, localZone }).past === 1;
    expect([isPast(Date.parse(start) - 1), isPast(Date.parse(start))]).toEqual([false, true]);
  });

  it.each([
    ["2027-02-28T14:00:00Z", []],
    ["2027-02-28T14:00:01Z", ["options: the first option starts in 24 hours"]],
    ["2027-03-01T08:30:00Z", ["options: the first option starts in 5 hours"]],
    ["2027-03-01T13:31:00Z", ["options: the first option starts in 29 minutes"]],
  ])("notes at %s that the first option is less than a day away", (time, expected) => {
    expect(notesOf(request, at(time))).toEqual(expected);
  });

  it("leaves out options at which somebody is busy, with what was ignored", async () => {
    const busy = await loadBusyCheck([{ start: "2027-03-01T09:15", end: "2027-03-01T10:30" }]);
    const planned = plan(request, { busy });
    expect(planned.options).toHaveLength(4);
    expect(planned).toMatchObject({
      busyTimes: 1,
      dropped: [{ option: { startTime: "2027-03-01T14:00:00Z" } }, {}],
    });
    const allDay = await loadBusyCheck([{ start: "2027-03-01", end: "2027-03-06" }]);
    expect(problems(request, { busy: allDay })).toEqual([
      "busy: all 6 options collide with busy times: Mon 2027-03-01 09:00–09:30 -05:00, Mon 2027-03-01 10:00–10:30 -05:00, Mon 2027-03-01 11:00–11:30 -05:00 and 3 more",
    ]);
    expect(notesOf({ title: "x", dates: days(2) }, { busy })).toEqual([
      "busy: 1 of 1 had a time of day and was not compared: only whole days block a day",
    ]);
  });

  const threeWays =
    "take fewer days, a longer interval, or ask about days first and about times in a second poll";
  const year = { startDate: "2027-01-01", endDate: "2027-12-31", from: "00:00", to: "23:59", interval: 15 };
  it.each<[string, Partial<PollRequest>, string]>([
    ["120 slots", { windows: [{ ...morning, endDate: "2027-04-09" }] }, "windows: makes 120 options"],
    ["101 times", { times: days(101).map((day) => ({ start: `${day} 12:00` })) }, "times: makes 101 options"],
    ["a year of quarters", { windows: [year] }, "windows: makes more than 5000 options"],
  ])("names the three ways out of %s", (_, wishes, words) => {
    const { problems: found } = refusal({ ...sync, timeZone: "UTC", ...wishes });
    expect(found).toEqual([
      {
        path: words.split(":")[0],
        message: expect.stringContaining(threeWays),
        ask: "which of the three they prefer",
      },
    ]);
    expect(`${found[0]?.path}: ${found[0]?.message}`).toContain(`${words}; a poll takes at most 100: `);
  });
});

describe("all problems are reported at once", () => {
  it("for settings, times and windows", () => {
    const request = {
      ...sync,
      title: "",
      description: "d".repeat(1001),
      organizer: { email: "nobody" },
      times: [{ start }, { start: "nonsense" }, { start: "2027-03-14 02:30", duration: 0 }],
      windows: [morning, { ...morning, endDate: "2027-02-01", to: "08:00", interval: 1 }],
    };
    expect(paths(request)).toEqual([
      ...["title", "description", "organizer.email", "times.1.start", "times.2.duration", "times.2.start"],
      ...["windows.1.interval", "windows.1.endDate", "windows.1.to"],
    ]);
  });

  const gap = { startDate: "2027-03-14", endDate: "2027-03-14", from: "02:30", to: "04:00" };
  const needed = "duration: is needed: how many minutes each slot lasts";
  const wrong = "must be a whole number of minutes from 15 to 1440";
  const bare = { ...sync, duration: undefined };
  it.each<[string, PollRequest, string[]]>([
    [
      "a window that starts in a gap",
      { ...sync, windows: [gap] },
      [
        "windows.0.from: 02:30 does not exist on 2027-03-14 in America/New_York: the clocks go from 02:00 straight to 03:00",
      ],
    ],
    [
      "a window with one edge",
      { ...sync, windows: [{ ...morning, to: undefined }] },
      ["windows.0.to: is missing, written HH:mm"],
    ],
    [
      "an unknown zone, before the times",
      { ...sync, timeZone: "Europe/Atlantis", times: [{ start: "?" }] },
      ['timeZone: "Europe/Atlantis" is not an IANA time zone: write a place, such as Europe/Berlin'],
    ],
    [
      "an offset as zone",
      { ...sync, timeZone: "UTC+2", times: [{ start }] },
      ['timeZone: "UTC+2" is not an IANA time zone: write a place, such as Europe/Berlin'],
    ],
    [
      "an abbreviation as zone",
      { ...sync, timeZone: "est", times: [{ start }] },
      ['timeZone: "est" is an abbreviation, not an IANA time zone: write a place, such as America/New_York'],
    ],
    ["no time", sync, ["times: needs at least one time, or one window in windows"]],
    [
      "dates beside times",
      { ...sync, dates: ["2027-03-01"], times: [{ start }] },
      ["dates: belongs to a poll about whole days, not to one about times of day"],
    ],
    [
      "501 times",
      { ...sync, times: Array(501).fill({ start: "?" }) },
      ["times: has 501 entries; a poll takes at most 100 options"],
    ],
    [
      "101 windows",
      { ...sync, windows: Array(101).fill(morning) },
      ["windows: has 101 entries; a poll takes at most 100 options"],
    ],
    ["no duration for windows", { ...bare, windows: [morning] }, [needed]],
    ["no duration at all", { ...bare, times: [{ start }, { start }] }, [needed]],
    [
      "no duration of one time",
      { ...bare, times: [{ start, duration: 30 }, { start }] },
      ["times.1.duration: is needed, since there is no shared duration: how many minutes this slot lasts"],
    ],
    [
      "a shared duration",
      { ...sync, duration: 14, times: [{ start }], windows: [morning, morning] },
      [`duration: ${wrong}`],
    ],
    [
      "a duration of one time",
      { ...sync, times: [{ start, duration: 1441 }] },
      [`times.0.duration: ${wrong}`],
    ],
    [
      "an unknown setting",
      JSON.parse('{"title":"x","dates":["2027-03-01"],"hideScore":true}'),
      ["hideScore: Unknown field"],
    ],
  ])("for %s", (_, request, expected) => {
    expect(problems(request)).toEqual(expected);
  });

  it("and the message has the first ten", () => {
    const { name, message, problems: all } = refusal({ ...sync, times: Array(40).fill({ start: "?" }) });
    expect([name, all.length]).toEqual(["PlanError", 40]);
    expect(message).toMatch(/^times\.0\.start: .*; times\.9\.start: [^;]*; and 30 more$/);
  });
});
