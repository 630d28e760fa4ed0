import { type Client, type Clock, type Participant, type Poll, RalllyError } from "../../src/api/core.ts";

/** Time between two checks of a poll, in milliseconds. */
const checkIntervalMs = 15_000;

/** Maximum age of a check that replaces a new one, in milliseconds. It bounds the requests of many waits on one poll. */
const maxCheckAgeMs = 3_000;

/** A poll and the people who answered it, as of one check. */
export interface PollState {
  poll: Poll;
  participants: readonly Participant[];
}

/** The checks of one poll, shared by all calls of one client that watch it. */
export interface PollWatch {
  /**
   * Reads the poll. Uses a check that is running or a few seconds old instead of a new one. Rejects with the error of the
   * check; until the end of a Retry-After with the last error, without a request.
   */
  check(): Promise<PollState>;
  /** Resolves after the next check, also after a failed one. */
  nextCheck(): Promise<void>;
  /** The last successful check. */
  latest(): PollState | undefined;
  /** The last check's error, and how long to wait before a request and since the last success, in ms. Undefined after a success. */
  failure(): CheckFailure | undefined;
  /** Ends this call's interest, once. After the last call's, the checks stop and the state is removed. */
  leave(): void;
}

/** A check that failed. */
export interface CheckFailure {
  error: unknown;
  /** Whether a later check may succeed. */
  isTransient: boolean;
  /** Remaining time without requests, in milliseconds. */
  retryAfterMs: number;
  /** Time since the last successful check, in milliseconds. */
  ageMs: number;
}

type SharedWatch = { join(): PollWatch };

// The client is the key, because over HTTP a server exists for one request only.
const watches = new WeakMap<Client, Map<string, SharedWatch>>();

/**
 * Watches a poll, which is checked every 15 seconds until all calls have left. `known` is the poll if it has just been read.
 * The caller must call `leave`.
 */
export function watchPoll(client: Client, pollId: string, clock: Required<Clock>, known?: Poll): PollWatch {
  const ofClient = watches.get(client) ?? new Map<string, SharedWatch>();
  watches.set(client, ofClient);
  const remove = () => ofClient.delete(pollId);
  const shared = ofClient.get(pollId) ?? createSharedWatch(client, pollId, clock, known, remove);
  ofClient.set(pollId, shared);
  return shared.join();
}

function createSharedWatch(
  client: Client,
  pollId: string,
  clock: Required<Clock>,
  known: Poll | undefined,
  onEmpty: () => void,
): SharedWatch {
  const stop = new AbortController();
  const { signal } = stop;
  let callers = 0;
  let latest: PollState | undefined;
  let lastError: { error: unknown } | undefined;
  let [checkedAt, succeededAt, blockedUntil] = [-Infinity, -Infinity, -Infinity];
  let running: Promise<PollState> | undefined;
  let timer = new AbortController();
  let waiting: (() => void)[] = [];

  const listParticipants = async () => (await client.listParticipants({ pollId }, { signal })).data;
  const getPoll = async () => (await client.getPoll({ pollId }, { signal })).data;
  const read = async (): Promise<PollState> => {
    if (latest === undefined) {
      const [poll, participants] = await Promise.all([known ?? getPoll(), listParticipants()]);
      return { poll, participants };
    }
    // One small request for each check. The list of participants can have megabytes, so it is read only when the number of
    // answers changed. An answer that replaces another between two checks is found by the first check of the next call.
    const poll = await getPoll();
    const isSame = poll.participantCount === latest.poll.participantCount;
    return { poll, participants: isSame ? latest.participants : await listParticipants() };
  };
  const runCheck = async (): Promise<PollState> => {
    const startedAt = clock.monotonic();
    timer.abort();
    try {
      latest = await read();
      lastError = undefined;
      succeededAt = clock.monotonic();
      return latest;
    } catch (error) {
      lastError = { error };
      if (error instanceof RalllyError) blockedUntil = clock.monotonic() + (error.retryAfterMs ?? 0);
      throw error;
    } finally {
      running = undefined;
      checkedAt = clock.monotonic();
      schedule(Math.max(startedAt + checkIntervalMs, blockedUntil) - checkedAt);
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    }
  };
  const startCheck = (): Promise<PollState> => {
    running ??= runCheck();
    // A caller may have left before its check fails.
    running.catch(() => {});
    return running;
  };
  const schedule = (milliseconds: number) => {
    if (callers === 0) return;
    timer = new AbortController();
    clock.sleep(Math.max(0, milliseconds), timer.signal).then(
      () => void startCheck(),
      () => {},
    );
  };
  const check = async (): Promise<PollState> => {
    if (running !== undefined) return running;
    const now = clock.monotonic();
    const isRecent = now - checkedAt <= maxCheckAgeMs;
    if (lastError !== undefined && (isRecent || now < blockedUntil)) throw lastError.error;
    return latest !== undefined && isRecent ? latest : startCheck();
  };

  return {
    join() {
      callers += 1;
      return {
        check,
        nextCheck: () => new Promise((resolve) => waiting.push(resolve)),
        latest: () => latest,
        failure: () =>
          lastError && {
            error: lastError.error,
            isTransient: isTransient(lastError.error),
            retryAfterMs: Math.max(0, blockedUntil - clock.monotonic()),
            ageMs: clock.monotonic() - succeededAt,
          },
        leave() {
          callers -= 1;
          if (callers > 0) return;
          timer.abort();
          stop.abort();
          onEmpty();
        },
      };
    },
  };
}

/** A poll that was deleted or a key that was revoked stays so. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof RalllyError)) return false;
  const { status = 0 } = error;
  return status === 429 || status < 400 || status >= 500;
}
