import { randomInt } from "node:crypto";
import type { StoredPoll } from "./model.ts";

/** One change of the store. */
export type Change = { put: StoredPoll } | { remove: string; sequence: number };

/** The polls of every space, in the order of their creation. */
export interface Store {
  find(id: string): StoredPoll | undefined;
  /** A space's polls, newest first, starting below a sequence number. */
  newestFirst(spaceId: string, below?: number): Iterable<StoredPoll>;
  all(): Iterable<StoredPoll>;
  /** The sequence number of the next poll. A number is never used twice, even after its poll is deleted. */
  nextSequence(): number;
  put(poll: StoredPoll): void;
  remove(poll: StoredPoll): void;
}

/** Creates a store. Each change is passed to `record` first, and does not take effect when `record` throws. */
export function createStore(
  initial: Iterable<Change> = [],
  record: (change: Change) => void = () => {},
): Store {
  const polls = new Map<string, StoredPoll>();
  let lastSequence = 0;

  const apply = (change: Change) => {
    if ("put" in change) {
      polls.set(change.put.id, change.put);
      lastSequence = Math.max(lastSequence, change.put.sequence);
    } else {
      polls.delete(change.remove);
      lastSequence = Math.max(lastSequence, change.sequence);
    }
  };
  const commit = (change: Change) => {
    record(change);
    apply(change);
  };
  for (const change of initial) apply(change);

  return {
    find: (id) => polls.get(id),
    *newestFirst(spaceId, below = Number.POSITIVE_INFINITY) {
      // A Map keeps the order of creation, also after a poll is replaced.
      for (const poll of [...polls.values()].reverse()) {
        if (poll.spaceId === spaceId && poll.sequence < below) yield poll;
      }
    },
    all: () => polls.values(),
    nextSequence: () => lastSequence + 1,
    put: (poll) => commit({ put: poll }),
    remove: (poll) => commit({ remove: poll.id, sequence: poll.sequence }),
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
