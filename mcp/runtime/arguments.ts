import * as z from "zod";
import type { Problem } from "../../src/problem.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import { getOwn, isRecord } from "./json-schema.ts";

/** The arguments whose text may be longer than {@link maxTextLength}, each with its own maximum. */
export type LongTexts = Readonly<Record<string, number>>;

/** The result of {@link parseArguments}: the value, or the first problems and how many more there are. */
export type ParsedArguments<T> = { ok: true; value: T } | { ok: false; problems: Problem[]; more: number };

/** Maximum number of entries of a list: more than the 100 options of a poll, since duplicates are still to be removed. */
export const maxEntries = 500;

/** Maximum number of fields in one object: twice as many as any tool accepts. */
export const maxFields = 50;

/** Maximum length of a text, in characters, unless the tool allows more. The service accepts at most 1,000. */
export const maxTextLength = 4_000;

/** Maximum length of a list or an object that arrives as JSON in a string, in characters. */
export const maxJsonTextLength = 100_000;

/** Maximum number of problems that are described. Further ones are counted. */
const maxProblems = 20;

/** Levels of lists and objects that are kept: twice as many as any tool accepts. */
const maxDepth = 8;

/**
 * Parses arguments as hosts send them: `null` counts as absent, JSON in a string as a list or object, digits in a string
 * as a number. Everything else must match the schema. Input over a bound is refused before it is validated.
 */
export function parseArguments<T>(
  schema: z.ZodType<T>,
  raw: unknown,
  longTexts: LongTexts = {},
): ParsedArguments<T> {
  const tooLarge: Problem[] = [];
  const input = { root: copyWithinBounds(raw ?? {}, [], tooLarge, longTexts) };
  for (;;) {
    if (tooLarge.length > 0) return failure(tooLarge, tooLarge.length);
    const parsed = schema.safeParse(input.root, { error: describeIssue });
    if (parsed.success) return { ok: true, value: parsed.data };
    const { issues } = parsed.error;
    if (convertStrings(input, issues, tooLarge)) continue;
    const total = issues.reduce(
      (sum, issue) => sum + (issue.code === "unrecognized_keys" ? issue.keys.length : 1),
      0,
    );
    return failure(issues.slice(0, maxProblems).flatMap(toProblems), total);
  }
}

function failure(problems: Problem[], total: number): { ok: false; problems: Problem[]; more: number } {
  const shown = problems.slice(0, maxProblems);
  return { ok: false, problems: shown, more: total - shown.length };
}

/** A copy without nulls. Adds a problem for each value over a bound, and leaves out what is in it. */
function copyWithinBounds(
  value: unknown,
  path: PropertyKey[],
  tooLarge: Problem[],
  longTexts: LongTexts = {},
): unknown {
  const isWithin = (count: number, limit: number, unit: string) => {
    if (count > limit) tooLarge.push({ path: formatPath(path), message: `has more than ${limit} ${unit}` });
    return count <= limit;
  };
  const copy = (each: unknown, key: PropertyKey) =>
    copyWithinBounds(each, [...path, key], tooLarge, longTexts);
  if (typeof value === "string") {
    if (value.length <= maxTextLength) return value;
    const isJson = /^\s*[[{]/u.test(value);
    const parsed = isJson && value.length <= maxJsonTextLength ? parseJson(value) : undefined;
    if (parsed !== undefined) return copyWithinBounds(parsed, path, tooLarge);
    const ownLimit = path.length === 1 ? getOwn(longTexts, String(path[0])) : undefined;
    const limit =
      ownLimit ?? (isJson && value.length > maxJsonTextLength ? maxJsonTextLength : maxTextLength);
    return isWithin(value.length, limit, "characters") ? value : "";
  }
  if (typeof value !== "object" || value === null) return value;
  // No schema is this deep. The schema refuses the replacement as an unknown field or a wrong type.
  if (path.length > maxDepth) return true;
  if (Array.isArray(value)) return isWithin(value.length, maxEntries, "entries") ? value.map(copy) : [];
  if (!isWithin(Object.keys(value).length, maxFields, "names")) return {};
  const present = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  return Object.fromEntries(present.map(([key, each]) => [key, copy(each, key)]));
}

/** Converts each string that an issue is about and that contains the expected type. Returns whether any was converted. */
function convertStrings(input: object, issues: readonly z.core.$ZodIssue[], tooLarge: Problem[]): boolean {
  let changed = false;
  for (const issue of issues) {
    if (issue.code !== "invalid_type") continue;
    const parents = ["root", ...issue.path];
    const key = parents.pop() ?? "";
    const parent = parents.reduce<unknown>((value, part) => Reflect.get(Object(value), part), input);
    const text: unknown = Reflect.get(Object(parent), key);
    const value = typeof text === "string" ? convert(text.trim(), issue.expected) : undefined;
    if (value === undefined) continue;
    Reflect.set(Object(parent), key, copyWithinBounds(value, issue.path, tooLarge));
    changed = true;
  }
  return changed;
}

function convert(text: string, expected: string): unknown {
  switch (expected) {
    case "array":
      return Array.isArray(parseJson(text)) ? parseJson(text) : undefined;
    case "object":
      return isRecord(parseJson(text)) ? parseJson(text) : undefined;
    case "number":
      return /^-?\d{1,15}$/u.test(text) ? Number(text) : undefined;
    case "boolean":
      return /^(?:true|false)$/iu.test(text) ? text.toLowerCase() === "true" : undefined;
    default:
      return undefined;
  }
}

/** The list or object in a JSON text. Undefined for any other text. */
function parseJson(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function toProblems(issue: z.core.$ZodIssue): Problem[] {
  const { path, message } = issue;
  if (issue.code !== "unrecognized_keys") return [{ path: formatPath(path), message }];
  const keys = issue.keys.slice(0, maxProblems);
  // The known names are the same for every key.
  const [short = message] = message.split(knownNames);
  return keys.map((key, index) => ({
    path: formatPath([...path, key]),
    message: index === 0 ? message : short,
  }));
}

function formatPath(path: readonly PropertyKey[]): string {
  return path.map((key) => sanitizeLine(String(key), 40)).join(".");
}

/** Divides the message about an unknown argument from the known names. */
const knownNames = ". Known: ";

/** The message of an issue, in the form that follows the name of an argument. Undefined where the schema has its own. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return "is missing";
  switch (issue.code) {
    case "unrecognized_keys": {
      const known = issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape) : [];
      if (known.length === 0) return "is not an argument: this tool takes none";
      return `is not an argument here${knownNames}${known.join(", ")}`;
    }
    case "invalid_type":
      return `must be ${typeNames.get(issue.expected) ?? `a ${issue.expected}`}`;
    case "invalid_value":
      return `must be one of: ${issue.values.map(String).join(", ")}`;
    case "too_small":
      return describeBound("at least", Number(issue.minimum), issue.origin);
    case "too_big":
      return describeBound("at most", Number(issue.maximum), issue.origin);
    default:
      return undefined;
  }
}

const typeNames = new Map([
  ["int", "a whole number"],
  ["array", "a list"],
  ["object", "an object"],
]);

function describeBound(side: string, limit: number, origin: string): string {
  if (origin === "string" && side === "at least" && limit === 1) return "must not be empty";
  if (origin === "string") return `must have ${side} ${limit} characters`;
  if (origin === "array") return `must have ${side} ${limit} ${limit === 1 ? "entry" : "entries"}`;
  return `must be ${side} ${limit}`;
}
