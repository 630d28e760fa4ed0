import type { Deadline } from "./deadline.ts";
import { toSentence, UnknownOutcomeError } from "./errors.ts";
import type { CreatePollInput } from "./inputs.ts";
import { readPages } from "./paginate.ts";
import type { CompletePolicy } from "./policy.ts";
import { fingerprint, matchesCreate } from "./poll-match.ts";
import type { OperationRequest } from "./request.ts";
import type { AttemptFailure } from "./response.ts";
import type { Poll } from "./schemas.ts";
import type { CreateRegistry } from "./shared-creates.ts";

/** A create with an unknown outcome. */
interface LostCreate {
  /** When the last attempt started, by the monotonic clock. */
  startedAt: number;
  /** Number of attempts. */
  tries: number;
  failure: AttemptFailure;
  deadline: Deadline;
}

interface ReconcilerDeps {
  policy: CompletePolicy;
  /** Gets the creates of this process, those of other clients included. */
  creates: () => CreateRegistry;
  /** Converts a moment of the monotonic clock to the service's time, in milliseconds since 1970. */
  serviceTime: (moment: number) => number;
  /** Lists one page of polls, newest first, in one attempt. Throws if it fails. */
  listPage: (
    cursor: string | undefined,
    deadline: Deadline,
  ) => Promise<{ data: Poll[]; nextCursor: string | null }>;
}

/** The service's Date header has whole seconds, and is written before the client reads its own clock. */
const clockToleranceMs = 2000;

/** Maximum number of pages, with 100 polls each. A space can create 60 polls in a minute, the default deadline. */
const maxPages = 3;

/**
 * Looks up the poll of a create with an unknown outcome. No two creates of this process recover the same poll. An equal
 * create of another process at the same time cannot be distinguished.
 */
export function createReconciler({ policy, creates, serviceTime, listPage }: ReconcilerDeps) {
  async function findMatches(
    request: OperationRequest,
    startedAt: number,
    deadline: Deadline,
  ): Promise<Poll[]> {
    // By id: if polls are created or deleted meanwhile, one poll may be on two pages.
    const found = new Map<string, Poll>();
    const pages = readPages((cursor) => listPage(cursor, deadline), { maxPages });
    for await (const { data, cursorProblem } of pages) {
      const from = serviceTime(startedAt) - clockToleranceMs;
      const until = serviceTime(policy.clock.monotonic()) + clockToleranceMs;
      for (const poll of data) {
        const createdAt = Date.parse(poll.createdAt);
        if (createdAt < from || createdAt > until || creates().isClaimed(poll.id)) continue;
        if (matchesCreate(poll, request.input as CreatePollInput)) found.set(poll.id, poll);
      }
      const oldest = data.at(-1);
      if (cursorProblem !== null || oldest === undefined || Date.parse(oldest.createdAt) < from) break;
    }
    return [...found.values()];
  }

  return {
    /** The number of the latest claim when a create begins, for `claim`. */
    mark: (): number => creates().latestClaim(),

    /** Claims the poll in a create's response. False if another create claimed it since the mark. */
    claim: ({ id }: Pick<Poll, "id">, since: number): boolean => creates().claim(id, since),

    /** Runs identical creates one at a time, so that a recovered poll belongs to exactly one of them. */
    oneAtATime: <Result>(body: CreatePollInput, signal: AbortSignal, run: () => Promise<Result>) =>
      creates().runExclusive(fingerprint(body), signal, run),

    /** Resolves to `{data, recovered: true}`. Throws UnknownOutcomeError unless exactly one poll matches. */
    async find(
      request: OperationRequest,
      { startedAt, tries, failure, deadline }: LostCreate,
    ): Promise<Record<string, unknown>> {
      let candidates: Poll[] = [];
      let isListed = false;
      for (const wait of [firstWait(failure, deadline), ...policy.reconcileDelaysMs]) {
        if (deadline.signal.aborted || wait >= deadline.left()) break;
        try {
          if (wait > 0) await policy.clock.sleep(wait, deadline.signal);
          candidates = await findMatches(request, startedAt, deadline);
          isListed = true;
        } catch {
          continue;
        }
        const [poll] = candidates;
        // Another create may have claimed it while the pages were read.
        if (poll && candidates.length === 1 && creates().claim(poll.id, 0))
          return { data: poll, recovered: true };
      }
      const aborted = request.signal?.aborted === true;
      throw new UnknownOutcomeError(describe(failure, isListed, candidates.length, aborted), {
        operation: request.name,
        attempts: tries,
        code: failure.code,
        status: failure.status,
        issues: failure.issues,
        cause: request.signal?.reason,
      });
    },
  };
}

/** The wait before the first search: a proxy's Retry-After if it leaves half of the time, otherwise none. */
function firstWait({ retryAfterMs = 0 }: AttemptFailure, deadline: Deadline): number {
  return retryAfterMs <= deadline.left() / 2 ? retryAfterMs : 0;
}

/** A reconciler made by {@link createReconciler}. */
export type Reconciler = ReturnType<typeof createReconciler>;

function describe(failure: AttemptFailure, isListed: boolean, candidates: number, aborted: boolean): string {
  const cause = aborted ? "The call was aborted." : toSentence(failure.message);
  const found = !isListed
    ? "The newest polls could not be listed."
    : candidates === 0
      ? "None of the newest polls matches it in kind, title, texts, time zone, settings, options and creation time."
      : `${candidates} new polls match it.`;
  return `${cause} The poll may or may not exist. ${found} The create was not retried. Look at the list of polls before you create it again.`;
}
