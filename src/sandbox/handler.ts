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

interface Parts {
  world: World;
  gate: Gate;
  controls: Controls;
  requests: LoggedRequest[];
}

/** The one function that a request comes to: the API, the control routes, or a poll's page. */
export function createHandler({ world, gate, controls, requests }: Parts) {
  const answerLogged = async (request: IncomingMessage, url: URL): Promise<Reply> => {
    const logged: LoggedRequest = { method: request.method ?? "", path: url.pathname + url.search };
    requests.push(logged);
    const reply = await answerApi(world, gate, request, url, async () => {
      logged.body = await readJsonBody(request);
      return logged.body;
    });
    logged.status = reply.status;
    return reply;
  };
  const answer = (request: IncomingMessage): Promise<Reply> | Reply => {
    // Not resolved against a host: "//polls" would be taken for one.
    const url = new URL(`http://sandbox${request.url?.startsWith("/") ? request.url : "/"}`);
    const [, room = "", ...rest] = url.pathname.split("/");
    if (room === "v1" && rest.length > 0) return answerLogged(request, url);
    if (room === "sandbox") return answerControl(controls, world.origin, request, rest.join("/"));
    const poll = ["invite", "poll"].includes(room) ? world.store.find(rest.join("/")) : undefined;
    if (poll !== undefined) return showInvite(poll, world.origin);
    return replyProblem(new Problem("NOT_FOUND", "No such route."));
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let reply: Reply;
    try {
      reply = await answer(request);
    } catch (error) {
      if (!request.socket.destroyed) gate.report(error);
      reply = replyProblem(error);
    }
    send(response, reply, world.clock.now());
  };
}
