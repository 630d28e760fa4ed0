/** Words the issues of zod: zod/mini itself says only "Invalid input". */
import type * as z from "zod/mini";
import type { Problem } from "../problem.ts";

type Issue = z.core.$ZodIssue;

/** The result of a check: the parsed value, or everything that is wrong with it. */
export type Checked<Value> = { data: Value; problems: [] } | { data: undefined; problems: Problem[] };

/** Checks a value against a schema. `root` is the path of the value as a whole. */
export function check<Schema extends z.core.$ZodType>(
  schema: Schema & { safeParse(value: unknown): z.core.util.SafeParseResult<z.core.output<Schema>> },
  value: unknown,
  root: string,
): Checked<z.core.output<Schema>> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return { data, problems: [] };
  const join = (path: readonly PropertyKey[]) => path.map(String).join(".") || root;
  // An unknown field is named itself, not the object that holds it.
  const problems = error.issues.flatMap((issue): Problem[] =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ path: join([...issue.path, key]), message: "unknown field" }))
      : [{ path: join(issue.path), message: describeIssue(issue, getAt(value, issue.path)) }],
  );
  return { data: undefined, problems };
}

function describeIssue(issue: Issue, received: unknown): string {
  if (issue.code === "custom") return issue.message;
  return `expected ${describeExpected(issue)}, received ${describeReceived(issue, received)}`;
}

function describeExpected(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return addArticle(issue.expected === "int" ? "integer" : issue.expected);
    case "invalid_value":
      return listValues(issue.values);
    case "invalid_union":
      return "options" in issue && Array.isArray(issue.options) ? listValues(issue.options) : "another form";
    case "invalid_format":
      return formats.get(issue.format) ?? issue.format;
    case "too_small":
      return `at least ${issue.minimum}${units.get(issue.origin) ?? ""}`;
    case "too_big":
      return `at most ${issue.maximum}${units.get(issue.origin) ?? ""}`;
    default:
      return "another value";
  }
}

const formats = new Map([
  ["datetime", "an ISO 8601 date and time"],
  ["date", "an ISO date (YYYY-MM-DD)"],
  ["email", "an email address"],
  ["url", "a link that starts with https:// or http://"],
]);

const units = new Map([
  ["string", " character(s)"],
  ["array", " item(s)"],
]);

function listValues(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(" or ");
}

// A value is shown only where it is a size: it may be a secret, or text of another person.
function describeReceived({ code, ...issue }: Issue, value: unknown): string {
  if (code === "too_small" || code === "too_big") {
    if (typeof value === "number") return String(value);
    if (typeof value === "string" || Array.isArray(value)) return String(value.length);
  }
  if (code === "invalid_type" && "received" in issue) return String(issue.received);
  if (value === null || value === undefined) return String(value);
  return value === "" ? "an empty string" : addArticle(Array.isArray(value) ? "array" : typeof value);
}

const addArticle = (type: string) => `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;

function getAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}
