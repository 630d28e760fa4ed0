/** What ranking needs of a span in which somebody can make it. */
export interface AvailabilitySpan {
  /** Start, inclusive: an ISO 8601 instant in UTC. */
  start: string;
  /** End, exclusive: an ISO 8601 instant in UTC. */
  end: string;
  /** `ifNeedBe`, or others; an unknown one still means available. */
  modifiers: readonly string[];
}

/** A day or a slot that a poll offers. */
export type RankableOption = { date: string } | { startTime: string; duration: number };

/** The vote of one person for one option. The API does not tell "no" from "not answered". */
export const votes = { noOrUnanswered: 0, ifNeedBe: 1, yes: 2 } as const;

/** Finds the position of the option that a span is about: days by their date alone, slots by both ends. */
export function createSpanFinder(options: readonly RankableOption[]) {
  const byKey = new Map(options.map((option, index) => [keyOfOption(option), index]));
  const days = options[0] !== undefined && "date" in options[0];
  return (span: AvailabilitySpan): number | undefined => byKey.get(keyOfSpan(span, days));
}

/**
 * Everyone's answers in one array, option after option: the answer of person p to option o is at o * people + p.
 */
export function buildVoteMatrix(
  options: readonly RankableOption[],
  people: readonly { availability: readonly AvailabilitySpan[] }[],
): Uint8Array {
  const grid = new Uint8Array(options.length * people.length);
  const find = createSpanFinder(options);
  const ordered = orderInTime(options);
  const starts = ordered.map(({ start }) => start);
  const ends = ordered.map(({ end }) => end);
  people.forEach(({ availability }, person) => {
    let next = 0;
    for (const span of availability) {
      // The service sends spans in start order and in one spelling, so walking along the options finds them without
      // parsing a million dates. From the first that is not found so, they go by their time.
      while (next < starts.length && (starts[next] !== span.start || ends[next] !== span.end)) next++;
      const index = ordered[next]?.index ?? find(span);
      if (index !== undefined) grid[index * people.length + person] = voteOf(span.modifiers);
    }
  });
  return grid;
}

/** The vote that a span stands for: yes, or if need be. An unknown modifier still means available: the set is open. */
export function voteOf(modifiers: readonly string[]): number {
  return modifiers.includes("ifNeedBe") ? votes.ifNeedBe : votes.yes;
}

function keyOfSpan(span: AvailabilitySpan, days: boolean): string {
  return days ? span.start.slice(0, 10) : `${Date.parse(span.start)}/${Date.parse(span.end)}`;
}

function keyOfOption(option: RankableOption): string {
  if ("date" in option) return option.date;
  return `${startOf(option)}/${startOf(option) + lengthOf(option)}`;
}

function startOf(option: RankableOption): number {
  return Date.parse("date" in option ? option.date : option.startTime);
}

function lengthOf(option: RankableOption): number {
  return ("date" in option ? 1440 : option.duration) * 60_000;
}

/** Both ends of every option as the service spells them, in the order in which it sends spans. */
function orderInTime(options: readonly RankableOption[]) {
  return options
    .map((option, index) => ({ index, from: startOf(option), to: startOf(option) + lengthOf(option) }))
    .sort((one, other) => one.from - other.from || one.to - other.to)
    .map(({ index, from, to }) => ({ index, start: formatInstant(from), end: formatInstant(to) }));
}

function formatInstant(instant: number): string {
  return new Date(instant).toISOString();
}
