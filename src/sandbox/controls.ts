import * as z from "zod";
import type { SandboxClock } from "./clock.ts";
import { ControlError, validate } from "./errors.ts";
import {
  type createDelayedRequests,
  type createFaults,
  type FaultPlan,
  type LoggedRequest,
  type OutagePlan,
  outagePlan,
} from "./faults.ts";
import {
  mapSettings,
  type StoredOption,
  type StoredParticipant,
  type StoredPoll,
  type VoteType,
} from "./model.ts";
import type { createRateLimiter } from "./rate-limiter.ts";
import { createRecordId, type Store } from "./store.ts";
import { getLastEnd, isOver, listVoteTypes, toSpan } from "./views.ts";
import type { createWebhooks } from "./webhooks.ts";

/** State that the parts of one running sandbox share. */
export interface SandboxState {
  clock: SandboxClock;
  store: Store;
  webhooks: ReturnType<typeof createWebhooks>;
  limiter: ReturnType<typeof createRateLimiter>;
  faults: ReturnType<typeof createFaults>;
  delayed: ReturnType<typeof createDelayedRequests>;
  outage: z.output<typeof outagePlan>;
  /** The last 100,000 requests to the API, oldest first. */
  requests: LoggedRequest[];
  /** `http://127.0.0.1:<port>`; empty until the server listens. */
  origin: string;
  /** Receives internal errors. */
  report(error: unknown): void;
}

/** Validates a vote without its poll. */
export const voteInput = z.strictObject({
  name: z.string().min(1),
  email: z.email().optional(),
  /** By option, which is named by its id, its date, or its start as an instant. */
  choices: z.record(z.string(), z.enum(["yes", "ifNeedBe", "no"])),
});

/** A participant's votes. */
export type Vote = z.input<typeof voteInput>;

/** The fields of a vote to change. Null clears the email. */
export interface VoteChange {
  name?: Vote["name"] | undefined;
  email?: string | null | undefined;
  choices?: Vote["choices"] | undefined;
}

/** Validates the fields of a poll that its owner can change, besides its options. */
export const pollEdit = z
  .strictObject({
    title: z.string().trim().min(1).max(255),
    description: z.string().max(1000).nullable(),
    location: z.string().max(255).nullable(),
    ...mapSettings(() => z.boolean()),
  })
  .partial();

/** The fields of a poll to change. */
export type PollEdit = z.input<typeof pollEdit>;

const maxParticipants = 1000;

/** Closes every open poll whose last option has ended; `updatedAt` is that end. */
export function closePastPolls({ clock, store, webhooks }: SandboxState): void {
  for (const poll of store.all().filter((candidate) => isOver(candidate, clock))) {
    // A poll created with only past options closes at its creation.
    const closedAt = new Date(Math.max(getLastEnd(poll), Date.parse(poll.createdAt))).toISOString();
    store.put({ ...poll, status: "closed", updatedAt: closedAt });
    webhooks.announce(poll.spaceId, "poll.closed", { poll: { id: poll.id }, reason: "auto" }, closedAt);
  }
}

/** Deletes a poll with its responses. */
export function deletePoll({ store, webhooks }: SandboxState, poll: StoredPoll): void {
  store.remove(poll);
  webhooks.announce(poll.spaceId, "poll.deleted", { poll: { id: poll.id } });
}

/** Creates the functions of a running sandbox that are not in the API: actions of the web app, and control of its state. */
export function createControls(state: SandboxState) {
  const { clock, store, webhooks } = state;
  const find = (pollId: string): StoredPoll => {
    closePastPolls(state);
    const poll = store.find(pollId);
    if (poll === undefined) throw new ControlError(404, `no poll ${pollId}`);
    return poll;
  };
  const findOpen = (pollId: string): StoredPoll => {
    const poll = find(pollId);
    if (poll.status !== "open") throw new ControlError(409, `the poll is ${poll.status}, not open`);
    return poll;
  };
  const change = (poll: StoredPoll, edit: Partial<StoredPoll>) =>
    store.put({ ...poll, ...edit, updatedAt: clock.timestamp() });
  // Votes do not change updatedAt.
  const setParticipants = (
    poll: StoredPoll,
    participants: StoredParticipant[],
    kind: "created" | "updated" | "deleted",
    id: string,
  ) => {
    store.put({ ...poll, participants });
    webhooks.announce(poll.spaceId, `poll.participant.${kind}`, {
      poll: { id: poll.id },
      participant: { id },
    });
  };

  return {
    /**
     * Adds a participant with votes and returns its id, by default a new one. Throws a ControlError for a poll that is not
     * open, or has 1,000 participants.
     */
    vote(pollId: string, vote: Vote, id = createRecordId()): { id: string } {
      const poll = findOpen(pollId);
      if (poll.participants.length >= maxParticipants)
        throw new ControlError(409, `the poll has ${maxParticipants} participants, the maximum`);
      const blank = { id, name: "", email: null, createdAt: clock.timestamp(), votes: {} };
      const added = changeParticipant(poll, blank, { ...vote, email: vote.email ?? null });
      setParticipants(poll, [...poll.participants, added], "created", id);
      return { id };
    },
    /**
     * Changes a participant of an open poll. `choices` replaces all votes; null clears the email; omitted fields do not
     * change. Throws a ControlError for a poll that is not open, and for null where the poll requires an email.
     */
    updateVote(pollId: string, participantId: string, vote: VoteChange): void {
      const poll = findOpen(pollId);
      const changed = changeParticipant(poll, findParticipant(poll, participantId), vote);
      const participants = poll.participants.map((other) => (other.id === participantId ? changed : other));
      setParticipants(poll, participants, "updated", participantId);
    },
    /** Removes a participant from a poll in any state. */
    removeParticipant(pollId: string, participantId: string): void {
      const poll = find(pollId);
      const removed = findParticipant(poll, participantId);
      const others = poll.participants.filter((participant) => participant !== removed);
      setParticipants(poll, others, "deleted", participantId);
    },
    /** Changes title, description, location or settings. */
    editPoll(pollId: string, edit: PollEdit): void {
      const poll = find(pollId);
      change(poll, Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined)));
      webhooks.announce(poll.spaceId, "poll.updated", { poll: { id: pollId } });
    },
    /** Closes an open poll. */
    closePoll(pollId: string): void {
      const poll = findOpen(pollId);
      change(poll, { status: "closed" });
      webhooks.announce(poll.spaceId, "poll.closed", { poll: { id: pollId }, reason: "manual" });
    },
    /** Reopens a poll. Throws a ControlError when all its options have passed, since it would close at once. */
    reopenPoll(pollId: string): void {
      const poll = find(pollId);
      if (poll.status === "open") throw new ControlError(409, "the poll is already open");
      if (getLastEnd(poll) <= clock.now()) throw new ControlError(409, "all options of the poll have passed");
      change(poll, { status: "open", pickedOptionId: undefined });
      webhooks.announce(poll.spaceId, "poll.reopened", { poll: { id: pollId } });
    },
    /** Schedules a poll for an option. Only the webhook and the poll's pages contain the option. */
    schedulePoll(pollId: string, name: string): void {
      const poll = find(pollId);
      if (poll.status === "canceled") throw new ControlError(409, "the poll is canceled");
      const option = findOption(poll, name);
      change(poll, { status: "scheduled", pickedOptionId: option.id });
      const event = toSpan(option);
      webhooks.announce(poll.spaceId, "poll.scheduled", { poll: { id: pollId }, event });
    },
    /** Cancels a poll. Sends no event, because the service has none for this. */
    cancelPoll(pollId: string): void {
      const poll = find(pollId);
      if (poll.status === "canceled") throw new ControlError(409, "the poll is canceled");
      change(poll, { status: "canceled", pickedOptionId: undefined });
    },
    /** The time of the sandbox's clock. */
    now: (): string => clock.timestamp(),
    /** Sets the clock, and closes polls whose options have passed. Throws a RangeError for an invalid time. */
    setNow(time: Date | number | string): void {
      clock.set(time);
      closePastPolls(state);
    },
    /** Moves the clock by milliseconds, and closes polls whose options have passed. */
    advance(milliseconds: number): void {
      clock.set(clock.now() + milliseconds);
      closePastPolls(state);
    },
    /**
     * Makes every request get 503 until the state is `none`: for maintenance or for a failed rate limiter. Throws a
     * RangeError that names every invalid field.
     */
    setOutage(plan: OutagePlan): void {
      state.outage = validate(outagePlan, plan, "outage");
    },
    /** Starts new rate limit windows for every space. */
    resetLimits: (): void => state.limiter.reset(),
    /**
     * Replaces all fault rules. The same seed and the same requests give the same faults. Throws a RangeError that names
     * every invalid field.
     */
    setFaults: (plan: FaultPlan): void => state.faults.set(plan),
    /** Executes all requests that `late` faults delay. Resolves when they are done. */
    executeDelayed: (): Promise<void> => state.delayed.executeAll(),
    /** The last 100,000 requests to the API, oldest first. */
    requests: state.requests as readonly LoggedRequest[],
    /** The webhook endpoints and their deliveries. */
    webhooks,
  };
}

/** Actions of the web app, and control of clock, faults, limits and webhooks. */
export type Controls = ReturnType<typeof createControls>;

function findParticipant(poll: StoredPoll, id: string): StoredParticipant {
  const participant = poll.participants.find((candidate) => candidate.id === id);
  if (participant === undefined) throw new ControlError(404, `no participant ${id}`);
  return participant;
}

function changeParticipant(poll: StoredPoll, old: StoredParticipant, vote: VoteChange): StoredParticipant {
  const name = vote.name === undefined ? old.name : vote.name.trim();
  const email = vote.email === undefined ? old.email : vote.email;
  if (name === "") throw new ControlError(400, "name: must not be empty");
  if (poll.requireEmail && !email) throw new ControlError(400, "email: required by this poll");
  return { ...old, name, email, votes: vote.choices ? parseChoices(poll, vote.choices) : old.votes };
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
  const names = poll.options.map((candidate) => ("date" in candidate ? candidate.date : candidate.startTime));
  throw new ControlError(400, `the poll has no option ${name}; its options: ${names.join(", ")}`);
}
