import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { createApi } from "./api/api-routes.ts";
import { createControlRoutes } from "./control/control-routes.ts";
import { closePastPolls, type SandboxState } from "./control/controls.ts";
import { ApiError, createErrorHandler, internalError } from "./errors.ts";
import { applyFault, isStale } from "./faults/fault-responses.ts";
import { createPages } from "./pages/page-routes.ts";
import type { Controls, LoggedRequest } from "./types.ts";
import { isLoopbackHost } from "./webhooks/deliveries.ts";

// Limits the memory of a sandbox that runs for weeks.
const maxLoggedRequests = 100_000;

/** Creates the app of a sandbox: the API with its log and its faults, the control routes, and the pages. */
export function createApp(state: SandboxState, controls: Controls) {
  const api = createApi(state);

  const serveApi = async (c: Context<{ Bindings: HttpBindings }>): Promise<Response> => {
    const { incoming, outgoing } = c.env;
    const { method, raw } = c.req;
    // Not the path of Hono's request, in which ".." is resolved: tests of a client must see it.
    const path = incoming.url ?? "";
    const match = isStale(incoming.socket)
      ? ({ fault: { kind: "reset" }, when: "before" } as const)
      : state.faults.match(method, path.split("?", 1)[0] ?? "");
    const logged: LoggedRequest = { method, path, executed: false };
    state.requests.push(logged);
    if (state.requests.length > maxLoggedRequests) state.requests.shift();
    const execute = () => {
      logged.executed = true;
      return api.fetch(raw, { ...c.env, logged });
    };
    if (match === undefined) {
      const response = await execute();
      logged.status = response.status;
      return response;
    }

    const { fault, when } = match;
    Object.assign(logged, { fault: fault.kind, when });
    if (when === "late") {
      // Reads the body before the fault is applied: a request without its body cannot be executed.
      await raw.clone().arrayBuffer();
      state.faults.delay(execute, match.lateMs);
    }
    const response = when === "after" ? await execute() : internalError().getResponse();
    const faulted = await applyFault(response, fault, outgoing);
    if (outgoing.headersSent) logged.status = outgoing.statusCode;
    else if (faulted !== RESPONSE_ALREADY_SENT) logged.status = faulted.status;
    return faulted;
  };

  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(async (c, next) => {
    const { hostname } = new URL(c.req.url);
    // The keys are public. Another name comes from DNS rebinding: a web page whose name resolves to this machine.
    if (!isLoopbackHost(hostname)) {
      const message = `The sandbox accepts local requests only. Send them to ${new URL(state.origin).host}.`;
      return c.json({ error: { code: "HOST_NOT_ALLOWED", message } }, 403);
    }
    c.env.outgoing.setHeader("Date", new Date(state.clock.now()).toUTCString());
    closePastPolls(state);
    return next();
  });
  app.all("/v1/*", serveApi);
  app.route("/", createControlRoutes(controls));
  app.route("/", createPages(state, controls));
  app.notFound(() => new ApiError("NOT_FOUND", "No such route.").getResponse());
  app.onError(createErrorHandler(state.report));
  return app;
}
