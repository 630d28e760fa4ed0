import { describe, expect, it } from "vitest";
import * as z from "zod";
import { parseArguments } from "../../mcp/runtime/arguments.ts";

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

  it("say that a tool without arguments takes none", () => {
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
