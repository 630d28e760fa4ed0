import { inspect } from "node:util";
import { type Client, NotSentError, RalllyError } from "../../src/api/index.ts";
import type { CallerParts } from "./caller-parts.ts";

/** How a call ended: with a value, with an error that says what is known, or with the reason of the caller's abort. */
export type Ending<Value> = { told: "value"; value: Value } | { told: "unknown" | "failed" | "aborted" };

const abortRate = 0.08;
/** Milliseconds: about as long as a call takes here, so that it is given up at every stage. */
const longestPatience = 12;

/** Makes one call, now and then giving up on it, and judges its ending: in time, in the client's terms, without the key. */
export async function observe<Value>(
  parts: CallerParts,
  name: string,
  call: (client: Client, options: { signal?: AbortSignal }) => Promise<Value>,
): Promise<Ending<Value>> {
  const { account, apiKey, connection, dice, longest } = parts;
  const { client, generation } = connection.current();
  const patience = dice.roll() < abortRate ? Math.floor(dice.roll() * longestPatience) : undefined;
  const giveUp = new AbortController();
  const reason = new Error("the caller gave up");
  const timer = patience === undefined ? undefined : setTimeout(() => giveUp.abort(reason), patience);
  const begun = performance.now();
  let ending: Ending<Value>;
  let word = "ok";
  try {
    const options = patience === undefined ? {} : { signal: giveUp.signal };
    ending = { told: "value", value: await call(client, options) };
    if (typeof ending.value === "object" && ending.value !== null && "recovered" in ending.value)
      word = "recovered";
  } catch (error) {
    ending = { told: nameEnding(error, reason) };
    word = error instanceof RalllyError ? error.outcome : ending.told;
    if (!(error instanceof RalllyError) && error !== reason)
      account.wrongAnswers.push(`${name} threw ${String(error)}`);
    if (showEverything(error).includes(apiKey)) account.leaks.push(`${name}: ${String(error)}`);
    // Told to come back in years, a client rightly sends nothing more. Whoever runs it starts another.
    if (error instanceof NotSentError && error.retryAfterMs !== undefined) connection.renew(generation);
  } finally {
    clearTimeout(timer);
  }
  const took = performance.now() - begun;
  if (took > longest()) account.overdue.push(`${name} took ${Math.round(took)} ms`);
  const line = `${name} ${word}`;
  account.outcomes.set(line, (account.outcomes.get(line) ?? 0) + 1);
  return ending;
}

function nameEnding(error: unknown, reason: Error): "unknown" | "failed" | "aborted" {
  if (error === reason) return "aborted";
  return error instanceof RalllyError && error.outcome === "unknown" ? "unknown" : "failed";
}

function showEverything(error: unknown): string {
  const stack = error instanceof Error ? error.stack : "";
  const inside = inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true });
  return [inside, JSON.stringify(error), stack, String(error)].join("\n");
}
