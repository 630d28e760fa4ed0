import type { Option, StoredPoll } from "./model.ts";

/** The stretch of time an option covers, in milliseconds; a floating day runs from 00:00Z to 00:00Z of the next. */
export function spanOf(option: Option): { start: number; end: number } {
  if ("date" in option) {
    const start = Date.parse(`${option.date}T00:00:00Z`);
    return { start, end: start + 86_400_000 };
  }
  const start = Date.parse(option.startTime);
  return { start, end: start + option.duration * 60_000 };
}

// Asked of every open poll at every listing, while options never change.
const ends = new WeakMap<readonly Option[], number>();

/** When the last option of a poll is over. "In the past" is taken to mean ended: the contract does not say. */
export function endOf({ options }: StoredPoll): number {
  const end = ends.get(options) ?? Math.max(...options.map((option) => spanOf(option).end));
  ends.set(options, end);
  return end;
}
