/** One request the API received: never its headers, so never a key. */
export interface LoggedRequest {
  method: string;
  /** Path and query, `/v1` included. */
  path: string;
  /** The body as parsed, where one was read. */
  body?: unknown;
  /** What was answered; absent while unanswered, and where no status line ever went out. */
  status?: number;
}
