import type { Connection } from "./attempt.ts";
import type { Deadline } from "./deadline.ts";
import {
  type Failure,
  NotSentError,
  type RalllyError,
  RefusedError,
  toSentence,
  UnknownOutcomeError,
} from "./errors.ts";
import { callHook, type RetryEvent } from "./hooks.ts";
import { type CompletePolicy, chooseBackoff } from "./policy.ts";
import { describeProvider } from "./provider-hint.ts";
import type { Reconciler } from "./reconcile.ts";
import type { OperationRequest } from "./request.ts";
import type { AttemptFailure, AttemptResult } from "./response.ts";
import { needsOwnConnection } from "./response-match.ts";

/** What executing a request needs of its client. */
export interface ClientContext {
  connection: Connection;
  policy: CompletePolicy;
  reconciler: Reconciler;
}

/** Makes one attempt. `tries` counts the attempts, this one included. */
export type Send = (attempt: { tries: number; ownConnection: boolean }) => Promise<AttemptResult>;

/**
 * Repeats `send` while its failures are retryable and attempts and time are left. Throws a RalllyError, or the
 * reason of the caller's signal.
 */
export async function executeWithRetry(
  request: OperationRequest,
  { connection, policy }: ClientContext,
  deadline: Deadline,
  send: Send,
): Promise<Record<string, unknown>> {
  const { hooks, apiKey } = connection;
  let isUnclear = false;
  let ownConnection = needsOwnConnection(request.name);
  // Requests that confirm a refusal: at most one, beyond the policy's attempts.
  let confirmations = 0;
  for (let tries = 1; ; tries += 1) {
    request.signal?.throwIfAborted();
    const result = await send({ tries, ownConnection });
    if ("data" in result) return result.data;
    if (request.signal?.aborted) throw request.signal.reason;
    if (result.issues) ownConnection = true;
    if (result.unconfirmed && confirmations === 0 && deadline.left() > 0) {
      ownConnection = true;
      confirmations += 1;
      callHook(hooks.onRetry, apiKey, toRetryEvent(request, tries, result, 0));
      continue;
    }
    if (isAlreadyDeleted(request, result, isUnclear))
      return { data: { id: getPollId(request.input), deleted: true } };
    isUnclear ||= result.outcome === "unknown";
    const wait = retryDelay(result, tries - confirmations, policy);
    const isLast = tries - confirmations >= policy.attempts;
    if (!result.retryable || isLast || isTooLong(wait, policy, deadline))
      throw toError(request, result.rateLimited ? tries - 1 : tries, isUnclear, result);
    callHook(hooks.onRetry, apiKey, toRetryEvent(request, tries, result, wait));
    try {
      await policy.clock.sleep(wait, deadline.signal);
    } catch {
      if (request.signal?.aborted) throw request.signal.reason;
      throw toError(request, tries, isUnclear, result);
    }
  }
}

function toRetryEvent(
  { name, operation, prepared }: OperationRequest,
  attempt: number,
  { status, outcome, code }: AttemptFailure,
  waitMs: number,
): RetryEvent {
  const { method } = operation;
  return { operation: name, method, url: prepared.url, attempt, status, outcome, code, waitMs };
}

/** Retry-After if present and positive; otherwise exponential backoff. */
function retryDelay({ retryAfterMs = 0 }: AttemptFailure, tries: number, policy: CompletePolicy): number {
  return retryAfterMs > 0 ? retryAfterMs : chooseBackoff(tries, policy);
}

function isTooLong(wait: number, policy: CompletePolicy, deadline: Deadline): boolean {
  // The timer may fire a moment before the clock reaches the deadline.
  return deadline.signal.aborted || wait >= deadline.left() || wait > policy.maxWaitMs;
}

/** A repeated delete that finds nothing, after an attempt that may have deleted the poll, has succeeded. */
function isAlreadyDeleted(
  { operation }: OperationRequest,
  { code }: AttemptFailure,
  isUnclear: boolean,
): boolean {
  return operation.effect === "delete" && isUnclear && code === "POLL_NOT_FOUND";
}

function getPollId(input: object): string {
  return "pollId" in input ? String(input.pollId) : "";
}

function toError(
  request: OperationRequest,
  attempts: number,
  isUnclear: boolean,
  result: AttemptFailure,
): RalllyError {
  const { outcome, status, code, retryAfterMs, issues } = result;
  const failure: Failure = { operation: request.name, attempts, status, code, retryAfterMs, issues };
  const hint = describeProvider(request, result);
  const message = retryAfterMs
    ? `${toSentence(result.message)} Retry in ${Math.ceil(retryAfterMs / 1000)} s.`
    : hint
      ? toSentence(result.message) + hint
      : result.message;
  // A 4xx on a retry does not prove that the earlier attempt had no effect. A read has no effect.
  if (outcome === "unknown" || (isUnclear && request.operation.effect !== "read"))
    return new UnknownOutcomeError(message, failure);
  if (status !== undefined) return new RefusedError(message, { ...failure, status });
  return new NotSentError(message, failure);
}
