import type * as z from "zod";
import type { Problem } from "../problem.ts";

/** Every problem of a failed check. An unknown field is named itself, not the object that holds it. */
export function toProblems(issues: readonly z.core.$ZodIssue[]): Problem[] {
  return issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ path: formatPath([...issue.path, key]), message: "Unknown field" }))
      : [{ path: formatPath(issue.path), message: issue.message }],
  );
}

function formatPath(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "input" : path.map(String).join(".");
}
