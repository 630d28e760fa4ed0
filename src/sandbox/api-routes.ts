import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { spaces, storedKeys } from "./accounts.ts";
import type { SandboxContext } from "./context.ts";
import { createPoll } from "./create-poll.ts";
import { ApiError } from "./errors.ts";
import { assertAvailable, type OutageState } from "./faults.ts";
import { errorReply, jsonReply, type Reply } from "./http.ts";
import { listPolls } from "./list-polls.ts";
import type { Space, StoredPoll } from "./model.ts";
import { describeApi } from "./openapi.ts";
import { deletePoll } from "./poll-control.ts";
import type { createRateLimiter } from "./rate-limiter.ts";
import { closeIfPast, toParticipantJson, toPollJson, toResultsJson } from "./views.ts";

/** An authenticated request within the rate limits. */
export interface RouteRequest {
  space: Space;
  query: URLSearchParams;
  /** The path segments at each `*` of the route, decoded. */
  parts: string[];
  /** Reads and parses the body. Throws an ApiError when it is not JSON. */
  readBody(): Promise<unknown>;
}

/** The response of a route. */
export interface RouteResponse {
  status: number;
  body: unknown;
}

type Handler = (context: SandboxContext, call: RouteRequest) => RouteResponse | Promise<RouteResponse>;

/** One row of the endpoint table; `*` stands for an id. */
interface Route {
  method: string;
  path: readonly string[];
  handle: Handler;
}

const ok = (data: unknown): RouteResponse => ({ status: 200, body: { data } });

const routes: readonly Route[] = [
  {
    method: "GET",
    path: ["polls"],
    handle: (context, { space, query }) => ({ status: 200, body: listPolls(context, space, query) }),
  },
  {
    method: "POST",
    path: ["polls"],
    handle: async (context, call) => {
      const poll = createPoll(context, call.space, await call.readBody());
      return {
        status: 201,
        body: { data: toPollJson(closeIfPast(context, poll), call.space, context.origin) },
      };
    },
  },
  {
    method: "GET",
    path: ["polls", "*"],
    handle: (context, call) => ok(toPollJson(findPoll(context, call), call.space, context.origin)),
  },
  {
    method: "DELETE",
    path: ["polls", "*"],
    handle: (context, call) => {
      const poll = findPoll(context, call);
      deletePoll(context, poll);
      return ok({ id: poll.id, deleted: true });
    },
  },
  {
    method: "GET",
    path: ["polls", "*", "results"],
    handle: (context, call) => ok(toResultsJson(findPoll(context, call))),
  },
  {
    method: "GET",
    path: ["polls", "*", "participants"],
    handle: (context, call) => {
      const poll = findPoll(context, call);
      // Stored oldest first.
      return ok(poll.participants.map((participant) => toParticipantJson(poll, participant)));
    },
  },
  {
    method: "GET",
    path: ["polls", "*", "participants", "*"],
    handle: (context, call) => {
      const poll = findPoll(context, call);
      const participant = poll.participants.find(({ id }) => id === call.parts[1]);
      if (participant === undefined) throw new ApiError("PARTICIPANT_NOT_FOUND", "No such participant.");
      return ok(toParticipantJson(poll, participant));
    },
  },
];

/** Finds the route of a method and a path below `/v1/`, and the path segments at each `*`. Throws NOT_FOUND. */
function findRoute(method: string, path: string): { route: Route; parts: string[] } {
  const segments = path.split("/");
  // Node removes the body from a response to HEAD.
  const routeMethod = method === "HEAD" ? "GET" : method;
  const route = routes.find(
    (candidate) =>
      candidate.method === routeMethod &&
      candidate.path.length === segments.length &&
      candidate.path.every((part, index) => part === segments[index] || (part === "*" && segments[index])),
  );
  // The contract has no error code for a known path with another method.
  if (route === undefined) throw new ApiError("NOT_FOUND", "No such route.");
  return { route, parts: segments.filter((_, index) => route.path[index] === "*").map(decode) };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new ApiError("NOT_FOUND", "No such route.");
  }
}

// The response is the same for a missing poll and a poll of another space, so that ids cannot be probed.
function findPoll(context: SandboxContext, { space, parts }: RouteRequest): StoredPoll {
  const poll = context.store.find(parts[0] ?? "");
  if (poll === undefined || poll.spaceId !== space.id) {
    throw new ApiError("POLL_NOT_FOUND", "Poll not found in this space.");
  }
  return closeIfPast(context, poll);
}

/** State that is checked before a request reaches its route. */
export interface ApiOptions {
  limiter: ReturnType<typeof createRateLimiter>;
  outage: OutageState;
  /** Receives internal errors. */
  report(error: unknown): void;
}

/**
 * Handles one request below `/v1/`. Errors of maintenance, key and plan have no RateLimit headers, so they are checked
 * before the rate limiter, and the route after it.
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
    return jsonReply(200, describeApi(context));
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
    // A client that disconnects while its body is read is no internal error.
    if (!(error instanceof ApiError) && !request.socket.destroyed) options.report(error);
    return errorReply(error, headers);
  }
}

const unauthorized = () =>
  new ApiError("UNAUTHORIZED", "The API key is missing, unknown, expired or revoked.", {
    "WWW-Authenticate": 'Bearer realm="Rallly sandbox"',
  });

/** Returns the space of the API key. Throws an ApiError for a malformed header and for an unknown or inactive key. */
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

/** Throws an ApiError for a space without the Pro plan. */
function requirePro(space: Space): void {
  if (!space.pro) throw new ApiError("SPACE_NOT_PRO", "The API needs a space on a Pro plan.");
}

function secretsEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
