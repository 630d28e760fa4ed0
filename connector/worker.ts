import { AuthorizationError, CimdFetchError } from "@cloudflare/workers-oauth-provider";
import { Hono, type Next } from "hono";
import { bodyLimit } from "hono/body-limit";
import { csrf } from "hono/csrf";
import { HTTPException } from "hono/http-exception";
import { methodNotAllowed } from "hono/method-not-allowed";
import { routePath } from "hono/route";
import { secureHeaders } from "hono/secure-headers";
import { isLoopback } from "../src/api/send/base-url.ts";
import { paletteCss } from "../src/palette.ts";
import type { Bindings, PageContext } from "./bindings.ts";
import { deliver } from "./hooks.ts";
import { limitAddress } from "./limits.ts";
import { createResourceServer } from "./mcp.ts";
import { oauthError, serveOAuth, tooManyRequests, toResource } from "./oauth.ts";
import { explainError, openAuthorize, submitAuthorize } from "./pages/authorize.ts";
import { serveHome } from "./pages/home.ts";
import { showMessage } from "./pages/layout.ts";
import { servePrivacy } from "./pages/privacy.ts";
import stylesheet from "./pages/style.css";
import { openWebhook, submitWebhook } from "./pages/webhook.ts";
import { serveRegistration, serveToken } from "./tokens.ts";

export { Hook } from "./hooks.ts";
export { GrantTokens } from "./tokens.ts";

// The library fetches a client's document by the global fetch. Behind a redirect stands somebody else's.
const { fetch } = globalThis;
globalThis.fetch = (input: RequestInfo | URL, init?: RequestInit) =>
  fetch(input, { redirect: "manual", ...init });

const app = new Hono<{ Bindings: Bindings }>();

app.use(
  // No script, no frame, no content of other origins.
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    xFrameOptions: "DENY",
    // A form's Origin is null with "no-referrer".
    referrerPolicy: "same-origin",
    strictTransportSecurity: "max-age=31536000",
    // Hosts that run in a browser read the responses, and wait for a page that they opened in a window.
    crossOriginResourcePolicy: false,
    crossOriginOpenerPolicy: false,
  }),
  methodNotAllowed({ app }),
  refuseInsecure,
);

app.get("/", serveHome);
app.post("/", ({ req }) => {
  const message = `MCP is at ${toResource(new URL(req.url).origin)}. Enter that URL in the app.`;
  return Response.json({ jsonrpc: "2.0", id: null, error: { code: -32000, message } }, { status: 404 });
});
app.get("/privacy", servePrivacy);
app.get("/health", (context) => context.body(null));
app.get("/style.css", (context) =>
  context.body(`${stylesheet}${paletteCss}`, 200, { "content-type": "text/css" }),
);

/** Limits the size of a body, in bytes. */
const limitBody = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => oauthError(413, "invalid_request", `The body is larger than ${maxSize} bytes.`),
  });
const limitForm = limitBody(64 * 1024);

app.get("/authorize", requireOperator, limitRequests("OPEN_LIMITER"), openAuthorize);
app.post("/authorize", requireOperator, limitRequests("PAGE_LIMITER"), csrf(), limitForm, submitAuthorize);

app.get("/webhook", requireOperator, openWebhook);
app.post("/webhook", requireOperator, limitRequests("PAGE_LIMITER"), csrf(), limitForm, submitWebhook);
app.post("/hooks/:address{[\\w-]{43}}", limitForm, async (context) => {
  const status = await deliver(context, context.req.param("address"));
  return status === 429 ? tooManyRequests() : new Response(null, { status });
});

for (const path of ["/mcp", "/mcp/"])
  app.all(path, (context) => serveResource(context, toResource(new URL(context.req.url).origin)));
// A resource's metadata is at its path below this one, and names exactly that resource.
for (const path of ["", "/mcp", "/mcp/"])
  app.all(`/.well-known/oauth-protected-resource${path}`, (context) =>
    serveResource(context, new URL(context.req.url).origin + path),
  );

// Less than a form, because a registration is stored.
app.post("/oauth/register", limitRequests("REGISTER_LIMITER"), limitBody(8 * 1024), serveRegistration);
app.post("/oauth/*", limitRequests("TOKEN_LIMITER"), limitForm);
app.post("/oauth/token", serveToken);
for (const path of ["/oauth/*", "/.well-known/*"])
  app.all(path, ({ req, env, executionCtx }) => serveOAuth(req.raw, env, executionCtx));

app.notFound((context: PageContext) =>
  showMessage(context, 404, "There is nothing here", "The start page says how to connect an assistant."),
);

app.onError((error, context: PageContext) => {
  if (error instanceof AuthorizationError || error instanceof CimdFetchError)
    return explainError(context, error);
  if (error instanceof HTTPException)
    return showMessage(context, 403, "This form is not ours", "Go back, and open the page again.");
  // A mistake of the settings, or an outage of the store. The path itself may open what is sealed under it: an address of a webhook.
  const path = routePath(context, -1);
  const { name, message } = error;
  console.error(JSON.stringify({ event: "unexpected error", path, name, message }));
  return ["/authorize", "/webhook"].includes(path)
    ? showMessage(context, 500, "Something went wrong here", "Try again in a minute.")
    : oauthError(500, "server_error", "Something went wrong here. Try again in a minute.");
});

export default app;

/** Keys and tokens must not travel in the clear, so that a host is not served even once. */
async function refuseInsecure(context: PageContext, next: Next) {
  const { protocol, hostname, href } = new URL(context.req.url);
  if (protocol === "https:" || isLoopback(hostname)) return next();
  const isPage = context.req.method === "GET" && ["/", "/authorize", "/webhook"].includes(context.req.path);
  return isPage
    ? context.redirect(`https:${href.slice(protocol.length)}`, 308)
    : oauthError(403, "invalid_request", "Use https.");
}

function serveResource({ req, env, executionCtx }: PageContext, resource: string) {
  const server = createResourceServer(resource);
  return server.fetch(req.raw, env, executionCtx as ExecutionContext);
}

/** A person gives their key to somebody, not to a program without an owner. */
function requireOperator(context: PageContext, next: Next) {
  if (context.env.OPERATOR) return next();
  const message = "Its operator has not entered a name, so nobody can connect yet.";
  return showMessage(context, 503, "This connector is not ready", message);
}

/** Limits the requests of an address. */
function limitRequests(limiter: "PAGE_LIMITER" | "OPEN_LIMITER" | "REGISTER_LIMITER" | "TOKEN_LIMITER") {
  return async (context: PageContext, next: Next) => {
    if (await limitAddress(context.req.raw, context.env[limiter])) return next();
    if (limiter !== "PAGE_LIMITER" && limiter !== "OPEN_LIMITER") return tooManyRequests();
    context.header("retry-after", "60");
    return showMessage(context, 429, "Too many tries", "Wait a minute, then go back and try again.");
  };
}
