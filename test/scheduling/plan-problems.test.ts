import { describe, expect, it } from "vitest";
import type { PollRequest } from "../../src/scheduling/index.ts";
import { morning, plan, problems, sync } from "./planning.ts";

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
    const misspelt: PollRequest = JSON.parse(
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

describe("many wrong times", () => {
  it.each([
    ["times that the clocks skip", "2037-03-08T02:30", "02:30 does not exist on 2037-03-08"],
    ["times with a wrong offset", "2037-07-01T09:00:00+01:00", "the offset +01:00 is not that of"],
    ["texts that are not times", "someday", '"someday" is not a date and time'],
  ])("are all listed, and the first 20 described: %s", (_, start, description) => {
    const times = Array(100).fill({ start });
    const messages = Object.entries(problems({ ...sync, times }));
    expect(messages.map(([path]) => path)).toEqual(times.map((_time, index) => `times.${index}.start`));
    const described = messages.filter(([, message]) => message.startsWith(description));
    expect(described).toEqual(messages.slice(0, 20));
    expect(messages[20]?.[1]).toBe("is not a valid time; only the first 20 problems are described");
  });
});
