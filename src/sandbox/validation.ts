import type * as z from "zod";
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
