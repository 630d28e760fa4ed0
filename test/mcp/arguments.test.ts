import { describe, expect, it } from "vitest";
import * as z from "zod";
import { readArguments } from "../../mcp/arguments.ts";

const schema = z.strictObject({
  title: z.string().min(1).max(5).optional(),
  kind: z.enum(["date", "time"]).optional(),
  count: z.int().min(15).max(60).optional(),
  flag: z.boolean().optional(),
  dates: z.array(z.string()).min(1).optional(),
  slots: z.array(z.strictObject({ start: z.string(), minutes: z.int().optional() })).optional(),
  place: z.strictObject({ name: z.string() }).optional(),
});

function read(raw: unknown) {
  const result = readArguments(schema, raw);
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
      ["tile: is not an argument here. Known: title, kind, count, flag, dates, slots, place"],
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
    ["a half number", { count: 20.5 }, ["count: must be a whole number"]],
    ["something that is no object", "x", [": must be an object"]],
  ])("names %s", (_, raw, expected) => {
    expect(read(raw)).toEqual(expected);
  });

  it("never repeats a value, and an unknown name only cleaned and cut", () => {
    const name = `\u202e${"n".repeat(100)}`;
    const [problem] = read({ [name]: "secret" }) as string[];
    expect(problem).toContain(`${"n".repeat(39)}…: is not an argument`);
    expect(problem).not.toContain("secret");
  });
});
