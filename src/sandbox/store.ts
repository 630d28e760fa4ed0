import { randomInt } from "node:crypto";
import type { StoredPoll } from "./model.ts";

/** Everything that a sandbox keeps: the polls, oldest first, and the highest sequence number that was used. */
export interface State {
  lastSequence: number;
  polls: StoredPoll[];
}

/** The polls of every space, in the order of their creation. */
export type Store = ReturnType<typeof createStore>;

/** Creates a store. Each change is passed to `save` first, and does not take effect when `save` throws. */
export function createStore(initial: State, save: (state: State) => void) {
  let polls = new Map(initial.polls.map((poll) => [poll.id, poll]));
  let { lastSequence } = initial;

  const commit = (next: Map<string, StoredPoll>, sequence: number) => {
    const last = Math.max(lastSequence, sequence);
    save({ lastSequence: last, polls: [...next.values()] });
    polls = next;
    lastSequence = last;
  };

  return {
    find: (id: string): StoredPoll | undefined => polls.get(id),
    /** All polls, oldest first: a Map keeps the order, also after a poll is replaced. */
    all: (): StoredPoll[] => [...polls.values()],
    /** The polls of a space, newest first. */
    newestFirst: (spaceId: string): StoredPoll[] =>
      [...polls.values()].filter((poll) => poll.spaceId === spaceId).reverse(),
    /** The sequence number of the next poll. A number is never used twice, even after its poll is deleted. */
    nextSequence: (): number => lastSequence + 1,
    /** Adds or replaces a poll. */
    put: (poll: StoredPoll): void => commit(new Map(polls).set(poll.id, poll), poll.sequence),
    remove(poll: StoredPoll): void {
      const next = new Map(polls);
      next.delete(poll.id);
      commit(next, poll.sequence);
    },
  };
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const lowerLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
const draw = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join("");

/** A random poll id, such as `Xk3pQ9vLm2Ab`. */
export const createPollId = () => draw(letters, 12);

/** A random id of an option, a participant, an endpoint or an event. */
export const createRecordId = () => `cm${draw(lowerLetters, 23)}`;
