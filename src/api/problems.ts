/** Checks with zod, and words for what is wrong: zod/mini itself says only "Invalid input". */
import * as z from "zod/mini";
import type { Problem } from "../problem.ts";

/** The result of a check: the parsed value, or everything that is wrong with it. */
export type Checked<Value> = { data: Value | undefined; problems: Problem[] };

/** Checks a value against a schema. `root` is the path of the value as a whole. */
export function check<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  root: string,
): Checked<z.infer<Schema>> {
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

// Never shows a value: it may be a secret, or text of another person.
function describeIssue(issue: z.core.$ZodIssue, received: unknown): string {
  if (issue.code === "custom") return issue.message;
  const type = received === null ? "null" : Array.isArray(received) ? "array" : typeof received;
  const shown = received === undefined || received === null ? type : addArticle(type);
  return `expected ${describeExpected(issue)}, got ${Number.isNaN(received) ? "NaN" : shown}`;
}

function describeExpected(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return addArticle(issue.expected);
  const values =
    issue.code === "invalid_value" ? issue.values : "options" in issue ? issue.options : undefined;
  // The options of a union are the values of its discriminator.
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" or ");
  return "another value";
}

const addArticle = (type: string) => `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;

function getAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => Object(inner)[key], value);
}

/** A text that passes a test. */
export const textThat = (test: (text: string) => boolean, message: string) =>
  z.string().check(z.refine(test, message));

/** A number that passes a test. */
export const numberThat = (test: (value: number) => boolean, message: string) =>
  z.number().check(z.refine(test, message));

/** A whole number in a range. */
export const wholeNumber = (least: number, most: number) =>
  numberThat(
    (value) => Number.isInteger(value) && value >= least && value <= most,
    `must be a whole number from ${least} to ${most}`,
  );
