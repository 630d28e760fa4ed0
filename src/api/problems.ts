import type * as z from "zod";

/** One thing that is wrong with an input. */
export interface Problem {
  /** The field's path in the contract's form, such as `options.0.date`. */
  readonly field: string;
  /** What is wrong with it. */
  readonly message: string;
}

/** Every problem of a failed check. An unknown field is named itself, not the object that holds it. */
export function listProblems(issues: readonly z.core.$ZodIssue[]): Problem[] {
  return issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ field: nameField([...issue.path, key]), message: "Unknown field" }))
      : [{ field: nameField(issue.path), message: issue.message }],
  );
}

function nameField(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "input" : path.map(String).join(".");
}
