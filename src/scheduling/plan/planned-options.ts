import type { Problem } from "../../problem.ts";
import type { Slot } from "../../time/index.ts";
import type { PlanNote } from "./errors.ts";

/** The most options that the service takes in one poll. */
export const maxPollOptions = 100;

/** Entries of a list that are looked at: more than the options allowed, since duplicates are still to be removed. */
const maxEntries = 500;

/** The planned options, sorted and without duplicates, or the problems. */
export interface PlannedOptions<Option> {
  /** The options by start, without duplicates. */
  options: Option[];
  /** What the person should be told. */
  notes: PlanNote[];
  /** What is wrong; the options count only when nothing is. */
  problems: Problem[];
}

/** The problem of a poll with too many options, or none. */
export function validateCount(count: number, path: string, more = false): Problem[] {
  if (count <= maxPollOptions && !more) return [];
  const made = more ? `more than ${count}` : `${count}`;
  return [{ path, message: `makes ${made} options in all; a poll takes at most ${maxPollOptions}` }];
}

/** The problem of a list that is too long to be checked entry by entry, if it is. */
export function checkEntries(path: string, count: number, max: number = maxEntries): Problem[] {
  if (count <= max) return [];
  return [{ path, message: `has ${count} entries; a poll takes at most ${maxPollOptions} options` }];
}

/** Slots by start, the shorter first where two start together. */
export function sortSlots(slots: Iterable<Slot>): Slot[] {
  return [...slots].sort(
    (one, other) => Date.parse(one.startTime) - Date.parse(other.startTime) || one.duration - other.duration,
  );
}
