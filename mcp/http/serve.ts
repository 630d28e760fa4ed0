import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import type { McpServerFactory } from "@modelcontextprotocol/server";
import { parseBody } from "../runtime/parse-message.ts";
import { createInFlight, maxMessageBytes, maxRequests } from "../runtime/request-limits.ts";
import { createRequestCheck, errorReply, type HttpReply, tooLarge } from "./check-request.ts";
import { keyHeader } from "./client-cache.ts";
import { createResponder } from "./responder.ts";
import { assertSafe, type HttpSettings } from "./settings.ts";
import { createTokenCheck } from "./token-check.ts";

/** Timeouts of requests and connections, in milliseconds. */
export interface Timeouts {
  /** To receive the headers of a request. The server then responds with 408. */
  headersTimeout: number;
  /** To receive a whole request. The server then responds with 408. */
  requestTimeout: number;
  /** Without traffic on a connection with a request in flight. Longer than a call takes. The server then closes it. */
  idleTimeout: number;
}

const defaultTimeouts: Timeouts = { headersTimeout: 30_000, requestTimeout: 30_000, idleTimeout: 90_000 };

/** Interval of the timeout checks, in milliseconds. Node's default of 30 seconds would delay the timeouts by that much. */
const connectionsCheckingInterval = 500;

/** A running HTTP server. */
export interface HttpService {
  /** The URL for MCP clients, ending in `/mcp`. */
  url: string;
  /** Makes `/health` return 503 and closes each connection after its next response. Requests are still served. */
  announceShutdown(): void;
  /**
   * Refuses new requests, closes idle connections and incomplete requests, and waits up to `maxWaitMs` for the requests in
   * flight. Resolves with whether all are finished.
   */
  drain(maxWaitMs: number): Promise<boolean>;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** Serves MCP over HTTP without sessions: the factory creates a server for each request, for every protocol version. */
export async function serveHttp(
  factory: McpServerFactory,
  settings: HttpSettings,
  report: (error: unknown) => void,
  timeouts: Timeouts = defaultTimeouts,
): Promise<HttpService> {
  assertSafe(settings);
  const { headersTimeout, requestTimeout, idleTimeout } = timeouts;
  const responder = createNodeResponder(factory, report);
  const check = createRequestCheck(settings);
  /** Responses to requests whose body has been received. */
  const inFlight = createInFlight<ServerResponse>();
  const sockets = new Set<Socket>();
  /** Requests whose token is checked or whose body is read. */
  let receiving = 0;
  let announced = false;
  let closing = false;

  const checkToken = settings.tokenIssuer && createTokenCheck(settings.tokenIssuer, responder.onError);

  /** Checks the token before the body is read. Returns the error reply for a wrong one. */
  const receive = async (request: IncomingMessage) =>
    (await checkToken?.(request.headers.authorization)) ?? readBody(request);

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    receiving += 1;
    const body = await receive(request).finally(() => {
      receiving -= 1;
    });
    // Requests that are incomplete on shutdown are dropped.
    if (body === undefined || closing) return;
    if (body === "too large") return send(response, tooLarge);
    if ("status" in body) return send(response, body);
    const parsed = parseBody(new TextDecoder().decode(body), body.length);
    if ("reason" in parsed) return send(response, { status: 400, body: parsed.error ?? {} });
    inFlight.add(response);
    response.once("close", () => inFlight.delete(response));
    await responder.respond(request, response, parsed.body);
  };
  const server = createServer(
    { headersTimeout, requestTimeout, connectionsCheckingInterval },
    (request, response) => {
      if (announced) response.shouldKeepAlive = false;
      const checked = closing ? shuttingDown : check(request);
      const reply = announced && checked?.status === 200 ? shuttingDown : checked;
      if (reply !== undefined) return send(response, reply);
      if (inFlight.size + receiving >= maxRequests) {
        const busy = `${maxRequests} requests are in flight. Nothing was done. Try again in a second.`;
        return send(response, errorReply(503, busy, { "retry-after": "1" }));
      }
      serve(request, response).catch(responder.onError);
    },
  );
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  // Without a listener Node would close the connection without a response.
  server.on("connect", (_, socket) => {
    socket.on("error", () => {});
    socket.end(
      "HTTP/1.1 405 Method Not Allowed\r\nAllow: POST\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    );
  });
  server.timeout = idleTimeout;
  await listen(server, settings);
  const closed = new Promise<void>((resolve) => server.once("close", resolve));
  const closeAfterResponses = () => {
    for (const response of inFlight.keys()) if (!response.headersSent) response.shouldKeepAlive = false;
  };
  const { port } = server.address() as AddressInfo;
  const shownHost = settings.host.includes(":") ? `[${settings.host}]` : settings.host;
  return {
    url: `http://${shownHost}:${port}/mcp`,
    announceShutdown() {
      announced = true;
      closeAfterResponses();
    },
    async drain(maxWaitMs) {
      if (!closing) {
        closing = true;
        server.close();
        closeAfterResponses();
        const busy = new Set([...inFlight.keys()].map(({ req }) => req.socket));
        for (const socket of sockets) if (!busy.has(socket)) socket.destroy();
      }
      return inFlight.drained(maxWaitMs);
    },
    async close() {
      if (server.listening) server.close();
      await responder.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const shuttingDown = errorReply(503, "The server is shutting down. Nothing was done.", {
  connection: "close",
});

/** Passes parsed requests to the responder in the form of the web platform, and its responses back. */
function createNodeResponder(factory: McpServerFactory, report: (error: unknown) => void) {
  const responder = createResponder(factory, report);
  const respond = async (request: IncomingMessage, response: ServerResponse, parsedBody: unknown) => {
    const { method = "", url = "", headers } = request;
    const key = headers[keyHeader];
    const fetch = async (webRequest: Request) => {
      const webResponse = await responder.respond(
        webRequest,
        parsedBody,
        typeof key === "string" ? key : undefined,
      );
      // The SDK always sets keep-alive. Node knows whether the connection is to be closed.
      webResponse.headers.delete("connection");
      return webResponse;
    };
    const handle = toNodeHandler({ fetch }, { onerror: responder.onError });
    // The body has been read.
    const bodiless = { method, url, headers, async *[Symbol.asyncIterator]() {} };
    await handle(bodiless, response);
  };
  return { respond, onError: responder.onError, close: responder.close };
}

/** Reads the body. Undefined when the caller disconnected early. The rest of a body that is too large is skipped. */
function readBody(request: IncomingMessage): Promise<Buffer | "too large" | undefined> {
  return new Promise((resolve) => {
    // A caller who disconnected during the check of the token: no event follows.
    if (request.destroyed) return resolve(undefined);
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxMessageBytes) chunks.push(chunk);
      else resolve("too large");
    });
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("close", () => resolve(undefined));
    request.once("error", () => resolve(undefined));
  });
}

function send(response: ServerResponse, { status, body, headers }: HttpReply): void {
  response.on("error", () => {});
  // The connection stays open, so that a caller who is still sending can read the response.
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

function listen(server: Server, { port, host }: HttpSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
