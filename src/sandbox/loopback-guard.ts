import type { IncomingMessage } from "node:http";
import { ControlError } from "./control-error.ts";

/**
 * Keeps web pages away from the control routes. A page of another site betrays itself by its Origin; one whose name
 * was made to resolve to this machine (DNS rebinding) by the Host it believes to talk to.
 */
export function refuseStrangers(request: IncomingMessage, origin: string): void {
  const { host = "", origin: from } = request.headers;
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host)) {
    throw new ControlError(403, "only this machine may use the control routes");
  }
  if (from !== undefined && from !== origin && from !== `http://${host}`) {
    throw new ControlError(403, "web pages may not use the control routes");
  }
}
