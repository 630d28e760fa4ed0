import { describe, expect, it } from "vitest";
import * as z from "zod";
import { alwaysRun, invalidPaths, parseArguments } from "../../mcp/runtime/arguments.ts";

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

function read(raw: unknown) {
  const result = parseArguments(schema, raw);
  return result.ok ? result.value : result.problems.map(({ path, message }) => `${path}: ${message}`);
}

describe("arguments as hosts really send them", () => {
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
    ["digits where text belongs", { title: "2027" }, { title: "2027" }],
    ["JSON where text belongs", { title: "[1]" }, { title: "[1]" }],
  ])("takes %s", (_, raw, expected) => {
    expect(read(raw)).toEqual(expected);
  });
});

describe("arguments that do not fit", () => {
  it.each([
    [
      "an unknown name",
      { tile: "x" },
      [
        "tile: is not an argument here. Known: title, kind, count, flag, dates, slots, place, code, ids, share, day, nested",
      ],
    ],
    [
      "an unknown name inside",
      { slots: [{ start: "a", end: "b" }] },
      ["slots.0.end: is not an argument here. Known: start, minutes"],
    ],
    ["a missing part", { slots: [{}] }, ["slots.0.start: is missing"]],
    [
      "a wrong kind",
      { dates: 5, place: [], flag: "maybe" },
      ["flag: must be a boolean", "dates: must be a list", "place: must be an object"],
    ],
    ["a word outside the list", { kind: "week" }, ["kind: must be one of: date, time"]],
    ["a number in words or parts", { count: "30.5" }, ["count: must be a number"]],
    [
      "too small and too long",
      { count: 5, title: "123456" },
      ["title: must have at most 5 characters", "count: must be at least 15"],
    ],
    [
      "nothing where something belongs",
      { title: "", dates: [] },
      ["title: must not be empty", "dates: must have at least 1 entry"],
    ],
    ["too few characters", { code: "ab" }, ["code: must have at least 3 characters"]],
    ["too many of a list", { ids: [1, 2, 3] }, ["ids: must have at most 2 entries"]],
    ["a number past its bounds, whole or not", { share: 1.5 }, ["share: must be at most 1"]],
    ["a pattern in the schema's own words", { day: "soon" }, ["day: is not a day"]],
    [
      "an unknown name deep inside, with what is known there",
      { nested: { list: [{ a: "x" }, { a: "y", b: 1 }] } },
      ["nested.list.1.b: is not an argument here. Known: a"],
    ],
    ["a missing object's part, once", { place: {} }, ["place.name: is missing"]],
    ["a half number", { count: 20.5 }, ["count: must be a whole number"]],
    ["something that is no object", "x", [": must be an object"]],
  ])("names %s", (_, raw, expected) => {
    expect(read(raw)).toEqual(expected);
  });

  it("says of a tool without arguments that it takes none", () => {
    const result = parseArguments(z.strictObject({}), { a: 1, b: 2 });
    expect(result).toEqual({
      ok: false,
      problems: ["a", "b"].map((path) => ({ path, message: "is not an argument: this tool takes none" })),
      more: 0,
    });
  });

  it("names an unknown name that every object has, as any other", () => {
    const raw: unknown = JSON.parse(
      '{"constructor":"1","toString":"[]","place":{"name":"x","__proto__":{"a":null}},"__proto__":["1"]}',
    );
    const places = (read(raw) as string[]).map((problem) => problem.replace(/:.*/, ""));
    expect(places.sort()).toEqual(["__proto__", "constructor", "place.__proto__", "toString"]);
  });

  it("never repeats a value, and an unknown name only cleaned and cut", () => {
    const name = `\u202e${"n".repeat(100)}`;
    const [problem] = read({ [name]: "secret" }) as string[];
    expect(problem).toContain(`${"n".repeat(39)}…: is not an argument`);
    expect(problem).not.toContain("secret");
  });
});

describe("a check of several arguments together", () => {
  const pair = z
    .strictObject({ low: z.int(), high: z.int(), part: z.strictObject({ a: z.int() }).optional() })
    .superRefine(({ low, high }, { issues, addIssue }) => {
      const wrong = invalidPaths(issues);
      if (wrong.has("low") || wrong.has("high") || low <= high) return;
      addIssue({ code: "custom", path: ["high"], message: "must not be below low" });
    }, alwaysRun);
  const places = (raw: unknown) => {
    const result = parseArguments(pair, raw);
    return result.ok ? [] : result.problems.map(({ path }) => path);
  };

  it("runs beside unknown names at every depth, and says what it finds with them", () => {
    expect(places({ low: 2, high: 1, extra: true })).toEqual(["extra", "high"]);
    expect(places({ low: 2, high: 1, part: { a: 1, b: 2 } })).toEqual(["part.b", "high"]);
    expect(places({ low: 1, high: 2, extra: true })).toEqual(["extra"]);
  });

  it("knows which values not to believe", () => {
    expect(places({ low: "x", high: 1 })).toEqual(["low"]);
    expect(places({ high: 1 })).toEqual(["low"]);
    expect(places({ low: 2, high: 1, part: { a: "x" } })).toEqual(["part.a", "high"]);
  });
});
