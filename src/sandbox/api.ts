import type { IncomingMessage } from "node:http";
import { authenticate, requirePro } from "./authentication.ts";
import type { createLimiter } from "./limiter.ts";
import { describeApi } from "./openapi.ts";
import { type OutageState, refuseDuring } from "./outage.ts";
import { Problem } from "./problem.ts";
import { type Reply, replyJson, replyProblem } from "./reply.ts";
import { findRoute } from "./routes.ts";
import type { World } from "./world.ts";

/** What the API needs besides the world: the parts that stand before every route. */
export interface Gate {
  limiter: ReturnType<typeof createLimiter>;
  outage: OutageState;
  /** Told of errors that are the sandbox's own. */
  report(error: unknown): void;
}

/**
 * Answers one request below `/v1/`. The order is the one the headers of the contract betray: maintenance, key, plan
 * (none of which carries RateLimit headers), then the limiter, then the route.
 */
export async function answerApi(
  world: World,
  gate: Gate,
  request: IncomingMessage,
  target: { path: string; query: URLSearchParams },
  readBody: () => Promise<unknown>,
): Promise<Reply> {
  const path = target.path.slice("/v1/".length);
  if (path === "openapi" && (request.method === "GET" || request.method === "HEAD")) {
    return replyJson(200, describeApi(world.origin));
  }
  const headers: Record<string, string> = { "Cache-Control": "no-store" };
  try {
    refuseDuring(gate.outage, "maintenance");
    const space = authenticate(request.headers.authorization);
    requirePro(space);
    refuseDuring(gate.outage, "limiter");
    const verdict = gate.limiter.count(space.id);
    Object.assign(headers, verdict.headers);
    if (!verdict.allowed) throw new Problem("RATE_LIMIT_EXCEEDED", "Too many requests for this space.");
    const { route, parts } = findRoute(request.method ?? "", path);
    const answer = await route.handle(world, { space, query: target.query, parts, readBody });
    return replyJson(answer.status, answer.body, headers);
  } catch (error) {
    // A caller that hangs up while its body is read is no fault of the sandbox.
    if (!(error instanceof Problem) && !request.socket.destroyed) gate.report(error);
    return replyProblem(error, headers);
  }
}
