import { describe, expect, it } from "vitest";
import { checkCreatePoll } from "../../src/api/web.ts";
import { PlanError, type PollRequest, planPoll } from "../../src/scheduling/index.ts";
import { morning, plan, problems, starts, sync } from "./planning.ts";

describe("a plan for whole days", () => {
  it("has the days in order, each once, with a note for duplicates", () => {
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

  it("reports every date that does not exist", () => {
    const wrong = problems({
      title: "x",
      kind: "date",
      dates: ["2027-02-29", "2027-03-01", "tomorrow", "2027-03-01T09:00"],
    });
    expect(Object.keys(wrong)).toEqual(["dates.0", "dates.2", "dates.3"]);
    expect(wrong["dates.0"]).toContain('"2027-02-29"');
  });

  it("needs a date, and refuses fields of time polls", () => {
    expect(Object.keys(problems({ title: "x", kind: "date" }))).toEqual(["dates"]);
    const mixed = { title: "x", kind: "date", dates: ["2027-03-01"] } as const;
    expect(
      Object.keys(problems({ ...mixed, timeZone: "UTC", duration: 30, times: [], windows: [morning] })),
    ).toEqual(["timeZone", "duration", "times", "windows"]);
  });

  it("omits undefined fields from the body", () => {
    const request = { title: "x", kind: "date", location: undefined, dates: ["2027-03-01"] } as PollRequest;
    const { body } = plan(request);
    expect(Object.keys(body).sort()).toEqual(["kind", "options", "title"]);
  });

  it("takes 100 days and refuses 101 with the count", () => {
    const days = (count: number) =>
      Array.from({ length: count }, (_, day) =>
        new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10),
      );
    expect(starts({ title: "x", kind: "date", dates: [...days(100), "2027-01-01"] })).toHaveLength(100);
    expect(problems({ title: "x", kind: "date", dates: days(101) })).toEqual({
      dates: "makes 101 options in all; a poll takes at most 100: leave out 1",
    });
  });
});

describe("a plan for times", () => {
  it("cuts a week of mornings into 15 options with UTC instants", () => {
    const days = ["mon", "tue", "wed", "thu", "fri"] as const;
    const { body } = plan({ ...sync, windows: [{ ...morning, days }] });
    expect(body).toMatchObject({ title: "Sync", kind: "time", timeZone: "America/New_York", duration: 30 });
    expect(body.options).toHaveLength(15);
    expect(body.options?.[0]).toEqual({ startTime: "2027-03-01T14:00:00Z" });
  });

  it("sorts times and windows together and removes duplicates", () => {
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

  it("keeps slots with one start and different lengths, the shorter first", () => {
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

  it("omits zone and shared duration if they are missing", () => {
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
    const { body } = plan({
      ...sync,
      ...settings,
      times: [{ start: "2027-03-01 09:00" }],
      windows: [morning],
    });
    expect(body).toMatchObject(settings);
    expect(checkCreatePoll(body).data).toEqual(body);
  });

  it.each([
    "Ada Lovelace <ada@example.com>",
    '"Lovelace, Ada" <ada@example.com>',
    "mailto:ada@example.com",
    "ada@example.com",
  ])("sends only the address of the organizer %j", (email) => {
    const { body } = plan({ title: "Call", kind: "date", dates: ["2027-03-01"], organizer: { email } });
    expect(body.organizer).toEqual({ email: "ada@example.com" });
  });

  it("notes a window with an edge that occurs twice", () => {
    const { notes } = plan({
      ...sync,
      windows: [{ startDate: "2027-11-07", endDate: "2027-11-07", from: "01:30", to: "02:30" }],
    });
    expect(notes).toMatchObject([{ path: "windows.0.from", message: expect.stringContaining("UTC-04:00") }]);
  });

  it("takes 100 slots and refuses more with the count", () => {
    const window = {
      startDate: "2027-03-01",
      endDate: "2027-04-09",
      from: "09:00",
      to: "12:00",
      interval: 75,
    };
    expect(problems({ ...sync, windows: [window] })).toEqual({
      windows:
        "makes 120 options in all; a poll takes at most 100: they fit with interval 90 (80 options) or with endDate 2027-04-02 (99 options)",
    });
    const times = Array.from({ length: 101 }, (_, day) => ({
      start: `${new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10)} 12:00`,
    }));
    expect(problems({ ...sync, times })).toEqual({
      times: "makes 101 options in all; a poll takes at most 100: leave out 1",
    });
    expect(starts({ ...sync, times: times.slice(1) })).toHaveLength(100);
  });
});

describe("a plan for windows in the past", () => {
  const windows = [{ ...morning, endDate: "2027-03-02" }];
  const offsets = "must-match" as const;

  it("leaves out past slots, with their number", () => {
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

  it("counts only the remaining slots", () => {
    const days = { ...morning, startDate: "2027-03-01", endDate: "2027-04-03", days: undefined };
    const request = { ...sync, windows: [days] };
    expect(() => planPoll(request, { offsets })).toThrow("makes 102 options");
    const { slots } = planPoll(request, { offsets, notBefore: Date.parse("2027-03-01T16:00:00Z") });
    expect(slots).toHaveLength(100);
  });

  it("is refused if no slot remains", () => {
    const late = { offsets, notBefore: Date.parse("2027-03-03T00:00:00Z") };
    expect(() => planPoll({ ...sync, windows }, late)).toThrow(PlanError);
    expect(() => planPoll({ ...sync, windows }, late)).toThrow(
      "windows.0.startDate: all of its slots are in the past",
    );
  });
});
