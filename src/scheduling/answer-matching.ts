/** What ranking needs of a span in which somebody can make it. */
export interface AvailabilitySpan {
  start: string;
  end: string;
  modifiers: readonly string[];
}

/** A day or a slot that a poll offers. */
export type RankableOption = { date: string } | { startTime: string; duration: number };

/** One person's answer to one option: cannot or did not answer (the API does not tell these apart), would rather not, can. */
export const answers = { cannot: 0, ratherNot: 1, can: 2 } as const;

/** Reads one person's spans as an answer per option, written into an array as long as the options. */
export type AnswerReader = (spans: readonly AvailabilitySpan[], into: Uint8Array) => void;

/** Prepares to match spans to options: days by their date alone, slots by both ends, so that durations stay apart. */
export function createAnswerReader(options: readonly RankableOption[]): AnswerReader {
  const byKey = new Map(options.map((option, index) => [keyOfOption(option), index]));
  const ends = options.map((option, index) => ({ index, ...spell(option) }));
  ends.sort((one, other) => compare(one.start, other.start) || compare(one.end, other.end));
  const days = options[0] !== undefined && "date" in options[0];
  return (spans, into) => {
    into.fill(answers.cannot);
    // The service sends spans in start order and in one spelling, so most are found by walking along; that saves
    // parsing a million dates. Whatever is not found this way, for the rest of the person, is looked up by its time.
    let place = 0;
    let walking = true;
    for (const span of spans) {
      let found: number | undefined;
      if (walking) {
        while (place < ends.length && ends[place]?.start !== span.start) place++;
        while (ends[place]?.start === span.start && ends[place]?.end !== span.end) place++;
        const end = ends[place];
        walking = end !== undefined && end.start === span.start;
        if (walking) found = end?.index;
      }
      found ??= byKey.get(keyOfSpan(span, days));
      if (found !== undefined) into[found] = readModifiers(span.modifiers);
    }
  };
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

/** The two ends as the service spells them. */
function spell(option: RankableOption): { start: string; end: string } {
  const start = "date" in option ? Date.parse(`${option.date}T00:00:00Z`) : Date.parse(option.startTime);
  const minutes = "date" in option ? 1440 : option.duration;
  return { start: new Date(start).toISOString(), end: new Date(start + minutes * 60_000).toISOString() };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
