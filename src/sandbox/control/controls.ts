import * as z from "zod";
import { isInstant } from "../../time/days.ts";
import { ControlError } from "../errors.ts";
import type { createFaults } from "../faults/fault-plan.ts";
import type { SandboxClock } from "../state/clock.ts";
import {
  editableFields,
  type StoredOption,
  type StoredParticipant,
  type StoredPoll,
} from "../state/model.ts";
import { getLastEnd, listVoteTypes, toSpan } from "../state/poll-json.ts";
import type { createRateLimiter } from "../state/rate-limiter.ts";
import { createRecordId, type Store } from "../state/store.ts";
import type { Controls, LoggedRequest, PollEdit, Vote, VoteChange } from "../types.ts";
import { validate } from "../validate.ts";
import type { createWebhooks } from "../webhooks/deliveries.ts";

/** State that the parts of one running sandbox share. */
export interface SandboxState {
  clock: SandboxClock;
  store: Store;
  webhooks: ReturnType<typeof createWebhooks>;
  limiter: ReturnType<typeof createRateLimiter>;
  faults: ReturnType<typeof createFaults>;
  /** The last 100,000 requests to the API, oldest first. */
  requests: LoggedRequest[];
  /** `http://127.0.0.1:<port>`; empty until the server listens. */
  origin: string;
  /** Video services beyond zoom, meet and teams. */
  providers: readonly string[];
  /** Receives internal errors. */
  report(error: unknown): void;
}

/** Validates a vote without its poll. */
const voteInput = z.strictObject({
  name: z.string().trim().min(1, "Must not be empty"),
  email: z.email("Must be an email address, such as ada@example.com").nullish(),
  choices: z.record(z.string(), z.enum(["yes", "ifNeedBe", "no"])),
}) satisfies z.ZodType<unknown, Vote>;

const voteChange = voteInput.partial() satisfies z.ZodType<unknown, VoteChange>;

const pollEdit = editableFields.partial() satisfies z.ZodType<unknown, PollEdit>;

const maxParticipants = 1000;

/** Closes every open poll whose last option has ended; `updatedAt` is that end. */
export function closePastPolls({ clock, store, webhooks }: SandboxState): void {
  for (const poll of store.all()) {
    if (poll.status !== "open" || getLastEnd(poll) > clock.now()) continue;
    // A poll created with only past options closes at its creation.
    const closedAt = new Date(Math.max(getLastEnd(poll), Date.parse(poll.createdAt))).toISOString();
    store.put({ ...poll, status: "closed", updatedAt: closedAt });
    webhooks.announce(poll, "poll.closed", { reason: "auto" }, closedAt);
  }
}

/** Deletes a poll with its responses. */
export function deletePoll({ store, webhooks }: SandboxState, poll: StoredPoll): void {
  store.remove(poll);
  webhooks.announce(poll, "poll.deleted");
}

/** Creates the functions of a running sandbox that are not in the API. */
export function createControls(state: SandboxState): Controls {
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
  const findNotCanceled = (pollId: string): StoredPoll => {
    const poll = find(pollId);
    if (poll.status === "canceled") throw new ControlError(409, "the poll is canceled");
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
    webhooks.announce(poll, `poll.participant.${kind}`, { participant: { id } });
  };
  const setNow = (time: Date | number | string) => {
    clock.set(time);
    closePastPolls(state);
  };

  return {
    vote(pollId, vote, id = createRecordId()) {
      const poll = findOpen(pollId);
      if (poll.participants.length >= maxParticipants)
        throw new ControlError(409, `the poll has ${maxParticipants} participants, the maximum`);
      if (poll.participants.some((participant) => participant.id === id))
        throw new ControlError(409, `the poll has a participant ${id} already`);
      const blank = { id, name: "", email: null, createdAt: clock.timestamp(), votes: {} };
      const added = changeParticipant(poll, blank, validate(voteInput, vote, "vote"));
      setParticipants(poll, [...poll.participants, added], "created", id);
      return { id };
    },
    updateVote(pollId, participantId, vote) {
      const poll = findOpen(pollId);
      const old = findParticipant(poll, participantId);
      const changed = changeParticipant(poll, old, validate(voteChange, vote, "vote"));
      const participants = poll.participants.map((other) => (other === old ? changed : other));
      setParticipants(poll, participants, "updated", participantId);
    },
    removeParticipant(pollId, participantId) {
      const poll = find(pollId);
      const removed = findParticipant(poll, participantId);
      const others = poll.participants.filter((participant) => participant !== removed);
      setParticipants(poll, others, "deleted", participantId);
    },
    editPoll(pollId, edit) {
      const poll = find(pollId);
      change(poll, removeUndefined(validate(pollEdit, edit, "edit")));
      webhooks.announce(poll, "poll.updated");
    },
    closePoll(pollId) {
      const poll = findOpen(pollId);
      change(poll, { status: "closed" });
      webhooks.announce(poll, "poll.closed", { reason: "manual" });
    },
    reopenPoll(pollId) {
      const poll = find(pollId);
      if (poll.status === "open") throw new ControlError(409, "the poll is already open");
      if (getLastEnd(poll) <= clock.now()) throw new ControlError(409, "all options of the poll have passed");
      change(poll, { status: "open", pickedOptionId: undefined });
      webhooks.announce(poll, "poll.reopened");
    },
    schedulePoll(pollId, name) {
      const poll = findNotCanceled(pollId);
      const option = findOption(poll, name);
      change(poll, { status: "scheduled", pickedOptionId: option.id });
      webhooks.announce(poll, "poll.scheduled", { event: toSpan(option) });
    },
    cancelPoll: (pollId) =>
      change(findNotCanceled(pollId), { status: "canceled", pickedOptionId: undefined }),
    now: clock.timestamp,
    setNow,
    advance: (milliseconds) => setNow(clock.now() + milliseconds),
    setFaults: state.faults.set,
    executeDelayed: state.faults.executeDelayed,
    requests: state.requests,
    webhooks,
  };
}

// A caller in code may pass undefined for a field that does not change.
const removeUndefined = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function findParticipant(poll: StoredPoll, id: string): StoredParticipant {
  const participant = poll.participants.find((candidate) => candidate.id === id);
  if (participant === undefined) throw new ControlError(404, `no participant ${id}`);
  return participant;
}

function changeParticipant(
  poll: StoredPoll,
  old: StoredParticipant,
  { name = old.name, email = old.email, choices }: z.output<typeof voteChange>,
): StoredParticipant {
  if (poll.requireEmail && email === null) throw new ControlError(400, "email: required by this poll");
  if (choices === undefined) return { ...old, name, email };
  const offered = listVoteTypes(poll);
  const votes: StoredParticipant["votes"] = {};
  for (const [option, vote] of Object.entries(choices)) {
    if (!offered.includes(vote))
      throw new ControlError(400, `choices.${option}: expected ${offered.join(" or ")}, got ${vote}`);
    votes[findOption(poll, option).id] = vote;
  }
  return { ...old, name, email, votes };
}

/** Finds an option by its id, its date or its start as an instant. Throws a ControlError when there is none. */
function findOption(poll: StoredPoll, name: string): StoredOption {
  const instant = isInstant(name) ? Date.parse(name) : Number.NaN;
  const option = poll.options.find(
    (candidate) =>
      candidate.id === name ||
      ("date" in candidate ? candidate.date === name : Date.parse(candidate.startTime) === instant),
  );
  if (option !== undefined) return option;
  const names = poll.options.map((candidate) => ("date" in candidate ? candidate.date : candidate.startTime));
  throw new ControlError(400, `the poll has no option ${name}; its options: ${names.join(", ")}`);
}
