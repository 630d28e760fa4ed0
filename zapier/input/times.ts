import type { WallClock } from "../../src/scheduling/index.ts";
import { describeGap, maxSlotMinutes, minSlotMinutes, resolveLocal, toLocal } from "../../src/time/index.ts";
import type { ParseResult } from "./dates.ts";
import { dropBlanks, listLeaves, parseJsonText } from "./form-values.ts";
import { isBookkeeping } from "./line-item-columns.ts";
import { type ParseBudget, parseLineItem, type TimeItem, takePieces } from "./line-items.ts";
import { noYear } from "./parse-date.ts";
import { type Moment, noDate, type ParsedTime, type ParseTimeResult, parseTime } from "./parse-time.ts";
import { pastOrTooFar, type TimeContext, toEpoch } from "./time-context.ts";

/** A start as it was meant, and its own duration when an end was written too. */
export interface ParsedSlot {
  start: WallClock;
  /** Minutes. */
  duration?: number;
}

const hint =
  'Write times as 2027-03-01 09:00, or with an end as 2027-03-01 09:00 - 09:45; "Formatter by Zapier" can change other notations to that.';

/** The slot of a text that was parsed: its start, and its duration when the text has an end. */
export function toSlot(text: string, parsed: ParseTimeResult, now: TimeContext): ParseResult<ParsedSlot> {
  if (/^\d+$/.test(text)) return { problem: "is a number, not a time.", hint };
  if (parsed === undefined) return { problem: "is not a date and time.", hint };
  if ("problem" in parsed) return { problem: parsed.problem, hint };
  const { timeProblem, start } = parsed.value;
  if (timeProblem !== undefined) return { problem: timeProblem, hint };
  if (start.time === undefined) return { problem: "has no time of day. Add it.", hint };
  return resolveSlot(parsed.value, now);
}

function resolveSlot(parsed: ParsedTime, now: TimeContext): ParseResult<ParsedSlot> {
  const from = resolveMoment(parsed.start, parsed.timeZone);
  if ("problem" in from) return from;
  const start = from.clock;
  const floats = now.timeZone === null && start.offset === undefined;
  const epoch = toEpoch(start, now.timeZone);
  const problem = pastOrTooFar(epoch, now, floats);
  if (problem !== undefined) return { problem };
  if (parsed.end === undefined) return { value: { start }, ...from.note };
  const to = resolveMoment(parsed.end, parsed.end.timeZone ?? parsed.timeZone);
  if ("problem" in to) return to;
  const gap = to.clock.offset === undefined ? findClockGap(to.clock.local, now.timeZone) : undefined;
  if (gap !== undefined) return { problem: gap };
  const duration = Math.ceil((toEpoch(to.clock, now.timeZone) - epoch) / 60_000);
  if (duration < minSlotMinutes || duration > maxSlotMinutes)
    return { problem: explainLength(duration), hint };
  const note = parsed.overnight ? { note: `ends on the next day, ${parsed.end.date}.` } : from.note;
  return { value: { start, duration }, ...note };
}

interface ResolvedMoment {
  clock: WallClock;
  note?: { note: string } | undefined;
}

/** A clock time with the offset of the zone that its own text names; without one it stays as it was written. */
function resolveMoment(
  { date, time = "00:00", offset }: Moment,
  timeZone: string | undefined,
): ResolvedMoment | { problem: string } {
  const local = `${date}T${time}`;
  if (timeZone === undefined) return { clock: { local, ...(offset !== undefined && { offset }) } };
  if (offset !== undefined) {
    const real = toLocal(new Date(`${local}${offset}`).toISOString(), timeZone).offset;
    if (real === offset) return { clock: { local, offset } };
    return { problem: `has the offset ${offset}, but ${timeZone} is at ${real} then. Correct one of them.` };
  }
  const found = resolveLocal(local, timeZone);
  if (found.kind === "gap") return { problem: `cannot be used: ${describeGap(local, timeZone, found)}.` };
  const known = toLocal(found.instant, timeZone).offset;
  const note =
    found.kind === "overlap"
      ? { note: `happens twice, because clocks are set back. The earlier one (UTC${known}) was used.` }
      : undefined;
  return { clock: { local, offset: known }, note };
}

function findClockGap(local: string, timeZone: string | null): string | undefined {
  const found = timeZone === null ? undefined : resolveLocal(local, timeZone);
  // The instant at which the clocks go forward is an end like any other.
  return found?.kind === "gap" && timeZone !== null && found.before !== local.slice(0, 16)
    ? `has an end that does not exist: ${describeGap(local, timeZone, found)}.`
    : undefined;
}

function explainLength(duration: number): string {
  if (duration <= 0) return "ends before it starts. Correct the end.";
  return `lasts ${duration} minutes. A slot lasts from 15 minutes to 24 hours.`;
}

/** The values of a list field. */
export interface TimeList {
  items: TimeItem[];
  /** Whether there are more values than a poll takes. Then not all of them are parsed. */
  tooMany: boolean;
}

/** A date with weekday, year and times has at most this many commas, and one more piece. */
const maxPieces = 5;

/** Enough for a hundred options with all their commas. */
const maxParsedPieces = 600;

/**
 * The dates or times of a list field, whatever shape Zapier gave it: single texts, lists, line items with a start and
 * an end, JSON, or text joined by line breaks, semicolons, commas or "and". A comma inside a date does not divide it, and
 * neighbouring pieces that nothing is recognized in stay one text. Repeats are dropped.
 */
export function splitTimes(value: unknown, today?: string): TimeList {
  const budget: ParseBudget = { pieces: maxParsedPieces, today };
  const items = splitValue(parseJsonText(value), budget);
  const unique = new Map(items.map((item) => [`${item.text} ${JSON.stringify(item.duration)}`, item]));
  return { items: [...unique.values()], tooMany: budget.pieces < 0 };
}

function splitValue(value: unknown, budget: ParseBudget): TimeItem[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((item) => splitValue(item, budget));
  if (typeof value === "object") {
    const object = value as Record<string, unknown>;
    return parseLineItem(object, budget) ?? splitUnknownColumns(object, budget);
  }
  const lines = new Set(String(value).split(/[;\n\r]/));
  return [...lines].flatMap((line) => splitLine(line.trim().replace(/^[-*\u2022] /, ""), budget));
}

/**
 * The one date or time among columns with other names. Columns that say when an entry was made do not count. Several
 * dates or times are refused: nothing says which of them is meant.
 */
function splitUnknownColumns(object: Readonly<Record<string, unknown>>, budget: ParseBudget): TimeItem[] {
  const filled = Object.entries(object).filter(([, cell]) => dropBlanks(cell) !== undefined);
  const columns = filled.filter(([key]) => !isBookkeeping(key));
  if (filled.length === 0) return [];
  const items = (columns.length === 0 ? filled : columns).map(([, cell]) => splitValue(cell, budget));
  const timed = items.filter((each) => each.some(({ parsed }) => parsed !== undefined));
  if (columns.length === 0 && filled.length === 1) return items.flat();
  if (columns.length > 0 && timed.length <= 1) return items.flat();
  const text = listLeaves(filled.map(([, cell]) => cell)).join(", ");
  const problem =
    columns.length === 0
      ? "has only the time when an entry was created or changed. Map the column with the date or time."
      : "is a line item with several dates or times. Map one of them, or name its columns Start and End.";
  return [{ text, parsed: { problem } }];
}

/** A part of a line, and what stands before it: a comma or "and". */
interface Piece {
  text: string;
  separator: string;
}

/** One way to divide a line at its separators. The cost is lower if more of its parts are recognized. */
interface Division {
  cost: number;
  items: { item: TimeItem; separator: string }[];
}

/** Divides a line at its commas and its "and" so that as much as possible of it is recognized. Takes linear time. */
function splitLine(line: string, budget: ParseBudget): TimeItem[] {
  const pieces = splitPieces(line.replace(/^\[(.*)\]$/, "$1"));
  if (!takePieces(budget, pieces.length)) return [];
  const { today } = budget;
  const best: Division[] = [{ cost: 0, items: [] }];
  // best[n] is the division of the last n pieces.
  for (let count = 1; count <= pieces.length; count++) {
    const begin = pieces.length - count;
    const divisions = Array.from({ length: Math.min(maxPieces, count) }, (_, index) => {
      const [first, ...others] = pieces.slice(begin, begin + index + 1);
      const { text: start = "", separator = "" } = first ?? {};
      const text = others.reduce((all, piece) => `${all}${piece.separator}${piece.text}`, start);
      return join({ text, parsed: parseTime(text, today) }, separator, index + 1, best[count - index - 1]);
    });
    best[count] = divisions.reduce((one, other) => (other.cost < one.cost ? other : one));
  }
  return best[pieces.length]?.items.map(({ item }) => item) ?? [];
}

function join(
  item: TimeItem,
  separator: string,
  pieces: number,
  rest: Division = { cost: 0, items: [] },
): Division {
  const [next, ...others] = rest.items;
  if (item.parsed === undefined && pieces > 1) return { cost: Number.POSITIVE_INFINITY, items: [] };
  const cost = rest.cost + (item.parsed === undefined ? 2 : "problem" in item.parsed ? 1 : 0);
  if (next === undefined || !belongTogether(item, next.item))
    return { cost, items: [{ item, separator }, ...rest.items] };
  const text = `${item.text}${next.separator}${next.item.text}`;
  return { cost, items: [{ item: { text, parsed: undefined }, separator }, ...others] };
}

/** Whether neighbors are parts of one text that is not understood: both are incomplete, and not in the same way. */
function belongTogether(item: TimeItem, next: TimeItem): boolean {
  const [one, other] = [findGap(item), findGap(next)];
  return one !== undefined && other !== undefined && (one !== other || one === "unknown");
}

/** Why an item may be a part of a longer text: nothing is recognized in it, or its date or year is missing. */
function findGap({ parsed }: TimeItem): "unknown" | "date" | "year" | undefined {
  if (parsed === undefined) return "unknown";
  if (!("problem" in parsed)) return undefined;
  if (parsed.problem === noDate) return "date";
  return parsed.problem === noYear ? "year" : undefined;
}

const separators = /,|\t| (?:and|&) /iy;

/** The pieces between commas, tabs, "and" or "&" that are in no brackets, without quotation marks. */
function splitPieces(line: string): Piece[] {
  const pieces: Piece[] = [];
  let depth = 0;
  let begin = 0;
  let separator = ", ";
  const add = (end: number) => {
    const text = stripQuotes(line.slice(begin, end));
    if (text !== "") pieces.push({ text, separator });
  };
  for (let at = 0; at < line.length; at++) {
    const character = line[at];
    if (character === "(" || character === "[") depth++;
    if (character === ")" || character === "]") depth = Math.max(0, depth - 1);
    separators.lastIndex = at;
    const found = depth > 0 ? undefined : separators.exec(line)?.[0];
    if (found === undefined) continue;
    add(at);
    separator = found.length === 1 ? ", " : found;
    begin = at + found.length;
    at = begin - 1;
  }
  add(line.length);
  return pieces;
}

const stripQuotes = (text: string): string => {
  const trimmed = text.trim();
  const quoted = /^["'\u201c\u2018]/.test(trimmed) && /["'\u201d\u2019]$/.test(trimmed) && trimmed.length > 1;
  return quoted ? trimmed.slice(1, -1).trim() : trimmed;
};
