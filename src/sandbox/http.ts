import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { ApiError, validationError } from "./errors.ts";

/** Timeouts in milliseconds, after which a stalled connection is closed. */
export const serverTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 5000,
};

/** Starts a server on loopback. `handler` sends the responses. Rejects when the port is taken. */
export async function listen(
  port: number,
  handler: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  timeouts = serverTimeouts,
): Promise<{ server: Server; origin: string }> {
  const server = createServer(timeouts, (request, response) => {
    response.on("error", () => {});
    void handler(request, response);
  });
  await listenOn(server, port);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return { server, origin: `http://127.0.0.1:${address.port}` };
}

/** Sends a reply. `date` is the time of the sandbox's clock in milliseconds since 1970. */
export function send(response: ServerResponse, reply: Reply, date: number): void {
  response.writeHead(reply.status, {
    Date: new Date(date).toUTCString(),
    ...reply.headers,
    "Content-Length": Buffer.byteLength(reply.body),
  });
  response.end(reply.body);
}

/** Makes a server listen on a port of loopback. Rejects when the port is taken. */
export async function listenOn(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Stops listening and closes every connection. */
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

/** Makes a reply with a JSON body. */
export function jsonReply(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return { status, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
}

/** Makes a reply in plain text, which no browser renders as HTML. */
export function textReply(text: string): Reply {
  const headers = { "Content-Type": "text/plain; charset=utf-8", "X-Content-Type-Options": "nosniff" };
  return { status: 200, headers, body: text };
}

/** Makes the reply for an error: an ApiError as it is, every other error as 500 without details. */
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

/** Splits a request's URL. `new URL` would resolve "..", which tests of a client must see. */
export function parseTarget(url: string): Target {
  const [path = "", ...query] = url.split("?");
  return { path, query: new URLSearchParams(query.join("?")) };
}

/** The maximum size of a request body, unless its reader sets another one. */
export const maxBodyBytes = 1024 * 1024;

/** Reads the body of a request. Returns null when it is larger than `maxBytes`. */
export async function readBody(request: IncomingMessage, maxBytes = maxBodyBytes): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Keeps the connection of a body that is too large: the error is sent on it.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError("expected the request body as bytes");
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const bodyError = (message: string) => validationError([{ path: "body", message }]);

/** Parses the JSON body of a request. Throws a VALIDATION_ERROR: wrong content type, too large, or not JSON in UTF-8. */
export async function parseJsonBody(request: IncomingMessage): Promise<unknown> {
  // The contract has no code for a wrong content type.
  const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw bodyError("Content-Type must be application/json");
  const bytes = await readBody(request);
  if (bytes === null) throw bodyError(`Larger than ${maxBodyBytes} bytes`);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw bodyError("Invalid JSON");
  }
}
