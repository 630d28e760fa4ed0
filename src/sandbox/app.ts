import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { createApi } from "./api.ts";
import { createControlRoutes } from "./control-routes.ts";
import { type Controls, closePastPolls, type SandboxState } from "./controls.ts";
import { ApiError, internalError } from "./errors.ts";
import { applyFault, isStale } from "./fault-responses.ts";
import type { LoggedRequest } from "./faults.ts";
import { createPages } from "./pages/index.ts";
import { isLoopbackHost } from "./webhooks.ts";

type AppContext = Context<{ Bindings: HttpBindings }>;

// Limits the memory of a sandbox that runs for weeks.
const maxLoggedRequests = 100_000;
const staleMatch = { fault: { kind: "reset" }, when: "before", lateMs: undefined } as const;

/** Parts of a sandbox that only its app uses. */
export interface AppOptions {
  /** Video services beyond zoom, meet and teams. */
  providers: readonly string[];
  /** Refuses new connections for milliseconds. */
  refuseConnectionsFor(milliseconds: number): Promise<void>;
}

/** Creates the app of a sandbox: the API with its log and its faults, the control routes, and the pages. */
export function createApp(state: SandboxState, controls: Controls, options: AppOptions) {
  const api = createApi(state, options.providers);

  const serveApi = async (c: AppContext): Promise<Response> => {
    const { incoming, outgoing } = c.env;
    const { method } = c.req;
    // Not the path of Hono's request, in which ".." is resolved: tests of a client must see it.
    const path = incoming.url ?? "";
    const match = isStale(incoming.socket)
      ? staleMatch
      : state.faults.match(method, path.split("?", 1)[0] ?? "");
    const logged: LoggedRequest = { method, path, executed: (match?.when ?? "after") === "after" };
    state.requests.push(logged);
    if (state.requests.length > maxLoggedRequests) state.requests.shift();
    if (match) Object.assign(logged, { fault: match.fault.kind, when: match.when });

    if (match?.when === "late") await executeLater(c, logged, match.lateMs ?? 1000);
    const response = logged.executed
      ? await api.fetch(c.req.raw, { ...c.env, logged })
      : internalError().toResponse();
    if (match?.fault.kind === "refuse") await options.refuseConnectionsFor(match.fault.forMs);
    const date = state.clock.now();
    const faulted = match === undefined ? response : await applyFault(response, match.fault, outgoing, date);
    if (outgoing.headersSent) logged.status = outgoing.statusCode;
    else if (faulted !== RESPONSE_ALREADY_SENT) logged.status = faulted.status;
    return faulted;
  };

  // Reads the body before the fault is applied: a request without its body cannot be executed.
  const executeLater = async (c: AppContext, logged: LoggedRequest, lateMs: number): Promise<void> => {
    const { url, method, raw } = c.req;
    const body = ["GET", "HEAD"].includes(method) ? null : await c.req.arrayBuffer();
    const request = new Request(url, { method, body, headers: [...raw.headers] });
    state.faults.delay(async () => {
      logged.executed = true;
      await api.fetch(request, { ...c.env, logged });
    }, lateMs);
  };

  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(async (c, next) => {
    const { hostname } = new URL(c.req.url);
    // The keys are public. Another name comes from DNS rebinding: a web page whose name resolves to this machine.
    if (!isLoopbackHost(hostname)) {
      const message = `The sandbox accepts local requests only. Send them to ${new URL(state.origin).host}.`;
      return c.json({ error: { code: "HOST_NOT_ALLOWED", message } }, 403);
    }
    closePastPolls(state);
    await next();
    if (!c.res.headers.has("Date")) c.header("Date", new Date(state.clock.now()).toUTCString());
    return undefined;
  });
  app.all("/v1/*", serveApi);
  app.route("/", createControlRoutes(controls));
  app.route("/", createPages(state, controls));
  app.notFound(() => new ApiError("NOT_FOUND", "No such route.").toResponse());
  app.onError((error, c) => {
    if (!c.env.incoming.socket.destroyed) state.report(error);
    return internalError().toResponse();
  });
  return app;
}
