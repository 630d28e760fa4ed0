import { attempt, type Wire } from "./attempt.ts";
import { type Failure, NotSentError, RefusedError, UnknownOutcomeError } from "./errors.ts";
import type { CreatePollInput } from "./inputs.ts";
import type { OperationName } from "./operations.ts";
import { type CompletePolicy, chooseBackoff } from "./policy.ts";
import type { Reconciler } from "./reconcile.ts";
import type { Call } from "./request.ts";
import { needsOwnConnection } from "./response-match.ts";
import type { Poll } from "./schemas.ts";
import { openScope, type Scope, timeIsOver } from "./scope.ts";
import type { Setback, Verdict } from "./verdict.ts";

/** What a call needs of its client. */
export interface Engine {
  wire: Wire;
  policy: CompletePolicy;
  reconciler: Reconciler;
}

/**
 * Carries a call out under the policy: tries, waits, one bound for all of it. A create is never sent again once it
 * may have been carried out; what became of it is looked up instead. Throws a RalllyError, or the caller's own reason.
 */
export async function carryOut(call: Call, engine: Engine): Promise<Record<string, unknown>> {
  call.signal?.throwIfAborted();
  const scope = openScope(engine.policy.clock, engine.policy.deadlineMs, call.signal);
  try {
    if (call.operation.effect !== "create") return await tryUntilSettled(call, engine, scope);
    return await engine.reconciler.oneAtATime(call.input as CreatePollInput, scope.signal, async () => {
      // An equal create that ended with the time of both may wake this one before its own timer has fired.
      if (scope.left() === 0) throw timeIsOver;
      return tryUntilSettled(call, engine, scope);
    });
  } catch (error) {
    // It was over while waiting behind an equal create: nothing of this call was sent.
    if (error !== timeIsOver) throw error;
    throw new NotSentError(word(call, "time was over before it could be sent"), {
      operation: call.name,
      attempts: 0,
    });
  } finally {
    scope.close();
  }
}

async function tryUntilSettled(call: Call, engine: Engine, scope: Scope): Promise<Record<string, unknown>> {
  const { wire, policy } = engine;
  const creates = call.operation.effect === "create";
  let unclear = false;
  let ownConnection = needsOwnConnection(call.name);
  for (let tries = 1; ; tries += 1) {
    call.signal?.throwIfAborted();
    const begun = policy.clock.monotonic();
    const trial = creates ? openScope(policy.clock, shareForCreate(policy, scope), scope.signal) : undefined;
    const { signal, left } = trial ?? scope;
    const answered = await attempt(wire, call, {
      signal,
      ownConnection,
      patience: Math.min(left(), policy.longestWaitMs),
    });
    trial?.close();
    const verdict = creates ? claimPoll(answered, engine) : answered;
    if ("data" in verdict) return verdict.data;
    if (verdict.issues) ownConnection = true;
    if (call.signal?.aborted && !(creates && verdict.outcome === "unknown")) throw call.signal.reason;
    if (creates && verdict.outcome === "unknown") {
      return engine.reconciler.find(call, { begun, tries, verdict, scope });
    }
    if (isDoneAlready(call, verdict, unclear)) return { data: { id: readPollId(call.input), deleted: true } };
    unclear ||= verdict.outcome === "unknown";
    const wait = chooseWait(verdict, tries, policy);
    if (!verdict.again || tries >= policy.attempts || isTooLong(wait, policy, scope)) {
      throw fail(call, verdict.held ? tries - 1 : tries, unclear, verdict);
    }
    try {
      await policy.clock.sleep(wait, scope.signal);
    } catch {
      if (call.signal?.aborted) throw call.signal.reason;
      throw fail(call, tries, unclear, verdict);
    }
  }
}

/** A create's response counts once: with the poll of another create it says nothing about this one. */
function claimPoll(verdict: Verdict, { reconciler }: Engine): Verdict {
  // The registry's schema has found a poll in it.
  if (!("data" in verdict) || reconciler.claim(verdict.data["data"] as Poll)) return verdict;
  const issues = [{ path: "data.id", message: "is the id of a poll that another create made" }];
  const message = "The response does not belong to POST /polls: its poll was made by another create";
  return { outcome: "unknown", again: false, message, issues };
}

/** The service's own wait is kept in full; without one, or with none to speak of, it is ours. */
function chooseWait({ retryAfterMs = 0 }: Setback, tries: number, policy: CompletePolicy): number {
  return retryAfterMs > 0 ? retryAfterMs : chooseBackoff(tries, policy);
}

function isTooLong(wait: number, policy: CompletePolicy, scope: Scope): boolean {
  // A timer may fire a moment before the clock says so.
  return scope.signal.aborted || wait >= scope.left() || wait > policy.longestWaitMs;
}

/** A create leaves time to find out what it did. */
function shareForCreate({ reconcileReserveMs }: CompletePolicy, scope: Scope): number {
  return Math.max(scope.left() - reconcileReserveMs, scope.left() / 2);
}

/** A delete that may have been carried out, tried again, and now finds nothing: that is what was wanted. */
function isDoneAlready({ operation }: Call, { code }: Setback, unclear: boolean): boolean {
  return operation.effect === "delete" && unclear && code === "POLL_NOT_FOUND";
}

function readPollId(input: object): string {
  return "pollId" in input ? String(input.pollId) : "";
}

function fail(call: Call, attempts: number, unclear: boolean, setback: Setback) {
  const { message, outcome, status, code, retryAfterMs, issues } = setback;
  const failure: Failure = { operation: call.name, attempts, status, code, retryAfterMs, issues };
  const back = retryAfterMs ? ` (come back in ${Math.ceil(retryAfterMs / 1000)} s)` : "";
  const said = message + back;
  const words = word(call, said);
  // A later refusal settles nothing that an earlier, unclear attempt may have done; for a read there is nothing to settle.
  if (outcome === "unknown" || (unclear && call.operation.effect !== "read"))
    return new UnknownOutcomeError(words, failure);
  // Whatever else was answered is a refusal; it speaks in the service's own words, without the operation's name.
  if (status !== undefined) return new RefusedError(said, { ...failure, status });
  return new NotSentError(words, failure);
}

/** What every message says first. */
export function word({ name }: { name: OperationName }, message: string): string {
  return `${name}: ${message}`;
}
