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

/** An error response of the contract. Any code that handles an API request may throw it. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: keyof typeof errorStatus;
  readonly headers: Record<string, string>;

  constructor(code: keyof typeof errorStatus, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
  }

  /** The response with the body of the contract, and with more headers. */
  toResponse(headers: Record<string, string> = {}): Response {
    const error = { code: this.code, message: this.message };
    return Response.json(
      { error },
      { status: errorStatus[this.code], headers: { ...headers, ...this.headers } },
    );
  }
}

/** The response to an error that is not one of the contract, without details. */
export const internalError = () => new ApiError("INTERNAL_ERROR", "Something went wrong.");

/** Makes the error for invalid input: all problems in one message. */
export const validationError = (problems: readonly Problem[]) =>
  new ApiError("VALIDATION_ERROR", describeProblems(problems));

/** An error of a control function or a control route, with its HTTP status. */
export class ControlError extends Error {
  override readonly name = "ControlError";
  readonly status: 400 | 403 | 404 | 409;

  constructor(status: 400 | 403 | 404 | 409, message: string) {
    super(message);
    this.status = status;
  }
}

/** Every problem of a failed validation with its full path. `root` is the path of the whole value. */
export function toProblems(error: z.ZodError, root = "body"): Problem[] {
  return error.issues.flatMap((issue) => {
    if (issue.code !== "unrecognized_keys")
      return [{ path: issue.path.join(".") || root, message: issue.message }];
    return issue.keys.map((key) => ({ path: [...issue.path, key].join("."), message: "Unrecognized key" }));
  });
}

/** Problems in one line, separated by semicolons. */
export const describeProblems = (problems: readonly Problem[]): string =>
  problems.map(({ path, message }) => `${path}: ${message}`).join("; ");

/** Validates a value. Throws a RangeError that names every invalid field; `root` is the path of the whole value. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  root: string,
): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new RangeError(describeProblems(toProblems(result.error, root)));
}

/** A duration in milliseconds. Node's timers fire at once for longer ones. */
export const milliseconds = z
  .number()
  .min(0)
  .max(2 ** 31 - 1);
