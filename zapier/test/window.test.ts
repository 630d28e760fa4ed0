/** The window of Create Poll: its days, its times of day, its weekdays, and durations. */
import { describe, expect, it } from "vitest";
import { parseMinutes } from "../../zapier/input/duration.ts";
import { normalizeInput } from "../../zapier/input/form-values.ts";
import { planInput } from "../../zapier/input/plan.ts";
import { parseClockTime } from "../../zapier/input/time-tokens.ts";
import { parseDay, planForm } from "./parse.ts";

const now = Date.parse("2027-01-15T10:00:30Z");

const week = {
  kind: "time",
  start_date: "2027-03-01",
  end_date: "2027-03-07",
  from: "09:00",
  to: "10:00",
  duration: 60,
};

describe("a window", () => {
  it.each([
    ["start_date", "First Day"],
    ["end_date", "Last Day"],
    ["from", "From"],
    ["to", "To"],
  ])("is refused without its %s, and only that field is named", (key, label) => {
    const message = planForm({ ...week, [key]: "" });
    expect(message.match(/[A-Z][\w ]+(?=: )/g)).toEqual([label]);
    expect(message).toContain("is required for a window");
  });

  it.each([
    [
      "from",
      "soon",
      'From: "soon" is not a time of day. Write times of day as 09:00 or 5:30 pm; "Formatter by Zapier" can change other notations to that.',
    ],
    [
      "to",
      "25:00",
      'To: "25:00" is not a time of day. Write times of day as 09:00 or 5:30 pm; "Formatter by Zapier" can change other notations to that.',
    ],
    ["end_date", "03/04/2027", 'Last Day: "03/04/2027" could be 3 April or 4 March.'],
    ["interval", "often", 'Minutes Between Starts: "often" is not a duration.'],
  ])("is refused with a wrong %s: %s", (key, value, message) => {
    expect(planForm({ ...week, [key]: value })).toContain(message);
  });

  it("may start or end at midnight", () => {
    const day = { ...week, end_date: "2027-03-01" };
    expect(planForm({ ...day, from: "23:00", to: "midnight" })).toBe("2027-03-02T04:00 60");
    const early = { ...day, to: "2:00" };
    expect(planForm({ ...early, from: "midnight" })).toBe(planForm({ ...early, from: "00:00" }));
  });

  it("has no notes on dates that are written out", () => {
    const { notes } = planInput(normalizeInput({ title: "Call", ...week }), "Europe/Berlin", now);
    expect(notes).toEqual([]);
  });

  it("has slots at the interval, or one after the other", () => {
    const day = { ...week, end_date: "2027-03-01", to: "13:00" };
    expect(planForm({ ...day, interval: "2 h" })).toBe("2027-03-01T14:00 60\n2027-03-01T16:00 60");
    expect(planForm(day).split("\n")).toHaveLength(4);
  });

  it("notes which days the words today and tomorrow mean", () => {
    const form = {
      title: "Call",
      ...week,
      start_date: "today",
      end_date: "tomorrow",
      from: "20:00",
      to: "21:00",
    };
    expect(planInput(normalizeInput(form), "Europe/Berlin", now).notes).toEqual([
      'First Day "today": used 2027-01-15.',
      'Last Day "tomorrow": used 2027-01-16.',
    ]);
  });
});

describe("weekdays", () => {
  const days = (text: string) =>
    planForm({
      kind: "time",
      duration: 60,
      start_date: "2027-03-01",
      end_date: "2027-03-07",
      from: "09:00",
      to: "10:00",
      days: text,
    }).replace(/2027-03-0(\d)T14:00 60\n?/g, "$1");

  it.each([
    ["Mon-Fri", "12345"],
    ["Mon \u2013 Fri", "12345"],
    ["Monday to Friday", "12345"],
    ["Mon thru Thu", "1234"],
    ["weekdays", "12345"],
    ["weekends", "67"],
    ["every day", "1234567"],
    ["Wed & Fri", "35"],
    ["Mon, Tue and Thu", "124"],
    ["Mon, Tue, and Thu", "124"],
    ["Mon/Wed/Fri", "135"],
    ["Mon Wed Fri", "135"],
    ["Mon-Wed and Sat", "1236"],
    ["Mondays and Wednesdays", "13"],
    ["Fri-Mon", "1567"],
  ])("are understood as a span or a list: %s", (text, expected) => {
    expect(days(text)).toBe(expected);
  });

  it("are quoted when ten are unknown, and counted when there are more", () => {
    const unknown = (count: number) => Array.from({ length: count }, (_, index) => `day ${index}`).join(", ");
    expect(planForm({ ...week, days: unknown(10) }).match(/is not a day of the week/g)).toHaveLength(10);
    expect(planForm({ ...week, days: unknown(11) })).toBe(
      "Weekdays: has 11 values that are not days of the week. Write them as Monday or mon.",
    );
  });

  it("are refused in a text of more than 200 characters", () => {
    expect(days(`Mon  ${"Tue ".repeat(49)}`.trim())).toBe("12");
    expect(days(`Mon ${"Tue ".repeat(50)}`.trim())).toContain("is not a day of the week");
  });

  it.each([
    "Mon-",
    "foo-Fri",
    "Mon and foo",
    "Mon foo",
    "Mon.day",
    "Mon-Mon",
    "Mon-Wed-Fri",
    "not Monday",
    "every other Monday",
    "MWF",
    "Mon or Tue",
  ])("are refused otherwise: %s", (text) => {
    expect(days(text)).toContain(`Weekdays: "${text}" is not a day of the week`);
  });
});

describe("the words today and tomorrow", () => {
  const late = { kind: "time", from: "09:00", to: "10:00", duration: 60 };
  it("count in the account's zone where the poll floats", () => {
    const form = { ...late, time_zone: "floating" };
    expect(planForm({ ...form, start_date: "tomorrow", end_date: "tomorrow" })).toBe("2026-11-22T09:00 60");
    expect(planForm({ kind: "time", time_zone: "floating", times: "tomorrow 9am" })).toBe(
      "2026-11-22T09:00 30",
    );
    expect(planForm({ kind: "date", dates: "today" }, "Pacific/Kiritimati")).toBe("2026-11-22");
  });

  it("need a time zone without an account's", () => {
    expect(planForm({ ...late, start_date: "today", end_date: "today +1d" }, null)).toMatch(
      /First Day: "today" depends on a time zone.*Last Day: "today \+1d" depends on a time zone/,
    );
    expect(planForm({ kind: "date", dates: "today" }, null)).toContain('"today" depends on a time zone');
    expect(planForm({ kind: "time", times: "today 9am" }, null)).toContain(
      '"today 9am" depends on a time zone',
    );
  });
});

describe("today and tomorrow", () => {
  // 10:00 UTC on the fifteenth is still the fourteenth in Niue's evening and already the fifteenth's evening in Auckland.
  it.each([
    ["Pacific/Honolulu", "today", "2027-01-15"],
    ["Pacific/Niue", "now", "2027-01-14"],
    ["Pacific/Kiritimati", "Today", "2027-01-16"],
    ["Europe/Berlin", "tomorrow", "2027-01-16"],
    ["Europe/Berlin", "today +7d", "2027-01-22"],
  ])("in %s: %s", (timeZone, text, day) => {
    expect(parseDay(text, { now, timeZone })).toEqual({ value: day, note: `used ${day}.` });
  });

  it("are not guessed without a time zone", () => {
    expect(parseDay("today", { now, timeZone: null })).toMatchObject({
      problem: expect.stringContaining("depends on a time zone"),
    });
  });
});

describe("a time of day", () => {
  it.each([
    ["09:00", "09:00"],
    ["9:00", "09:00"],
    ["17.30", "17:30"],
    ["09:00:00", "09:00"],
    ["9h30", "09:30"],
    ["12am", "00:00"],
    ["12:15 p.m.", "12:15"],
    ["noon", "12:00"],
    ["00:00", "00:00"],
    ["24:00", undefined],
    ["midnight", "00:00"],
    ["12 midnight", "00:00"],
    ["12 noon", "12:00"],
    ["16 Uhr", "16:00"],
    ["9", undefined],
    ["0900", undefined],
    ["9:60", undefined],
    ["9:00 m", undefined],
    ["0am", undefined],
    ["9:00 - 10:00", undefined],
    [" ".repeat(10_000), undefined],
  ])("%s starts a window at %s", (text, time) => {
    expect(parseClockTime(text)).toBe(time);
  });

  it.each([
    ["24:00", "24:00"],
    ["midnight", "24:00"],
    ["00:00", "24:00"],
    ["12am", "24:00"],
    ["17:30", "17:30"],
    ["5pm", "17:00"],
  ])("%s ends a window at %s", (text, time) => {
    expect(parseClockTime(text, true)).toBe(time);
  });
});

describe("a duration", () => {
  it.each([
    ["1:30", 90],
    ["01:30", 90],
    ["04:30", 270],
    ["00:45:00", 45],
    ["1.5 h", 90],
    ["1.25 h", 75],
    ["1,50 h", 90],
    ["1.75 hours", 105],
    ["2.00h", 120],
    ["90", 90],
    ["45 minutes", 45],
    ["45 min.", 45],
    ["1h30", 90],
    ["1 h 30 min", 90],
    ["1 hour and 30 mins", 90],
    ["1 hr, 30 minute", 90],
    ["1 day", 1440],
    ["1 d 2 hrs", 1560],
    ["1 min 60 secs", 2],
    ["60 s", 1],
    ["120 second", 2],
    ["PT45M", 45],
    ["pt1h30m", 90],
    ["P1DT2H", 1560],
    ["P1D", 1440],
    ["PT1.5H", 90],
    ["PT120S", 2],
    ["01:30:00", 90],
    ["00:01:60", undefined],
    ["1:60", undefined],
    ["90 x", undefined],
    ["30 min 1 h", undefined],
    ["1 h 2 h", undefined],
    ["1 min 30", undefined],
    ["1 h 30 15", undefined],
    ["90 s", undefined],
    ["1.05", undefined],
    ["P", undefined],
    ["PT", undefined],
    ["x90", undefined],
    ["90 min x", undefined],
    [" ", undefined],
    [`90${" ".repeat(58)}m`, undefined],
  ])("is parsed: %s", (text, minutes) => {
    expect(parseMinutes(text)).toBe(minutes);
  });

  it.each([
    ["15:00", "could be a time of day. Write 15 h or 15 min."],
    ["10:00", "could be a time of day. Write 10 h or 10 min."],
    ["09:00", "could be a time of day. Write 9 h or 9 min."],
    ["05:30", "could be a time of day. Write 5 h 30 min or 5 min."],
    ["10:00:00", "could be a time of day. Write 10 h or 10 min."],
    ["30:00", "could be hours or minutes. Write 30 h or 30 min."],
    ["1.30 h", "could be hours and minutes or a fraction of an hour"],
    ["1,45 hours", "could be hours and minutes or a fraction of an hour"],
    ["1 day 1.15 h", "could be hours and minutes or a fraction of an hour"],
  ])("is refused when it has two meanings: %s", (text, message) => {
    expect(planForm({ kind: "time", times: "2027-03-01 09:00", duration: text })).toContain(
      `Duration (Minutes): "${text}" ${message}`,
    );
  });
});
