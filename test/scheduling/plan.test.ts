import { describe, expect, it } from "vitest";
import { createPollInput } from "../../src/api/create-poll-input.ts";
import { PlanError, planPoll } from "../../src/scheduling/index.ts";
import { morning, plan, problems, starts, sync } from "./planning.ts";

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

  it.each([
    "Ada Lovelace <ada@example.com>",
    '"Lovelace, Ada" <ada@example.com>',
    "mailto:ada@example.com",
    "ada@example.com",
  ])("sends the address alone of the organizer %j", (email) => {
    const { body } = plan({ title: "Call", kind: "date", dates: ["2027-03-01"], organizer: { email } });
    expect(body.organizer).toEqual({ email: "ada@example.com" });
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

describe("a plan for windows that began already", () => {
  const windows = [{ ...morning, endDate: "2027-03-02" }];
  const offsets = "must-match" as const;

  it("leaves out what starts before a moment, and says how much", () => {
    const planned = planPoll(
      { ...sync, windows },
      { offsets, notBefore: Date.parse("2027-03-01T15:00:00Z") },
    );
    expect(planned.slots.map((slot) => "startTime" in slot && slot.startTime)).toEqual([
      "2027-03-01T15:00:00Z",
      "2027-03-01T16:00:00Z",
      "2027-03-02T14:00:00Z",
      "2027-03-02T15:00:00Z",
      "2027-03-02T16:00:00Z",
    ]);
    expect(planned.notes).toEqual([
      { path: "windows.0.startDate", message: "1 slot was left out, since its start is in the past" },
    ]);
  });

  it("counts only what is left against the hundred", () => {
    const days = { ...morning, startDate: "2027-03-01", endDate: "2027-04-03", days: undefined };
    const wishes = { ...sync, windows: [days] };
    expect(() => planPoll(wishes, { offsets })).toThrow("makes 102 options");
    const { slots } = planPoll(wishes, { offsets, notBefore: Date.parse("2027-03-01T16:00:00Z") });
    expect(slots).toHaveLength(100);
  });

  it("is refused when nothing is left", () => {
    const late = { offsets, notBefore: Date.parse("2027-03-03T00:00:00Z") };
    expect(() => planPoll({ ...sync, windows }, late)).toThrow(PlanError);
    expect(() => planPoll({ ...sync, windows }, late)).toThrow(
      "windows.0.startDate: all of its slots are in the past",
    );
  });
});
