import type { IncomingMessage, ServerResponse } from "node:http";
import { type ApiOptions, handleApiRequest } from "./api-routes.ts";
import type { SandboxContext } from "./context.ts";
import { handleControlRequest } from "./control-routes.ts";
import { ApiError } from "./errors.ts";
import { applyReplyFault, isStale, sendWithFault } from "./fault-injection.ts";
import type { createFaults, DelayedRequests, FaultMatch, LoggedRequest } from "./faults.ts";
import { errorReply, jsonReply, parseJsonBody, parseTarget, type Reply, send, type Target } from "./http.ts";
import type { Listener } from "./listener.ts";
import { isLocalCaller } from "./loopback.ts";
import { createPages } from "./pages/routes.ts";
import type { Controls } from "./poll-control.ts";

interface Parts {
  context: SandboxContext;
  api: ApiOptions;
  controls: Controls;
  faults: ReturnType<typeof createFaults>;
  delayed: DelayedRequests;
  listener: Listener;
  requests: LoggedRequest[];
}

// Limits the memory of a sandbox that runs for weeks.
const maxLoggedRequests = 100_000;
const kindsWithoutStatus = ["reset", "refuse", "hang"];

/** Creates the request handler: the API, the control routes, and the pages. */
export function createHandler({ context, api, controls, faults, delayed, listener, requests }: Parts) {
  const servePage = createPages({ context, controls, state: { faults, outage: api.outage } });

  const execute = (request: IncomingMessage, target: Target, logged: LoggedRequest): Promise<Reply> =>
    handleApiRequest(context, api, request, target, async () => {
      logged.body = await parseJsonBody(request);
      return logged.body;
    });

  // Reads the body before the fault is applied: a request without its body cannot be executed.
  const executeLater = async (
    request: IncomingMessage,
    target: Target,
    logged: LoggedRequest,
    lateMs: number,
  ) => {
    const body = parseJsonBody(request);
    const arrived = await body.then(
      () => true,
      (error: unknown) => error instanceof ApiError,
    );
    if (!arrived) return;
    delayed.schedule(async () => {
      logged.executed = true;
      await handleApiRequest(context, api, request, target, async () => {
        logged.body = await body;
        return logged.body;
      });
    }, lateMs);
  };

  const serveApi = async (request: IncomingMessage, response: ServerResponse, target: Target) => {
    const method = request.method ?? "";
    const match = isStale(request.socket) ? staleMatch : faults.match(method, target.path);
    const logged: LoggedRequest = {
      method,
      path: request.url ?? "",
      executed: match === null || match.when === "after",
    };
    requests.push(logged);
    if (requests.length > maxLoggedRequests) requests.shift();
    if (match !== null) Object.assign(logged, { fault: match.fault.kind, when: match.when });
    if (match?.when === "late") await executeLater(request, target, logged, match.lateMs);
    const reply = logged.executed ? await execute(request, target, logged) : errorReply(null);
    const faulted = match === null ? reply : applyReplyFault(reply, match.fault);
    if (!kindsWithoutStatus.includes(match?.fault.kind ?? "")) logged.status = faulted.status;
    if (match?.fault.kind === "refuse") await listener.refuseConnectionsFor(match.fault.forMs);
    const now = context.clock.now();
    if (match === null) send(response, faulted, now);
    else sendWithFault(response, faulted, match.fault, now);
  };

  const handleOther = async (request: IncomingMessage, target: Target): Promise<Reply> => {
    const [, section, ...rest] = target.path.split("/");
    if (section === "sandbox") return handleControlRequest(controls, context.origin, request, rest.join("/"));
    const page = await servePage(request, target);
    return page ?? errorReply(new ApiError("NOT_FOUND", "No such route."));
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = parseTarget(request.url ?? "/");
    try {
      if (!isLocalCaller(request.headers.host))
        send(response, createHostError(context.origin), context.clock.now());
      else if (target.path.startsWith("/v1/")) await serveApi(request, response, target);
      else send(response, await handleOther(request, target), context.clock.now());
    } catch (error) {
      if (!request.socket.destroyed) api.report(error);
      send(response, errorReply(error), Date.now());
    }
  };
}

// Not an error of the contract: only a local server has to reject names of other hosts (DNS rebinding).
function createHostError(origin: string): Reply {
  const message = `The sandbox accepts local requests only. Send them to ${new URL(origin).host}.`;
  return jsonReply(403, { error: { code: "HOST_NOT_ALLOWED", message } });
}

const staleMatch: FaultMatch = { fault: { kind: "reset" }, when: "before", lateMs: 0 };
