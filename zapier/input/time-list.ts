/** Divides a field with several dates or times, and the rows of a sheet, into single ones. */
import { noYear } from "./date-text.ts";
import { explainMinutes, parseMinutes } from "./duration.ts";
import { dropBlanks, listLeaves, parseJsonText } from "./form-values.ts";
import { quoteValue } from "./input-error.ts";
import { noDate, type ParsedTime, type ParseTimeResult, parseTime, readTimeCell } from "./time-text.ts";

/** One date or time of a field: the text that the person entered, and its parsed value. */
export interface TimeItem {
  text: string;
  parsed: ParseTimeResult;
  /** Minutes, when the row has a duration of its own. */
  duration?: number;
  /** The date cell beside a start. */
  day?: ParsedTime | undefined;
}

/** A date with weekday, year and times has at most this many commas, and one more piece. */
const maxPieces = 5;

/** Enough for a hundred options with all their commas. */
const maxParsedPieces = 600;

/**
 * The dates or times of a list field: single texts, nested lists, JSON, or text joined by line breaks,
 * semicolons, commas or "and". A comma inside a date does not divide it. Repeats are dropped. Returns
 * undefined for more than a poll takes.
 */
export function splitTimes(value: unknown, today?: string): TimeItem[] | undefined {
  const texts = listTexts(parseJsonText(value));
  const lines = new Set(texts.flatMap((text) => (typeof text === "string" ? text.split(/[;\n\r]/) : [])));
  const divided = [...lines].map((line) => splitPieces(line.trim().replace(/^[-*\u2022] |^\[(.*)\]$/, "$1")));
  if (divided.flat().length > maxParsedPieces) return undefined;
  const items = divided.flatMap((pieces) => joinPieces(pieces, today));
  const refused = texts.flatMap((text) => (typeof text === "string" ? [] : [text]));
  return [...new Map([...items, ...refused].map((item) => [item.text, item])).values()];
}

/** The texts of nested lists, in their order. Of a line item nothing says which of its values is meant. */
function listTexts(value: unknown): (string | TimeItem)[] {
  if (Array.isArray(value)) return value.flatMap(listTexts);
  if (typeof value !== "object" || value === null) return listLeaves(value);
  const [cell, ...others] = Object.values(dropBlanks(value) ?? {});
  if (others.length === 0) return listTexts(cell);
  const problem =
    "is a line item with several values. Map one of them, or choose Rows of a sheet or calendar under Offer.";
  return [refuse(listLeaves(value).join(", "), problem)];
}

const refuse = (text: string, problem: string): TimeItem => ({ text, parsed: { problem } });

/** A part of a line, and what stands before it: a comma or "and". */
interface Piece {
  text: string;
  separator: string;
}

/**
 * Joins the pieces of a line that are one date or time, and neighbors that nothing is recognized in, so that
 * they are quoted together. Takes linear time.
 */
function joinPieces(pieces: readonly Piece[], today: string | undefined): TimeItem[] {
  const items: TimeItem[] = [];
  for (let at = 0; at < pieces.length; ) {
    const { text, parsed, size } = takeLongest(pieces.slice(at, at + maxPieces), today);
    const last = items.at(-1);
    if (
      last === undefined ||
      !isIncomplete(last.parsed) ||
      !isIncomplete(parsed) ||
      isSame(last.parsed, parsed)
    )
      items.push({ text, parsed });
    else items[items.length - 1] = { text: last.text + pieces[at]?.separator + text, parsed: undefined };
    at += size;
  }
  return items;
}

/** The most pieces that are one date or time, or else that have one problem, or else one piece. */
function takeLongest(pieces: readonly Piece[], today: string | undefined) {
  const runs = pieces.map((_, index) => {
    const size = index + 1;
    const joined = pieces.slice(0, size).map(({ text, separator }) => separator + text);
    const text = joined.join("").slice(pieces[0]?.separator.length);
    return { text, parsed: parseTime(text, today), size };
  });
  return (
    runs.findLast(({ parsed }) => parsed !== undefined && "value" in parsed) ??
    runs.findLast(({ parsed }) => !isIncomplete(parsed)) ??
    (runs[0] as (typeof runs)[number])
  );
}

/** Whether a text may be a part of a longer one: it has no date, no year, or nothing that is recognized. */
const isIncomplete = (parsed: ParseTimeResult): boolean =>
  parsed === undefined || ("problem" in parsed && [noDate, noYear].includes(parsed.problem));

const isSame = (one: ParseTimeResult, other: ParseTimeResult): boolean =>
  one !== undefined && JSON.stringify(one) === JSON.stringify(other);

/** A text up to a comma, a tab, "and" or "&" that is in no brackets, and that separator. */
const piece = /((?:[([][^()[\]]*[)\]]|(?!,|\t| (?:and|&) ).)*)(,|\t| (?:and|&) |$)/gisu;

/** The pieces of a line, without quotation marks. */
function splitPieces(line: string): Piece[] {
  let separator = ", ";
  return [...line.matchAll(piece)].flatMap(([, written = "", next = ""]) => {
    const quoted = /^["'\u201c\u2018](.*)["'\u201d\u2019]$/u;
    const found = { text: written.trim().replace(quoted, "$1").trim(), separator };
    separator = next.length === 1 ? ", " : next;
    return found.text === "" ? [] : [found];
  });
}

/** The times of the rows of Create Poll. Blank rows are left out. */
export const readRows = (value: unknown, today?: string): TimeItem[] =>
  [parseJsonText(value)].flat(2).flatMap((row) => {
    const filled = dropBlanks(row);
    return filled === undefined ? [] : [readRow(Object(filled), today)];
  });

function readRow(row: Readonly<Record<string, unknown>>, today: string | undefined): TimeItem {
  const columns = ["row_date", "row_start", "row_end", "row_duration"].map((key) => listLeaves(row[key]));
  const several = columns.find((cells) => cells.length > 1);
  if (several !== undefined)
    return refuse(several.join(", "), "are several values in one row. Map one of them.");
  const [date = "", start = "", end = "", duration = ""] = columns.map(([cell = ""]) => readTimeCell(cell));
  if (date + start + end === "")
    return refuse(duration, "is in a row without a date and a start. Map them too, or clear the row.");
  const day = findValue(parseTime(date, today));
  const own = findValue(parseTime(start, today));
  if (day !== undefined && own !== undefined && day.start.date !== own.start.date)
    return refuse(`${date}, ${start}`, "are different days for one start. Map one of them.");
  const first = start === "" ? day : own;
  const isDay = first !== undefined && (isWithoutTime(first) || (start === "" && isMidnight(first)));
  if (end !== "" && (isDay || date + start === ""))
    return refuse(`${date} ${end}`.trim(), "has an end without a start. Map the start too.");
  // Beside a start, midnight and an instant only say which day it is. Alone, midnight is no time of day.
  const isOnlyDay = day !== undefined && (isMidnight(day) || (start !== "" && day.instant === true));
  const parts = own === undefined ? [isOnlyDay ? day.start.date : date, start] : [start];
  const text = [parts.filter((part) => part !== "").join(" "), end].filter((part) => part !== "").join(" - ");
  const item: TimeItem = { text, parsed: parseTime(text, today), day: start === "" ? undefined : day };
  if (duration === "") return item;
  const minutes = parseMinutes(duration);
  if (minutes === undefined)
    return refuse(text, `has the duration ${quoteValue(duration)}, which ${explainMinutes(duration)}`);
  return { ...item, duration: minutes };
}

const findValue = (parsed: ParseTimeResult): ParsedTime | undefined =>
  parsed !== undefined && "value" in parsed ? parsed.value : undefined;

const isWithoutTime = ({ start, timeProblem }: ParsedTime): boolean =>
  start.time === undefined && timeProblem === undefined;

const isMidnight = ({ start, end }: ParsedTime): boolean => start.time === "00:00" && end === undefined;
