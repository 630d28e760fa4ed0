/** Reads what people and programs write as days, times, zones and lengths. It makes no instants. Pure. */
import { listItems, unquote } from "./clean.ts";
import type { DateRules } from "./days.ts";
import { readOptions } from "./options.ts";
import { type Reading, readTime, type WrittenTime } from "./times.ts";

export { cleanText, fold, listItems } from "./clean.ts";
export { type DateRules, dateFormats, readWeekdays } from "./days.ts";
export { readLength } from "./lengths.ts";
export { isAt } from "./match-option.ts";
export { problem } from "./problem.ts";
export { settleTime } from "./settle.ts";
export {
  type Reading,
  readCells,
  readClock,
  readTime,
  type WrittenTime,
} from "./times.ts";
export { areas, nameTime, newZoneNames, readTimeZone } from "./zones.ts";

/** One date or time, or a line with all options of a day. */
export function readLine(text: string, rules: DateRules = {}): Reading<WrittenTime[]> {
  const [line = "", ...others] = listItems(text);
  const read = others.length > 0 ? undefined : (readOptions(line) ?? readTime(line, rules));
  if (read === undefined || "problem" in read) return read;
  return { value: [read.value].flat() };
}

/** One date or time of a list: its text, and what was read. */
export interface ReadItem {
  text: string;
  read: Reading<WrittenTime>;
}

/** A range has two weekdays and years, and a zone in a menu up to six cities. */
const maxPieces = 9;

/** Enough for a hundred options with all their commas. */
const maxListed = 600;

/**
 * The dates or times in texts, each of which may be a list, also with commas or "and" between its items. A comma inside of a date
 * does not divide it. Repeats are dropped. Undefined for more than anybody means.
 */
export function readTimes(texts: readonly string[], rules: DateRules): ReadItem[] | undefined {
  const lines = new Set(texts.flatMap(listItems).map((line) => line.replace(/^\[(.*)\]$/s, "$1")));
  const divided = [...lines].map((line) => ({ line, options: readOptions(line), pieces: splitPieces(line) }));
  if (divided.flatMap(({ pieces }) => pieces).length > maxListed) return undefined;
  const items = divided.flatMap(({ line, options, pieces }): ReadItem[] => {
    if (options === undefined) return joinPieces(pieces, rules);
    if ("problem" in options) return [{ text: line, read: options }];
    const { value } = options;
    return value.map((time, index) => ({
      text: value.length === 1 ? line : `${line} (${index + 1})`,
      read: { value: time },
    }));
  });
  return [...new Map(items.map((item) => [item.text, item])).values()];
}

/** A part of a line, and what stands before it: a comma or "and". */
interface Piece {
  text: string;
  separator: string;
}

/** A text up to a comma, a tab, "and" or "&" that is in no brackets, and that separator. */
const piece = /((?:[([][^()[\]]*[)\]]|(?!,|\t| (?:and|&) ).)*)(,|\t| (?:and|&) |$)/gisu;

/** The pieces of a line, without quotation marks. */
function splitPieces(line: string): Piece[] {
  let separator = ", ";
  return [...line.matchAll(piece)].flatMap(([, written = "", next = ""]) => {
    const found = { text: unquote(written), separator };
    separator = next.length === 1 ? ", " : next;
    return found.text === "" ? [] : [found];
  });
}

/**
 * Joins the pieces of a line that are one date or time, and neighbors that nothing is recognized in, so that
 * they are quoted together. Takes linear time.
 */
function joinPieces(pieces: readonly Piece[], rules: DateRules): ReadItem[] {
  const items: ReadItem[] = [];
  for (let at = 0; at < pieces.length; ) {
    const { text, read, size } = takeLongest(pieces.slice(at, at + maxPieces), rules);
    const last = items.at(-1);
    const isSame = read !== undefined && JSON.stringify(read) === JSON.stringify(last?.read);
    if (last !== undefined && isIncomplete(last.read) && isIncomplete(read) && !isSame)
      items[items.length - 1] = { text: last.text + pieces[at]?.separator + text, read: undefined };
    else items.push({ text, read });
    at += size;
  }
  // Together they may have a problem that says more.
  return items.map(({ text, read }) => ({ text, read: read ?? readTime(text, rules) }));
}

/** The most pieces that are one date or time, or else that have one problem, or else one piece. */
function takeLongest(pieces: readonly Piece[], rules: DateRules) {
  const runs = pieces.map((_, index) => {
    const joined = pieces.slice(0, index + 1).map(({ text, separator }) => separator + text);
    const text = joined.join("").slice(pieces[0]?.separator.length);
    return { text, read: readTime(text, rules), size: index + 1 };
  });
  return (
    runs.findLast(({ read }) => read !== undefined && "value" in read) ??
    runs.findLast(({ read }) => !isIncomplete(read)) ??
    (runs[0] as (typeof runs)[number])
  );
}

/** Whether a text may be a part of a longer one: it has no date, no year, or nothing that is recognized. */
export const isIncomplete = (read: Reading<WrittenTime>): boolean =>
  read === undefined || ("problem" in read && ["no-date", "no-year"].includes(read.problem.code ?? ""));
