/** Every code the service answers failures with, and the status that belongs to it. */
export const statusOfCode = {
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
export type ErrorCode = keyof typeof statusOfCode;

/** Thrown anywhere inside the sandbox to answer a request with a failure of the contract. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.code = code;
    this.status = statusOfCode[code];
    this.headers = headers;
  }
}

/** One field that does not fit, by its full path (`options.0.date`). */
export interface FieldProblem {
  field: string;
  message: string;
}

/** The one answer for everything a caller wrote wrong: all fields at once, separated by semicolons. */
export function refuseFields(problems: readonly FieldProblem[]): Problem {
  const message = problems.map((problem) => `${problem.field}: ${problem.message}`).join("; ");
  return new Problem("VALIDATION_ERROR", message);
}
