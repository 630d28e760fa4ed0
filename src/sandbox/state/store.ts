import { randomInt } from "node:crypto";
import type { StoredPoll } from "./model.ts";

/** The polls of every space, in the order of their creation. */
export type Store = ReturnType<typeof createStore>;

/**
 * Creates a store with its first polls, oldest first. Each change is passed to `save` first, and does not take effect when
 * `save` throws.
 */
export function createStore(first: StoredPoll[], save: (polls: StoredPoll[]) => void) {
  let polls = new Map(first.map((poll) => [poll.id, poll]));
  const commit = (next: Map<string, StoredPoll>) => {
    save([...next.values()]);
    polls = next;
  };

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
    put: (poll: StoredPoll): void => commit(new Map(polls).set(poll.id, poll)),
    remove: ({ id }: StoredPoll): void => commit(new Map([...polls].filter(([other]) => other !== id))),
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
