import * as z from "zod";
import { sanitizeLine } from "../src/api/sanitize.ts";
import { ownEntry } from "./own-entry.ts";

/** A problem with one argument of a tool: where it is, and what is wrong, in our own words. */
export interface ArgumentProblem {
  path: string;
  message: string;
}

/** What reading a tool's arguments gave. */
export type ReadArguments<T> = { ok: true; value: T } | { ok: false; problems: ArgumentProblem[] };

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * For a check of several arguments together: it runs although other things are wrong, so that one answer tells of
 * both. It must look at {@link findWrong} before it believes a value.
 */
export const whateverElse = { when: () => true };

/**
 * The places of a wrong shape, such as `slots.0.start`. One with only an unknown part inside is not among them: without
 * it, it fits.
 */
export function findWrong(issues: readonly z.core.$ZodRawIssue[]): Set<string> {
  const shaped = issues.filter(({ code }) => code !== "unrecognized_keys");
  return new Set(shaped.map(({ path = [] }) => path.map(String).join(".")));
}

/**
 * Arguments as hosts really send them, read strictly: `null` counts as absent, JSON in a string is taken where an
 * array or object belongs, digits in a string where a number belongs. Everything else must fit the schema, and
 * all that does not is named at once.
 */
export function readArguments<T>(schema: z.ZodType<T>, raw: unknown): ReadArguments<T> {
  const listed = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const given = unwrap(raw ?? {}, listed);
  const parsed = schema.safeParse(given);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, problems: parsed.error.issues.flatMap((issue) => explain(issue, listed, given)) };
}

function unwrap(value: unknown, schema: JsonSchema | boolean | undefined): unknown {
  if (schema === undefined || typeof schema === "boolean") return value;
  if (schema.type === "object") return unwrapObject(parseIf(value, isRecord), schema);
  if (schema.type === "array") {
    const list = parseIf(value, Array.isArray);
    const item = Array.isArray(schema.items) ? undefined : schema.items;
    return Array.isArray(list) ? list.map((each) => unwrap(each, item)) : list;
  }
  if (typeof value !== "string") return value;
  const text = value.trim();
  if ((schema.type === "integer" || schema.type === "number") && /^-?\d{1,15}$/u.test(text))
    return Number(text);
  if (schema.type === "boolean" && /^(?:true|false)$/iu.test(text)) return text.toLowerCase() === "true";
  return value;
}

function unwrapObject(value: unknown, schema: JsonSchema): unknown {
  if (!isRecord(value)) return value;
  const present = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  const known = schema.properties ?? {};
  return Object.fromEntries(present.map(([name, each]) => [name, unwrap(each, ownEntry(known, name))]));
}

function parseIf(value: unknown, fits: (parsed: unknown) => boolean): unknown {
  if (typeof value !== "string") return value;
  try {
    const parsed: unknown = JSON.parse(value);
    return fits(parsed) ? parsed : value;
  } catch {
    return value;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function explain(issue: z.core.$ZodIssue, listed: JsonSchema, given: unknown): ArgumentProblem[] {
  const path = issue.path.map(String).join(".");
  if (issue.code !== "unrecognized_keys") {
    const absent = issue.code !== "custom" && isAbsent(given, issue.path);
    return [{ path, message: absent ? "is missing" : wording(issue) }];
  }
  const known = Object.keys(propertiesAt(listed, issue.path));
  return issue.keys.map((key) => ({
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
    const next = typeof part === "number" ? at.items : ownEntry(at.properties ?? {}, String(part));
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
