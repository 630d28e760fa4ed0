/** Bodies that only untyped callers can pass, and the messages of their errors. */
import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../../src/api/index.ts";
import { errorReply, getRejection, poll, reply, scriptClient } from "./scripted.ts";

async function problemsOf(body: unknown) {
  const { client } = scriptClient([reply(201, { data: poll })]);
  const error = await getRejection(client.createPoll(body as Parameters<typeof client.createPoll>[0]));
  if (!(error instanceof InvalidInputError)) throw error;
  return error.problems.map(({ path: field, message }) => `${field}: ${message}`);
}

const times = { title: "T", kind: "time", duration: 30 };
const day = { date: "2027-03-01" };

describe("a create body without a valid kind", () => {
  for (const body of [null, 7, "date", true]) {
    it(`is refused as a whole when it is ${JSON.stringify(body)}`, async () => {
      const problems = await problemsOf(body);
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(/^input: \S/);
    });
  }

  it("is rejected only for its kind if the rest can be valid", async () => {
    const problems = await problemsOf({ title: "T", kind: "week", options: [day], timeZone: "UTC" });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^kind: \S/);
  });
});

describe("options that are not an array", () => {
  for (const options of [undefined, null, "2027-03-01", day]) {
    it(`of a date poll are refused once when they are ${JSON.stringify(options)}`, async () => {
      const problems = await problemsOf({ title: "T", kind: "date", options });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(/^options: /);
    });
  }

  it("of a time poll are rejected once", async () => {
    expect(await problemsOf({ ...times, options: "now" })).toHaveLength(1);
    expect(await problemsOf({ ...times, duration: undefined, options: "now" })).toHaveLength(1);
    expect(await problemsOf({ ...times, generators: "now" })).toHaveLength(1);
  });
});

describe("the body of a time poll", () => {
  it("without slots is rejected with the names of their fields", async () => {
    expect(await problemsOf(times)).toEqual(["options: Give options, generators or both"]);
  });

  it("accepts an offset only at the end of a time", async () => {
    for (const startTime of ["2027-03-01T09:00Zulu", "2027-03-01T09:00+02:00[Europe/Berlin]"]) {
      expect(await problemsOf({ ...times, options: [{ startTime }] })).toEqual([
        "options.0.startTime: Must be an ISO 8601 date and time",
      ]);
    }
  });

  it("is rejected for fields of a generator that are not strings, each once", async () => {
    const generators = [{ startDate: 1, endDate: 2, from: 3, to: 4 }];
    const fields = (await problemsOf({ ...times, generators })).map((problem) => problem.split(":")[0]);
    expect(fields).toEqual(["startDate", "endDate", "from", "to"].map((field) => `generators.0.${field}`));
  });

  it("is rejected with the reason why it needs a duration", async () => {
    const bare = { ...times, duration: undefined };
    const options = [{ startTime: "2027-03-01T09:00", duration: 30 }, { startTime: "2027-03-01T10:00" }];
    expect(await problemsOf({ ...bare, options })).toEqual(["duration: Required: options.1 has no duration"]);
    const generators = [{ startDate: "2027-03-01", endDate: "2027-03-05", from: "09:00", to: "12:00" }];
    expect(await problemsOf({ ...bare, generators })).toEqual(["duration: Required: generators need it"]);
  });

  it("is rejected for a window shorter than a slot if the duration is known", async () => {
    const generators = [{ startDate: "2027-03-01", endDate: "2027-03-05", from: "09:00", to: "09:20" }];
    const problems = await problemsOf({ ...times, generators });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^generators\.0\.to: \S/);
    const wrong = await problemsOf({ ...times, duration: "30", generators });
    expect(wrong.map((problem) => problem.split(":")[0])).toEqual(["duration"]);
  });

  it("is rejected once for invalid days", async () => {
    const window = { startDate: "2027-03-01", endDate: "2027-03-05", from: "09:00", to: "12:00" };
    const problems = await problemsOf({
      ...times,
      generators: [
        { ...window, days: [] },
        { ...window, days: ["monday"] },
      ],
    });
    expect(problems.map((problem) => problem.split(":")[0]?.split(".").slice(0, 3).join("."))).toEqual([
      "generators.0.days",
      "generators.1.days",
    ]);
  });

  it("may have 100 slots and duplicates, and no more", async () => {
    const hour = (n: number) => ({ startTime: new Date(Date.UTC(2027, 2, 1, n)).toISOString() });
    const options = Array.from({ length: 100 }, (_, n) => hour(n));
    const { client, requests } = scriptClient([errorReply(403, "SPACE_NOT_PRO")]);
    await getRejection(
      client.createPoll({ ...times, options: [...options, hour(0)] } as Parameters<
        typeof client.createPoll
      >[0]),
    );
    expect(requests).toHaveLength(1);
    expect(await problemsOf({ ...times, options: [...options, hour(100)] })).toEqual([
      "options: More than 100 options once generators are expanded and duplicates removed",
    ]);
  });
});
