import type { Availability } from "../../api/web.ts";
import { compareOptionTimes, type OptionTime } from "../../time/index.ts";
import { getOptionEnd, getOptionStart } from "../../time/option-times.ts";

/** What ranking needs of a span in which a person is available. */
export type AvailabilitySpan = Pick<Availability, "start" | "end" | "modifiers">;

/**
 * The possible votes of one person for one option, with their codes in arrays. Available means yes or if need be. A
 * participant's availability does not distinguish "no" from "unanswered": it omits both.
 */
export const voteCodes = { noOrUnanswered: 0, ifNeedBe: 1, yes: 2 } as const;

/** A vote of one person for one option: `yes`, `ifNeedBe`, or neither of them. */
export type VoteName = keyof typeof voteCodes;

/** The votes in the order of their codes. */
export const voteNames = Object.keys(voteCodes) as VoteName[];

/** The vote that a span stands for. The set of modifiers is open: with an unknown one the vote is yes. */
export const voteOf = (modifiers: readonly string[]): Exclude<VoteName, "noOrUnanswered"> =>
  // Most lists are empty, and a large poll has a hundred thousand of them.
  modifiers.length > 0 && modifiers.includes("ifNeedBe") ? "ifNeedBe" : "yes";

/** Returns a function that finds the index of a span's option: the day or slot with the same start and end. */
export function createSpanFinder(options: readonly OptionTime[]) {
  const spans = [...options.entries()]
    .sort(([, one], [, other]) => compareOptionTimes(one, other))
    .map(([index, option]) => {
      const [start, end] = [getOptionStart(option), getOptionEnd(option)];
      return { index, start: new Date(start).toISOString(), end: new Date(end).toISOString() };
    });
  const toKey = (start: string, end: string) => `${Date.parse(start)}/${Date.parse(end)}`;
  const byKey = new Map(spans.map(({ index, start, end }) => [toKey(start, end), index]));
  let next = 0;
  return ({ start, end }: AvailabilitySpan): number | undefined => {
    // The service sends the spans of each person by start and in one format. Comparing texts in that order avoids parsing a
    // million dates.
    for (let tries = 0; tries < spans.length; tries++) {
      const span = spans[next];
      next = (next + 1) % spans.length;
      if (span?.start === start && span.end === end) return span.index;
    }
    return byKey.get(toKey(start, end));
  };
}

/** Returns a function that reads a person's votes: for each option one of {@link voteCodes}. */
export function createVoteReader(options: readonly OptionTime[]) {
  const find = createSpanFinder(options);
  return (availability: readonly AvailabilitySpan[]): Uint8Array => {
    const votes = new Uint8Array(options.length);
    for (const span of availability) {
      const index = find(span);
      if (index !== undefined) votes[index] = voteCodes[voteOf(span.modifiers)];
    }
    return votes;
  };
}
