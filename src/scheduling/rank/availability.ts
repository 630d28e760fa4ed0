/** What ranking needs of a span in which a person is available. */
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

/**
 * The votes of one person for one option, and the numbers that stand for them in arrays. A participant's availability
 * omits both "no" and "no answer". Available means yes or if need be.
 */
export const voteCodes = { noOrUnanswered: 0, ifNeedBe: 1, yes: 2 } as const;

/** The name of a vote. */
export type VoteName = keyof typeof voteCodes;

/** Returns a function that finds the position of a span's option: days by their date alone, slots by both ends. */
export function createSpanFinder(options: readonly RankableOption[]) {
  const byKey = new Map(options.map((option, index) => [keyOfOption(option), index]));
  const days = options[0] !== undefined && "date" in options[0];
  return (span: AvailabilitySpan): number | undefined => byKey.get(keyOfSpan(span, days));
}

/** All votes as {@link voteCodes} in one array: the vote of person p for option o is at o * people + p. */
export function buildVoteMatrix(
  options: readonly RankableOption[],
  people: readonly { availability: readonly AvailabilitySpan[] }[],
): Uint8Array {
  const matrix = new Uint8Array(options.length * people.length);
  const find = createSpanFinder(options);
  const ordered = orderInTime(options);
  const starts = ordered.map(({ start }) => start);
  const ends = ordered.map(({ end }) => end);
  people.forEach(({ availability }, person) => {
    let next = 0;
    for (const span of availability) {
      // The service sends spans in start order and in one spelling, so walking along the options finds them without
      // parsing a million dates. After the first span that is not found this way, spans are found by their times.
      while (next < starts.length && (starts[next] !== span.start || ends[next] !== span.end)) next++;
      const index = ordered[next]?.index ?? find(span);
      if (index !== undefined) matrix[index * people.length + person] = voteCodes[voteOf(span.modifiers)];
    }
  });
  return matrix;
}

/** The vote that a span stands for. The set of modifiers is open: with an unknown one the vote is yes. */
export function voteOf(modifiers: readonly string[]): Exclude<VoteName, "noOrUnanswered"> {
  return modifiers.includes("ifNeedBe") ? "ifNeedBe" : "yes";
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

/** Start and end of every option in the spelling of the service, in the order in which it sends spans. */
function orderInTime(options: readonly RankableOption[]) {
  return options
    .map((option, index) => ({ index, from: startOf(option), to: startOf(option) + lengthOf(option) }))
    .sort((one, other) => one.from - other.from || one.to - other.to)
    .map(({ index, from, to }) => ({ index, start: formatInstant(from), end: formatInstant(to) }));
}

function formatInstant(instant: number): string {
  return new Date(instant).toISOString();
}
