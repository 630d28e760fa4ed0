/** Checks with zod, and words for what is wrong: zod/mini itself says only "Invalid input". */
import * as z from "zod/mini";
import type { Problem } from "../../problem.ts";

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
      ? issue.keys.map((key) => ({
          path: join([...issue.path, key]),
          message: `unknown field${issue.path.length === 0 ? suggest(key, schema) : ""}`,
        }))
      : [{ path: join(issue.path), message: describeIssue(issue, getAt(value, issue.path)) }],
  );
  return { data: undefined, problems };
}

/** Asks whether the fields were meant that begin or end alike: `timezone`, `id`. */
function suggest(key: string, { shape = {} }: z.ZodMiniType & { shape?: object }): string {
  const written = key.toLowerCase();
  const isAlike = (name: string) =>
    name.startsWith(written) || name.endsWith(written) || written.startsWith(name);
  const meant = Object.keys(shape).filter((name) => isAlike(name.toLowerCase()));
  return meant.length === 0 ? "" : `. Did you mean ${meant.join(" or ")}?`;
}

// Never shows a value, which may be a secret or text of another person, except a word in place of another.
function describeIssue(issue: z.core.$ZodIssue, received: unknown): string {
  if (issue.code === "custom") return issue.message;
  // The options of a union are the values of its discriminator.
  const { values, options = values } = issue as { values?: unknown[]; options?: unknown[] };
  const listed = options?.map((value) => JSON.stringify(value)).join(" or ");
  const expected = issue.code === "invalid_type" ? addArticle(issue.expected) : (listed ?? "another value");
  return describeUnexpected(expected, received, listed !== undefined);
}

/** What was expected, and the type of what is there, or a word in place of another. */
export function describeUnexpected(expected: string, received: unknown, isWord = false): string {
  const shown =
    isWord && /^[a-z_-]{1,20}$/i.test(`${received}`) ? JSON.stringify(received) : describeType(received);
  return `expected ${expected}, got ${shown}`;
}

function describeType(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  return addArticle(Array.isArray(value) ? "array" : typeof value);
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
  z.custom<number>((value) => typeof value === "number" && test(value), message);

/** Any number. */
export const anyNumber = numberThat(() => true, "must be a number");

/** True or false. */
export const trueOrFalse = z.custom<boolean>((value) => typeof value === "boolean", "must be true or false");

/** A whole number in a range. */
export const wholeNumber = (least: number, most: number) =>
  numberThat(
    (value) => Number.isInteger(value) && value >= least && value <= most,
    `must be a whole number from ${least} to ${most}`,
  );

/** Maximum number of items in a list: far more than a poll can have, and few enough to check each. */
export const maxItems = 1000;
