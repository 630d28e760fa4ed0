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
import type { PollSettings, StoredOption, StoredParticipant, StoredPoll, VoteType } from "./model.ts";
import type { createRateLimiter } from "./rate-limiter.ts";
import { createRecordId } from "./store.ts";
import { closeIfPast, closePastPolls, lastOptionEnd, offeredVotes, optionSpan } from "./views.ts";
import type { createWebhooks } from "./webhooks.ts";

/** A participant's votes. An option is named by its id, its date, or its start as an instant. */
export interface Vote {
  name: string;
  email?: string | undefined;
  choices: Record<string, VoteType>;
}

type Editable = Pick<StoredPoll, "title" | "description" | "location"> & PollSettings;

/** What the owner of a poll can change about it without touching its options. */
export type PollEdit = { [Field in keyof Editable]?: Editable[Field] | undefined };

/** What people do in the service's web app, as functions: there is no endpoint for any of it. */
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
  // Votes are not details, settings or status: updatedAt does not change.
  const setParticipants = (poll: StoredPoll, participants: StoredParticipant[]) =>
    context.store.put({ ...poll, participants });
  const announceParticipant = (poll: StoredPoll, kind: "created" | "updated" | "deleted", id: string) =>
    context.announce(poll.spaceId, `poll.participant.${kind}`, {
      poll: { id: poll.id },
      participant: { id },
    });

  return {
    /** Votes as a new participant. Returns the participant's id. */
    vote(pollId: string, vote: Vote): { id: string } {
      const poll = findOpen(pollId);
      if (vote.name.trim() === "") throw new ControlError(400, "a participant needs a name");
      if (poll.requireEmail && !vote.email) throw new ControlError(400, "this poll requires an email");
      const participant: StoredParticipant = {
        id: createRecordId(),
        name: vote.name.trim(),
        email: vote.email ?? null,
        createdAt: context.clock.timestamp(),
        votes: parseChoices(poll, vote.choices),
      };
      setParticipants(poll, [...poll.participants, participant]);
      announceParticipant(poll, "created", participant.id);
      return { id: participant.id };
    },
    /** Changes a participant. Omitted fields stay; `choices` replaces all votes. */
    updateVote(
      pollId: string,
      participantId: string,
      vote: { [Field in keyof Vote]?: Vote[Field] | undefined },
    ): void {
      const poll = findOpen(pollId);
      const old = findParticipant(poll, participantId);
      const changed: StoredParticipant = {
        ...old,
        name: vote.name?.trim() || old.name,
        email: vote.email ?? old.email,
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
      const gone = findParticipant(poll, participantId);
      setParticipants(
        poll,
        poll.participants.filter((participant) => participant !== gone),
      );
      announceParticipant(poll, "deleted", participantId);
    },
    /** Changes title, description, location or settings. */
    editPoll(pollId: string, edit: PollEdit): void {
      const poll = find(pollId);
      change(poll, Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined)));
      context.announce(poll.spaceId, "poll.updated", { poll: { id: pollId } });
    },
    /** Closes an open poll by hand. */
    closePoll(pollId: string): void {
      change(findOpen(pollId), { status: "closed" });
      const { spaceId } = find(pollId);
      context.announce(spaceId, "poll.closed", { poll: { id: pollId }, reason: "manual" });
    },
    /** Opens a closed, scheduled or canceled poll again; one whose options have all passed would close at once. */
    reopenPoll(pollId: string): void {
      const poll = find(pollId);
      if (poll.status === "open") throw new ControlError(409, "the poll is open");
      if (lastOptionEnd(poll) <= context.clock.now())
        throw new ControlError(409, "every option of the poll has passed");
      change(poll, { status: "open" });
      context.announce(poll.spaceId, "poll.reopened", { poll: { id: pollId } });
    },
    /** Picks an option: the poll is scheduled, and only the webhook says for when. */
    schedulePoll(pollId: string, optionName: string): void {
      const poll = find(pollId);
      if (poll.status === "canceled") throw new ControlError(409, "the poll is canceled");
      const option = findOption(poll, optionName);
      const { start, end } = optionSpan(option);
      change(poll, { status: "scheduled" });
      context.announce(poll.spaceId, "poll.scheduled", {
        poll: { id: pollId },
        event: {
          start: new Date(start).toISOString(),
          end: new Date(end).toISOString(),
          allDay: "date" in option,
        },
      });
    },
    /** Cancels a poll. The service lists no event for this, so none is sent. */
    cancelPoll(pollId: string): void {
      const poll = find(pollId);
      if (poll.status === "canceled") throw new ControlError(409, "the poll is canceled");
      change(poll, { status: "canceled" });
    },
  };
}

function parseChoices(poll: StoredPoll, choices: Record<string, VoteType>): Record<string, VoteType> {
  const offered = offeredVotes(poll);
  const read = Object.entries(choices).map(([name, vote]): [string, VoteType] => {
    if (!offered.includes(vote))
      throw new ControlError(400, `this poll offers ${offered.join(", ")}, not ${vote}`);
    return [findOption(poll, name).id, vote];
  });
  return Object.fromEntries(read);
}

/** A name for an option: its date or its start in UTC, or its id when another option starts at the same time. */
export function optionName(poll: StoredPoll, option: StoredOption): string {
  if ("date" in option) return option.date;
  const { startTime } = option;
  const twins = poll.options.filter((other) => "startTime" in other && other.startTime === startTime);
  return twins.length > 1 ? option.id : startTime;
}

/** Finds an option by its id, its date or its start as an instant. Throws a ControlError when there is none. */
function findOption(poll: StoredPoll, name: string): StoredOption {
  // Date.parse would take a time without a zone as local time of this machine.
  const instant = /(Z|[+-]\d{2}:?\d{2})$/i.test(name) ? Date.parse(name) : Number.NaN;
  const option = poll.options.find(
    (candidate) =>
      candidate.id === name ||
      ("date" in candidate ? candidate.date === name : Date.parse(candidate.startTime) === instant),
  );
  if (option !== undefined) return option;
  const names = poll.options.map((candidate) => optionName(poll, candidate)).join(", ");
  throw new ControlError(400, `the poll has no option ${name}; its options are ${names}`);
}

interface Parts {
  limiter: ReturnType<typeof createRateLimiter>;
  outage: OutageState;
  faults: ReturnType<typeof createFaults>;
  late: DelayedRequests;
  requests: readonly LoggedRequest[];
  webhooks: ReturnType<typeof createWebhooks>;
}

/** Everything that can be done to a running sandbox from outside the API, by function or by control route. */
export function createControls(
  context: SandboxContext,
  { limiter, outage, faults, late, requests, webhooks }: Parts,
) {
  return {
    ...createPollControl(context),
    /** The time of the sandbox's clock. */
    now: (): string => context.clock.timestamp(),
    /** Sets the clock; polls whose options have passed by then close. */
    setNow(moment: Date | number | string): void {
      context.clock.set(moment);
      closePastPolls(context);
    },
    /** Moves the clock by milliseconds; polls whose options have then passed are closed. */
    advance(milliseconds: number): void {
      context.clock.advance(milliseconds);
      closePastPolls(context);
    },
    /**
     * Makes the service, or only its rate limiter, respond with 503 until the state is set to `none`. Throws a RangeError
     * that names every invalid field.
     */
    setOutage(plan: OutagePlan): void {
      Object.assign(outage, validate(outagePlan, plan, "outage"));
    },
    /** Opens new rate limit windows for every space. */
    resetLimits: (): void => limiter.reset(),
    /**
     * Replaces all faults; an empty list of rules ends them. The same seed gives the same draws for `rate`. Throws a
     * RangeError that names every invalid field.
     */
    setFaults: (plan: FaultPlan): void => faults.set(plan),
    /** Executes all requests that a `late` fault delays; resolves when they are done. */
    executeDelayed: (): Promise<void> => late.executeAll(),
    /** Every request the API received, oldest first. */
    requests,
    /** The webhook endpoints, and what was delivered to them. */
    webhooks,
  };
}

/** The functions that play the people around the API. */
export type Controls = ReturnType<typeof createControls>;
