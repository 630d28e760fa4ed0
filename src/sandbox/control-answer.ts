import type { IncomingMessage } from "node:http";
import { listCommands } from "./control-commands.ts";
import { ControlError } from "./control-error.ts";
import { controlRoutes, runControl } from "./control-routes.ts";
import type { Controls } from "./controls.ts";
import { isForeignPage } from "./loopback.ts";
import { type Reply, replyJson, replyText } from "./reply.ts";

const largestBody = 1024 * 1024;

/**
 * Answers one request below `/sandbox/`. Any content type is taken for JSON, so that `curl -d` needs no header:
 *
 *     curl -d '{"name": "Ada", "choices": {"2027-03-01": "yes"}}' http://127.0.0.1:4270/sandbox/polls/Xk3pQ9vLm2Ab/votes
 */
export async function answerControl(
  controls: Controls,
  origin: string,
  request: IncomingMessage,
  path: string,
): Promise<Reply> {
  try {
    if (isForeignPage(request.headers.origin, request.headers.host))
      throw new ControlError(403, "web pages may not use the control routes");
    if (request.method === "GET" && path === "")
      return replyText(listCommands(controlRoutes, origin, controls.now()));
    const body = await readBody(request);
    return replyJson(200, await runControl(controls, request.method ?? "", path, body));
  } catch (error) {
    // A rule or a moment that makes no sense is the caller's mistake, whoever noticed it.
    if (error instanceof RangeError) return replyJson(400, { error: { message: error.message } });
    if (error instanceof ControlError) return replyJson(error.status, { error: { message: error.message } });
    throw error;
  }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.length > largestBody) throw new ControlError(400, "the body is too large");
  }
  try {
    return text === "" ? {} : JSON.parse(text);
  } catch {
    throw new ControlError(400, "the body is not JSON");
  }
}
