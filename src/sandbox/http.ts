import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { ApiError, validationError } from "./errors.ts";

/** How long a sender may take, in milliseconds: one that stalls is cut off, so that nothing hangs. */
export const serverTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 5000,
};

/** Listens on loopback only; `answer` sends what is to be sent. */
export async function listen(
  port: number,
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  timeouts = serverTimeouts,
): Promise<{ server: Server; origin: string }> {
  const server = createServer(timeouts, (request, response) => {
    response.on("error", () => {});
    void answer(request, response);
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

/** Puts a reply on the wire. The `Date` is the sandbox's own: with a clock of its own, the machine's would mislead. */
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
/** A whole answer, before it is put on the wire. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}
/** An answer with a JSON body. */
export function jsonReply(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return { status, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
}
/** An answer for people, which no browser takes for a page. */
export function textReply(text: string): Reply {
  const headers = { "Content-Type": "text/plain; charset=utf-8", "X-Content-Type-Options": "nosniff" };
  return { status: 200, headers, body: text };
}
/** The one shape of every failure. Whatever is no Problem is a fault of the sandbox itself: 500, no details. */
export function errorReply(error: unknown, headers: Record<string, string> = {}): Reply {
  if (error instanceof ApiError) {
    const { code, message } = error;
    return jsonReply(error.status, { error: { code, message } }, { ...headers, ...error.headers });
  }
  return jsonReply(500, { error: { code: "INTERNAL_ERROR", message: "Something went wrong." } }, headers);
}
/** What a request asks for: the path as it came, dots and all, and the query. */
export interface Target {
  path: string;
  query: URLSearchParams;
}
/** Splits a request's URL. Not through URL, which would fold "..": what a client sends is what its tests must see. */
export function parseTarget(url: string): Target {
  const [path = "", ...query] = url.split("?");
  return { path, query: new URLSearchParams(query.join("?")) };
}
const largestBody = 1024 * 1024;
const refuse = (message: string) => validationError([{ path: "body", message }]);
/** Reads a request's JSON body. Throws a VALIDATION_ERROR for another content type, over 1 MiB, or for no JSON. */
export async function parseJsonBody(request: IncomingMessage): Promise<unknown> {
  // The contract gives this no code of its own; the nearest is that the body does not fit.
  const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw refuse("Content-Type must be application/json");
  const chunks: Buffer[] = [];
  let size = 0;
  // Not destroyed when refused half-way: the answer still has to go out on the same connection.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError("a request body is read as bytes");
    size += chunk.length;
    if (size > largestBody) throw refuse(`Larger than ${largestBody} bytes`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw refuse("Invalid JSON");
  }
}
