import { HTTPException } from "hono/http-exception";

/** An error of a control function or a control route, with its HTTP status. */
export class ControlError extends HTTPException {
  /** The name of the class. */
  override readonly name = "ControlError";

  constructor(status: 400 | 403 | 404 | 409, message: string) {
    super(status, { message });
  }
}
