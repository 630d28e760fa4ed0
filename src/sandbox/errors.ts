/** The errors of the API and of the control functions, each with its response. */
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";

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
export class ApiError extends HTTPException {
  constructor(code: keyof typeof errorStatus, message: string, headers: Record<string, string> = {}) {
    const status = errorStatus[code];
    super(status, { message, res: Response.json({ error: { code, message } }, { status, headers }) });
  }
}

/** The error for invalid input in an API request. */
export const validationError = (message: string) => new ApiError("VALIDATION_ERROR", message);

/** The error of the sandbox itself, without details. */
export const internalError = () => new ApiError("INTERNAL_ERROR", "Something went wrong.");

/** An error of an option, a control function or a control route, with its HTTP status. */
export class ControlError extends HTTPException {
  /** The name of the class. */
  override readonly name = "ControlError";

  constructor(status: 400 | 403 | 404 | 409, message: string) {
    super(status, { message });
  }
}

/** Why a control function refused its input. Throws an error that is no refusal. */
export function toRefusal(error: unknown): HTTPException {
  if (error instanceof HTTPException) return error;
  throw error;
}

/** Creates the handler that responds to an error. It reports one that is not a response. */
export const createErrorHandler = (report: (error: unknown) => void) => (error: Error, c: Context) => {
  const isResponse = error instanceof HTTPException;
  // A client that disconnects while its body is read is no internal error.
  if (!isResponse && !c.env.incoming.socket.destroyed) report(error);
  const response = (isResponse ? error : internalError()).getResponse();
  return c.newResponse(response.body, response);
};
