import type { ServerResponse } from "node:http";

/** Answers a request that goes no further, in the protocol's own form. */
export function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  const body = JSON.stringify({ jsonrpc: "2.0", error: { code: -32000, message }, id: null });
  // The rest of a refused request is not read, so its connection cannot be used again.
  response.writeHead(status, { "content-type": "application/json", connection: "close", ...headers });
  response.end(body);
}
