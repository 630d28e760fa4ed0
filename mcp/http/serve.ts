import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { hostHeaderValidation, originValidation, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, type McpServerFactory } from "@modelcontextprotocol/server";
import { KEY_HEADER, looksLikeKey } from "./callers.ts";
import { createDrain } from "./drain.ts";
import { refuse } from "./refuse.ts";
import { assertSafe, type HttpSettings, hostNames } from "./settings.ts";
import { carriesToken } from "./token.ts";

/** The largest request that is read, in bytes: a poll of 100 options needs a hundredth of it. */
const LARGEST_BODY = 1024 * 1024;

/** Longer than any call may take, in milliseconds. */
const DRAIN_MS = 55_000;

/** A request on a server always has both. */
type ServedRequest = IncomingMessage & { method: string; url: string };

/** A server in service. */
export interface HttpService {
  /** The address for MCP clients, ending in `/mcp`. */
  url: string;
  /** Takes no more connections, answers what is in flight, then lets go. */
  close(): Promise<void>;
}

/** Serves MCP over stateless HTTP: each request gets a server of its own from the factory, of either era. */
export async function serveHttp(
  factory: McpServerFactory,
  settings: HttpSettings,
  report: (error: unknown) => void,
): Promise<HttpService> {
  assertSafe(settings);
  const handler = createMcpHandler(factory, { onerror: report, maxRequestBodySize: LARGEST_BODY });
  const answer = toNodeHandler(handler, { onerror: report, maxRequestBodySize: LARGEST_BODY });
  const admit = createGate(settings);
  const calls = createDrain();
  const server = createServer((request, response) => {
    if (!admit(request, response)) return;
    // A subscription stays open for as long as its host likes, so nobody waits for one to end.
    if (request.headers["mcp-method"] !== "subscriptions/listen") calls.begin(response);
    void answer(request as ServedRequest, response);
  });
  server.requestTimeout = 30_000;
  await listen(server, settings);
  const { port } = server.address() as AddressInfo;
  const shownHost = settings.host.includes(":") ? `[${settings.host}]` : settings.host;
  return {
    url: `http://${shownHost}:${port}/mcp`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      await calls.ended(DRAIN_MS);
      await handler.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Whether a request may reach the protocol; if not, it has been answered. */
function createGate(settings: HttpSettings): (request: IncomingMessage, response: ServerResponse) => boolean {
  const hostAllowed = hostHeaderValidation(hostNames(settings));
  const originAllowed = originValidation(hostNames(settings));
  return (request, response) => {
    if (!hostAllowed(request, response) || !originAllowed(request, response)) return false;
    const path = (request.url ?? "/").split("?", 1)[0];
    if (path === "/health") {
      response.writeHead(200, { "content-type": "application/json" }).end('{"status":"ok"}');
      return false;
    }
    if (path !== "/mcp") {
      refuse(response, 404, "Nothing is here. MCP is at /mcp.");
      return false;
    }
    if (settings.token !== undefined && !carriesToken(request.headers.authorization, settings.token)) {
      refuse(response, 401, "Send this server's token as Authorization: Bearer.", {
        "www-authenticate": "Bearer",
      });
      return false;
    }
    const key = request.headers[KEY_HEADER];
    if (key !== undefined && !(typeof key === "string" && looksLikeKey(key))) {
      refuse(response, 400, `The ${KEY_HEADER} header does not hold an API key.`);
      return false;
    }
    return true;
  };
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
