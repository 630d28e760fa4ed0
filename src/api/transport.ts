/** A request as a transport gets it. The headers hold the key: never keep, print or attach them to an error. */
export interface TransportRequest {
  /** The HTTP method. */
  method: "GET" | "POST" | "DELETE";
  /** The whole address. */
  url: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** JSON; on a create only. */
  body?: string;
  /** Aborted when the caller gives up or time is over. */
  signal: AbortSignal;
  /** Whether the request must not use a connection that carries other requests. A transport without connections ignores it. */
  ownConnection?: boolean;
  /** An answer with more bytes is `broken: "too-large"`; what was read of it may be dropped. */
  maxResponseBytes: number;
}

/** What came back. */
export interface TransportResponse {
  /** The HTTP status. */
  status: number;
  /** Names in any case. */
  headers: Record<string, string | readonly string[] | undefined>;
  /** The body as text. */
  text: string;
  /** Said when the status came and the body did not come whole: a refusal is still one. */
  broken?: "cut-short" | "too-large";
  /** Whether the connection carried another request before, so that the response may be that one's. */
  reusedConnection?: boolean;
  /**
   * Makes sure that no later request uses this response's connection. The client calls it when the response does not
   * belong to its request. Left out where there is nothing to close.
   */
  closeConnection?: () => void;
}

/**
 * One function from request to answer: one attempt, redirects not followed, no status thrown. Throws TransportError,
 * or anything else, which then counts as a request that may have been carried out.
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** Thrown by a transport that has no answer. `sent` is false only when nothing can have reached the service. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  /** Whether the request may have reached the service. */
  readonly sent: boolean;

  constructor(message: string, sent: boolean) {
    super(message);
    this.sent = sent;
  }
}
