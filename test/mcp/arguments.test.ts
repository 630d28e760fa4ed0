import { describe, expect, it } from "vitest";
import * as z from "zod";
import { parseArguments } from "../../mcp/arguments.ts";
import { ArgumentError, explainFailure } from "../../mcp/failure.ts";

const schema = z.strictObject({
  title: z.string().min(1).max(5).optional(),
  status: z.enum(["open", "closed"]).optional(),
  count: z.int().min(15).max(60).optional(),
  isShown: z.boolean().optional(),
  dates: z.array(z.string().min(1)).min(1).max(3).optional(),
  slots: z.array(z.strictObject({ start: z.string(), minutes: z.int().optional() })).optional(),
  place: z.strictObject({ name: z.string() }).optional(),
  day: z
    .string()
    .refine((day) => day !== "2027-02-30", {
      error: "does not exist",
      params: { ask: "which day they mean" },
    })
    .optional(),
});

/** A list in a list, and so on. */
const deep: unknown = JSON.parse(`${"[".repeat(200)}${"]".repeat(200)}`);

describe("arguments as hosts send them", () => {
  it.each<[given: unknown, expected: object]>([
    [undefined, {}],
    [{ title: null, slots: [{ start: "a", minutes: null }] }, { slots: [{ start: "a" }] }],
    // An emptied field of a form.
    [{ title: "", dates: [""], slots: [{ start: "a", minutes: "" }] }, { slots: [{ start: "a" }] }],
    [{ dates: ' ["a","b"]' }, { dates: ["a", "b"] }],
    [{ dates: "2027-03-01" }, { dates: ["2027-03-01"] }],
    [{ slots: { start: "a" } }, { slots: [{ start: "a" }] }],
    [{ slots: '{"start":"a"}' }, { slots: [{ start: "a" }] }],
    [{ slots: ['{"start":"a","minutes":"20"}'] }, { slots: [{ start: "a", minutes: 20 }] }],
    [{ place: '{"name":"x"}' }, { place: { name: "x" } }],
    ['{"count":"30"}', { count: 30 }],
    [{ count: " 30 " }, { count: 30 }],
    [{ isShown: "True" }, { isShown: true }],
    [{ status: "Open" }, { status: "open" }],
    [{ status: "clo" }, { status: "closed" }],
    [{ title: 2027 }, { title: "2027" }],
    [{ dates: 2027 }, { dates: ["2027"] }],
    [
      { title: ["a"], dates: [{ date: "2027-03-01" }] },
      { title: "a", dates: ["2027-03-01"] },
    ],
    [
      { title: "null", dates: ["null"], slots: [{ start: "a", minutes: "undefined" }] },
      { slots: [{ start: "a" }] },
    ],
    [{ title: "Null", toolCallId: "1", _meta: {} }, { title: "Null" }],
    // JSON where a text belongs stays a text.
    [{ title: "[1]" }, { title: "[1]" }],
  ])("accept %j", (given, expected) => {
    expect(parseArguments({ input: schema }, given)).toEqual(expected);
  });
});

describe("invalid arguments", () => {
  const getText = (given: unknown) => {
    try {
      return JSON.stringify(parseArguments({ input: schema }, given));
    } catch (error) {
      return explainFailure(error, { effect: "create", keyHelp: "", timedOut: false }).text;
    }
  };

  it.each<[given: unknown, line: string]>([
    [{ tilte: "x" }, "- tilte: is not an argument here: use title."],
    [{ xyzzy: "x" }, "- xyzzy: is not an argument here. Known: title, status"],
    [{ slots: [{ min: 1, start: "a" }] }, "- slots.0.min: is not an argument here: use minutes."],
    [{ slots: [{ begin: "a" }] }, "- slots.0.begin: is not an argument here. Known: start"],
    [{ slots: [{ begin: "a" }] }, "- slots.0.start: is missing."],
    [{ tilte: "123456" }, "- title: must have at most 5 characters."],
    [{ status: "reopen" }, "- status: must be one of: open, closed."],
    // An inherited name.
    [{ constructor: 1 }, "- constructor: is not an argument here. Known: title, status"],
    [{ slots: [{}] }, "- slots.0.start: is missing."],
    [{ slots: [{ start: "" }] }, "- slots.0.start: is missing."],
    [{ place: 3 }, "- place: must be an object with name."],
    [{ status: "opened" }, "- status: must be one of: open, closed."],
    [{ title: ["a", "b"] }, "- title: must be a text."],
    [{ count: 20.5 }, "- count: must be a whole number."],
    [{ count: 5 }, "- count: must be at least 15."],
    [{ title: "123456" }, "- title: must have at most 5 characters."],
    [{ dates: ["a", ""] }, "- dates.1: must not be empty."],
    [{ dates: ["a", "b", "c", "d"] }, "- dates: must have at most 3 entries."],
    // JSON that is larger than any call is no value of a call.
    [{ slots: JSON.stringify(deep) }, "- slots.0: must be an object with start."],
    [{ slots: JSON.stringify(Array(50_001).fill({})) }, "- slots.0: must be an object with start."],
    [5, "- arguments: must be an object."],
  ])("are refused with what to correct (%#)", (given, line) => {
    const text = getText(given);
    expect(text).toContain("Nothing was done, because of ");
    expect(text).toContain(line);
    expect(text).toMatch(/\nCorrect and call again\.$/);
  });

  it("send the model to the person for what only they can know", () => {
    expect(getText({ day: "2027-02-30" })).toBe(
      "Nothing was done, because of one argument:\n- day: does not exist.\nAsk the person which day they mean.",
    );
    expect(getText({ day: "2027-02-30", count: 5 })).toMatch(
      /\nCorrect count\. Ask the person which day they mean\.$/,
    );
  });

  it("are listed up to 20, without their values, with names cleaned", () => {
    const names = Array.from({ length: 23 }, (_, index) => [`\u202exyzzy${index}`, "secret"]);
    const lines = getText(Object.fromEntries(names)).split("\n");
    expect(lines[0]).toBe("Nothing was done, because of 23 problems in the arguments:");
    expect(lines[1]).toMatch(/^- xyzzy0: /);
    expect(lines.at(-2)).toBe("- and 3 more");
    expect(lines.join()).not.toContain("secret");
    expect(new ArgumentError([{ path: "a", message: "secret" }]).message).toBe("Invalid arguments: a");
  });
});
