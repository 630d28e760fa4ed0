import { createHash, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Readable } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import {
  localhostAllowedHostnames,
  type McpServer,
  DEFAULT_MAX_REQUEST_BODY_SIZE as maxRequestBodySize,
  originValidationResponse,
  validateHostHeader,
} from "@modelcontextprotocol/server";
import type { Caller } from "../mcp/call.ts";
import { createHttpHandler } from "../mcp/http-handler.ts";
import type { Log } from "../mcp/log.ts";
import { type Frame, readFrame, refuseMessage } from "../mcp/message.ts";
import { type Backend, keyHeader } from "./backend.ts";
import { type Options, refuseAddress } from "./options.ts";
import type { RunningServer } from "./serve-stdio.ts";

/** Time after which no call is in flight anymore, in milliseconds. A subscription would stay open. */
const maxCallMs = 60_000;

/** How long an idle connection stays open, in milliseconds: longer than a balancer keeps its own, commonly a minute. */
const idleMs = 75_000;

type Incoming = Readable & { socket: Socket };

/** Serves MCP over HTTP without sessions: one server for each request, for every protocol version. */
export async function serveHttp(
  { host, port, allowedHosts, token }: Pick<Options, "host" | "port" | "allowedHosts" | "token">,
  { caller, connect }: Pick<Backend, "caller" | "connect">,
  createServer: (caller: Caller) => McpServer,
  log: Log,
): Promise<Required<RunningServer>> {
  const getCaller = createCallers(caller, connect);
  const handler = createHttpHandler(
    ({ requestInfo }) => createServer(getCaller(requestInfo?.headers.get(keyHeader))),
    log,
  );
  const hostNames = [...localhostAllowedHostnames(), ...allowedHosts];
  const refuse = createRefusals({ hostNames, token, acceptsKeys: connect !== undefined, log });
  const connected = new Set<Socket>();
  /** The connections whose last request has arrived whole. */
  const called = new WeakSet<Socket>();
  const serve = async (request: Request, { incoming }: { incoming: Incoming }): Promise<Response> => {
    called.delete(incoming.socket);
    const refusal = refuse(request);
    if (refusal) return refusal;
    if (request.method !== "POST") return handler.fetch(request);
    const frame = await readMessage(incoming);
    called.add(incoming.socket);
    return frame instanceof Response ? frame : handler.fetch(request, frame);
  };
  const server = createHttpServer(getRequestListener(serve, { overrideGlobalObjects: false }));
  server.keepAliveTimeout = idleMs;
  server.on("connection", (socket) => {
    connected.add(socket);
    socket.once("close", () => connected.delete(socket));
  });
  server.listen(port, host);
  await once(server, "listening").catch(refuseAddress);
  const shownHost = host.includes(":") ? `[${host}]` : host;
  return {
    url: `http://${shownHost}:${(server.address() as AddressInfo).port}/mcp`,
    // Only calls in flight get their time. Their connections are not kept for another request.
    close() {
      server.keepAliveTimeout = 1;
      server.close();
      for (const socket of connected) if (!called.has(socket)) socket.destroy();
      setTimeout(() => server.closeAllConnections(), maxCallMs).unref();
    },
    ended: once(server, "close").then(() => handler.close()),
  };
}

/** Maximum number of callers that are kept. */
const maxCallers = 1_000;

/** Finds the caller of a request by the key that it sends. A caller's client keeps the rate limit of its key. */
function createCallers(own: Caller, connect: Backend["connect"]): (key: string | null | undefined) => Caller {
  const callers = new Map<string, Caller>();
  return (key) => {
    if (!key || connect === undefined) return own;
    const caller = callers.get(key) ?? connect(key);
    // A map has the order of insertion, so that the least recently used is the first.
    callers.delete(key);
    callers.set(key, caller);
    if (callers.size > maxCallers) callers.delete(callers.keys().next().value ?? "");
    return caller;
  };
}

const noOAuth =
  "This server has no OAuth: send its RALLLY_MCP_TOKEN, if it has one, in the header Authorization: Bearer.";

interface AccessRules {
  /** The names by which clients may reach the server. */
  hostNames: string[];
  token: string | undefined;
  acceptsKeys: boolean;
  log: Log;
}

/** Creates a function that looks at a request's headers, and returns the response to one that is not for MCP. */
function createRefusals({ hostNames, token, acceptsKeys, log }: AccessRules) {
  const hasToken = token === undefined ? () => true : compareTokens(token);
  let hasLogged = false;
  return (request: Request): Response | undefined => {
    const { pathname } = new URL(request.url);
    // Before all checks: probes call it by the address of the machine.
    if (pathname === "/health") return new Response();
    const host = validateHostHeader(request.headers.get("host"), hostNames);
    if (!host.ok) {
      const cure =
        host.hostname && ` If that is a name of this server, pass --allowed-host ${host.hostname}.`;
      const message = `${host.message}.${cure ?? ""}`;
      if (!hasLogged) log(message);
      hasLogged = true;
      return refuseMessage(403, message);
    }
    const refusal = originValidationResponse(request, hostNames);
    if (refusal) return refusal;
    if (/^\/(?:\.well-known\/(?:oauth|openid)|register$|authorize$|token$)/.test(pathname))
      return refuseMessage(404, noOAuth);
    if (pathname !== "/mcp") return refuseMessage(404, "MCP is at /mcp.");
    if (!hasToken(request)) return refuseMessage(401, noOAuth);
    if (acceptsKeys || !request.headers.has(keyHeader)) return undefined;
    return refuseMessage(
      400,
      `This server uses a sandbox, and no key may go there. Remove the ${keyHeader} header.`,
    );
  };
}

/**
 * Reads the message of a request, or makes the response to one that is too large or no JSON. Not from the body of a Request: making
 * it registers a finalizer, which keeps the server of the request in memory.
 */
async function readMessage(incoming: Incoming): Promise<Frame | Response> {
  const chunks: Buffer[] = [];
  let size = 0;
  // The connection stays open for the response.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > maxRequestBodySize)
      return refuseMessage(413, `A message has at most ${maxRequestBodySize} bytes.`);
    chunks.push(chunk);
  }
  return readFrame(new TextDecoder().decode(Buffer.concat(chunks)));
}

/** Creates a function that looks for the server's own token, which is compared in constant time. */
function compareTokens(token: string): (request: Request) => boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(token);
  return ({ headers }) => {
    const [, given = ""] = /^Bearer +(\S+) *$/i.exec(headers.get("authorization") ?? "") ?? [];
    return timingSafeEqual(digest(given), expected);
  };
}
