import type { Bindings } from "./bindings.ts";
import { readBody } from "./body.ts";
import { oauthError, tooManyRequests } from "./errors.ts";
import { isAllowed, maxFormBytes, type RateLimitKind } from "./limits.ts";
import { serveMcp } from "./mcp.ts";
import { getAuthorizationServer } from "./oauth.ts";
import { isSecure } from "./origin.ts";
import { serveAuthorize } from "./pages/authorize.ts";
import { serveConnections } from "./pages/connections.ts";
import { serveHome } from "./pages/home.ts";
import { messagePage } from "./pages/layout.ts";
import stylesheet from "./pages/style.css";
import { tolerateLongKeys } from "./store.ts";

type Serve = (request: Request, bindings: Bindings, context: ExecutionContext) => Promise<Response>;

interface Page {
  serve: Serve;
  /** The limit of requests by method. A method that is not here is not allowed; null is no limit. */
  methods: Readonly<Record<string, RateLimitKind | null>>;
}

const readOnly = { GET: null, HEAD: null };

const pages: Readonly<Record<string, Page>> = {
  "/": { serve: serveHome, methods: readOnly },
  // Opening the page stores a form, and may fetch a client's metadata document.
  "/authorize": { serve: serveAuthorize, methods: { GET: "token", HEAD: "token", POST: "page" } },
  "/connections": { serve: serveConnections, methods: { GET: null, HEAD: null, POST: "page" } },
  "/style.css": {
    methods: readOnly,
    serve: async () =>
      new Response(stylesheet, {
        headers: {
          "content-type": "text/css; charset=utf-8",
          "cache-control": "public, max-age=3600",
          "x-content-type-options": "nosniff",
        },
      }),
  },
};

export default {
  async fetch(request, bindings, context) {
    const url = new URL(request.url);
    const page = pages[url.pathname];
    try {
      if (!isSecure(url)) return refuseInsecure(url, page !== undefined && request.method === "GET");
      const tolerant = { ...bindings, OAUTH_KV: tolerateLongKeys(bindings.OAUTH_KV) };
      if (page) return await servePage(page, request, tolerant, context);
      const serve = isMcp(url.pathname) ? serveMcp : serveOAuth;
      return await serve(request, tolerant, context);
    } catch (error) {
      // A mistake of the settings, or an outage of the store.
      const { name, message } = Object(error);
      console.error(JSON.stringify({ event: "unexpected error", path: url.pathname, name, message }));
      return page
        ? messagePage(500, "Something went wrong here", "Try again in a minute.")
        : oauthError(500, "server_error", "Something went wrong here. Try again in a minute.");
    }
  },
} satisfies ExportedHandler<Bindings>;

const isMcp = (path: string) =>
  path === "/mcp" || path === "/mcp/" || path.startsWith("/.well-known/oauth-protected-resource");

/** Keys and tokens must not travel in the clear, so that a host is not served even once. */
function refuseInsecure(url: URL, isPage: boolean): Response {
  if (!isPage) return oauthError(403, "invalid_request", "Use https.");
  return Response.redirect(`https:${url.href.slice(url.protocol.length)}`, 308);
}

async function servePage(
  { serve, methods }: Page,
  request: Request,
  bindings: Bindings,
  context: ExecutionContext,
): Promise<Response> {
  const limit = methods[request.method];
  if (limit === undefined)
    return messagePage(405, "This page cannot do that", "Open it in a browser.", {
      allow: Object.keys(methods).join(", "),
    });
  if (limit !== null && !(await isAllowed(limit, request, bindings)))
    return messagePage(429, "Too many tries", "Wait a minute, then go back and try again.", {
      "retry-after": "60",
    });
  return serve(request, bindings, context);
}

/** Metadata, registration, tokens and revocation. The library reads whole bodies, so they are limited before. */
const serveOAuth: Serve = async (request, bindings, context) => {
  const { origin, pathname } = new URL(request.url);
  const server = getAuthorizationServer(origin);
  if (request.method === "POST") {
    if (!(await isAllowed("token", request, bindings))) return tooManyRequests();
    const body = await readBody(request, maxFormBytes);
    if (body === undefined)
      return oauthError(413, "invalid_request", `The body is larger than ${maxFormBytes} bytes.`);
    return server.fetch(new Request(request, { body }), bindings, context);
  }
  const response = await server.fetch(request, bindings, context);
  const isUnknown = response.status === 404 && !pathname.startsWith("/.well-known/");
  return isUnknown
    ? messagePage(404, "There is nothing here", "The connector's pages are / and /connections.")
    : response;
};
