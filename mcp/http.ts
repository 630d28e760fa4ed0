import { createHash, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  type McpServer,
  OAuthError,
  OAuthErrorCode,
  originValidationResponse,
  requireBearerAuth,
} from "@modelcontextprotocol/server";
import { type Backend, keyHeader } from "./backend.ts";
import type { Log } from "./log.ts";
import type { Options } from "./options.ts";
import type { Caller } from "./server.ts";
import type { Service } from "./stdio.ts";

/** Maximum size of a request, in bytes: an .ics text of the maximum length, with every character escaped. */
const maxRequestBodySize = 10_000_000;

/** Time after which no call is in flight anymore, in milliseconds. A subscription would stay open. */
const maxCallMs = 60_000;

/** Serves MCP over HTTP without sessions: one server for each request, for every protocol version. */
export async function serveHttp(
  { host, port, allowedHosts, token }: Pick<Options, "host" | "port" | "allowedHosts" | "token">,
  { caller, connect }: Pick<Backend, "caller" | "connect">,
  createServer: (caller: Caller) => McpServer,
  log: Log,
): Promise<Required<Service>> {
  const getCaller = createCallers(caller, connect);
  const handler = createMcpHandler(
    ({ requestInfo }) => createServer(getCaller(requestInfo?.headers.get(keyHeader))),
    { onerror: log, maxRequestBodySize },
  );
  const check = createCheck([...localhostAllowedHostnames(), ...allowedHosts], token, connect !== undefined);
  // The listener reads the body only after the checks.
  const serve = async (request: Request) => (await check(request)) ?? handler.fetch(request);
  const server = createHttpServer(getRequestListener(serve, { overrideGlobalObjects: false }));
  server.listen(port, host);
  await once(server, "listening");
  const shownHost = host.includes(":") ? `[${host}]` : host;
  return {
    url: `http://${shownHost}:${(server.address() as AddressInfo).port}/mcp`,
    // Node waits for responses in flight. Their connections are not kept for another request.
    close() {
      server.keepAliveTimeout = 1;
      server.close();
      setTimeout(() => server.closeAllConnections(), maxCallMs).unref();
    },
    ended: once(server, "close").then(() => handler.close()),
  };
}

/** Maximum number of callers that are kept. */
const maxCallers = 100;

/** Finds the caller of a request by the key that it sends. A caller's client keeps the rate limit of its key. */
function createCallers(own: Caller, connect: Backend["connect"]): (key: string | null | undefined) => Caller {
  const callers = new Map<string, Caller>();
  return (key) => {
    if (!key || connect === undefined) return own;
    if (!callers.has(key) && callers.size >= maxCallers) callers.clear();
    const caller = callers.get(key) ?? connect(key);
    callers.set(key, caller);
    return caller;
  };
}

/** Creates a check of a request's headers. It resolves with the response to a request that is not for MCP. */
function createCheck(hostNames: string[], token: string | undefined, acceptsKeys: boolean) {
  const authenticate =
    token === undefined ? undefined : requireBearerAuth({ verifier: createVerifier(token) });
  return async (request: Request): Promise<Response | undefined> => {
    const refusal =
      hostHeaderValidationResponse(request, hostNames) ?? originValidationResponse(request, hostNames);
    if (refusal) return refusal;
    const { pathname } = new URL(request.url);
    if (pathname === "/health") return Response.json({ status: "ok" });
    if (pathname !== "/mcp")
      return Response.json({ error: "not_found", error_description: "MCP is at /mcp." }, { status: 404 });
    const authenticated = await authenticate?.(request);
    if (authenticated instanceof Response) return authenticated;
    if (acceptsKeys || !request.headers.has(keyHeader)) return undefined;
    const message = `This server uses a sandbox, and no key may go there. Remove the ${keyHeader} header.`;
    return Response.json({ jsonrpc: "2.0", error: { code: -32000, message }, id: null }, { status: 400 });
  };
}

/** Verifies the server's own token in constant time. */
function createVerifier(token: string) {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(token);
  return {
    async verifyAccessToken(given: string) {
      // It never expires.
      const expiresAt = Number.MAX_SAFE_INTEGER;
      if (timingSafeEqual(digest(given), expected))
        return { token: given, clientId: "token", scopes: [], expiresAt };
      throw new OAuthError(
        OAuthErrorCode.InvalidToken,
        "The token is wrong. Send the server's RALLLY_MCP_TOKEN as Authorization: Bearer. This server has no OAuth.",
      );
    },
  };
}
