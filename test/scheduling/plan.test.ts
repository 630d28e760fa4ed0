import { describe, expect, it } from "vitest";
import { createPollInput } from "../../src/api/create-poll-input.ts";
import { type OffsetRule, PlanError, type PollWishes, planPoll } from "../../src/scheduling/index.ts";

const sync = { title: "Sync", kind: "time", timeZone: "America/New_York", duration: 30 } as const;
const morning = { startDate: "2027-03-01", endDate: "2027-03-05", from: "09:00", to: "12:00", interval: 60 };

function plan(wishes: PollWishes, offsets: OffsetRule = "must-match") {
  return planPoll(wishes, { offsets });
}

function starts(wishes: PollWishes, offsets?: OffsetRule): string[] {
  return plan(wishes, offsets).slots.map((slot) => ("date" in slot ? slot.date : slot.startTime));
}

function problems(wishes: PollWishes, offsets?: OffsetRule): Record<string, string> {
  try {
    plan(wishes, offsets);
  } catch (error) {
    if (error instanceof PlanError) {
      return Object.fromEntries(error.problems.map(({ path, message }) => [path, message]));
    }
    throw error;
  }
  return {};
}

function problemOf(start: string, timeZone?: string, offsets?: OffsetRule): string | undefined {
  return problems({ ...sync, timeZone, times: [{ start }] }, offsets)["times.0.start"];
}

describe("a plan for whole days", () => {
  it("holds the days in order, each once, and tells what it left out", () => {
    const { body, slots, notes } = plan({
      title: " Offsite ",
      kind: "date",
      dates: ["2028-02-29", "2027-12-31", "2028-02-29"],
    });
    expect(body).toEqual({
      title: "Offsite",
      kind: "date",
      options: [{ date: "2027-12-31" }, { date: "2028-02-29" }],
    });
    expect(slots).toEqual([{ date: "2027-12-31" }, { date: "2028-02-29" }]);
    expect(notes).toEqual([{ path: "dates.2", message: "is the same day as dates.0, so it was left out" }]);
  });

  it("names every date that does not exist", () => {
    const wrong = problems({
      title: "x",
      kind: "date",
      dates: ["2027-02-29", "2027-03-01", "tomorrow", "2027-03-01T09:00"],
    });
    expect(Object.keys(wrong)).toEqual(["dates.0", "dates.2", "dates.3"]);
    expect(wrong["dates.0"]).toContain('"2027-02-29"');
  });

  it("needs a date, and takes nothing that belongs to times", () => {
    expect(Object.keys(problems({ title: "x", kind: "date" }))).toEqual(["dates"]);
    const mixed = { title: "x", kind: "date", dates: ["2027-03-01"] } as const;
    expect(
      Object.keys(problems({ ...mixed, timeZone: "UTC", duration: 30, times: [], windows: [morning] })),
    ).toEqual(["timeZone", "duration", "times", "windows"]);
  });

  it("takes a hundred days and refuses one more, with the count", () => {
    const days = (count: number) =>
      Array.from({ length: count }, (_, day) =>
        new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10),
      );
    expect(starts({ title: "x", kind: "date", dates: [...days(100), "2027-01-01"] })).toHaveLength(100);
    expect(problems({ title: "x", kind: "date", dates: days(101) })).toEqual({
      dates: "makes 101 options in all; a poll takes at most 100",
    });
  });
});

describe("a wished time", () => {
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
    expect(planned.slots).toEqual([{ startTime: instant, duration: 30 }]);
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
    ["2027-03-01 09:00 am", "America/New_York", "is not a date and time"],
    ["2027-03-01", "America/New_York", "has no time of day"],
    ["2027-02-29T09:00", "America/New_York", "is not a date and time that exists"],
    ["2027-03-01T24:00", "America/New_York", "is not a date and time that exists"],
    ["2027-03-01T09:00:60", "America/New_York", "is not a date and time that exists"],
    ["2027-03-01T09:00+25:00", "America/New_York", "is not a date and time that exists"],
    ["2027-03-01T9:00", "America/New_York", "is not a date and time that exists"],
    ["2027-03-01T09:00[Europe/Berlin]", "Europe/Berlin", "is not a date and time that exists"],
    ["next Monday", "America/New_York", "is not a date and time that exists"],
    ["", "America/New_York", "is not a date and time that exists"],
  ])("%j in %s is refused", (start, timeZone, words) => {
    expect(problemOf(start, timeZone)).toContain(words);
  });

  it("quotes no more than the beginning of what it could not read", () => {
    expect(problemOf("x".repeat(10_000), "UTC")?.length).toBeLessThan(150);
  });

  it("is taken with its own offset where offsets are absolute", () => {
    const times = [{ start: "2027-03-01T09:00:00+01:00" }, { start: "2027-03-01T09:00" }];
    expect(starts({ ...sync, times }, "absolute")).toEqual(["2027-03-01T08:00:00Z", "2027-03-01T14:00:00Z"]);
    expect(starts({ ...sync, timeZone: undefined, times }, "absolute")).toEqual([
      "2027-03-01T08:00:00Z",
      "2027-03-01T09:00:00Z",
    ]);
    expect(problemOf("2027-03-01T09:00+25:00", "UTC", "absolute")).toContain("is not a date and time");
  });

  it("that happens twice is the earlier, and says so", () => {
    const { slots, notes } = plan({ ...sync, times: [{ start: "2027-11-07 01:30" }] });
    expect(slots).toEqual([{ startTime: "2027-11-07T05:30:00Z", duration: 30 }]);
    expect(notes).toEqual([
      {
        path: "times.0.start",
        message:
          "01:30 happens twice on 2027-11-07 in America/New_York: taken as the earlier (UTC-04:00), not the later (UTC-05:00)",
      },
    ]);
  });

  it("that happens twice is the one its offset picks, with nothing to say", () => {
    const { slots, notes } = plan({
      ...sync,
      times: [{ start: "2027-11-07T01:30-05:00" }, { start: "2027-11-07T01:30-04:00" }],
    });
    expect(slots).toEqual([
      { startTime: "2027-11-07T05:30:00Z", duration: 30 },
      { startTime: "2027-11-07T06:30:00Z", duration: 30 },
    ]);
    expect(notes).toEqual([]);
  });
});

describe("a plan for times", () => {
  it("cuts the contract's example into fifteen options of resolved instants", () => {
    const days = ["mon", "tue", "wed", "thu", "fri"] as const;
    const { body } = plan({ ...sync, windows: [{ ...morning, days }] });
    expect(body).toMatchObject({ title: "Sync", kind: "time", timeZone: "America/New_York", duration: 30 });
    expect(body.options).toHaveLength(15);
    expect(body.options?.[0]).toEqual({ startTime: "2027-03-01T14:00:00Z" });
  });

  it("sorts times and windows together and removes what is asked for twice", () => {
    const { slots, notes } = plan({
      ...sync,
      times: [
        { start: "2027-03-02 10:00" },
        { start: "2027-03-01 09:00" },
        { start: "2027-03-01T09:00:00-05:00" },
      ],
      windows: [
        { ...morning, endDate: "2027-03-01" },
        { ...morning, endDate: "2027-03-01" },
      ],
    });
    expect(slots.map((slot) => "startTime" in slot && slot.startTime)).toEqual([
      "2027-03-01T14:00:00Z",
      "2027-03-01T15:00:00Z",
      "2027-03-01T16:00:00Z",
      "2027-03-02T15:00:00Z",
    ]);
    expect(notes).toEqual([
      { path: "times.2", message: "is the same slot as times.1, so it was left out" },
      { path: "windows.0", message: "1 of its slots was asked for before, so it was left out" },
      { path: "windows.1", message: "3 of its slots were asked for before, so they were left out" },
    ]);
  });

  it("keeps slots that start together and last differently, the shorter first", () => {
    const { body, notes } = plan({
      ...sync,
      times: [{ start: "2027-03-01 09:00", duration: 60 }, { start: "2027-03-01 09:00" }],
    });
    expect(body.options).toEqual([
      { startTime: "2027-03-01T14:00:00Z" },
      { startTime: "2027-03-01T14:00:00Z", duration: 60 },
    ]);
    expect(notes).toEqual([]);
  });

  it("sends neither zone nor shared duration when there is none", () => {
    const { body } = plan({
      title: "Call",
      kind: "time",
      times: [{ start: "2027-03-01 09:00", duration: 45 }],
    });
    expect(body).toEqual({
      title: "Call",
      kind: "time",
      options: [{ startTime: "2027-03-01T09:00:00Z", duration: 45 }],
    });
  });

  it("passes the other settings on as they are, and the API takes the whole body", () => {
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
    const { body } = plan({
      ...sync,
      ...settings,
      times: [{ start: "2027-03-01 09:00" }],
      windows: [morning],
    });
    expect(body).toMatchObject(settings);
    expect(createPollInput.parse(body)).toEqual(body);
  });

  it("tells of a window whose edge happens twice", () => {
    const { notes } = plan({
      ...sync,
      windows: [{ startDate: "2027-11-07", endDate: "2027-11-07", from: "01:30", to: "02:30" }],
    });
    expect(notes).toMatchObject([{ path: "windows.0.from", message: expect.stringContaining("UTC-04:00") }]);
  });

  it("takes a hundred slots and refuses more, with the count", () => {
    const window = {
      startDate: "2027-03-01",
      endDate: "2027-04-09",
      from: "09:00",
      to: "12:00",
      interval: 75,
    };
    expect(problems({ ...sync, windows: [window] })).toEqual({
      windows: "makes 120 options in all; a poll takes at most 100",
    });
    const times = Array.from({ length: 101 }, (_, day) => ({
      start: `${new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10)} 12:00`,
    }));
    expect(problems({ ...sync, times })).toEqual({
      times: "makes 101 options in all; a poll takes at most 100",
    });
    expect(starts({ ...sync, times: times.slice(1) })).toHaveLength(100);
  });
});

describe("hostile wishes", () => {
  const year = { startDate: "2027-01-01", endDate: "2027-12-31", from: "00:00", to: "23:59", interval: 15 };

  it("are counted only so far", () => {
    const everything = { ...sync, timeZone: "UTC", windows: Array.from({ length: 100 }, () => year) };
    expect(problems(everything)).toEqual({
      windows: "makes more than 5000 options in all; a poll takes at most 100",
    });
  });

  it("are refused unread when there are too many entries", () => {
    const entries = {
      times: Array.from({ length: 501 }, () => ({ start: "?" })),
      windows: Array.from({ length: 101 }, () => year),
    };
    expect(problems({ ...sync, ...entries })).toEqual({
      times: "has 501 entries; a poll takes at most 100 options",
      windows: "has 101 entries; a poll takes at most 100 options",
    });
  });
});

describe("every problem is named at once", () => {
  it("across settings, zone, times and windows", () => {
    const wishes = {
      ...sync,
      title: "",
      description: "d".repeat(1001),
      organizer: { email: "nobody" },
      times: [
        { start: "2027-03-01 09:00" },
        { start: "nonsense" },
        { start: "2027-03-14 02:30", duration: 0 },
      ],
      windows: [morning, { ...morning, endDate: "2027-02-01", to: "08:00", interval: 1 }],
    };
    expect(Object.keys(problems(wishes))).toEqual([
      "title",
      "description",
      "organizer.email",
      "times.1.start",
      "times.2.duration",
      "times.2.start",
      "windows.1.interval",
      "windows.1.endDate",
      "windows.1.to",
    ]);
  });

  it("also a gap at a window's edge", () => {
    const window = { startDate: "2027-03-14", endDate: "2027-03-14", from: "02:30", to: "04:00" };
    expect(problems({ ...sync, windows: [window] })).toEqual({
      "windows.0.from":
        "02:30 does not exist on 2027-03-14 in America/New_York: the clocks go from 02:00 straight to 03:00",
    });
  });

  it("also a zone that is an abbreviation, an offset or unknown", () => {
    const times = [{ start: "2027-03-01 09:00" }];
    expect(problems({ ...sync, timeZone: "EST", times })["timeZone"]).toContain("abbreviation");
    expect(problems({ ...sync, timeZone: "+02:00", times })["timeZone"]).toContain("not an IANA time zone");
    expect(problems({ ...sync, timeZone: "Europe/Atlantis", times })["timeZone"]).toContain("Europe/Berlin");
  });

  it("also a missing duration, at the one place where it is missing", () => {
    const bare = { ...sync, duration: undefined };
    const [some, other] = [{ start: "2027-03-01 09:00", duration: 30 }, { start: "2027-03-02 09:00" }];
    expect(Object.keys(problems({ ...bare, times: [some, some, other] }))).toEqual(["times.2.duration"]);
    expect(Object.keys(problems({ ...bare, times: [other, other] }))).toEqual(["duration"]);
    expect(Object.keys(problems({ ...bare, times: [some], windows: [morning] }))).toEqual(["duration"]);
    expect(problems({ ...bare, times: [some] })).toEqual({});
  });

  it("also a shared duration out of bounds, once and not again at every window", () => {
    for (const duration of [14, 1441, 30.5]) {
      expect(Object.keys(problems({ ...sync, duration, windows: [morning, morning] }))).toEqual(["duration"]);
    }
  });

  it("also wishes for nothing, or for dates", () => {
    expect(Object.keys(problems({ ...sync }))).toEqual(["times"]);
    expect(Object.keys(problems({ ...sync, times: [], windows: [], dates: ["2027-03-01"] }))).toEqual([
      "dates",
      "times",
    ]);
  });

  it("also a setting that does not exist", () => {
    const misspelt: PollWishes = JSON.parse(
      '{"title":"x","kind":"date","dates":["2027-03-01"],"hideScore":true}',
    );
    expect(problems(misspelt)).toEqual({ hideScore: "Unknown field" });
  });

  it("but the message shows only the first ten", () => {
    const times = Array.from({ length: 40 }, () => ({ start: "?" }));
    expect(() => plan({ ...sync, times })).toThrow(/^times\.0\.start: .*; times\.9\.start: .*; and 30 more$/);
    expect(() => plan({ ...sync, times: times.slice(0, 1) })).toThrow(/^times\.0\.start: [^;]*$/);
  });
});
