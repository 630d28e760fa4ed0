import { attempt } from "./attempt.ts";
import { createDeadline, type Deadline, deadlineExceeded } from "./deadline.ts";
import { NotSentError } from "./errors.ts";
import type { CreatePollInput } from "./inputs.ts";
import type { CompletePolicy } from "./policy.ts";
import type { Reconciler } from "./reconcile.ts";
import type { OperationRequest } from "./request.ts";
import type { AttemptResult } from "./response.ts";
import { type ClientContext, executeWithRetry } from "./retry.ts";
import type { Poll } from "./types.ts";

/**
 * Executes a request under the policy, with one deadline for all attempts and waits. Resolves to the response's JSON.
 * Throws a RalllyError, or the reason of the caller's signal.
 */
export async function execute(
  request: OperationRequest,
  context: ClientContext,
): Promise<Record<string, unknown>> {
  request.signal?.throwIfAborted();
  const { connection, policy } = context;
  const deadline = createDeadline(policy.clock, policy.deadlineMs, request.signal);
  try {
    if (request.operation.effect === "create") return await executeCreate(request, context, deadline);
    return await executeWithRetry(request, context, deadline, ({ tries, ownConnection }) =>
      attempt(connection, request, {
        signal: deadline.signal,
        tries,
        ownConnection,
        maxWaitMs: Math.min(deadline.left(), policy.maxWaitMs),
      }),
    );
  } finally {
    deadline.close();
  }
}

/**
 * Executes a create. It is retried only while it certainly had no effect. After an unclear attempt the poll is looked
 * up instead, and the result has `recovered: true`. Throws a RalllyError, or the reason of the caller's signal.
 */
async function executeCreate(
  request: OperationRequest,
  context: ClientContext,
  deadline: Deadline,
): Promise<Record<string, unknown>> {
  const { reconciler } = context;
  try {
    return await reconciler.oneAtATime(request.input as CreatePollInput, deadline.signal, async () => {
      // An equal create with the same deadline may wake this one before its own timer has fired.
      if (deadline.left() === 0) throw deadlineExceeded;
      const mark = reconciler.mark();
      return executeWithRetry(request, context, deadline, ({ tries, ownConnection }) =>
        attemptCreate(request, context, deadline, { tries, ownConnection, mark }),
      );
    });
  } catch (error) {
    // The deadline passed while the request waited for an equal create.
    if (error !== deadlineExceeded) throw error;
    throw new NotSentError("Deadline exceeded before the request was sent.", {
      operation: request.name,
      attempts: 0,
    });
  }
}

async function attemptCreate(
  request: OperationRequest,
  { connection, policy, reconciler }: ClientContext,
  deadline: Deadline,
  { tries, ownConnection, mark }: { tries: number; ownConnection: boolean; mark: number },
): Promise<AttemptResult> {
  const startedAt = policy.clock.monotonic();
  const attemptDeadline = createDeadline(policy.clock, createTimeoutMs(policy, deadline), deadline.signal);
  const maxWaitMs = Math.min(attemptDeadline.left(), policy.maxWaitMs);
  const received = await attempt(connection, request, {
    signal: attemptDeadline.signal,
    tries,
    ownConnection,
    maxWaitMs,
  });
  attemptDeadline.close();
  const result = claimPoll(received, reconciler, mark);
  if ("data" in result || result.outcome !== "unknown") return result;
  return { data: await reconciler.find(request, { startedAt, tries, failure: result, deadline }) };
}

/** Leaves time in the deadline to look the poll up. */
function createTimeoutMs({ reconcileReserveMs }: CompletePolicy, deadline: Deadline): number {
  return Math.max(deadline.left() - reconcileReserveMs, deadline.left() / 2);
}

/**
 * Claims the poll in the response of a create. If another create has claimed it since `mark`, the response belongs to that
 * create, and the outcome is unknown. Earlier claims do not count: a fake server in a test may give every poll the same id.
 */
function claimPoll(result: AttemptResult, reconciler: Reconciler, mark: number): AttemptResult {
  // The output schema has validated that the data is a poll.
  if (!("data" in result) || reconciler.claim(result.data["data"] as Poll, mark)) return result;
  const issues = [{ path: "data.id", message: "is the id of another create's poll" }];
  const message = "The response does not belong to POST /polls: another create made its poll.";
  return { outcome: "unknown", retryable: false, message, issues };
}
