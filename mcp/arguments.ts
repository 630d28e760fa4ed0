import * as z from "zod";
import { measureDistance } from "../src/edit-distance.ts";
import type { Problem } from "../src/problem.ts";
import { ArgumentError, maxProblems } from "./failure.ts";
import { isTooLarge } from "./message.ts";
import type { Tool } from "./tools/tool.ts";

/** Arguments that hosts add, which the model cannot take out: n8n, Cline, Gemini CLI, Antigravity, and some SDKs. */
const hostArguments = new Set(
  "toolCallId sessionId action chatInput tool task_progress wait_for_previous toolAction toolSummary waitForPreviousTools _meta".split(
    " ",
  ),
);

/**
 * Parses arguments as hosts send them: null, an emptied field and the texts "null" and "undefined" count as absent, arguments of
 * the host are ignored, and a value of the wrong type is converted where only one meaning is possible (JSON text, a single value
 * for a list, digits for a number). Throws {@link ArgumentError}.
 */
export function parseArguments<Schema extends z.ZodType>(
  { input, advice = {}, listMissing = () => [] }: Pick<Tool<Schema>, "input" | "advice" | "listMissing">,
  given: unknown,
): z.output<Schema> {
  const root = { value: dropEmpty(given ?? {}, hostArguments) };
  const parsed = parse(input, root);
  if (parsed.success) return parsed.data;
  const { issues, known } = parsed;
  const unknown = issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" ? issue.keys.map((key) => ({ path: issue.path, key })) : [],
  );
  if (unknown.length === 0) throw new ArgumentError(toProblems(issues));
  const listed = new Set<string>();
  const problems = unknown.map(({ path, key }, index): Problem => {
    const parent: object = Object(readAt(root.value, path));
    const names = known.get(path.join(".")) ?? [];
    const free = names.filter((name) => !Object.hasOwn(parent, name));
    const isKnown = path.length === 0 && Object.hasOwn(advice, key);
    // A comparison takes long, and only the first problems are told.
    const meant = isKnown ? advice[key] : findNearest(key, index < maxProblems ? free : []);
    const value: unknown = Reflect.get(parent, key);
    Reflect.deleteProperty(parent, key);
    const message = `is not an argument here`;
    const where = [...path, key].join(".");
    if (meant !== undefined) {
      if (free.includes(meant)) Reflect.set(parent, meant, value);
      return { path: where, message: `${message}: ${names.includes(meant) ? `use ${meant}` : meant}` };
    }
    const list = names.join(", ");
    if (listed.has(list)) return { path: where, message };
    listed.add(list);
    return { path: where, message: `${message}. Known: ${list}` };
  });
  // What else is wrong once these are corrected.
  const corrected = parse(input, root);
  const others = corrected.success ? listMissing(corrected.data) : toProblems(corrected.issues);
  throw new ArgumentError([...problems, ...others]);
}

/** Parses a value, which is converted in its place. Returns the issues, and the names of the fields of each object with unknown ones. */
function parse<Schema extends z.ZodType>(schema: Schema, root: { value: unknown }) {
  for (;;) {
    const known = new Map<string, string[]>();
    const parsed = schema.safeParse(root.value, {
      error: (issue) => {
        if (issue.code === "unrecognized_keys")
          known.set((issue.path ?? []).join("."), listFields(issue.inst));
        return describeIssue(issue);
      },
    });
    if (parsed.success) return parsed;
    const { issues } = parsed.error;
    const converted = issues.filter((issue) => convertAt(root, issue));
    if (converted.length === 0) return { success: false as const, issues, known };
  }
}

/** The field that a name probably means: the same but for its spelling, or else its beginning, or a longer name of it. */
function findNearest(key: string, names: readonly string[]): string | undefined {
  const wanted = plain(key);
  const distances = names.map((name) => {
    const known = plain(name);
    const isPart =
      (wanted.length > 2 && known.startsWith(wanted)) || (known.length > 3 && wanted.includes(known));
    const distance = sortLetters(wanted) === sortLetters(known) ? 0 : measureDistance(wanted, known);
    // By the spelling before by a part.
    return { name, distance: distance > Math.min(2, wanted.length / 3) ? (isPart ? 3 : 4) : distance };
  });
  const [first] = distances.toSorted((one, other) => one.distance - other.distance);
  return first && first.distance < 4 ? first.name : undefined;
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .slice(0, 60);

const sortLetters = (text: string) => [...text].sort().join("");

/** Whether a value is none: null, the text of it, which some hosts send, an emptied field, or a list of these alone. */
const isAbsent = (value: unknown): boolean =>
  value == null ||
  ["", "null", "undefined"].includes(value as string) ||
  (Array.isArray(value) && value.length > 0 && value.every(isAbsent));

/** Without the fields that have no value, and without those of these names. */
function dropEmpty(value: unknown, names = new Set<string>()): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => dropEmpty(each));
  const present = Object.entries(value).filter(([name, each]) => !(names.has(name) || isAbsent(each)));
  return Object.fromEntries(present.map(([name, each]) => [name, dropEmpty(each)]));
}

const readAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((each, key) => Reflect.get(Object(each), key), value);

/** Converts the value that an issue is about. Returns whether it was possible. */
function convertAt(root: object, issue: z.core.$ZodIssue): boolean {
  const { path } = issue;
  const keys: PropertyKey[] = ["value", ...path];
  const key = keys.pop() ?? "";
  const parent = readAt(root, keys);
  const given: unknown = Reflect.get(Object(parent), key);
  let converted: unknown;
  if (issue.code === "invalid_type") converted = convert(given, issue.expected);
  if (issue.code === "invalid_value") converted = chooseValue(given, issue.values);
  return converted !== undefined && Reflect.set(Object(parent), key, converted);
}

/** The only value that a word begins, or spells with another letter: `Open`, `if need be`, `no`, `cancelled`. */
function chooseValue(given: unknown, values: readonly unknown[]): unknown {
  const wanted = typeof given === "string" ? plain(given) : "";
  const fits = values.filter((value) => {
    const known = plain(String(value));
    return (
      (wanted.length > 1 && known.startsWith(wanted)) ||
      (wanted.length > 5 && measureDistance(wanted, known) === 1)
    );
  });
  return fits.length === 1 ? fits[0] : undefined;
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
    case "string": {
      // A list or an object with one text, such as {id: "..."}, is that text.
      const [only, another] = Object.values(Object(value));
      if (typeof only === "string" && another === undefined) return only;
      return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
    }
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
  try {
    const parsed: unknown = JSON.parse(text);
    return isTooLarge(parsed) ? undefined : (dropEmpty(parsed) as object);
  } catch {
    return undefined;
  }
}

const toProblems = (issues: readonly z.core.$ZodIssue[]): Problem[] =>
  issues.map(({ path, message, ...issue }) => {
    const ask = issue.code === "custom" ? issue.params?.["ask"] : undefined;
    return { path: path.join("."), message, ...(typeof ask === "string" ? { ask } : {}) };
  });

/** The message of an issue, in the form that follows the name of an argument. Undefined where the schema has its own. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return "is missing";
  switch (issue.code) {
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

function listRequired(schema: unknown): string {
  const names = listFields(schema, (field) => !field.safeParse(undefined).success);
  return names.length === 0 ? "" : ` with ${names.join(", ")}`;
}

/** The names of the fields of an object: all, or those that match. */
function listFields(schema: unknown, matches = (_: z.ZodType) => true): string[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const fields = Object.entries<z.ZodType>(schema.shape).filter(([, field]) => matches(field));
  return fields.map(([name]) => name);
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
