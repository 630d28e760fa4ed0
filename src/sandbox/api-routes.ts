import { closeIfPast } from "./auto-close.ts";
import type { SandboxContext } from "./context.ts";
import { createPoll } from "./create-poll.ts";
import { ApiError } from "./errors.ts";
import { listPolls } from "./list-polls.ts";
import type { Space, StoredPoll } from "./model.ts";
import { toParticipantJson, toPollJson, toResultsJson } from "./views.ts";

/** A request that has passed authentication and the limiter. */
export interface RouteRequest {
  space: Space;
  query: URLSearchParams;
  /** The parts of the path that the route left open, decoded. */
  parts: string[];
  /** The body, read and parsed only when asked for. */
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
  /** Whether the route changes a poll. */
  changes?: true;
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
    changes: true,
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
    changes: true,
    handle: (context, call) => {
      const poll = findPoll(context, call);
      context.store.remove(poll);
      context.announce(poll.spaceId, "poll.deleted", { poll: { id: poll.id } });
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

/** Finds the route of a method and the path below `/v1/`; `parts` are what the path put in place of each `*`. */
export function findRoute(method: string, path: string): { route: Route; parts: string[] } {
  const segments = path.split("/");
  // Node sends the response to HEAD without its body.
  const wanted = method === "HEAD" ? "GET" : method;
  const route = routes.find(
    (candidate) =>
      candidate.method === wanted &&
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

// A poll of another space gets the response of a missing poll, so that ids cannot be probed.
function findPoll(context: SandboxContext, { space, parts }: RouteRequest): StoredPoll {
  const poll = context.store.find(parts[0] ?? "");
  if (poll === undefined || poll.spaceId !== space.id) {
    throw new ApiError("POLL_NOT_FOUND", "Poll not found in this space.");
  }
  return closeIfPast(context, poll);
}
