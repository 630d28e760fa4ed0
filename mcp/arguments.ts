import * as z from "zod";
import type { Problem } from "../src/problem.ts";
import { ArgumentError, maxProblems } from "./failure.ts";

/** Maximum depth of arguments, and number of their values: several times what a tool takes. More would only cost time. */
const maxDepth = 100;
const maxValues = 20_000;

/**
 * Parses arguments as hosts send them: null and an emptied field count as absent, and a value of the wrong type is converted where
 * only one meaning is possible (JSON text, a single value for a list, digits for a number). Throws {@link ArgumentError}.
 */
export function parseArguments<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const root = { value: dropEmpty(given ?? {}) };
  for (;;) {
    const parsed = schema.safeParse(root.value, { error: describeIssue });
    if (parsed.success) return parsed.data;
    const { issues } = parsed.error;
    const converted = issues.filter((issue) => issue.code === "invalid_type" && convertAt(root, issue));
    if (converted.length === 0) throw toArgumentError(issues);
  }
}

/** Without fields that are null or an empty text, which a form sends for a field that a person has emptied. */
function dropEmpty(given: unknown): unknown {
  let values = 0;
  const copy = (value: unknown, depth: number): unknown => {
    if (typeof value !== "object" || value === null) return value;
    values += Array.isArray(value) ? value.length : Object.keys(value).length;
    if (values > maxValues) throw tooMuch(`have more than ${maxValues} values`);
    if (depth > maxDepth) throw tooMuch(`are nested more than ${maxDepth} levels deep`);
    if (Array.isArray(value)) return value.map((each) => copy(each, depth + 1));
    const present = Object.entries(value).filter(
      ([, each]) => each !== undefined && each !== null && each !== "",
    );
    return Object.fromEntries(present.map(([name, each]) => [name, copy(each, depth + 1)]));
  };
  return copy(given, 1);
}

const tooMuch = (message: string) => new ArgumentError([{ path: "", message }]);

/** Converts the value that an issue is about. Returns whether it was possible. */
function convertAt(root: object, { path, expected }: z.core.$ZodIssueInvalidType): boolean {
  const keys: PropertyKey[] = ["value", ...path];
  const key = keys.pop() ?? "";
  const parent = keys.reduce<unknown>((value, each) => Reflect.get(Object(value), each), root);
  const given: unknown = Reflect.get(Object(parent), key);
  const converted = convert(given, expected);
  return converted !== undefined && Reflect.set(Object(parent), key, converted);
}

function convert(value: unknown, expected: string): unknown {
  const text = typeof value === "string" ? value.trim() : "";
  switch (expected) {
    case "array": {
      const list = parseJson(text);
      if (Array.isArray(list)) return list;
      return value === undefined ? undefined : [value];
    }
    case "object": {
      const object = parseJson(text);
      return Array.isArray(object) ? undefined : object;
    }
    case "string":
      return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
    case "number":
    case "int":
      return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
    case "boolean":
      return /^(?:true|false)$/i.test(text) ? text.toLowerCase() === "true" : undefined;
    default:
      return undefined;
  }
}

/** The list or object in a JSON text. Undefined for any other text. */
export function parseJson(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  return dropEmpty(parsed) as object;
}

function toArgumentError(issues: readonly z.core.$ZodIssue[]): ArgumentError {
  // Each unknown name is a problem of its own.
  const found = issues.flatMap((issue): z.core.$ZodIssue[] =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ ...issue, path: [...issue.path, key] }))
      : [issue],
  );
  return new ArgumentError(found.slice(0, maxProblems).map(toProblem), found.length);
}

function toProblem({ path, message, ...issue }: z.core.$ZodIssue): Problem {
  const ask = issue.code === "custom" ? issue.params?.["ask"] : undefined;
  return { path: path.join("."), message, ...(typeof ask === "string" ? { ask } : {}) };
}

/** The message of an issue, in the form that follows the name of an argument. Undefined where the schema has its own. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return "is missing";
  switch (issue.code) {
    case "unrecognized_keys":
      return `is not an argument here. Known: ${listFields(issue.inst).join(", ")}`;
    case "invalid_type":
      return `must be ${typeNames[issue.expected] ?? `a ${issue.expected}`}${listRequired(issue.inst)}`;
    case "invalid_value":
      return `must be one of: ${issue.values.join(", ")}`;
    case "too_small":
      return describeBound("at least", Number(issue.minimum), issue.origin);
    case "too_big":
      return describeBound("at most", Number(issue.maximum), issue.origin);
    default:
      return undefined;
  }
}

/** The names of all fields of an object, or of those that are required. */
function listFields(schema: unknown, isRequired = false): string[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries<z.ZodType>(schema.shape).flatMap(([name, field]) =>
    isRequired && field.safeParse(undefined).success ? [] : name,
  );
}

function listRequired(schema: unknown): string {
  const names = listFields(schema, true);
  return names.length === 0 ? "" : ` with ${names.join(", ")}`;
}

const typeNames: Partial<Record<string, string>> = {
  int: "a whole number",
  array: "a list",
  object: "an object",
  string: "a text",
};

function describeBound(side: string, limit: number, origin: string): string {
  if (origin === "string") return limit === 1 ? "must not be empty" : `must have ${side} ${limit} characters`;
  if (origin === "array") return `must have ${side} ${limit} ${limit === 1 ? "entry" : "entries"}`;
  return `must be ${side} ${limit}`;
}
