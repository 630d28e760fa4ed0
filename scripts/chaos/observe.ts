import { inspect } from "node:util";
import { type Client, NotSentError, RalllyError } from "../../src/api/index.ts";
import type { CallerParts } from "./caller-parts.ts";

/** What the caller got: a value, an error whose outcome is unknown or failed, or the reason of its own abort. */
export type CallOutcome<Value> =
  | { reported: "value"; value: Value }
  | { reported: "unknown" | "failed" | "aborted" };

const abortRate = 0.08;
/** Milliseconds: about the length of a call, so that aborts hit every stage. */
const maxPatienceMs = 12;

/** Makes one call, aborts some, and records what is wrong with the outcome: too late, a foreign error, the key in it. */
export async function observe<Value>(
  parts: CallerParts,
  name: string,
  call: (client: Client, options: { signal?: AbortSignal }) => Promise<Value>,
): Promise<CallOutcome<Value>> {
  const { ledger, apiKey, connection, random, maxDurationMs } = parts;
  const { client, generation } = connection.current();
  const patience = random.next() < abortRate ? Math.floor(random.next() * maxPatienceMs) : undefined;
  const giveUp = new AbortController();
  const reason = new Error("the caller gave up");
  const timer = patience === undefined ? undefined : setTimeout(() => giveUp.abort(reason), patience);
  const begun = performance.now();
  let outcome: CallOutcome<Value>;
  let word = "ok";
  try {
    const options = patience === undefined ? {} : { signal: giveUp.signal };
    outcome = { reported: "value", value: await call(client, options) };
    if (typeof outcome.value === "object" && outcome.value !== null && "recovered" in outcome.value)
      word = "recovered";
  } catch (error) {
    outcome = { reported: classifyError(error, reason) };
    word = error instanceof RalllyError ? error.outcome : outcome.reported;
    if (!(error instanceof RalllyError) && error !== reason)
      ledger.wrongResponses.push(`${name} threw ${String(error)}`);
    if (dumpError(error).includes(apiKey)) ledger.leaks.push(`${name}: ${String(error)}`);
    // After a Retry-After of years the client sends nothing more, as it should: start a new client.
    if (error instanceof NotSentError && error.retryAfterMs !== undefined) connection.renew(generation);
  } finally {
    clearTimeout(timer);
  }
  const took = performance.now() - begun;
  if (took > maxDurationMs()) ledger.overdue.push(`${name} took ${Math.round(took)} ms`);
  const line = `${name} ${word}`;
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
