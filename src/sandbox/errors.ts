import * as z from "zod";
import type { Problem } from "../problem.ts";

/** Every code the service answers failures with, and the status that belongs to it. */
export const errorStatus = {
  VALIDATION_ERROR: 400,
  INVALID_AUTHORIZATION_HEADER: 400,
  ORGANIZER_NOT_MEMBER: 400,
  TOO_MANY_OPTIONS: 400,
  CONFERENCING_UNAVAILABLE: 400,
  CONFERENCING_NOT_CONNECTED: 400,
  INAPPROPRIATE_CONTENT: 400,
  UNAUTHORIZED: 401,
  SPACE_NOT_PRO: 403,
  NOT_FOUND: 404,
  POLL_NOT_FOUND: 404,
  PARTICIPANT_NOT_FOUND: 404,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

/** A stable error code of the API. */
export type ErrorCode = keyof typeof errorStatus;

/** Thrown anywhere inside the sandbox to answer a request with a failure of the contract. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.code = code;
    this.status = errorStatus[code];
    this.headers = headers;
  }
}

/** The one answer for everything a caller wrote wrong: all fields at once, separated by semicolons. */
export function validationError(problems: readonly Problem[]): ApiError {
  const message = problems.map((problem) => `${problem.path}: ${problem.message}`).join("; ");
  return new ApiError("VALIDATION_ERROR", message);
}
/** Why something that a person would do in the web app cannot be done here; `status` is what curl gets. */
export class ControlError extends Error {
  override readonly name = "ControlError";
  readonly status: number;

  constructor(status: 400 | 403 | 404 | 409, message: string) {
    super(message);
    this.status = status;
  }
}

/** Every problem of a failed check by its full path; an unknown field is named itself, not the object that has it. */
export function toProblems(error: z.ZodError, root = "body"): Problem[] {
  return error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({
          path: joinPath([...issue.path, key], root),
          message: "Unrecognized key",
        }))
      : [{ path: joinPath(issue.path, root), message: issue.message }],
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
  const problems = toProblems(result.error, root).map(({ path, message }) => `${path}: ${message}`);
  throw new RangeError(problems.join("; "));
}
/** A wait that a timer can keep: a longer one would fire at once. */
export const milliseconds = z
  .number()
  .min(0)
  .max(2 ** 31 - 1);
