import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { spaces, storedKeys } from "./accounts.ts";
import { findRoute } from "./api-routes.ts";
import type { SandboxContext } from "./context.ts";
import { ApiError } from "./errors.ts";
import { errorReply, jsonReply, type Reply } from "./http.ts";
import type { Space } from "./model.ts";
import { describeApi } from "./openapi.ts";
import { assertAvailable, type OutageState } from "./outage.ts";
import type { createRateLimiter } from "./rate-limiter.ts";

/** The parts of the API that handle a request before its route. */
export interface ApiOptions {
  limiter: ReturnType<typeof createRateLimiter>;
  outage: OutageState;
  /** Receives internal errors. */
  report(error: unknown): void;
}

/**
 * Handles one request below `/v1/`. The order follows from the headers in the contract: maintenance, key, plan
 * (none of which carries RateLimit headers), then the limiter, then the route.
 */
export async function handleApiRequest(
  context: SandboxContext,
  options: ApiOptions,
  request: IncomingMessage,
  target: { path: string; query: URLSearchParams },
  readBody: () => Promise<unknown>,
): Promise<Reply> {
  const path = target.path.slice("/v1/".length);
  if (path === "openapi" && (request.method === "GET" || request.method === "HEAD")) {
    return jsonReply(200, describeApi(context.origin));
  }
  const headers: Record<string, string> = { "Cache-Control": "no-store" };
  try {
    assertAvailable(options.outage, "maintenance");
    const space = authenticate(request.headers.authorization);
    requirePro(space);
    assertAvailable(options.outage, "limiter");
    const limit = options.limiter.count(space.id);
    Object.assign(headers, limit.headers);
    if (!limit.allowed) throw new ApiError("RATE_LIMIT_EXCEEDED", "Too many requests for this space.");
    const { route, parts } = findRoute(request.method ?? "", path);
    const response = await route.handle(context, { space, query: target.query, parts, readBody });
    return jsonReply(response.status, response.body, headers);
  } catch (error) {
    // A caller may disconnect while its body is read.
    if (!(error instanceof ApiError) && !request.socket.destroyed) options.report(error);
    return errorReply(error, headers);
  }
}

const unauthorized = () =>
  new ApiError("UNAUTHORIZED", "The API key is missing, unknown, expired or revoked.", {
    "WWW-Authenticate": 'Bearer realm="Rallly sandbox"',
  });
/** The space that a request's key belongs to. Throws for a malformed header and for an unknown or inactive key. */
function authenticate(authorization: string | undefined): Space {
  if (authorization === undefined) throw unauthorized();
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization)?.[1];
  if (token === undefined) {
    throw new ApiError("INVALID_AUTHORIZATION_HEADER", "The Authorization header must be: Bearer <key>");
  }
  const key = storedKeys.find((stored) => secretsEqual(stored.secret, token));
  const space = spaces.find((candidate) => candidate.id === key?.spaceId);
  if (key?.state !== "active" || space === undefined) throw unauthorized();
  return space;
}
/** Refuses a space that is not on a Pro plan. */
function requirePro(space: Space): void {
  if (!space.pro) throw new ApiError("SPACE_NOT_PRO", "The API needs a space on a Pro plan.");
}
function secretsEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
