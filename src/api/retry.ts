import { attempt, type Connection } from "./attempt.ts";
import { createDeadline, type Deadline, deadlineExceeded } from "./deadline.ts";
import { type Failure, NotSentError, RefusedError, UnknownOutcomeError } from "./errors.ts";
import type { CreatePollInput } from "./inputs.ts";
import type { OperationName } from "./operations.ts";
import { type CompletePolicy, chooseBackoff } from "./policy.ts";
import type { Reconciler } from "./reconcile.ts";
import type { OperationRequest } from "./request.ts";
import type { AttemptFailure, AttemptResult } from "./response.ts";
import { needsOwnConnection } from "./response-match.ts";
import type { Poll } from "./schemas.ts";

/** What a call needs of its client. */
export interface ClientContext {
  connection: Connection;
  policy: CompletePolicy;
  reconciler: Reconciler;
}

/**
 * Carries a call out under the policy: tries, waits, one bound for all of it. A create is never sent again once it
 * may have been carried out; what became of it is looked up instead. Throws a RalllyError, or the caller's own reason.
 */
export async function execute(
  call: OperationRequest,
  engine: ClientContext,
): Promise<Record<string, unknown>> {
  call.signal?.throwIfAborted();
  const scope = createDeadline(engine.policy.clock, engine.policy.deadlineMs, call.signal);
  try {
    if (call.operation.effect !== "create") return await executeWithRetry(call, engine, scope);
    return await engine.reconciler.oneAtATime(call.input as CreatePollInput, scope.signal, async () => {
      // An equal create that ended with the time of both may wake this one before its own timer has fired.
      if (scope.left() === 0) throw deadlineExceeded;
      return executeWithRetry(call, engine, scope);
    });
  } catch (error) {
    // It was over while waiting behind an equal create: nothing of this call was sent.
    if (error !== deadlineExceeded) throw error;
    throw new NotSentError(withOperation(call, "time was over before it could be sent"), {
      operation: call.name,
      attempts: 0,
    });
  } finally {
    scope.close();
  }
}

async function executeWithRetry(
  call: OperationRequest,
  engine: ClientContext,
  scope: Deadline,
): Promise<Record<string, unknown>> {
  const { connection, policy } = engine;
  const creates = call.operation.effect === "create";
  let unclear = false;
  let ownConnection = needsOwnConnection(call.name);
  for (let tries = 1; ; tries += 1) {
    call.signal?.throwIfAborted();
    const begun = policy.clock.monotonic();
    const trial = creates
      ? createDeadline(policy.clock, createTimeoutMs(policy, scope), scope.signal)
      : undefined;
    const { signal, left } = trial ?? scope;
    const answered = await attempt(connection, call, {
      signal,
      ownConnection,
      maxWaitMs: Math.min(left(), policy.maxWaitMs),
    });
    trial?.close();
    const verdict = creates ? claimPoll(answered, engine) : answered;
    if ("data" in verdict) return verdict.data;
    if (verdict.issues) ownConnection = true;
    if (call.signal?.aborted && !(creates && verdict.outcome === "unknown")) throw call.signal.reason;
    if (creates && verdict.outcome === "unknown") {
      return engine.reconciler.find(call, { begun, tries, verdict, scope });
    }
    if (isAlreadyDeleted(call, verdict, unclear))
      return { data: { id: pollIdOf(call.input), deleted: true } };
    unclear ||= verdict.outcome === "unknown";
    const wait = retryDelay(verdict, tries, policy);
    if (!verdict.retryable || tries >= policy.attempts || isTooLong(wait, policy, scope)) {
      throw toError(call, verdict.rateLimited ? tries - 1 : tries, unclear, verdict);
    }
    try {
      await policy.clock.sleep(wait, scope.signal);
    } catch {
      if (call.signal?.aborted) throw call.signal.reason;
      throw toError(call, tries, unclear, verdict);
    }
  }
}

/** A create's response counts once: with the poll of another create it says nothing about this one. */
function claimPoll(verdict: AttemptResult, { reconciler }: ClientContext): AttemptResult {
  // The registry's schema has found a poll in it.
  if (!("data" in verdict) || reconciler.claim(verdict.data["data"] as Poll)) return verdict;
  const issues = [{ path: "data.id", message: "is the id of a poll that another create made" }];
  const message = "The response does not belong to POST /polls: its poll was made by another create";
  return { outcome: "unknown", retryable: false, message, issues };
}

/** The service's own wait is kept in full; without one, or with none to speak of, it is ours. */
function retryDelay({ retryAfterMs = 0 }: AttemptFailure, tries: number, policy: CompletePolicy): number {
  return retryAfterMs > 0 ? retryAfterMs : chooseBackoff(tries, policy);
}

function isTooLong(wait: number, policy: CompletePolicy, scope: Deadline): boolean {
  // A timer may fire a moment before the clock says so.
  return scope.signal.aborted || wait >= scope.left() || wait > policy.maxWaitMs;
}

/** A create leaves time to find out what it did. */
function createTimeoutMs({ reconcileReserveMs }: CompletePolicy, scope: Deadline): number {
  return Math.max(scope.left() - reconcileReserveMs, scope.left() / 2);
}

/** A delete that may have been carried out, tried again, and now finds nothing: that is what was wanted. */
function isAlreadyDeleted(
  { operation }: OperationRequest,
  { code }: AttemptFailure,
  unclear: boolean,
): boolean {
  return operation.effect === "delete" && unclear && code === "POLL_NOT_FOUND";
}

function pollIdOf(input: object): string {
  return "pollId" in input ? String(input.pollId) : "";
}

function toError(call: OperationRequest, attempts: number, unclear: boolean, setback: AttemptFailure) {
  const { message, outcome, status, code, retryAfterMs, issues } = setback;
  const failure: Failure = { operation: call.name, attempts, status, code, retryAfterMs, issues };
  const back = retryAfterMs ? ` (come back in ${Math.ceil(retryAfterMs / 1000)} s)` : "";
  const said = message + back;
  const words = withOperation(call, said);
  // A later refusal settles nothing that an earlier, unclear attempt may have done; for a read there is nothing to settle.
  if (outcome === "unknown" || (unclear && call.operation.effect !== "read"))
    return new UnknownOutcomeError(words, failure);
  // Whatever else was answered is a refusal; it speaks in the service's own words, without the operation's name.
  if (status !== undefined) return new RefusedError(said, { ...failure, status });
  return new NotSentError(words, failure);
}

/** What every message says first. */
function withOperation({ name }: { name: OperationName }, message: string): string {
  return `${name}: ${message}`;
}
