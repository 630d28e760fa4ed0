import type { IncomingMessage, ServerResponse } from "node:http";
import { answerApi, type Gate } from "./api.ts";
import { settle } from "./closing.ts";
import { answerControl } from "./control-answer.ts";
import type { Controls } from "./controls.ts";
import type { Door } from "./door.ts";
import { spoilReply } from "./fault-reply.ts";
import { isStale, sendBadly } from "./fault-wire.ts";
import type { createFaults, Strike } from "./faults.ts";
import { showInvite } from "./invite-page.ts";
import type { LateCommits } from "./late-commits.ts";
import { isLocalCaller } from "./loopback.ts";
import { Problem } from "./problem.ts";
import { type Reply, replyJson, replyProblem } from "./reply.ts";
import { readJsonBody } from "./request-body.ts";
import type { LoggedRequest } from "./request-log.ts";
import { send } from "./server.ts";
import { readTarget, type Target } from "./target.ts";
import type { World } from "./world.ts";

interface Parts {
  world: World;
  gate: Gate;
  controls: Controls;
  faults: ReturnType<typeof createFaults>;
  late: LateCommits;
  door: Door;
  requests: LoggedRequest[];
}

// A sandbox left running for weeks forgets its oldest requests rather than run out of memory.
const longestLog = 100_000;
const silent = ["reset", "refuse", "hang"];

/** The one function that a request comes to: the API, the control routes, or a poll's page. */
export function createHandler({ world, gate, controls, faults, late, door, requests }: Parts) {
  const carryOut = (request: IncomingMessage, target: Target, logged: LoggedRequest): Promise<Reply> =>
    answerApi(world, gate, request, target, async () => {
      logged.body = await readJsonBody(request);
      return logged.body;
    });

  // Taken in whole before its caller meets the fault: what did not arrive can never be carried out.
  const postpone = async (
    request: IncomingMessage,
    target: Target,
    logged: LoggedRequest,
    lateMs: number,
  ) => {
    const body = readJsonBody(request);
    const arrived = await body.then(
      () => true,
      (error: unknown) => error instanceof Problem,
    );
    if (!arrived) return;
    late.schedule(async () => {
      logged.carriedOut = true;
      await answerApi(world, gate, request, target, async () => {
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
    const reply = logged.carriedOut ? await carryOut(request, target, logged) : replyProblem(null);
    const spoilt = strike === null ? reply : spoilReply(reply, strike.fault);
    if (!silent.includes(strike?.fault.kind ?? "")) logged.status = spoilt.status;
    if (strike?.fault.kind === "refuse") await door.shutFor(strike.fault.forMs);
    const now = world.clock.now();
    if (strike === null) send(response, spoilt, now);
    else sendBadly(response, spoilt, strike.fault, now);
  };

  const answerOther = (
    request: IncomingMessage,
    [, room = "", ...rest]: string[],
  ): Promise<Reply> | Reply => {
    if (room === "sandbox") return answerControl(controls, world.origin, request, rest.join("/"));
    const poll = ["invite", "poll"].includes(room) ? world.store.find(rest.join("/")) : undefined;
    if (poll !== undefined) return showInvite(settle(world, poll), world.origin);
    return replyProblem(new Problem("NOT_FOUND", "No such route."));
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = readTarget(request.url ?? "/");
    try {
      if (!isLocalCaller(request.headers.host)) send(response, refuseHost(world.origin), world.clock.now());
      else if (target.path.startsWith("/v1/")) await serveApi(request, response, target);
      else send(response, await answerOther(request, target.path.split("/")), world.clock.now());
    } catch (error) {
      if (!request.socket.destroyed) gate.report(error);
      send(response, replyProblem(error), Date.now());
    }
  };
}

// No error of the contract: only a server on loopback can be reached under a rebound name.
function refuseHost(origin: string): Reply {
  const message = `The sandbox answers this machine only. Call it as ${new URL(origin).host}.`;
  return replyJson(403, { error: { code: "HOST_NOT_ALLOWED", message } });
}

const staleStrike: Strike = { fault: { kind: "reset" }, when: "before", lateMs: 0 };
