/** A request for a transport. The headers contain the key: never store, print or attach them to an error. */
export interface TransportRequest {
  /** The HTTP method. */
  method: "GET" | "POST" | "DELETE";
  /** The whole URL. */
  url: string;
  /** Names are in lower case. */
  headers: Record<string, string>;
  /** JSON. Only a create has one. */
  body?: string;
  /** Aborts when the caller aborts or the deadline passes. */
  signal: AbortSignal;
  /** Whether the request must not share a connection with other requests. A transport without connections ignores it. */
  ownConnection?: boolean;
  /** Maximum bytes of the body. Report a larger one as `broken: "too-large"`; its text may be dropped. */
  maxResponseBytes: number;
}

/** A response. */
export interface TransportResponse {
  /** The HTTP status. */
  status: number;
  /** Names may be in any case. */
  headers: Record<string, string | readonly string[] | undefined>;
  /** The body as text. */
  text: string;
  /** Set when the status arrived but not the whole body. An error status then still counts. */
  broken?: "cut-short" | "too-large";
  /** Whether the connection carried an earlier request, so that the response may belong to that one. */
  reusedConnection?: boolean;
  /**
   * Makes sure that no later request uses this response's connection. The client calls it when the response does not
   * belong to its request. Left out where there is nothing to close.
   */
  closeConnection?: () => void;
}

/**
 * Sends one request: one attempt, without following redirects. Resolves for every status. Throws TransportError; any
 * other error counts as a request that may have reached the service.
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** Details of a TransportError beside its message. */
export interface TransportErrorDetails {
  /** Why the connection failed, for programs. The client's error has it as `code`. */
  code?: string;
  /** Whether another attempt can help. Default: true. */
  retryable?: boolean;
}

/** Thrown by a transport that has no response. `sent` is false only when nothing can have reached the service. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  /** Whether the request may have reached the service. */
  readonly sent: boolean;
  /** Why the connection failed. The built-in transport uses the codes of ConnectionErrorCode. */
  declare readonly code?: string;
  /** Whether another attempt can help: false for a wrong certificate. */
  readonly retryable: boolean;

  constructor(message: string, sent: boolean, { code, retryable = true }: TransportErrorDetails = {}) {
    super(message);
    this.sent = sent;
    this.retryable = retryable;
    if (code !== undefined) this.code = code;
  }
}
