import { describe, expect, it } from "vitest";
import * as z from "zod";
import { parseArguments } from "../../mcp/runtime/arguments.ts";
import { ArgumentError, type ErrorContext, formatError } from "../../mcp/runtime/errors.ts";
import { InvalidInputError } from "../../src/api/core.ts";

const schema = z.strictObject({
  title: z.string().min(1).max(5).optional(),
  kind: z.enum(["date", "time"]).optional(),
  count: z.int().min(15).max(60).optional(),
  flag: z.boolean().optional(),
  dates: z.array(z.string()).min(1).optional(),
  slots: z.array(z.strictObject({ start: z.string(), minutes: z.int().optional() })).optional(),
  place: z.strictObject({ name: z.string() }).optional(),
  code: z.string().min(3).optional(),
  ids: z.array(z.int()).max(2).optional(),
  share: z.number().max(1).optional(),
  day: z
    .string()
    .refine((text) => text === "today", { error: "is not a day" })
    .optional(),
  nested: z.strictObject({ list: z.array(z.strictObject({ a: z.string() })) }).optional(),
});

function parse(raw: unknown) {
  const result = parseArguments(schema, raw);
  return result.ok ? result.value : result.problems.map(({ path, message }) => `${path}: ${message}`);
}

describe("arguments as hosts send them", () => {
  it.each([
    ["no arguments at all", undefined, {}],
    ["null for absent", { title: null, slots: [{ start: "a", minutes: null }] }, { slots: [{ start: "a" }] }],
    ["a list as JSON in a string", { dates: '["a","b"]' }, { dates: ["a", "b"] }],
    ["an object as JSON in a string", { place: '{"name":"x"}' }, { place: { name: "x" } }],
    [
      "a list of JSON strings",
      { slots: ['{"start":"a","minutes":"20"}'] },
      { slots: [{ start: "a", minutes: 20 }] },
    ],
    ["a number as a string", { count: " 30 " }, { count: 30 }],
    ["a boolean as a string", { flag: "True" }, { flag: true }],
    ["an object as JSON inside JSON", { nested: '{"list":"[\\"{}\\"]"}' }, ["nested.list.0.a: is missing"]],
    ["all arguments as JSON in a string", '{"count":"30"}', { count: 30 }],
    ["digits where text belongs", { title: "2027" }, { title: "2027" }],
    ["JSON where text belongs", { title: "[1]" }, { title: "[1]" }],
  ])("accept %s", (_, raw, expected) => {
    expect(parse(raw)).toEqual(expected);
  });
});

describe("invalid arguments", () => {
  it.each([
    [
      "an unknown name",
      { tile: "x" },
      [
        "tile: is not an argument here. Known: title, kind, count, flag, dates, slots, place, code, ids, share, day, nested",
      ],
    ],
    [
      "several unknown names, with the known ones once",
      { nested: { list: [{ a: "x", b: 2, c: 3 }] } },
      ["nested.list.0.b: is not an argument here. Known: a", "nested.list.0.c: is not an argument here"],
    ],
    [
      "an unknown name in a list entry",
      { slots: [{ start: "a", end: "b" }] },
      ["slots.0.end: is not an argument here. Known: start, minutes"],
    ],
    ["a missing field", { slots: [{}] }, ["slots.0.start: is missing"]],
    [
      "a wrong type",
      { dates: 5, place: [], flag: "maybe" },
      ["flag: must be a boolean", "dates: must be a list", "place: must be an object"],
    ],
    ["a value outside an enum", { kind: "week" }, ["kind: must be one of: date, time"]],
    ["a number that is not digits", { count: "30.5" }, ["count: must be a number"]],
    [
      "too small and too long",
      { count: 5, title: "123456" },
      ["title: must have at most 5 characters", "count: must be at least 15"],
    ],
    [
      "an empty text and an empty list",
      { title: "", dates: [] },
      ["title: must not be empty", "dates: must have at least 1 entry"],
    ],
    ["a text that is too short", { code: "ab" }, ["code: must have at least 3 characters"]],
    ["a list that is too long", { ids: [1, 2, 3] }, ["ids: must have at most 2 entries"]],
    ["a number that is too large", { share: 1.5 }, ["share: must be at most 1"]],
    ["a refinement in the schema's own message", { day: "soon" }, ["day: is not a day"]],
    [
      "an unknown name in a nested list, with the known ones",
      { nested: { list: [{ a: "x" }, { a: "y", b: 1 }] } },
      ["nested.list.1.b: is not an argument here. Known: a"],
    ],
    ["a missing field of an object once", { place: {} }, ["place.name: is missing"]],
    ["a fraction where an integer belongs", { count: 20.5 }, ["count: must be a whole number"]],
    ["a value that is not an object", "x", [": must be an object"]],
  ])("report %s", (_, raw, expected) => {
    expect(parse(raw)).toEqual(expected);
  });

  it("report that a tool without arguments takes none", () => {
    const result = parseArguments(z.strictObject({}), { a: 1, b: 2 });
    expect(result).toEqual({
      ok: false,
      problems: ["a", "b"].map((path) => ({ path, message: "is not an argument: this tool takes none" })),
      more: 0,
    });
  });

  it("report unknown names that every object inherits", () => {
    const raw: unknown = JSON.parse(
      '{"constructor":"1","toString":"[]","place":{"name":"x","__proto__":{"a":null}},"__proto__":["1"]}',
    );
    const places = (parse(raw) as string[]).map((problem) => problem.replace(/:.*/, ""));
    expect(places.sort()).toEqual(["__proto__", "constructor", "place.__proto__", "toString"]);
  });

  it("are reported without values, and with unknown names sanitized and cut", () => {
    const name = `\u202e${"n".repeat(100)}`;
    const [problem] = parse({ [name]: "secret" }) as string[];
    expect(problem).toContain(`${"n".repeat(39)}…: is not an argument`);
    expect(problem).not.toContain("secret");
  });
});

describe("a check of several arguments together", () => {
  const pair = z
    .strictObject({ low: z.int(), high: z.int() })
    .refine(({ low, high }) => low <= high, { path: ["high"], error: "must not be below low" });
  const problems = (raw: unknown) => {
    const result = parseArguments(pair, raw);
    return result.ok ? [] : result.problems.map(({ path, message }) => `${path}: ${message}`);
  };

  it("runs on converted values", () => {
    expect(problems({ low: "2", high: "1" })).toEqual(["high: must not be below low"]);
    expect(problems({ low: "1", high: "2" })).toEqual([]);
  });

  it("does not run on values of the wrong type", () => {
    expect(problems({ low: "x", high: 1 })).toEqual(["low: must be a number"]);
  });
});

const context: ErrorContext = { effect: "read", keyHelp: "", examples: {}, stopCause: undefined };

describe("the error text of invalid arguments", () => {
  const many = Array.from({ length: 23 }, (_, index) => ({
    path: `times.${index}.start`,
    message: "is odd.",
  }));

  it("shows an example for each path, without list indexes", () => {
    const examples = { "times.start": '"2027-03-01T14:00"' };
    const [, first, second] = formatError(
      new ArgumentError([...many.slice(0, 1), { path: "", message: "must be an object" }], examples),
      context,
    ).split("\n");
    expect(first).toBe('- times.0.start: is odd. Example: "2027-03-01T14:00"');
    expect(second).toBe("- arguments: must be an object.");
  });

  it("shows no example from properties of Object", () => {
    const named = ["toString", "constructor", "__proto__", "valueOf"];
    const wrong = named.map((path) => ({ path, message: "is not an argument here" }));
    const lines = formatError(new ArgumentError(wrong, { title: '"T"' }), context).split("\n");
    expect(lines.slice(1, -1)).toEqual(named.map((path) => `- ${path}: is not an argument here.`));
  });

  it("describes 20 problems and counts the others", () => {
    const lines = formatError(new ArgumentError(many, {}), context).split("\n");
    expect(lines[0]).toBe("Nothing was done, because of 23 problems in the arguments:");
    expect(lines).toHaveLength(1 + 20 + 1 + 1);
    expect(lines.at(-2)).toBe("- and 3 more");
    const one = formatError(new ArgumentError(many.slice(0, 1), {}), context);
    expect(one).toMatch(/^Nothing was done, because of one argument:/);
  });

  it("is the same when the client rejects them", () => {
    const error = new InvalidInputError("getPoll", [{ path: "pollId", message: "Must not be empty." }]);
    expect(formatError(error, { ...context, examples: { pollId: '"Xk3"' } })).toBe(
      'Nothing was done, because of one argument:\n- pollId: Must not be empty. Example: "Xk3"\nCorrect and call again.',
    );
  });
});
