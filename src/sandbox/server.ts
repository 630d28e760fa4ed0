import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Reply } from "./reply.ts";

/** How long a sender may take, in milliseconds: one that stalls is cut off, so that nothing hangs. */
export const patience = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 5000,
};

/** Listens on loopback only; `answer` sends what is to be sent. */
export async function listen(
  port: number,
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  timeouts = patience,
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
