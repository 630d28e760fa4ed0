import { inspect } from "node:util";
import {
  type Client,
  type ConnectOptions,
  createClient,
  NotSentError,
  RalllyError,
} from "../../src/api/index.ts";
import type { Ledger } from "./ledger.ts";

/** A pseudo-random number generator: the same seed gives the same numbers. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    /** At least 0, below 1. */
    next,
    /** A random element of a list. */
    pick<Item>(items: readonly Item[]): Item {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError("cannot pick from an empty list");
      return item;
    },
  };
}

/** A generator made by `createRandom`. */
export type Random = ReturnType<typeof createRandom>;

/** The client that all callers share. */
export interface SharedClient {
  /** The client, and how many clients there were, with it. */
  current(): { client: Client; generation: number };
  /** Replaces the client of this generation, unless another caller has replaced it. */
  renew(generation: number): void;
}

/** Creates the first client. */
export function openSharedClient(options: ConnectOptions): SharedClient {
  let current = { client: createClient(options), generation: 1 };
  return {
    current: () => current,
    renew(generation) {
      if (generation !== current.generation) return;
      current = { client: createClient(options), generation: generation + 1 };
    },
  };
}

/** Dependencies of a caller. */
export interface CallerContext {
  connection: SharedClient;
  random: Random;
  ledger: Ledger;
  /** Takes one of the remaining calls of all callers. Returns whether there was one. */
  takeCall: () => boolean;
  /** Returns a title for a create: usually unique, sometimes shared with other callers. */
  nextTitle: () => string;
  /** Adds a participant to a poll and returns the id. */
  vote: (pollId: string, optionId: string) => string;
  /** Returns the maximum duration of a call in milliseconds, with delays of the machine. */
  maxDurationMs: () => number;
  apiKey: string;
}

/** A poll that this caller created, and a participant in it. */
interface OwnPoll {
  pollId: string;
  participantId: string;
}

const operations = [
  "create",
  "create",
  "create",
  "get",
  "list",
  "results",
  "participants",
  "participant",
  "openapi",
  "delete",
] as const;

/** Makes random calls, one at a time, until none is left, and records the result of each in the ledger. */
export async function runCaller(context: CallerContext): Promise<void> {
  const { random, ledger, takeCall, vote } = context;
  const own: OwnPoll[] = [];
  while (takeCall()) {
    const operation = own.length === 0 ? "create" : random.pick(operations);
    if (operation === "create") {
      const made = await createOne(context);
      if (made !== undefined) own.push({ pollId: made.id, participantId: vote(made.id, made.optionId) });
      continue;
    }
    const poll = random.pick(own);
    if (operation === "delete") {
      own.splice(own.indexOf(poll), 1);
      const outcome = await deleteOne(context, poll);
      ledger.deletes.push({ id: poll.pollId, reported: outcome });
    } else {
      await readOne(context, operation, poll);
    }
  }
}

async function createOne(context: CallerContext): Promise<{ id: string; optionId: string } | undefined> {
  const { random, ledger, nextTitle } = context;
  const title = nextTitle();
  const timed = { timeZone: "Europe/London", duration: 30, options: [{ startTime: "2099-03-01T09:00:00Z" }] };
  const days = [{ date: "2099-03-01" }, { date: "2099-03-02" }];
  const body =
    random.next() < 0.5
      ? { title, kind: "date" as const, options: days }
      : { title, kind: "time" as const, ...timed };
  const outcome = await observe(context, "createPoll", (client, options) => client.createPoll(body, options));
  if (outcome.reported !== "value") {
    // An aborted create rejects with the abort reason before it is sent, and with an unknown outcome after.
    ledger.creates.push({ title, reported: outcome.reported === "unknown" ? "unknown" : "failed" });
    return undefined;
  }
  const { data } = outcome.value;
  ledger.creates.push({ title, reported: "made", id: data.id });
  if (data.title !== title) ledger.wrongResponses.push(`createPoll: returned a poll that is not ${title}`);
  return { id: data.id, optionId: data.options[0]?.id ?? "" };
}

async function deleteOne(
  context: CallerContext,
  { pollId }: OwnPoll,
): Promise<"deleted" | "unknown" | "failed"> {
  const { reported } = await observe(context, "deletePoll", (client, options) =>
    client.deletePoll({ pollId }, options),
  );
  if (reported === "value") return "deleted";
  // An aborted delete rejects with the abort reason, whether or not it was sent.
  return reported === "failed" ? "failed" : "unknown";
}

async function readOne(
  context: CallerContext,
  operation: "get" | "list" | "results" | "participants" | "participant" | "openapi",
  { pollId, participantId }: OwnPoll,
): Promise<void> {
  const check = <Value>(outcome: CallOutcome<Value>, isRight: (value: Value) => boolean) => {
    if (outcome.reported === "value" && !isRight(outcome.value))
      context.ledger.wrongResponses.push(`${operation} of ${pollId}`);
  };
  switch (operation) {
    case "get":
      check(
        await observe(context, "getPoll", (client, options) => client.getPoll({ pollId }, options)),
        ({ data }) => data.id === pollId && data.participantCount === 1,
      );
      return;
    case "list":
      check(
        await observe(context, "listPolls", (client, options) => client.listPolls({ limit: 20 }, options)),
        ({ data }) => data.length > 0 && data.length <= 20,
      );
      return;
    case "results":
      check(
        await observe(context, "getPollResults", (client, options) =>
          client.getPollResults({ pollId }, options),
        ),
        ({ data }) => data.pollId === pollId && data.options.some(({ isTopChoice }) => isTopChoice),
      );
      return;
    case "participants":
      check(
        await observe(context, "listParticipants", (client, options) =>
          client.listParticipants({ pollId }, options),
        ),
        ({ data }) => data.map(({ id }) => id).join() === participantId,
      );
      return;
    case "participant":
      check(
        await observe(context, "getParticipant", (client, options) =>
          client.getParticipant({ pollId, participantId }, options),
        ),
        ({ data }) => data.id === participantId,
      );
      return;
    case "openapi":
      check(
        await observe(context, "getOpenApi", (client, options) => client.getOpenApi({}, options)),
        ({ openapi }) => openapi === "3.1.0",
      );
  }
}

/** The result of a call: a value, an error with outcome unknown or failed, or the caller's own abort. */
type CallOutcome<Value> =
  | { reported: "value"; value: Value }
  | { reported: "unknown" | "failed" | "aborted" };

const abortRate = 0.08;
/** About the duration of a call, so that aborts hit every stage. */
const maxAbortDelayMs = 12;

/** Makes one call, sometimes aborts it, and records violations: too late, not an error of the client, contains the key. */
async function observe<Value>(
  context: CallerContext,
  name: string,
  call: (client: Client, options: { signal?: AbortSignal }) => Promise<Value>,
): Promise<CallOutcome<Value>> {
  const { ledger, apiKey, connection, random, maxDurationMs } = context;
  const { client, generation } = connection.current();
  const abortDelayMs = random.next() < abortRate ? Math.floor(random.next() * maxAbortDelayMs) : undefined;
  const abort = new AbortController();
  const reason = new Error("aborted by the caller");
  const timer = abortDelayMs === undefined ? undefined : setTimeout(() => abort.abort(reason), abortDelayMs);
  const start = performance.now();
  let outcome: CallOutcome<Value>;
  let label = "ok";
  try {
    const options = abortDelayMs === undefined ? {} : { signal: abort.signal };
    outcome = { reported: "value", value: await call(client, options) };
    if (typeof outcome.value === "object" && outcome.value !== null && "recovered" in outcome.value)
      label = "recovered";
  } catch (error) {
    outcome = { reported: classifyError(error, reason) };
    label = error instanceof RalllyError ? error.outcome : outcome.reported;
    if (!(error instanceof RalllyError) && error !== reason)
      ledger.wrongResponses.push(`${name} threw ${String(error)}`);
    if (dumpError(error).includes(apiKey)) ledger.leaks.push(`${name}: ${String(error)}`);
    // After a Retry-After of years the client correctly sends nothing more: create a new client.
    if (error instanceof NotSentError && error.retryAfterMs !== undefined) connection.renew(generation);
  } finally {
    clearTimeout(timer);
  }
  const durationMs = performance.now() - start;
  if (durationMs > maxDurationMs()) ledger.overdue.push(`${name} took ${Math.round(durationMs)} ms`);
  const line = `${name} ${label}`;
  ledger.outcomes.set(line, (ledger.outcomes.get(line) ?? 0) + 1);
  return outcome;
}

function classifyError(error: unknown, reason: Error): "unknown" | "failed" | "aborted" {
  if (error === reason) return "aborted";
  return error instanceof RalllyError && error.outcome === "unknown" ? "unknown" : "failed";
}

function dumpError(error: unknown): string {
  const stack = error instanceof Error ? error.stack : "";
  const inside = inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true });
  return [inside, JSON.stringify(error), stack, String(error)].join("\n");
}
