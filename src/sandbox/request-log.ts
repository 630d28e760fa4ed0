import type { StandardFault } from "./fault-types.ts";

/** One request the API received: never its headers, so never a key. */
export interface LoggedRequest {
  method: string;
  /** Path and query, `/v1` included. */
  path: string;
  /** Whether it was handled at all: never with a fault `before`, and only in the end with one that is `late`. */
  carriedOut: boolean;
  /** The body as parsed, where one was read. */
  body?: unknown;
  /** What was answered; absent while unanswered, and where no status line ever went out. */
  status?: number;
  /** The fault that it met, by its standard name. */
  fault?: StandardFault["kind"];
  when?: "before" | "after" | "late";
}
