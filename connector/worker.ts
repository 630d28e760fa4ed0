import type { Bindings } from "./bindings.ts";
import { readBody } from "./body.ts";
import { isAllowed, maxFormBytes } from "./limits.ts";
import { serveMcp } from "./mcp.ts";
import { getAuthorizationServer } from "./oauth.ts";
import { serveAuthorize } from "./pages/authorize.ts";
import { serveConnections } from "./pages/connections.ts";
import { serveHome } from "./pages/home.ts";
import { messagePage } from "./pages/layout.ts";
import stylesheet from "./pages/style.css";

type Serve = (request: Request, bindings: Bindings, context: ExecutionContext) => Promise<Response>;

const pages: Readonly<Record<string, Serve>> = {
  "/": serveHome,
  "/authorize": serveAuthorize,
  "/connections": serveConnections,
  "/style.css": async () =>
    new Response(stylesheet, {
      headers: {
        "content-type": "text/css; charset=utf-8",
        "cache-control": "public, max-age=3600",
        "x-content-type-options": "nosniff",
      },
    }),
};

export default {
  async fetch(request, bindings, context) {
    const { pathname } = new URL(request.url);
    const page = pages[pathname];
    if (page) return servePage(page, request, bindings, context);
    if (isMcp(pathname)) return serveMcp(request, bindings, context);
    return serveOAuth(request, bindings, context);
  },
} satisfies ExportedHandler<Bindings>;

const isMcp = (path: string) =>
  path === "/mcp" || path.startsWith("/mcp/") || path.startsWith("/.well-known/oauth-protected-resource");

const servePage = async (serve: Serve, request: Request, bindings: Bindings, context: ExecutionContext) => {
  if (!["GET", "HEAD", "POST"].includes(request.method))
    return messagePage(405, "This page cannot do that", "Open it in a browser.", { allow: "GET, POST" });
  if (request.method === "POST" && !(await isAllowed("page", request, bindings)))
    return messagePage(429, "Too many tries", "Wait a minute, then go back and try again.", {
      "retry-after": "60",
    });
  return serve(request, bindings, context);
};

/** Metadata, registration, tokens and revocation. The library reads whole bodies, so they are limited before. */
const serveOAuth: Serve = async (request, bindings, context) => {
  const server = getAuthorizationServer(new URL(request.url).origin);
  if (request.method !== "POST") return server.fetch(request, bindings, context);
  if (!(await isAllowed("token", request, bindings)))
    return oauthError(429, "temporarily_unavailable", "Too many requests. Try again in a minute.", {
      "retry-after": "60",
    });
  const body = await readBody(request, maxFormBytes);
  if (body === undefined)
    return oauthError(413, "invalid_request", `The body is larger than ${maxFormBytes} bytes.`);
  return server.fetch(new Request(request, { body }), bindings, context);
};

const oauthError = (status: number, error: string, description: string, headers?: Record<string, string>) =>
  Response.json(
    { error, error_description: description },
    { status, headers: { "cache-control": "no-store", ...headers } },
  );
