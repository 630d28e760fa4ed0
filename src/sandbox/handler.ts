import type { IncomingMessage, ServerResponse } from "node:http";
import { answerApi, type Gate } from "./api.ts";
import { answerControl } from "./control-answer.ts";
import type { Controls } from "./controls.ts";
import { showInvite } from "./invite-page.ts";
import { Problem } from "./problem.ts";
import { type Reply, replyProblem } from "./reply.ts";
import { readJsonBody } from "./request-body.ts";
import type { LoggedRequest } from "./request-log.ts";
import { send } from "./server.ts";
import type { World } from "./world.ts";

/** What a request asks for: the path as it came, dots and all, and the query. */
export interface Target {
  path: string;
  query: URLSearchParams;
}

interface Parts {
  world: World;
  gate: Gate;
  controls: Controls;
  requests: LoggedRequest[];
}

/** The one function that a request comes to: the API, the control routes, or a poll's page. */
export function createHandler({ world, gate, controls, requests }: Parts) {
  const answerLogged = async (request: IncomingMessage, target: Target): Promise<Reply> => {
    const logged: LoggedRequest = { method: request.method ?? "", path: request.url ?? "" };
    requests.push(logged);
    const reply = await answerApi(world, gate, request, target, async () => {
      logged.body = await readJsonBody(request);
      return logged.body;
    });
    logged.status = reply.status;
    return reply;
  };
  const answer = (request: IncomingMessage): Promise<Reply> | Reply => {
    const target = readTarget(request.url ?? "/");
    const [, room = "", ...rest] = target.path.split("/");
    if (room === "v1" && rest.length > 0) return answerLogged(request, target);
    if (room === "sandbox") return answerControl(controls, world.origin, request, rest.join("/"));
    const poll = ["invite", "poll"].includes(room) ? world.store.find(rest.join("/")) : undefined;
    if (poll !== undefined) return showInvite(poll, world.origin);
    return replyProblem(new Problem("NOT_FOUND", "No such route."));
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const reply = await answer(request);
      send(response, reply, world.clock.now());
    } catch (error) {
      if (!request.socket.destroyed) gate.report(error);
      send(response, replyProblem(error), Date.now());
    }
  };
}

// Not through URL, which would fold "..": what a client sends is what its tests must see.
function readTarget(url: string): Target {
  const [path = "", ...query] = url.split("?");
  return { path, query: new URLSearchParams(query.join("?")) };
}
