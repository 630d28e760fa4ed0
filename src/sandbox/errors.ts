import * as z from "zod";
import type { Problem } from "../problem.ts";

/** The error codes of the service with their HTTP status. */
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

/** An error response of the contract. Any code that handles an API request may throw it. */
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

/** Makes the error for invalid input: all problems in one message, separated by semicolons. */
export function validationError(problems: readonly Problem[]): ApiError {
  const message = problems.map((problem) => `${problem.path}: ${problem.message}`).join("; ");
  return new ApiError("VALIDATION_ERROR", message);
}

/** An error of a control function or a control route, with its HTTP status. */
export class ControlError extends Error {
  override readonly name = "ControlError";
  readonly status: number;

  constructor(status: 400 | 403 | 404 | 409, message: string) {
    super(message);
    this.status = status;
  }
}

/** Every problem of a failed validation with its full path. `root` is the path of the whole value. */
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

/** Validates a value. Throws a RangeError that names every invalid field; `root` is the path of the whole value. */
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

/** A duration in milliseconds. Node's timers fire at once for longer ones. */
export const milliseconds = z
  .number()
  .min(0)
  .max(2 ** 31 - 1);
