import type { Slot } from "../time/index.ts";
import type { PlanNote, WishProblem } from "./plan-error.ts";

/** The most options that the service takes in one poll. */
export const maximumOptions = 100;

/** What became of the part of the wishes that says when: options in order without duplicates, or why not. */
export interface PlannedOptions<Option> {
  options: Option[];
  notes: PlanNote[];
  problems: WishProblem[];
}

/** The problem of a poll with too many options, or none. */
export function checkCount(count: number, path: string, more = false): WishProblem[] {
  if (count <= maximumOptions && !more) return [];
  const made = more ? `more than ${count}` : `${count}`;
  return [{ path, message: `makes ${made} options in all; a poll takes at most ${maximumOptions}` }];
}

/** Slots by start, the shorter first where two start together. */
export function sortSlots(slots: Iterable<Slot>): Slot[] {
  return [...slots].sort(
    (one, other) => Date.parse(one.startTime) - Date.parse(other.startTime) || one.duration - other.duration,
  );
}
