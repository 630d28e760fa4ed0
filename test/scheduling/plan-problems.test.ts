import { describe, expect, it } from "vitest";
import { PlanError, type PollRequest } from "../../src/scheduling/index.ts";
import { morning, plan, problems, sync } from "./planning.ts";

/** The error of a request that is refused. */
function refusal(request: PollRequest): PlanError {
  try {
    plan(request);
  } catch (error) {
    if (error instanceof PlanError) return error;
  }
  throw new Error("was not refused");
}

describe("a request with too many entries", () => {
  const year = { startDate: "2027-01-01", endDate: "2027-12-31", from: "00:00", to: "23:59", interval: 15 };

  it("gets a count up to a limit", () => {
    const everything = { ...sync, timeZone: "UTC", windows: Array.from({ length: 100 }, () => year) };
    expect(problems(everything)).toEqual({
      windows: "makes more than 5000 options in all; a poll takes at most 100: leave out more than 4900",
    });
  });

  it("is refused before its entries are parsed", () => {
    const entries = {
      times: Array.from({ length: 501 }, () => ({ start: "?" })),
      windows: Array.from({ length: 101 }, () => ({ ...year, startDate: "?" })),
    };
    expect(problems({ ...sync, ...entries })).toEqual({
      times: "has 501 entries; a poll takes at most 100 options",
      windows: "has 101 entries; a poll takes at most 100 options",
    });
  });
});

describe("all problems are reported at once", () => {
  it("for settings, times and windows", () => {
    const request = {
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
    expect(Object.keys(problems(request))).toEqual([
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

  it("for a window that starts in a gap", () => {
    const window = { startDate: "2027-03-14", endDate: "2027-03-14", from: "02:30", to: "04:00" };
    expect(problems({ ...sync, windows: [window] })).toEqual({
      "windows.0.from":
        "02:30 does not exist on 2027-03-14 in America/New_York: the clocks go from 02:00 straight to 03:00",
    });
  });

  it("for a zone that is an abbreviation, an offset or unknown, and then the times are not parsed", () => {
    const times = [{ start: "nonsense" }];
    const ofZone = (timeZone: string) => refusal({ ...sync, timeZone, times }).problems;
    for (const unknown of ["+02:00", "Europe/Atlantis"])
      expect(ofZone(unknown)).toEqual([
        {
          path: "timeZone",
          message: `"${unknown}" is not an IANA time zone: write a place, such as Europe/Berlin`,
        },
      ]);
    expect(ofZone("EST")).toEqual([
      {
        path: "timeZone",
        message: '"EST" is an abbreviation, not an IANA time zone: write a place, such as America/New_York',
      },
    ]);
  });

  it("for a missing duration, where it is missing", () => {
    const bare = { ...sync, duration: undefined };
    const [some, other] = [{ start: "2027-03-01 09:00", duration: 30 }, { start: "2027-03-02 09:00" }];
    expect(Object.keys(problems({ ...bare, times: [some, some, other] }))).toEqual(["times.2.duration"]);
    expect(Object.keys(problems({ ...bare, times: [other, other] }))).toEqual(["duration"]);
    expect(Object.keys(problems({ ...bare, times: [some], windows: [morning] }))).toEqual(["duration"]);
    expect(problems({ ...bare, times: [some] })).toEqual({});
  });

  it("once for a shared duration out of bounds", () => {
    for (const duration of [14, 1441, 30.5]) {
      expect(Object.keys(problems({ ...sync, duration, windows: [morning, morning] }))).toEqual(["duration"]);
    }
  });

  it("for a request without times, or with dates", () => {
    const none = { path: "times", message: "needs at least one time, or one window in windows" };
    expect(refusal(sync).problems).toEqual([none]);
    expect(refusal({ ...sync, times: [], windows: [], dates: ["2027-03-01"] }).problems).toEqual([
      { path: "dates", message: "belongs to a poll of kind date, not to one about times of day" },
      none,
    ]);
  });

  it("also for times beside another problem", () => {
    const request = { ...sync, dates: ["2027-03-01"], duration: 5, times: [{ start: "nonsense" }] };
    expect(refusal(request).problems.map(({ path }) => path)).toEqual(["dates", "duration", "times.0.start"]);
  });

  it("counts slots only with a valid duration", () => {
    const window = {
      startDate: "2027-03-01",
      endDate: "2027-03-31",
      from: "08:00",
      to: "20:00",
      interval: 15,
    };
    const request = { ...sync, windows: [window] };
    expect(refusal(request).problems.map(({ path }) => path)).toEqual(["windows"]);
    expect(refusal({ ...request, duration: undefined }).problems.map(({ path }) => path)).toEqual([
      "duration",
    ]);
  });

  it("for an unknown setting", () => {
    const misspelt: PollRequest = JSON.parse(
      '{"title":"x","kind":"date","dates":["2027-03-01"],"hideScore":true}',
    );
    expect(problems(misspelt)).toEqual({ hideScore: "unknown field" });
  });

  it("and the message has the first ten", () => {
    const times = Array.from({ length: 40 }, () => ({ start: "?" }));
    const { name, message, problems } = refusal({ ...sync, times });
    expect(name).toBe("PlanError");
    expect(problems).toHaveLength(40);
    expect(message).toMatch(/^times\.0\.start: .*; times\.9\.start: [^;]*; and 30 more$/);
    expect(() => plan({ ...sync, times: times.slice(0, 1) })).toThrow(/^times\.0\.start: [^;]*$/);
  });
});

describe("a refused plan of days", () => {
  it("lists the fields that belong to times, and the missing date", () => {
    const { problems, message: said } = refusal({
      title: "x",
      kind: "date",
      timeZone: "Europe/Berlin",
      windows: [],
    });
    const message = "belongs to a poll of kind time, not to one about whole dates";
    expect(said).toBe(`timeZone: ${message}; windows: ${message}; dates: needs at least one date`);
    expect(problems).toEqual([
      { path: "timeZone", message },
      { path: "windows", message },
      { path: "dates", message: "needs at least one date" },
    ]);
  });

  it("quotes up to 40 characters of the input", () => {
    const text = (length: number) => "7".repeat(length);
    const { problems } = refusal({ title: "x", kind: "date", dates: [text(40), text(41)] });
    const rest = "is not a date that exists, written YYYY-MM-DD";
    expect(problems).toEqual([
      { path: "dates.0", message: `"${text(40)}" ${rest}` },
      { path: "dates.1", message: `"${text(39)}…" ${rest}` },
    ]);
  });
});

describe("many wrong times", () => {
  it.each([
    ["times that the clocks skip", "2037-03-08T02:30", "02:30 does not exist on 2037-03-08"],
    ["times with a wrong offset", "2037-07-01T09:00:00+01:00", "the offset +01:00 is not that of"],
    ["texts without a time", "someday", '"someday" is not a date and time'],
  ])("are all listed, and the first 20 described: %s", (_, start, description) => {
    const times = Array(100).fill({ start });
    const messages = Object.entries(problems({ ...sync, times }));
    expect(messages.map(([path]) => path)).toEqual(times.map((_time, index) => `times.${index}.start`));
    const described = messages.filter(([, message]) => message.startsWith(description));
    expect(described).toEqual(messages.slice(0, 20));
    expect(messages[20]?.[1]).toBe("is not a valid time; only the first 20 problems are described");
  });
});
