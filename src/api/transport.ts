/** A request as a transport gets it. The headers hold the key: never keep or print them. */
export interface TransportRequest {
  method: "GET" | "POST" | "DELETE";
  url: string;
  headers: Record<string, string>;
  /** JSON, on a create only. */
  body?: string;
  signal: AbortSignal;
  /** In milliseconds. */
  connectTimeoutMs: number;
  silenceTimeoutMs: number;
  /** Larger answers are refused, in bytes. */
  largestAnswer: number;
}

/** What came back, whole. */
export interface TransportResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** One function from request to answer: one attempt, redirects not followed. Throws TransportError. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** Thrown by a transport: whether the request surely never left, and why. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  readonly sent: boolean;
  constructor(message: string, sent: boolean) {
    super(message);
    this.sent = sent;
  }
}
