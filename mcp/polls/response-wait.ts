import { type Participant, RalllyError } from "../../src/api/core.ts";
import { compareInvitees, type InviteeComparison, parsePeople } from "../../src/scheduling/index.ts";
import { UserInputError } from "../runtime/errors.ts";
import type { ToolContext } from "../runtime/tool.ts";
import type { CheckFailure, PollState, PollWatch } from "./poll-watch.ts";

/** Maximum time for the last check of a wait, in milliseconds. */
const lastCheckMs = 6_000;

/** What a call waits for. With both, both must be reached. */
export interface WaitGoal {
  /** Number of people who must have answered. */
  count?: number | undefined;
  /** People who must have answered: names, addresses or `Name <address>`. */
  people?: string[] | undefined;
}

/**
 * Why a wait ended: the goal is reached; the poll takes no more answers; it is not clear whether the last people have answered;
 * the time has passed; the server shuts down.
 */
export type WaitReason = "reached" | "closed" | "ambiguous" | "timeout" | "shutdown";

/** How many people answered, of those the call waits for. */
export interface AnswerCount {
  answered: number;
  wanted: number;
  /** Of the given people. Undefined without any. */
  people: Pick<InviteeComparison<Participant>, "missing" | "ambiguous"> | undefined;
}

/** The end of a wait. */
export interface WaitEnd {
  reason: WaitReason;
  state: PollState;
  answers: AnswerCount;
  /** The people who answered during the wait. */
  newlyAnswered: Participant[];
  /** Why the state is not of the end of the wait, if it is not. */
  failure: CheckFailure | undefined;
}

/**
 * Waits for the goal, from `startedAt` of the clock for at most `timeoutMs` and a last check. Throws when the first check fails, or
 * a later one for good. The caller must abort `ended` afterwards, which removes timers and listeners.
 */
export async function waitForAnswers(
  goal: WaitGoal,
  watch: PollWatch,
  { clock, signal, stopping, reportProgress }: ToolContext,
  { startedAt, timeoutMs, ended }: { startedAt: number; timeoutMs: number; ended: AbortSignal },
): Promise<WaitEnd> {
  const elapsedMs = () => clock.monotonic() - startedAt;
  const sleep = (milliseconds: number) => clock.sleep(Math.max(0, milliseconds), ended).catch(() => {});
  // After a cancel the host ignores the result.
  const abort = onAbort(signal, ended).then(() => (stopping.aborted ? "shutdown" : "timeout"));
  const first = await Promise.race([watch.check(), abort]);
  if (typeof first === "string") throw signal.reason;
  const shutdown = onAbort(stopping, ended).then(() => "shutdown" as const);
  const timeout = sleep(timeoutMs - elapsedMs()).then(() => "timeout" as const);
  const before = new Set(first.participants.map(({ id }) => id));
  let ending: WaitReason | undefined;
  for (;;) {
    const failure = watch.failure();
    if (failure !== undefined && !failure.isTransient) throw toPollError(failure.error);
    const state = watch.latest() ?? first;
    const answers = countAnswers(goal, state.participants);
    const reason = findReason(goal, state, answers) ?? ending;
    if (reason !== undefined) {
      const newlyAnswered = state.participants.filter(({ id }) => !before.has(id));
      return { reason, state, answers, newlyAnswered, failure };
    }
    reportProgress(
      Math.round(elapsedMs() / 100) / 10,
      timeoutMs / 1000,
      `${answers.answered} of ${answers.wanted} answered`,
    );
    const event = await Promise.race([watch.nextCheck(), timeout, shutdown, abort]);
    if (event === "timeout")
      await Promise.race([watch.check().catch(() => {}), sleep(lastCheckMs), shutdown, abort]);
    ending = event ?? undefined;
  }
}

/** Resolves when the signal aborts. Removes its listener when `ended` aborts. */
function onAbort(signal: AbortSignal, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true, signal: ended });
  });
}

function countAnswers({ count, people }: WaitGoal, participants: readonly Participant[]): AnswerCount {
  const total = participants.length;
  if (people === undefined) return { answered: total, wanted: count ?? 0, people };
  const comparison = compareInvitees(parsePeople(people, participants).people, participants);
  const { answered, missing, ambiguous } = comparison;
  const [found, all] = [answered.length, answered.length + missing.length + ambiguous.length];
  return {
    answered: count === undefined ? found : total,
    wanted: count ?? all,
    people: { missing, ambiguous },
  };
}

/** Why waiting longer is of no use. Undefined while it is of use. */
function findReason(
  { count = 0 }: WaitGoal,
  { poll, participants }: PollState,
  { people = { missing: [], ambiguous: [] } }: AnswerCount,
): WaitReason | undefined {
  const isOpen = poll.status === "open";
  if (participants.length < count || people.missing.length > 0) return isOpen ? undefined : "closed";
  return people.ambiguous.length > 0 ? "ambiguous" : "reached";
}

function toPollError(error: unknown): unknown {
  if (!(error instanceof RalllyError) || error.code !== "POLL_NOT_FOUND") return error;
  return new UserInputError(
    "The poll was deleted during the wait, so nobody can answer it. Ask the person how to go on.",
  );
}
