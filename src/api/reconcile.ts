import type { Deadline } from "./deadline.ts";
import { UnknownOutcomeError } from "./errors.ts";
import type { CreatePollInput } from "./inputs.ts";
import type { CompletePolicy } from "./policy.ts";
import { fingerprint, matchesCreate } from "./poll-match.ts";
import type { OperationRequest } from "./request.ts";
import type { AttemptFailure } from "./response.ts";
import type { Poll } from "./schemas.ts";
import type { CreateRecord } from "./shared-creates.ts";

/** An unclear create: when it was first sent by the monotonic clock, how often it was sent, and what came of it. */
interface LostCreate {
  begun: number;
  tries: number;
  verdict: AttemptFailure;
  scope: Deadline;
}

interface ReconcilerDeps {
  policy: CompletePolicy;
  /** The creates of this space in this process, other clients' included. */
  creates: () => CreateRecord;
  /** The service's time at a moment of the monotonic clock, in milliseconds since 1970. */
  serviceTime: (moment: number) => number;
  /** One page of the newest polls, tried once. Throws when it could not be read. */
  listPage: (
    cursor: string | undefined,
    scope: Deadline,
  ) => Promise<{ data: Poll[]; nextCursor: string | null }>;
}

/** The service's Date header counts whole seconds, and its clock may be written before ours is read. */
const clockToleranceMs = 2000;

/** Pages of a hundred to look through at the most: a call's window is a minute, and so are sixty creates. */
const maxPages = 3;

/**
 * Finds out what became of a create whose answer was lost. No two calls of this process claim one poll. Of other
 * processes nothing is known: an equal create of theirs at the same time looks the same.
 */
export function createReconciler({ policy, creates, serviceTime, listPage }: ReconcilerDeps) {
  async function look(call: OperationRequest, begun: number, scope: Deadline): Promise<Poll[]> {
    // By id: a poll may be met on two pages while others come and go.
    const found = new Map<string, Poll>();
    let cursor: string | undefined;
    for (let page = 0; page < maxPages; page += 1) {
      const { data, nextCursor } = await listPage(cursor, scope);
      const from = serviceTime(begun) - clockToleranceMs;
      const until = serviceTime(policy.clock.monotonic()) + clockToleranceMs;
      for (const poll of data) {
        const made = Date.parse(poll.createdAt);
        if (made < from || made > until || creates().isClaimed(poll.id)) continue;
        if (matchesCreate(poll, call.input as CreatePollInput)) found.set(poll.id, poll);
      }
      const oldest = data.at(-1);
      if (!nextCursor || oldest === undefined || Date.parse(oldest.createdAt) < from) break;
      cursor = nextCursor;
    }
    return [...found.values()];
  }

  return {
    /** Records the poll of a create's response as made by its call. False when another call made it. */
    claim: ({ id }: Pick<Poll, "id">): boolean => creates().claim(id),

    /** Runs creates of equal content one after the other: side by side, nobody could say whose poll is whose. */
    oneAtATime: <Result>(body: CreatePollInput, signal: AbortSignal, run: () => Promise<Result>) =>
      creates().oneAtATime(fingerprint(body), signal, run),

    /** The poll that the create made, as `{data, recovered: true}`; throws UnknownOutcomeError when it cannot be told. */
    async find(
      call: OperationRequest,
      { begun, tries, verdict, scope }: LostCreate,
    ): Promise<Record<string, unknown>> {
      let candidates: Poll[] = [];
      let looked = false;
      for (const wait of [firstWait(verdict, scope), ...policy.reconcileDelaysMs]) {
        if (scope.signal.aborted || wait >= scope.left()) break;
        try {
          if (wait > 0) await policy.clock.sleep(wait, scope.signal);
          candidates = await look(call, begun, scope);
          looked = true;
        } catch {
          continue;
        }
        const [poll] = candidates;
        if (poll && candidates.length === 1) {
          creates().claim(poll.id);
          return { data: poll, recovered: true };
        }
      }
      const aborted = call.signal?.aborted === true;
      throw new UnknownOutcomeError(describe(verdict, looked, candidates.length, aborted), {
        operation: call.name,
        attempts: tries,
        code: verdict.code,
        status: verdict.status,
        issues: verdict.issues,
        cause: call.signal?.reason,
      });
    },
  };
}

/** A proxy's Retry-After is kept where that leaves half of the time for looking. */
function firstWait({ retryAfterMs = 0 }: AttemptFailure, scope: Deadline): number {
  return retryAfterMs <= scope.left() / 2 ? retryAfterMs : 0;
}

export type Reconciler = ReturnType<typeof createReconciler>;

function describe(verdict: AttemptFailure, looked: boolean, candidates: number, aborted: boolean): string {
  const cause = aborted ? "the caller gave up" : verdict.message;
  const sought = !looked
    ? "The newest polls could not be read to find out."
    : candidates === 0
      ? "It was not among the newest polls (looked for by kind, title, texts, zone, settings, options and time of creation)."
      : `${candidates} new polls are alike, and nobody can say which of them this call made.`;
  const doubt = verdict.issues ? ". The poll may or may not exist." : ", so the poll may or may not exist.";
  return `createPoll: ${cause}${doubt} ${sought} It was not sent again. Look at the list of polls before trying once more.`;
}
