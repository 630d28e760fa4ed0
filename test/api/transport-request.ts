import type { TransportRequest } from "../../src/api/index.ts";

/** The start of a raw HTTP response whose body has `length` bytes. */
export const head = (status: string, length: number) =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${length}\r\n\r\n`;

/** A GET request of a transport, with a key. */
export const createRequest = (url: string, rest: Partial<TransportRequest> = {}): TransportRequest => ({
  method: "GET",
  url,
  headers: { authorization: "Bearer sk_test_secret" },
  signal: new AbortController().signal,
  maxResponseBytes: 1000,
  ...rest,
});
