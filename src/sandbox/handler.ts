import type { IncomingMessage, ServerResponse } from "node:http";
import { type ApiOptions, handleApiRequest } from "./api.ts";
import { closeIfPast } from "./auto-close.ts";
import type { SandboxContext } from "./context.ts";
import { handleControlRequest } from "./control-routes.ts";
import type { Controls } from "./controls.ts";
import { ApiError } from "./errors.ts";
import { applyReplyFault, isStale, sendWithFault } from "./fault-injection.ts";
import type { createFaults, DelayedRequests, FaultMatch, LoggedRequest } from "./faults.ts";
import { errorReply, jsonReply, parseJsonBody, parseTarget, type Reply, send, type Target } from "./http.ts";
import { renderInvitePage } from "./invite-page.ts";
import type { Listener } from "./listener.ts";
import { isLocalCaller } from "./loopback.ts";

interface Parts {
  world: SandboxContext;
  gate: ApiOptions;
  controls: Controls;
  faults: ReturnType<typeof createFaults>;
  late: DelayedRequests;
  door: Listener;
  requests: LoggedRequest[];
}

// A sandbox left running for weeks forgets its oldest requests rather than run out of memory.
const longestLog = 100_000;
const silent = ["reset", "refuse", "hang"];

/** The one function that a request comes to: the API, the control routes, or a poll's page. */
export function createHandler({ world, gate, controls, faults, late, door, requests }: Parts) {
  const carryOut = (request: IncomingMessage, target: Target, logged: LoggedRequest): Promise<Reply> =>
    handleApiRequest(world, gate, request, target, async () => {
      logged.body = await parseJsonBody(request);
      return logged.body;
    });

  // Taken in whole before its caller meets the fault: what did not arrive can never be carried out.
  const postpone = async (
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
    late.schedule(async () => {
      logged.carriedOut = true;
      await handleApiRequest(world, gate, request, target, async () => {
        logged.body = await body;
        return logged.body;
      });
    }, lateMs);
  };

  const serveApi = async (request: IncomingMessage, response: ServerResponse, target: Target) => {
    const method = request.method ?? "";
    const strike = isStale(request.socket) ? staleStrike : faults.strike(method, target.path);
    const logged: LoggedRequest = {
      method,
      path: request.url ?? "",
      carriedOut: strike === null || strike.when === "after",
    };
    requests.push(logged);
    if (requests.length > longestLog) requests.shift();
    if (strike !== null) Object.assign(logged, { fault: strike.fault.kind, when: strike.when });
    if (strike?.when === "late") await postpone(request, target, logged, strike.lateMs);
    const reply = logged.carriedOut ? await carryOut(request, target, logged) : errorReply(null);
    const spoilt = strike === null ? reply : applyReplyFault(reply, strike.fault);
    if (!silent.includes(strike?.fault.kind ?? "")) logged.status = spoilt.status;
    if (strike?.fault.kind === "refuse") await door.refuseConnectionsFor(strike.fault.forMs);
    const now = world.clock.now();
    if (strike === null) send(response, spoilt, now);
    else sendWithFault(response, spoilt, strike.fault, now);
  };

  const answerOther = (
    request: IncomingMessage,
    [, room = "", ...rest]: string[],
  ): Promise<Reply> | Reply => {
    if (room === "sandbox") return handleControlRequest(controls, world.origin, request, rest.join("/"));
    const poll = ["invite", "poll"].includes(room) ? world.store.find(rest.join("/")) : undefined;
    if (poll !== undefined) return renderInvitePage(closeIfPast(world, poll), world.origin);
    return errorReply(new ApiError("NOT_FOUND", "No such route."));
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = parseTarget(request.url ?? "/");
    try {
      if (!isLocalCaller(request.headers.host)) send(response, refuseHost(world.origin), world.clock.now());
      else if (target.path.startsWith("/v1/")) await serveApi(request, response, target);
      else send(response, await answerOther(request, target.path.split("/")), world.clock.now());
    } catch (error) {
      if (!request.socket.destroyed) gate.report(error);
      send(response, errorReply(error), Date.now());
    }
  };
}

// No error of the contract: only a server on loopback can be reached under a rebound name.
function refuseHost(origin: string): Reply {
  const message = `The sandbox answers this machine only. Call it as ${new URL(origin).host}.`;
  return jsonReply(403, { error: { code: "HOST_NOT_ALLOWED", message } });
}

const staleStrike: FaultMatch = { fault: { kind: "reset" }, when: "before", lateMs: 0 };
