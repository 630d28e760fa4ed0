/** What ranking needs of a span in which somebody can make it. */
export interface AvailabilitySpan {
  start: string;
  end: string;
  modifiers: readonly string[];
}

/** A day or a slot that a poll offers. */
export type RankableOption = { date: string } | { startTime: string; duration: number };

/** One answer: cannot or did not answer (the API does not tell these apart), would rather not, can. */
export const answers = { cannot: 0, ratherNot: 1, can: 2 } as const;

/**
 * Everyone's answers in one array, option after option: the answer of person p to option o is at o * people + p.
 * Days are matched by their date alone, slots by both ends, so that durations stay apart.
 */
export function readAnswers(
  options: readonly RankableOption[],
  people: readonly { availability: readonly AvailabilitySpan[] }[],
): Uint8Array {
  const grid = new Uint8Array(options.length * people.length);
  const byKey = new Map(options.map((option, index) => [keyOfOption(option), index]));
  const days = options[0] !== undefined && "date" in options[0];
  const ordered = orderOptions(options);
  const starts = ordered.map(({ start }) => start);
  const ends = ordered.map(({ end }) => end);
  const rows = ordered.map(({ index }) => index * people.length);
  people.forEach(({ availability }, person) => {
    const known = walk(availability, person);
    for (const span of known === availability.length ? [] : availability.slice(known)) {
      const index = byKey.get(keyOfSpan(span, days));
      if (index !== undefined) grid[index * people.length + person] = readModifiers(span.modifiers);
    }
  });
  return grid;

  // The service sends spans in start order and in one spelling, so walking along the options finds them without
  // parsing a million dates. Answers how many were found so; from the first that was not, the rest goes by its time.
  function walk(spans: readonly AvailabilitySpan[], person: number): number {
    let place = 0;
    for (let count = 0; count < spans.length; count++) {
      const { start, end, modifiers } = spans[count] as AvailabilitySpan;
      while (place < starts.length && starts[place] !== start) place++;
      while (starts[place] === start && ends[place] !== end) place++;
      const row = rows[place];
      if (row === undefined || starts[place] !== start) return count;
      grid[row + person] = readModifiers(modifiers);
    }
    return spans.length;
  }
}

// An unknown modifier still means available: the set is open.
function readModifiers(modifiers: readonly string[]): number {
  return modifiers.length > 0 && modifiers.includes("ifNeedBe") ? answers.ratherNot : answers.can;
}

function keyOfSpan(span: AvailabilitySpan, days: boolean): string {
  return days ? span.start.slice(0, 10) : `${Date.parse(span.start)}/${Date.parse(span.end)}`;
}

function keyOfOption(option: RankableOption): string {
  if ("date" in option) return option.date;
  const start = Date.parse(option.startTime);
  return `${start}/${start + option.duration * 60_000}`;
}

/** Both ends of every option as the service spells them, in the order in which it sends spans. */
function orderOptions(options: readonly RankableOption[]) {
  const spelt = options.map((option, index) => {
    const start = Date.parse("date" in option ? option.date : option.startTime);
    const minutes = "date" in option ? 1440 : option.duration;
    return { index, start: spell(start), end: spell(start + minutes * 60_000) };
  });
  return spelt.sort((one, other) => compare(one.start, other.start) || compare(one.end, other.end));
}

function spell(instant: number): string {
  return new Date(instant).toISOString();
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
