import { compareOptionTimes, getOptionLength, getOptionStart, type OptionTime } from "../../time/index.ts";

/** What ranking needs of a span in which a person is available. */
export interface AvailabilitySpan {
  /** Start, inclusive: an ISO 8601 instant in UTC. */
  start: string;
  /** End, exclusive: an ISO 8601 instant in UTC. */
  end: string;
  /** `ifNeedBe`, or others; an unknown one still means available. */
  modifiers: readonly string[];
}

/**
 * The possible votes of one person for one option, with their codes in arrays. Available means yes or if need be. A
 * participant's availability does not distinguish "no" from "unanswered": it omits both.
 */
export const voteCodes = { noOrUnanswered: 0, ifNeedBe: 1, yes: 2 } as const;

/** The name of a vote. */
export type VoteName = keyof typeof voteCodes;

/** Returns a function that finds the index of a span's option: a day by its date, a slot by its start and end. */
export function createSpanFinder(options: readonly OptionTime[]) {
  const byKey = new Map(options.map((option, index) => [getOptionKey(option), index]));
  const isDatePoll = options[0] !== undefined && "date" in options[0];
  return (span: AvailabilitySpan): number | undefined => byKey.get(getSpanKey(span, isDatePoll));
}

/** All votes as {@link voteCodes} in one array, person by person. The vote of person p for option o is at p * options.length + o. */
export function buildVoteMatrix(
  options: readonly OptionTime[],
  people: readonly { availability: readonly AvailabilitySpan[] }[],
): Uint8Array {
  const matrix = new Uint8Array(options.length * people.length);
  const find = createSpanFinder(options);
  const ordered = sortByTime(options);
  const starts = ordered.map(({ start }) => start);
  const ends = ordered.map(({ end }) => end);
  let first = 0;
  for (const { availability } of people) {
    let next = 0;
    for (const span of availability) {
      const { start, end, modifiers } = span;
      // The service sends spans in the order of the options and in one format. Comparing texts in that order avoids parsing a
      // million dates. After the first span without an equal text, spans are found by their times.
      while (next < starts.length && (starts[next] !== start || ends[next] !== end)) next++;
      const index = ordered[next]?.index ?? find(span);
      if (index === undefined) continue;
      matrix[first + index] = isIfNeedBe(modifiers) ? voteCodes.ifNeedBe : voteCodes.yes;
    }
    first += options.length;
  }
  return matrix;
}

/** The vote that a span stands for. The set of modifiers is open: with an unknown one the vote is yes. */
export function voteOf(modifiers: readonly string[]): Exclude<VoteName, "noOrUnanswered"> {
  return isIfNeedBe(modifiers) ? "ifNeedBe" : "yes";
}

// Most lists are empty, and a large poll has a million of them.
const isIfNeedBe = (modifiers: readonly string[]) => modifiers.length > 0 && modifiers.includes("ifNeedBe");

function getSpanKey(span: AvailabilitySpan, isDay: boolean): string {
  return isDay ? span.start.slice(0, 10) : `${Date.parse(span.start)}/${Date.parse(span.end)}`;
}

function getOptionKey(option: OptionTime): string {
  if ("date" in option) return option.date;
  return `${getOptionStart(option)}/${getOptionStart(option) + getOptionLength(option)}`;
}

/** Start and end of every option in the format of the service, in the order in which it sends spans. */
function sortByTime(options: readonly OptionTime[]) {
  return options
    .map((option, index) => ({ option, index }))
    .sort((one, other) => compareOptionTimes(one.option, other.option))
    .map(({ option, index }) => {
      const start = getOptionStart(option);
      return { index, start: formatInstant(start), end: formatInstant(start + getOptionLength(option)) };
    });
}

function formatInstant(instant: number): string {
  return new Date(instant).toISOString();
}
