import { describe, expect, it } from "vitest";
import * as z from "zod";
import { parseArguments } from "../../mcp/arguments.ts";
import { ArgumentError, formatError } from "../../mcp/errors.ts";

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
  it.each([
    ["no arguments", undefined, {}],
    ["null for absent", { title: null, slots: [{ start: "a", minutes: null }] }, { slots: [{ start: "a" }] }],
    [
      "an emptied field of a form for absent",
      { title: "", slots: [{ start: "a", minutes: "" }] },
      { slots: [{ start: "a" }] },
    ],
    ["a list as JSON text", { dates: ' ["a","b"]' }, { dates: ["a", "b"] }],
    ["a single text for a list", { dates: "2027-03-01" }, { dates: ["2027-03-01"] }],
    ["a single object for a list", { slots: { start: "a" } }, { slots: [{ start: "a" }] }],
    ["a single object as JSON text for a list", { slots: '{"start":"a"}' }, { slots: [{ start: "a" }] }],
    [
      "JSON texts in a list",
      { slots: ['{"start":"a","minutes":"20"}'] },
      { slots: [{ start: "a", minutes: 20 }] },
    ],
    ["an object as JSON text", { place: '{"name":"x"}' }, { place: { name: "x" } }],
    ["a text for an object with one required field", { place: "x" }, { place: { name: "x" } }],
    ["texts for such objects in a list", { slots: ["a", "b"] }, { slots: [{ start: "a" }, { start: "b" }] }],
    ["all arguments as JSON text", '{"count":"30"}', { count: 30 }],
    ["digits for a number", { count: " 30 " }, { count: 30 }],
    ["a word for a boolean", { isShown: "True" }, { isShown: true }],
    ["a number for a text", { title: 2027 }, { title: "2027" }],
    ["a number for a list of texts", { dates: 2027 }, { dates: ["2027"] }],
    ["JSON where a text belongs, as it is", { title: "[1]" }, { title: "[1]" }],
  ])("accept %s", (_, given, expected) => {
    expect(parseArguments(schema, given)).toEqual(expected);
  });
});

describe("invalid arguments", () => {
  const getText = (given: unknown) => {
    try {
      return JSON.stringify(parseArguments(schema, given));
    } catch (error) {
      return formatError(error, { effect: "create", keyHelp: "", timedOut: false });
    }
  };

  it.each([
    ["a misspelt name", { tilte: "x" }, "- tilte: is not an argument here. Did you mean title?"],
    [
      "another notation of a name",
      { is_shown: true },
      "- is_shown: is not an argument here. Did you mean isShown?",
    ],
    [
      "a misspelt name in a list",
      { slots: [{ begin: "a" }] },
      "- slots.0.begin: is not an argument here. Known: start",
    ],
    ["an inherited name", { constructor: 1 }, "- constructor: is not an argument here. Known: title, status"],
    ["a missing field", { slots: [{}] }, "- slots.0.start: is missing."],
    ["a wrong type", { place: 3 }, "- place: must be an object with name."],
    ["a wrong word", { status: "opened" }, "- status: must be one of: open, closed."],
    ["a fraction", { count: 20.5 }, "- count: must be a whole number."],
    ["a number that is too small", { count: 5 }, "- count: must be at least 15."],
    ["a text that is too long", { title: "123456" }, "- title: must have at most 5 characters."],
    ["an empty text in a list", { dates: [""] }, "- dates.0: must not be empty."],
    ["an emptied field that is required", { slots: [{ start: "" }] }, "- slots.0.start: is missing."],
    ["a depth that no tool takes", { slots: deep }, "- arguments: are nested more than 100 levels deep."],
    ["such a depth in JSON text", { slots: JSON.stringify(deep) }, "- arguments: are nested more than 100"],
    [
      "more values than any tool takes",
      { dates: Array(20_001).fill("a") },
      "- arguments: have more than 20000",
    ],
    ["a list that is too long", { dates: ["a", "b", "c", "d"] }, "- dates: must have at most 3 entries."],
    ["no object at all", 5, "- arguments: must be an object."],
  ])("are refused with what to correct: %s", (_, given, line) => {
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
