/** Bodies that no caller with types would write, and the words they are refused with. */
import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../../src/api/index.ts";
import { failure, poll, reply, script } from "./scripted.ts";

async function problemsOf(body: unknown) {
  const { client } = script([reply(201, { data: poll })]);
  const error = await failure(client.createPoll(body as Parameters<typeof client.createPoll>[0]));
  if (!(error instanceof InvalidInputError)) throw error;
  return error.problems.map(({ field, message }) => `${field}: ${message}`);
}

const times = { title: "T", kind: "time", duration: 30 };
const day = { date: "2027-03-01" };

describe("a body of no clear kind", () => {
  for (const body of [null, 7, "date", true]) {
    it(`is refused as a whole when it is ${JSON.stringify(body)}`, async () => {
      const problems = await problemsOf(body);
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(/^input: \S/);
    });
  }

  it("is refused for its kind alone when the rest may be right", async () => {
    const problems = await problemsOf({ title: "T", kind: "week", options: [day], timeZone: "UTC" });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^kind: \S/);
  });
});

describe("options that are no list", () => {
  for (const options of [undefined, null, "2027-03-01", day]) {
    it(`of a date poll are refused once when they are ${JSON.stringify(options)}`, async () => {
      const problems = await problemsOf({ title: "T", kind: "date", options });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(/^options: /);
    });
  }

  it("of a time poll are refused once", async () => {
    expect(await problemsOf({ ...times, options: "now" })).toHaveLength(1);
    expect(await problemsOf({ ...times, duration: undefined, options: "now" })).toHaveLength(1);
    expect(await problemsOf({ ...times, generators: "now" })).toHaveLength(1);
  });
});

describe("a time poll", () => {
  it("without any slots is told which fields hold them", async () => {
    expect(await problemsOf(times)).toEqual(["options: Give options, generators or both"]);
  });

  it("takes an offset only at the end of a time", async () => {
    for (const startTime of ["2027-03-01T09:00Zulu", "2027-03-01T09:00+02:00[Europe/Berlin]"]) {
      expect(await problemsOf({ ...times, options: [{ startTime }] })).toEqual([
        "options.0.startTime: Not an ISO 8601 date and time",
      ]);
    }
  });

  it("is refused for a window's fields that are no text, each once", async () => {
    const generators = [{ startDate: 1, endDate: 2, from: 3, to: 4 }];
    const fields = (await problemsOf({ ...times, generators })).map((problem) => problem.split(":")[0]);
    expect(fields).toEqual(["startDate", "endDate", "from", "to"].map((field) => `generators.0.${field}`));
  });
});
