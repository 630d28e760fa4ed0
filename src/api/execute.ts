import { attempt } from "./attempt.ts";
import { executeCreate } from "./create.ts";
import { createDeadline } from "./deadline.ts";
import type { OperationRequest } from "./request.ts";
import { type ClientContext, executeWithRetry } from "./retry.ts";

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
    return await executeWithRetry(request, policy, deadline, ({ ownConnection }) =>
      attempt(connection, request, {
        signal: deadline.signal,
        ownConnection,
        maxWaitMs: Math.min(deadline.left(), policy.maxWaitMs),
      }),
    );
  } finally {
    deadline.close();
  }
}
