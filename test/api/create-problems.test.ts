/** Problems of create bodies: each is named once, whatever other problems there are. */
import { describe, expect, it } from "vitest";
import { createPollInput } from "../../src/api/create-poll-input.ts";
import { dates, days, generator, hours, times, windows } from "./create-bodies.ts";

function problems(body: unknown): string[] {
  const issues = createPollInput.safeParse(body).error?.issues ?? [];
  return issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

const many = "options: More than 100 options once generators are expanded and duplicates removed";

it("the problem is at the root if the body is not an object", () => {
  expect(createPollInput.safeParse(null).error?.issues).toEqual([
    { code: "custom", path: [], message: expect.stringContaining("expected object") },
  ]);
  expect(createPollInput.safeParse({ ...dates, options: [{}] }).error?.issues).toMatchObject([
    { code: "custom", path: ["options", "0", "date"] },
  ]);
});

describe("createPoll counts dates", () => {
  it("without invalid ones", () => {
    const options = [...days(100), { date: "soon" }, "2027-03-01", { date: "2027-02-29" }];
    expect(problems({ ...dates, options }).map((problem) => problem.split(": ")[0])).toEqual([
      "options.100.date",
      "options.101",
      "options.102.date",
    ]);
    expect(problems({ ...dates, options: days(101) })).toEqual([many]);
  });
});

describe("createPoll counts slots", () => {
  const floating = (count: number) =>
    hours(count).map(({ startTime }) => ({ startTime: startTime.slice(0, 16) }));

  it("by wall-clock time without a zone", () => {
    expect(problems({ ...times, options: floating(100) })).toEqual([]);
    expect(problems({ ...times, options: floating(101) })).toEqual([many]);
  });

  it("not in an unknown zone", () => {
    expect(problems({ ...times, timeZone: "Europe/Londn", options: floating(101) })).toEqual([
      "timeZone: Must be an IANA time zone that this machine knows, such as Europe/London",
    ]);
  });

  it("together with those of generators", () => {
    expect(problems({ ...windows, options: floating(70) })).toEqual([]);
    expect(problems({ ...windows, options: floating(71) })).toEqual([many]);
  });
});

describe("createPoll checks a generator", () => {
  const required = "duration: Required: generators need it";
  const at = (change: object, rest: object = {}) =>
    problems({ ...windows, ...rest, generators: [{ ...generator, ...change }] });

  it("without a duration", () => {
    const rest = { duration: undefined };
    expect(at({ days: ["sun"] }, rest)).toEqual([required, expect.stringMatching(/^generators\.0\.days: /)]);
    expect(at({ endDate: "2027-02-01" }, rest)).toEqual([
      required,
      expect.stringMatching(/^generators\.0\.endDate: /),
    ]);
    expect(at({ to: "09:00" }, rest)).toEqual([required, expect.stringMatching(/^generators\.0\.to: /)]);
  });

  it("against the duration, also with an invalid zone", () => {
    const rest = { timeZone: "Mars", duration: 90 };
    expect(at({ to: "10:00" }, rest)).toEqual([
      "timeZone: Must be an IANA time zone that this machine knows, such as Europe/London",
      expect.stringMatching(/^generators\.0\.to: /),
    ]);
    expect(at({ to: "10:30" }, rest)).toHaveLength(1);
  });

  it.each([
    [{ to: "25:00" }, ["generators.0.to"]],
    [{ from: "9:00" }, ["generators.0.from"]],
    [{ startDate: "2027-02-29" }, ["generators.0.startDate"]],
    [{ endDate: "2027-02-29" }, ["generators.0.endDate"]],
    [{ days: [] }, ["generators.0.days"]],
    [{ from: 900, to: 1200 }, ["generators.0.from", "generators.0.to"]],
    [{ startDate: null, endDate: 20270301 }, ["generators.0.startDate", "generators.0.endDate"]],
    [{ days: "mon" }, ["generators.0.days"]],
  ])("once per path: %j", (change, fields) => {
    expect(at(change).map((problem) => problem.split(": ")[0])).toEqual(fields);
  });
});
