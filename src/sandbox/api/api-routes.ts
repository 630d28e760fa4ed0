import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import * as z from "zod";
import { closePastPolls, deletePoll, type SandboxState } from "../control/controls.ts";
import openapi from "../data/openapi.json" with { type: "json" };
import { ApiError, createErrorHandler, validationError } from "../errors.ts";
import { findSpace, type Space } from "../state/accounts.ts";
import { buildPoll } from "../state/create-poll.ts";
import { createBodyParser } from "../state/create-poll-schema.ts";
import type { StoredPoll } from "../state/model.ts";
import { toParticipantJson, toPollJson, toResultsJson } from "../state/poll-json.ts";
import type { LoggedRequest } from "../types.ts";
import { limitBody, validate } from "../validate.ts";

interface ApiEnv {
  Bindings: HttpBindings & { logged: LoggedRequest };
  Variables: { space: Space };
}

/** Creates the API: every route of the contract. */
export function createApi(state: SandboxState) {
  const parseCreateBody = createBodyParser(state.providers);
  const showPoll = (poll: StoredPoll) => toPollJson(poll, state.origin);
  // The response is the same for a missing poll and a poll of another space, so that ids cannot be probed.
  const findPoll = (c: Context<ApiEnv, "/polls/:pollId/*">): StoredPoll => {
    const poll = state.store.find(c.req.param("pollId"));
    if (poll === undefined || poll.spaceId !== c.var.space.id)
      throw new ApiError("POLL_NOT_FOUND", "Poll not found in this space.");
    return poll;
  };

  const api = new Hono<ApiEnv>().basePath("/v1");
  api.get("/openapi", (c) => {
    const document = structuredClone(openapi);
    document.components.schemas.VideoProvider.enum.push(...state.providers);
    return c.json({ ...document, servers: [{ url: state.origin }] });
  });
  api.use(createGuard(state));
  api.get("/polls", (c) => {
    const { page, nextCursor } = listPolls(state.store, c.var.space.id, c.req.queries());
    return c.json({ data: page.map(showPoll), nextCursor });
  });
  api.post("/polls", limitBody, async (c) => {
    const { space } = c.var;
    c.env.logged.body = await readJson(c);
    const body = parseCreateBody(c.env.logged.body);
    const poll = buildPoll(space, body, state.store.nextSequence(), state.clock.timestamp());
    state.store.put(poll);
    state.webhooks.announce(poll, "poll.created");
    closePastPolls(state);
    return c.json({ data: showPoll(state.store.find(poll.id) ?? poll) }, 201);
  });
  api.get("/polls/:pollId", (c) => c.json({ data: showPoll(findPoll(c)) }));
  api.delete("/polls/:pollId", (c) => {
    const poll = findPoll(c);
    deletePoll(state, poll);
    return c.json({ data: { id: poll.id, deleted: true } });
  });
  api.get("/polls/:pollId/results", (c) => c.json({ data: toResultsJson(findPoll(c)) }));
  api.get("/polls/:pollId/participants", (c) => {
    const poll = findPoll(c);
    return c.json({ data: poll.participants.map((participant) => toParticipantJson(poll, participant)) });
  });
  api.get("/polls/:pollId/participants/:participantId", (c) => {
    const poll = findPoll(c);
    const participant = poll.participants.find(({ id }) => id === c.req.param("participantId"));
    if (participant === undefined) throw new ApiError("PARTICIPANT_NOT_FOUND", "No such participant.");
    return c.json({ data: toParticipantJson(poll, participant) });
  });
  // Also for a known path with another method: the contract has no error code for it.
  api.all("*", () => {
    throw new ApiError("NOT_FOUND", "No such route.");
  });
  api.onError(createErrorHandler(state.report));
  return api;
}

/** Checks key, plan and rate limits, in the order of the service: the responses to the first two have no RateLimit headers. */
function createGuard(state: SandboxState) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    c.header("Cache-Control", "no-store");
    const space = authenticate(c.req.header("Authorization"));
    if (!space.pro) throw new ApiError("SPACE_NOT_PRO", "The API needs a space on a Pro plan.");
    const { allowed, headers } = state.limiter.count(space.id);
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    if (!allowed) throw new ApiError("RATE_LIMIT_EXCEEDED", "Too many requests for this space.");
    c.set("space", space);
    await next();
  });
}

/** Returns the space of the API key. Throws an ApiError for a malformed header and for an unknown or inactive key. */
function authenticate(authorization: string | undefined): Space {
  const key = /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization ?? "")?.[1];
  if (authorization !== undefined && key === undefined)
    throw new ApiError("INVALID_AUTHORIZATION_HEADER", "The Authorization header must be: Bearer <key>");
  const space = findSpace(key);
  if (space === undefined)
    throw new ApiError("UNAUTHORIZED", "The API key is missing, unknown, expired or revoked.", {
      "WWW-Authenticate": 'Bearer realm="Rallly sandbox"',
    });
  return space;
}

/** Parses the JSON body of a request. Throws a VALIDATION_ERROR for another content type and for other text. */
async function readJson(c: Context<ApiEnv>): Promise<unknown> {
  // The contract has no code for a wrong content type.
  if (!/^application\/json\s*(;|$)/i.test(c.req.header("Content-Type") ?? ""))
    throw validationError("body: Content-Type must be application/json");
  const text = await c.req.text();
  try {
    return JSON.parse(text);
  } catch {
    throw validationError("body: Invalid JSON");
  }
}

const listQuery = z.strictObject({
  status: z.enum(["open", "closed", "scheduled", "canceled"]).optional(),
  cursor: z.string().optional(),
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/, "Invalid input: expected an integer from 1 to 100")
    .transform(Number)
    .default(20),
});

/**
 * One page of a space's polls, newest first. `query` has the values of each parameter. Throws an ApiError for an invalid
 * query.
 */
function listPolls(store: SandboxState["store"], spaceId: string, query: Record<string, string[]>) {
  // A repeated parameter becomes a list with commas, which no field accepts.
  const fields = Object.fromEntries(Object.entries(query).map(([name, values]) => [name, values.join()]));
  const { status, cursor, limit } = validate(listQuery, fields, "query", validationError);
  const scope = `${spaceId} ${status ?? "all"}`;
  const below = cursor === undefined ? Number.POSITIVE_INFINITY : parseCursor(cursor, scope);
  const polls = store
    .newestFirst(spaceId)
    .filter((poll) => poll.sequence < below && (status === undefined || poll.status === status));
  const page = polls.slice(0, limit);
  const last = polls.length > limit ? page.at(-1) : undefined;
  return { page, nextCursor: last === undefined ? null : formatCursor(last.sequence, scope) };
}

// A cursor contains the sequence number of the last poll on the page, not a count, because polls are created and deleted
// between two pages. The scope is the list that it belongs to.
const formatCursor = (sequence: number, scope: string): string =>
  Buffer.from(`${sequence} ${scope}`).toString("base64url");

/** The sequence number in a cursor. Throws an ApiError for an invalid cursor and for a cursor of another list. */
function parseCursor(cursor: string, scope: string): number {
  const sequence = Number.parseInt(Buffer.from(cursor, "base64url").toString(), 10);
  if (formatCursor(sequence, scope) !== cursor) throw validationError("cursor: Invalid cursor");
  return sequence;
}
