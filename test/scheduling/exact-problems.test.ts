/** A plan's problems to the letter, each named once and none invented. */
import { describe, expect, it } from "vitest";
import { PlanError, type PollRequest, planPoll } from "../../src/scheduling/index.ts";

function refusal(wishes: PollRequest): PlanError {
  try {
    planPoll(wishes, { offsets: "must-match" });
  } catch (error) {
    if (error instanceof PlanError) return error;
  }
  throw new Error("planned what should be refused");
}

const time = { title: "Sync", kind: "time", duration: 30 } as const;

describe("a refused plan of days", () => {
  it("says which fields belong to times, and that a date is missing", () => {
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

  it("repeats up to 40 characters of what was written", () => {
    const text = (length: number) => "7".repeat(length);
    const { problems } = refusal({ title: "x", kind: "date", dates: [text(40), text(41)] });
    const rest = "is not a date that exists, written YYYY-MM-DD";
    expect(problems).toEqual([
      { path: "dates.0", message: `"${text(40)}" ${rest}` },
      { path: "dates.1", message: `"${text(39)}…" ${rest}` },
    ]);
  });

  it("is told apart by its name, and says the first ten problems, parted by semicolons", () => {
    const error = refusal({ title: "x", kind: "date", dates: Array.from({ length: 12 }, (_, n) => `d${n}`) });
    expect(error.name).toBe("PlanError");
    expect(error.problems).toHaveLength(12);
    const said = error.message.split("; ");
    expect(said).toHaveLength(11);
    expect(said[9]).toBe('dates.9: "d9" is not a date that exists, written YYYY-MM-DD');
    expect(said[10]).toBe("and 2 more");
  });
});

describe("a refused plan of times", () => {
  it("reads no times in a zone that does not exist", () => {
    const times = [{ start: "nonsense" }];
    expect(refusal({ ...time, timeZone: "Mars/Base", times }).problems).toEqual([
      {
        path: "timeZone",
        message: '"Mars/Base" is not an IANA time zone: write a place, such as Europe/Berlin',
      },
    ]);
    expect(refusal({ ...time, timeZone: "EST", times }).problems).toEqual([
      {
        path: "timeZone",
        message: '"EST" is an abbreviation, not an IANA time zone: write a place, such as America/New_York',
      },
    ]);
  });

  it("says which field belongs to days", () => {
    const wishes = { ...time, times: [{ start: "2027-03-01T09:00" }], dates: [] };
    expect(refusal(wishes).problems).toEqual([
      { path: "dates", message: "belongs to a poll of kind date, not to one about times of day" },
    ]);
  });

  it("says once that nothing was offered", () => {
    expect(refusal(time).problems).toEqual([
      { path: "times", message: "needs at least one time, or one window in windows" },
    ]);
  });

  it("reads no entries when there are too many of them", () => {
    const times = Array.from({ length: 501 }, () => ({ start: "nonsense" }));
    expect(refusal({ ...time, times }).problems).toEqual([
      {
        path: "times",
        message: expect.stringMatching(/^has 501 entries; a poll takes at most \d+ options$/),
      },
    ]);
    const window = { startDate: "x", endDate: "x", from: "x", to: "x" };
    const windows = Array.from({ length: 101 }, () => window);
    expect(refusal({ ...time, windows }).problems.map(({ path }) => path)).toEqual(["windows"]);
  });

  it("still reads the times beside another mistake", () => {
    const wishes = { ...time, dates: ["2027-03-01"], duration: 5, times: [{ start: "nonsense" }] };
    expect(refusal(wishes).problems.map(({ path }) => path)).toEqual(["dates", "duration", "times.0.start"]);
  });

  it("counts the slots only when it knows how long they are", () => {
    const window = {
      startDate: "2027-03-01",
      endDate: "2027-03-31",
      from: "08:00",
      to: "20:00",
      interval: 15,
    };
    const wishes = { ...time, windows: [window] };
    expect(refusal(wishes).problems.map(({ path }) => path)).toEqual(["windows"]);
    expect(refusal({ ...wishes, duration: undefined }).problems.map(({ path }) => path)).toEqual([
      "duration",
    ]);
  });
});

describe("a plan", () => {
  it("leaves out of the body what was given as undefined", () => {
    const wishes = { title: "x", kind: "date", location: undefined, dates: ["2027-03-01"] } as PollRequest;
    const { body } = planPoll(wishes, { offsets: "must-match" });
    expect(Object.keys(body).sort()).toEqual(["kind", "options", "title"]);
  });
});
