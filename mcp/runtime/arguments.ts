import * as z from "zod";
import { sanitizeLine } from "../../src/api/sanitize.ts";
import type { Problem } from "../../src/problem.ts";
import { getOwn, isRecord } from "./json-schema.ts";

/** The result of {@link parseArguments}: the value, or the first problems and how many more there are. */
export type ParsedArguments<T> = { ok: true; value: T } | { ok: false; problems: Problem[]; more: number };

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Entries of a list: more than the 100 options of a poll, since duplicates are still to be removed. */
export const MAX_ENTRIES = 500;

/** Names in one object: twice as many as any tool takes. */
export const MAX_NAMES = 50;

/** Characters of one text. The longest one that the service takes has 1,000. */
export const MAX_TEXT = 4_000;

/** Characters of a list or an object that comes as JSON in a string. */
export const MAX_JSON_TEXT = 100_000;

/** Problems that are described; the rest is counted. */
const MAX_PROBLEMS = 20;

/**
 * For a check of several arguments together: it also runs when other checks fail, so that one error lists all problems.
 * It must ignore values at {@link invalidPaths}.
 */
export const alwaysRun = { when: () => true };

/** The paths of values with a wrong shape, such as `slots.0.start`. Unknown names inside a value do not count. */
export function invalidPaths(issues: readonly z.core.$ZodRawIssue[]): Set<string> {
  const shaped = issues.filter(({ code }) => code !== "unrecognized_keys");
  return new Set(shaped.map(({ path = [] }) => path.map(String).join(".")));
}

/**
 * Parses arguments as hosts send them: `null` counts as absent, JSON in a string as an array or object, digits in a
 * string as a number. Everything else must match the schema. Returns all problems at once. Input over a bound is
 * refused before it is validated.
 */
export function parseArguments<T>(
  schema: z.ZodType<T>,
  raw: unknown,
  listed: JsonSchema = toInputSchema(schema),
): ParsedArguments<T> {
  const tooLarge: Problem[] = [];
  const given = normalize(raw ?? {}, listed, { path: "", tooLarge });
  if (tooLarge.length > 0) {
    const problems = tooLarge.slice(0, MAX_PROBLEMS);
    return { ok: false, problems, more: tooLarge.length - problems.length };
  }
  const parsed = schema.safeParse(given);
  if (parsed.success) return { ok: true, value: parsed.data };
  const problems: Problem[] = [];
  let total = 0;
  for (const issue of parsed.error.issues) {
    if (problems.length < MAX_PROBLEMS) problems.push(...explain(issue, listed, given));
    total += issue.code === "unrecognized_keys" ? issue.keys.length : 1;
  }
  const shown = problems.slice(0, MAX_PROBLEMS);
  return { ok: false, problems: shown, more: total - shown.length };
}

/** The JSON schema that {@link parseArguments} goes by. */
export function toInputSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
}

/** Replaces unknown values and values that are not the expected list or object, so that no check walks through them. */
const misplaced = true;

interface Place {
  path: string;
  tooLarge: Problem[];
}

/** A copy that is no larger and no deeper than the schema allows. Other values are replaced or emptied. */
function normalize(value: unknown, schema: JsonSchema | boolean | undefined, place: Place): unknown {
  if (schema === undefined || typeof schema === "boolean") return misplaced;
  if (schema.type === "object") {
    const record = parseIf(value, isRecord, place);
    return isRecord(record) ? normalizeObject(record, schema, place) : misplaced;
  }
  if (schema.type === "array") {
    const list = parseIf(value, Array.isArray, place);
    if (!Array.isArray(list)) return misplaced;
    const item = Array.isArray(schema.items) ? undefined : schema.items;
    return isWithin(list.length, MAX_ENTRIES, "entries", place)
      ? list.map((each, index) => normalize(each, item, inside(place, String(index))))
      : [];
  }
  if (typeof value !== "string") return typeof value === "object" ? {} : value;
  if (!isWithin(value.length, MAX_TEXT, "characters", place)) return "";
  const text = value.trim();
  if ((schema.type === "integer" || schema.type === "number") && /^-?\d{1,15}$/u.test(text))
    return Number(text);
  if (schema.type === "boolean" && /^(?:true|false)$/iu.test(text)) return text.toLowerCase() === "true";
  return value;
}

function normalizeObject(record: Record<string, unknown>, schema: JsonSchema, place: Place): unknown {
  if (!isWithin(Object.keys(record).length, MAX_NAMES, "names", place)) return {};
  const present = Object.entries(record).filter(([, each]) => each !== null && each !== undefined);
  return Object.fromEntries(
    present.map(([key, each]) => {
      const property = getOwn(schema.properties ?? {}, key);
      return [key, normalize(each, property, inside(place, key))];
    }),
  );
}

function isWithin(count: number, limit: number, unit: string, { path, tooLarge }: Place): boolean {
  if (count <= limit) return true;
  tooLarge.push({ path, message: `has more than ${limit} ${unit}` });
  return false;
}

const inside = ({ path, tooLarge }: Place, part: string): Place => ({
  path: path === "" ? part : `${path}.${part}`,
  tooLarge,
});

function parseIf(value: unknown, fits: (value: unknown) => boolean, place: Place): unknown {
  if (typeof value !== "string" || !isWithin(value.length, MAX_JSON_TEXT, "characters", place)) return value;
  try {
    const parsed: unknown = JSON.parse(value);
    return fits(parsed) ? parsed : value;
  } catch {
    return value;
  }
}

function explain(issue: z.core.$ZodIssue, listed: JsonSchema, given: unknown): Problem[] {
  const path = issue.path.map(String).join(".");
  if (issue.code !== "unrecognized_keys") {
    const absent = issue.code !== "custom" && isAbsent(given, issue.path);
    return [{ path, message: absent ? "is missing" : wording(issue) }];
  }
  const known = Object.keys(propertiesAt(listed, issue.path));
  return issue.keys.slice(0, MAX_PROBLEMS).map((key) => ({
    path: [path, sanitizeLine(key, 40)].filter(Boolean).join("."),
    message:
      known.length > 0
        ? `is not an argument here. Known: ${known.join(", ")}`
        : "is not an argument: this tool takes none",
  }));
}

function isAbsent(given: unknown, path: PropertyKey[]): boolean {
  let at = given;
  for (const part of path) at = isRecord(at) || Array.isArray(at) ? Reflect.get(at, part) : undefined;
  return at === undefined;
}

function propertiesAt(listed: JsonSchema, path: PropertyKey[]): object {
  let at: JsonSchema = listed;
  for (const part of path) {
    const next = typeof part === "number" ? at.items : getOwn(at.properties ?? {}, String(part));
    if (next === undefined || typeof next === "boolean" || Array.isArray(next)) return {};
    at = next;
  }
  return at.properties ?? {};
}

function wording(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${article(issue.expected)}`;
    case "invalid_value":
      return `must be one of: ${issue.values.map(String).join(", ")}`;
    case "too_small":
      return bounds("at least", Number(issue.minimum), issue.origin);
    case "too_big":
      return bounds("at most", Number(issue.maximum), issue.origin);
    default:
      return issue.message;
  }
}

function bounds(side: string, limit: number, origin: string): string {
  if (origin === "string" && side === "at least" && limit === 1) return "must not be empty";
  if (origin === "string") return `must have ${side} ${limit} characters`;
  if (origin === "array") return `must have ${side} ${limit} ${limit === 1 ? "entry" : "entries"}`;
  return `must be ${side} ${limit}`;
}

function article(type: string): string {
  const names: Record<string, string> = { int: "a whole number", array: "a list", object: "an object" };
  return names[type] ?? `a ${type}`;
}
