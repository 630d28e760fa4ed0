import * as z from "zod";
import type { SandboxContext } from "./context.ts";
import { ControlError, validate } from "./errors.ts";
import {
  type createFaults,
  type DelayedRequests,
  type FaultPlan,
  type LoggedRequest,
  type OutagePlan,
  type OutageState,
  outagePlan,
} from "./faults.ts";
import type { StoredOption, StoredParticipant, StoredPoll, StoredSettings, VoteType } from "./model.ts";
import type { createRateLimiter } from "./rate-limiter.ts";
import { createRecordId } from "./store.ts";
import { closeIfPast, closePastPolls, getLastOptionEnd, getOptionSpan, listVoteTypes } from "./views.ts";
import type { createWebhooks } from "./webhooks.ts";

/** A participant's votes. An option is named by its id, its date, or its start as an instant. */
export interface Vote {
  name: string;
  email?: string | undefined;
  choices: Record<string, VoteType>;
}

/** The fields of a vote to change. */
export interface VoteChange {
  name?: string | undefined;
  /** Null clears it. */
  email?: string | null | undefined;
  choices?: Record<string, VoteType> | undefined;
}

/** Validates a vote without its poll. */
export const voteInput = z.strictObject({
  name: z.string().min(1),
  email: z.email().optional(),
  choices: z.record(z.string(), z.enum(["yes", "ifNeedBe", "no"])),
}) satisfies z.ZodType<Vote>;

type Editable = Pick<StoredPoll, "title" | "description" | "location"> & StoredSettings;

/** The fields of a poll that its owner can change, besides its options. */
export type PollEdit = { [Field in keyof Editable]?: Editable[Field] | undefined };

/** Actions of the service's web app that its API does not have. */
function createPollControl(context: SandboxContext) {
  const find = (pollId: string): StoredPoll => {
    const poll = context.store.find(pollId);
    if (poll === undefined) throw new ControlError(404, `no poll ${pollId}`);
    return closeIfPast(context, poll);
  };
  const findParticipant = (poll: StoredPoll, id: string): StoredParticipant => {
    const participant = poll.participants.find((candidate) => candidate.id === id);
    if (participant === undefined) throw new ControlError(404, `no participant ${id}`);
    return participant;
  };
  const findOpen = (pollId: string): StoredPoll => {
    const poll = find(pollId);
    if (poll.status !== "open") throw new ControlError(409, `the poll is ${poll.status}, not open`);
    return poll;
  };
  const change = (poll: StoredPoll, edit: Partial<StoredPoll>) =>
    context.store.put({ ...poll, ...edit, updatedAt: context.clock.timestamp() });
  // Votes do not change updatedAt.
  const setParticipants = (poll: StoredPoll, participants: StoredParticipant[]) =>
    context.store.put({ ...poll, participants });
  const announceParticipant = (poll: StoredPoll, kind: "created" | "updated" | "deleted", id: string) =>
    context.announce(poll.spaceId, `poll.participant.${kind}`, {
      poll: { id: poll.id },
      participant: { id },
    });

  return {
    /**
     * Adds a participant with votes and returns its id, by default a new one. Throws a ControlError for a poll that is not
     * open.
     */
    vote(pollId: string, vote: Vote, id = createRecordId()): { id: string } {
      const poll = findOpen(pollId);
      if (vote.name.trim() === "") throw new ControlError(400, "name: must not be empty");
      if (poll.requireEmail && !vote.email) throw new ControlError(400, "email: required by this poll");
      const participant: StoredParticipant = {
        id,
        name: vote.name.trim(),
        email: vote.email ?? null,
        createdAt: context.clock.timestamp(),
        votes: parseChoices(poll, vote.choices),
      };
      setParticipants(poll, [...poll.participants, participant]);
      announceParticipant(poll, "created", id);
      return { id };
    },
    /**
     * Changes a participant of an open poll. `choices` replaces all votes; null clears the email; omitted fields do not
     * change. Throws a ControlError for a poll that is not open, and for null where the poll requires an email.
     */
    updateVote(pollId: string, participantId: string, vote: VoteChange): void {
      const poll = findOpen(pollId);
      const old = findParticipant(poll, participantId);
      if (vote.name?.trim() === "") throw new ControlError(400, "name: must not be empty");
      if (poll.requireEmail && vote.email === null)
        throw new ControlError(400, "email: required by this poll");
      const changed: StoredParticipant = {
        ...old,
        name: vote.name?.trim() ?? old.name,
        email: vote.email === undefined ? old.email : vote.email,
        votes: vote.choices === undefined ? old.votes : parseChoices(poll, vote.choices),
      };
      setParticipants(
        poll,
        poll.participants.map((participant) => (participant === old ? changed : participant)),
      );
      announceParticipant(poll, "updated", participantId);
    },
    /** Removes a participant from a poll in any state. */
    removeParticipant(pollId: string, participantId: string): void {
      const poll = find(pollId);
      const removed = findParticipant(poll, participantId);
      setParticipants(
        poll,
        poll.participants.filter((participant) => participant !== removed),
      );
      announceParticipant(poll, "deleted", participantId);
    },
    /** Changes title, description, location or settings. */
    editPoll(pollId: string, edit: PollEdit): void {
      const poll = find(pollId);
      change(poll, Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined)));
      context.announce(poll.spaceId, "poll.updated", { poll: { id: pollId } });
    },
    /** Closes an open poll. */
    closePoll(pollId: string): void {
      change(findOpen(pollId), { status: "closed" });
      const { spaceId } = find(pollId);
      context.announce(spaceId, "poll.closed", { poll: { id: pollId }, reason: "manual" });
    },
    /** Reopens a poll. Throws a ControlError when all its options have passed, since it would close at once. */
    reopenPoll(pollId: string): void {
      const poll = find(pollId);
      if (poll.status === "open") throw new ControlError(409, "the poll is already open");
      if (getLastOptionEnd(poll) <= context.clock.now())
        throw new ControlError(409, "all options of the poll have passed");
      change(poll, { status: "open", pickedOptionId: undefined });
      context.announce(poll.spaceId, "poll.reopened", { poll: { id: pollId } });
    },
    /** Schedules a poll for an option. Only the webhook and the poll's pages contain the option. */
    schedulePoll(pollId: string, name: string): void {
      const poll = find(pollId);
      if (poll.status === "canceled") throw new ControlError(409, "the poll is canceled");
      const option = findOption(poll, name);
      const { start, end } = getOptionSpan(option);
      change(poll, { status: "scheduled", pickedOptionId: option.id });
      context.announce(poll.spaceId, "poll.scheduled", {
        poll: { id: pollId },
        event: {
          start: new Date(start).toISOString(),
          end: new Date(end).toISOString(),
          allDay: "date" in option,
        },
      });
    },
    /** Cancels a poll. Sends no event, because the service has none for this. */
    cancelPoll(pollId: string): void {
      const poll = find(pollId);
      if (poll.status === "canceled") throw new ControlError(409, "the poll is canceled");
      change(poll, { status: "canceled", pickedOptionId: undefined });
    },
  };
}

/** Deletes a poll with its responses. */
export function deletePoll(context: SandboxContext, poll: StoredPoll): void {
  context.store.remove(poll);
  context.announce(poll.spaceId, "poll.deleted", { poll: { id: poll.id } });
}

function parseChoices(poll: StoredPoll, choices: Record<string, VoteType>): Record<string, VoteType> {
  const offered = listVoteTypes(poll);
  const votes = Object.entries(choices).map(([name, vote]): [string, VoteType] => {
    if (!offered.includes(vote))
      throw new ControlError(400, `choices.${name}: expected ${offered.join(" or ")}, got ${vote}`);
    return [findOption(poll, name).id, vote];
  });
  return Object.fromEntries(votes);
}

/** The name of an option: its date or its start in UTC, or its id when several options have the same start. */
export function optionName(poll: StoredPoll, option: StoredOption): string {
  if ("date" in option) return option.date;
  const { startTime } = option;
  const sameStart = poll.options.filter((other) => "startTime" in other && other.startTime === startTime);
  return sameStart.length > 1 ? option.id : startTime;
}

/** Finds an option by its id, its date or its start as an instant. Throws a ControlError when there is none. */
function findOption(poll: StoredPoll, name: string): StoredOption {
  // Date.parse reads a time without an offset in this machine's time zone.
  const instant = /(Z|[+-]\d{2}:?\d{2})$/i.test(name) ? Date.parse(name) : Number.NaN;
  const option = poll.options.find(
    (candidate) =>
      candidate.id === name ||
      ("date" in candidate ? candidate.date === name : Date.parse(candidate.startTime) === instant),
  );
  if (option !== undefined) return option;
  const names = poll.options.map((candidate) => optionName(poll, candidate)).join(", ");
  throw new ControlError(400, `the poll has no option ${name}; its options: ${names}`);
}

interface Parts {
  limiter: ReturnType<typeof createRateLimiter>;
  outage: OutageState;
  faults: ReturnType<typeof createFaults>;
  delayed: DelayedRequests;
  requests: readonly LoggedRequest[];
  webhooks: ReturnType<typeof createWebhooks>;
}

/** The functions of a running sandbox that are not in the API; most have a control route too. */
export function createControls(
  context: SandboxContext,
  { limiter, outage, faults, delayed, requests, webhooks }: Parts,
) {
  return {
    ...createPollControl(context),
    /** The time of the sandbox's clock. */
    now: (): string => context.clock.timestamp(),
    /** Sets the clock, and closes polls whose options have passed. Throws a RangeError for an invalid time. */
    setNow(time: Date | number | string): void {
      context.clock.set(time);
      closePastPolls(context);
    },
    /** Moves the clock by milliseconds, and closes polls whose options have passed. */
    advance(milliseconds: number): void {
      context.clock.advance(milliseconds);
      closePastPolls(context);
    },
    /**
     * Makes every request get 503 until the state is `none`: for maintenance or for a failed rate limiter. Throws a
     * RangeError that names every invalid field.
     */
    setOutage(plan: OutagePlan): void {
      Object.assign(outage, validate(outagePlan, plan, "outage"));
    },
    /** Starts new rate limit windows for every space. */
    resetLimits: (): void => limiter.reset(),
    /**
     * Replaces all fault rules. The same seed and the same requests give the same faults. Throws a RangeError that names
     * every invalid field.
     */
    setFaults: (plan: FaultPlan): void => faults.set(plan),
    /** Executes all requests that `late` faults delay. Resolves when they are done. */
    executeDelayed: (): Promise<void> => delayed.executeAll(),
    /** The last 100,000 requests to the API, oldest first. */
    requests,
    /** The webhook endpoints and their deliveries. */
    webhooks,
  };
}

/** Actions of the web app, and control of clock, faults, limits and webhooks. */
export type Controls = ReturnType<typeof createControls>;
