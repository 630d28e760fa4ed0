import { randomInt } from "node:crypto";
import type { StoredPoll } from "./model.ts";

/** The polls of every space, in the order of their creation. */
export type Store = ReturnType<typeof createStore>;

/** Creates a store with its first polls, oldest first. */
export function createStore(first: readonly StoredPoll[]) {
  const polls = new Map(first.map((poll) => [poll.id, poll]));
  return {
    find: (id: string): StoredPoll | undefined => polls.get(id),
    /** All polls, oldest first: a Map keeps the order, also after a poll is replaced. */
    all: (): StoredPoll[] => [...polls.values()],
    /** The polls of a space, newest first. */
    newestFirst: (spaceId: string): StoredPoll[] =>
      [...polls.values()].filter((poll) => poll.spaceId === spaceId).reverse(),
    /** The sequence number of the next poll. */
    nextSequence: (): number => ([...polls.values()].at(-1)?.sequence ?? 0) + 1,
    /** Adds or replaces a poll. */
    put: (poll: StoredPoll): void => void polls.set(poll.id, poll),
    remove: ({ id }: StoredPoll): void => void polls.delete(id),
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
