/** Divides a field with several dates or times, whatever shape Zapier gave it. */
import { noYear } from "./date-text.ts";
import { dropBlanks, listLeaves, parseJsonText } from "./form-values.ts";
import { isBookkeeping, type ParseBudget, parseLineItem, type TimeItem, takePieces } from "./rows.ts";
import { noDate, parseTime } from "./time-text.ts";

/** The values of a list field. */
interface TimeList {
  items: TimeItem[];
  /** Whether there are more values than a poll takes. Then not all of them are parsed. */
  tooMany: boolean;
}

/** A date with weekday, year and times has at most this many commas, and one more piece. */
const maxPieces = 5;

/** Enough for a hundred options with all their commas. */
const maxParsedPieces = 600;

/**
 * The dates or times of a list field: single texts, lists, line items with a start and an end, JSON, or text
 * joined by line breaks, semicolons, commas or "and". A comma inside a date does not divide it, and
 * neighboring pieces that nothing is recognized in stay one text. Repeats are dropped.
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
 * The one date or time among columns with other names. Columns that say when an entry was made do not count.
 * Several dates or times are refused: nothing says which of them is meant.
 */
function splitUnknownColumns(object: Readonly<Record<string, unknown>>, budget: ParseBudget): TimeItem[] {
  const filled = Object.entries(object).filter(([, cell]) => dropBlanks(cell) !== undefined);
  const columns = filled.filter(([key]) => !isBookkeeping(key));
  if (filled.length === 0) return [];
  const items = (columns.length === 0 ? filled : columns).map(([, cell]) => splitValue(cell, budget));
  const timed = items.filter((each) => each.some(({ parsed }) => parsed !== undefined));
  if (columns.length === 0 ? filled.length === 1 : timed.length <= 1) return items.flat();
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

/** Divides a line at its commas and its "and". Takes linear time. */
function splitLine(line: string, budget: ParseBudget): TimeItem[] {
  const pieces = splitPieces(line.replace(/^\[(.*)\]$/, "$1"));
  if (!takePieces(budget, pieces.length)) return [];
  const items: TimeItem[] = [];
  for (let at = 0; at < pieces.length; ) {
    const { item, size } = takeLongest(pieces, at, budget.today);
    const last = items.at(-1);
    if (last === undefined || !belongTogether(last, item)) items.push(item);
    else {
      const text = `${last.text}${pieces[at]?.separator}${item.text}`;
      items[items.length - 1] = { text, parsed: undefined };
    }
    at += size;
  }
  return items;
}

/** The most pieces that are one date or time, or else that have one problem, or else one piece. */
function takeLongest(pieces: readonly Piece[], at: number, today: string | undefined) {
  const runs = Array.from({ length: Math.min(maxPieces, pieces.length - at) }, (_, index) => {
    const [first, ...others] = pieces.slice(at, at + index + 1);
    const text = others.reduce((all, piece) => `${all}${piece.separator}${piece.text}`, first?.text ?? "");
    return { item: { text, parsed: parseTime(text, today) }, size: index + 1 };
  });
  return (
    runs.findLast(({ item: { parsed } }) => parsed !== undefined && "value" in parsed) ??
    runs.findLast(({ item }) => findGap(item) === undefined) ??
    (runs[0] as (typeof runs)[number])
  );
}

/**
 * Whether neighbors are parts of one text that is not understood: both are incomplete, and not in the same
 * way.
 */
function belongTogether(item: TimeItem, next: TimeItem): boolean {
  const [one, other] = [findGap(item), findGap(next)];
  return one !== undefined && other !== undefined && (one !== other || one === "unknown");
}

/**
 * Why an item may be a part of a longer text: nothing is recognized in it, or its date or year is missing.
 */
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
