import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { ApiError, validationError } from "./errors.ts";

/** Timeouts for clients, in milliseconds: a stalled connection is closed. */
export const serverTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 5000,
};

/** Listens on loopback only; `handler` sends the response. */
export async function listen(
  port: number,
  handler: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  timeouts = serverTimeouts,
): Promise<{ server: Server; origin: string }> {
  const server = createServer(timeouts, (request, response) => {
    response.on("error", () => {});
    void handler(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return { server, origin: `http://127.0.0.1:${address.port}` };
}

/** Sends a reply. `date`, in milliseconds, is the time of the sandbox's clock. */
export function send(response: ServerResponse, reply: Reply, date: number): void {
  response.writeHead(reply.status, {
    Date: new Date(date).toUTCString(),
    ...reply.headers,
    "Content-Length": Buffer.byteLength(reply.body),
  });
  response.end(reply.body);
}

/** Listens again where it did before. Rejects when something else has taken the port meanwhile. */
export async function listenAgain(server: Server, origin: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(Number(new URL(origin).port), "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Stops listening and drops every connection. */
export async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeAllConnections();
  await closed;
}
/** A complete response, before it is sent. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}
/** A reply with a JSON body. */
export function jsonReply(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return { status, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
}
/** A reply in plain text, which no browser renders as HTML. */
export function textReply(text: string): Reply {
  const headers = { "Content-Type": "text/plain; charset=utf-8", "X-Content-Type-Options": "nosniff" };
  return { status: 200, headers, body: text };
}
/** The reply for every error. An error that is no ApiError is internal: 500, no details. */
export function errorReply(error: unknown, headers: Record<string, string> = {}): Reply {
  if (error instanceof ApiError) {
    const { code, message } = error;
    return jsonReply(error.status, { error: { code, message } }, { ...headers, ...error.headers });
  }
  return jsonReply(500, { error: { code: "INTERNAL_ERROR", message: "Something went wrong." } }, headers);
}
/** The target of a request: its path, not normalized, and its query. */
export interface Target {
  path: string;
  query: URLSearchParams;
}
/** Splits a request's URL. URL would resolve "..", which the tests of a client must see. */
export function parseTarget(url: string): Target {
  const [path = "", ...query] = url.split("?");
  return { path, query: new URLSearchParams(query.join("?")) };
}
const maxBodyBytes = 1024 * 1024;
const bodyError = (message: string) => validationError([{ path: "body", message }]);
/** Reads a request's JSON body. Throws a VALIDATION_ERROR for another content type, over 1 MiB, or for no JSON. */
export async function parseJsonBody(request: IncomingMessage): Promise<unknown> {
  // The contract has no code for a wrong content type.
  const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw bodyError("Content-Type must be application/json");
  const chunks: Buffer[] = [];
  let size = 0;
  // Not destroyed when refused half-way: the response is sent on the same connection.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError("a request body is read as bytes");
    size += chunk.length;
    if (size > maxBodyBytes) throw bodyError(`Larger than ${maxBodyBytes} bytes`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw bodyError("Invalid JSON");
  }
}
