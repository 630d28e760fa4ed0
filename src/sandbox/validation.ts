import * as z from "zod";
import type { FieldProblem } from "./problem.ts";

/** Every problem of a failed check by its full path; an unknown field is named itself, not the object that has it. */
export function listProblems(error: z.ZodError, root = "body"): FieldProblem[] {
  return error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({
          field: joinPath([...issue.path, key], root),
          message: "Unrecognized key",
        }))
      : [{ field: joinPath(issue.path, root), message: issue.message }],
  );
}

function joinPath(path: readonly PropertyKey[], root: string): string {
  return path.length === 0 ? root : path.map(String).join(".");
}

/** Validates what a programmer passed in. Throws a RangeError that names every field at fault. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  root: string,
): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const problems = listProblems(result.error, root).map(({ field, message }) => `${field}: ${message}`);
  throw new RangeError(problems.join("; "));
}

/** A wait that a timer can keep: a longer one would fire at once. */
export const milliseconds = z
  .number()
  .min(0)
  .max(2 ** 31 - 1);

/**
 * Reads a number under a field's former name as the field itself, `factor` times as large. With both names given the
 * former one is left in place, to be refused as unknown.
 */
export function withFormerName(former: string, name: string, factor: number) {
  return (input: unknown): unknown => {
    if (typeof input !== "object" || input === null || !(former in input)) return input;
    const { [former]: value, ...rest }: Record<string, unknown> = { ...input };
    if (value === undefined) return rest;
    return typeof value === "number" && !(name in rest) ? { ...rest, [name]: value * factor } : input;
  };
}
