import { UnknownOutcomeError } from "./errors.ts";
import type { CreatePollInput } from "./inputs.ts";
import { fingerprint, isMadeFrom } from "./likeness.ts";
import type { Policy } from "./policy.ts";
import type { Call } from "./request.ts";
import type { Poll } from "./schemas.ts";
import type { Scope } from "./scope.ts";
import type { Setback } from "./verdict.ts";

/** An unclear create: when its call began by our clock, how often it was sent, and what came of it. */
interface Unclear {
  begun: number;
  tries: number;
  verdict: Setback;
  scope: Scope;
}

interface Sight {
  policy: Policy;
  /** How far the service's clock is ahead of ours, in milliseconds. */
  skew: () => number;
  /** One page of the newest polls, tried once. Throws when it could not be read. */
  listPage: (
    cursor: string | undefined,
    scope: Scope,
  ) => Promise<{ data: Poll[]; nextCursor: string | null }>;
}

/** The service's Date header counts whole seconds, and its clock may be written before ours is read. */
const slackMs = 2000;

/** Pages of a hundred to look through at the most: a call's window is a minute, and so are sixty creates. */
const mostPages = 3;

/**
 * Finds out what became of a create whose answer was lost. It knows every poll that calls of this client were told
 * they made, so that no two calls claim one.
 */
export function createReconciler({ policy, skew, listPage }: Sight) {
  const claimed = new Set<string>();
  const busy = new Map<string, Promise<unknown>>();

  async function look(call: Call, begun: number, scope: Scope): Promise<Poll[]> {
    // By id: a poll may be met on two pages while others come and go.
    const found = new Map<string, Poll>();
    let cursor: string | undefined;
    for (let page = 0; page < mostPages; page += 1) {
      const { data, nextCursor } = await listPage(cursor, scope);
      const from = begun + skew() - slackMs;
      const until = policy.clock.now() + skew() + slackMs;
      for (const poll of data) {
        const made = Date.parse(poll.createdAt);
        if (made < from || made > until || claimed.has(poll.id)) continue;
        if (isMadeFrom(poll, call.input as CreatePollInput)) found.set(poll.id, poll);
      }
      const oldest = data.at(-1);
      if (!nextCursor || oldest === undefined || Date.parse(oldest.createdAt) < from) break;
      cursor = nextCursor;
    }
    return [...found.values()];
  }

  return {
    /** Remembers the poll of a create's answer as made by its call. */
    claim({ id }: Pick<Poll, "id">): void {
      claimed.add(id);
    },

    /** Runs creates of equal content one after the other: side by side, nobody could say whose poll is whose. */
    async oneAtATime<Result>(
      body: CreatePollInput,
      signal: AbortSignal,
      run: () => Promise<Result>,
    ): Promise<Result> {
      const mark = fingerprint(body);
      for (let other = busy.get(mark); other !== undefined; other = busy.get(mark))
        await orAbort(other, signal);
      const mine = run();
      busy.set(
        mark,
        mine.then(
          () => {},
          () => {},
        ),
      );
      try {
        return await mine;
      } finally {
        // The next in line wakes only after this, so the entry is this run's own.
        busy.delete(mark);
      }
    },

    /** The poll that the create made, as `{data, recovered: true}`; throws UnknownOutcomeError when it cannot be told. */
    async find(call: Call, { begun, tries, verdict, scope }: Unclear): Promise<Record<string, unknown>> {
      let candidates: Poll[] = [];
      let looked = false;
      for (const wait of [0, ...policy.settleMs]) {
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
          claimed.add(poll.id);
          return { data: poll, recovered: true };
        }
      }
      const aborted = call.signal?.aborted === true;
      throw new UnknownOutcomeError(describe(verdict, looked, candidates.length, aborted), {
        operation: call.name,
        attempts: tries,
        code: verdict.code,
        status: verdict.status,
        cause: call.signal?.reason,
      });
    },
  };
}

export type Reconciler = ReturnType<typeof createReconciler>;

function describe(verdict: Setback, looked: boolean, candidates: number, aborted: boolean): string {
  const cause = aborted ? "the caller gave up" : verdict.message;
  const sought = !looked
    ? "The newest polls could not be read to find out."
    : candidates === 0
      ? "It was not among the newest polls (looked for by kind, title, texts, zone, settings, options and time of creation)."
      : `${candidates} new polls are alike, and nobody can say which of them this call made.`;
  return `createPoll: ${cause}, so the poll may or may not exist. ${sought} It was not sent again. Look at the list of polls before trying once more.`;
}

async function orAbort(other: Promise<unknown>, signal: AbortSignal): Promise<void> {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop);
  });
  try {
    await Promise.race([other, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
