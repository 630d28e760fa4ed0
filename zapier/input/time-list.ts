/** Divides a field with several dates or times, and the rows of a sheet, into single ones. */
import { maxOptions } from "../../src/api/web.ts";
import { noYear } from "./date-text.ts";
import { parseMinutes } from "./duration.ts";
import { dropBlanks, listLeaves, parseJsonText } from "./form-values.ts";
import { quoteValue, refuse } from "./input-error.ts";
import { noDate, type ParsedTime, type ParseTimeResult, parseTime, readTimeCell } from "./time-text.ts";

/** One date or time of a field: the text that the person entered, and its parsed value. */
export interface TimeItem {
  text: string;
  parsed: ParseTimeResult;
  /** Minutes, when the row has a duration of its own. */
  duration?: number | undefined;
  /** The date cell beside a start. */
  day?: ParsedTime | undefined;
}

/** A date with weekday, year and times has at most this many commas, and one more piece. */
const maxPieces = 5;

/** Enough for a hundred options with all their commas. */
const maxParsedPieces = 600;

/**
 * The dates or times of a list field: single texts, nested lists, JSON, or text joined by line breaks,
 * semicolons, commas or "and". A comma inside a date does not divide it. Repeats are dropped. Throws
 * `InputError` for more than a poll takes, and for a line item with several values.
 */
export function splitTimes(value: unknown, key: string, today?: string): TimeItem[] {
  const texts = listTexts(dropBlanks(parseJsonText(value)), key);
  const lines = new Set(texts.flatMap((text) => text.split(/[;\n\r]/)));
  const divided = [...lines].map((line) => splitPieces(line.trim().replace(/^[-*\u2022] |^\[(.*)\]$/, "$1")));
  if (divided.flat().length > maxParsedPieces)
    throw refuse(key, `has more than ${maxOptions} values. A poll takes at most ${maxOptions}.`);
  const items = divided.flatMap((pieces) => joinPieces(pieces, today));
  return [...new Map(items.map((item) => [item.text, item])).values()];
}

/** The texts of nested lists, in their order. Of a line item nothing says which of its values is meant. */
function listTexts(value: unknown, key: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => listTexts(each, key));
  if (typeof value !== "object" || value === null) return listLeaves(value);
  const [cell, ...others] = Object.values(value);
  if (others.length === 0) return listTexts(cell, key);
  throw refuse(
    key,
    `${quoteValue(listLeaves(value).join(", "))} is a line item with several values. Map one of them, or choose Rows of a sheet or calendar under Offer.`,
  );
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
    const quoted = /^["'\u201c\u2018](.*)["'\u201d\u2019]$/u;
    const found = { text: written.trim().replace(quoted, "$1").trim(), separator };
    separator = next.length === 1 ? ", " : next;
    return found.text === "" ? [] : [found];
  });
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
    const isSame = parsed !== undefined && JSON.stringify(parsed) === JSON.stringify(last?.parsed);
    if (last !== undefined && isIncomplete(last.parsed) && isIncomplete(parsed) && !isSame)
      items[items.length - 1] = { text: last.text + pieces[at]?.separator + text, parsed: undefined };
    else items.push({ text, parsed });
    at += size;
  }
  return items;
}

/** The most pieces that are one date or time, or else that have one problem, or else one piece. */
function takeLongest(pieces: readonly Piece[], today: string | undefined) {
  const runs = pieces.map((_, index) => {
    const joined = pieces.slice(0, index + 1).map(({ text, separator }) => separator + text);
    const text = joined.join("").slice(pieces[0]?.separator.length);
    return { text, parsed: parseTime(text, today), size: index + 1 };
  });
  return (
    runs.findLast(({ parsed }) => findValue(parsed) !== undefined) ??
    runs.findLast(({ parsed }) => !isIncomplete(parsed)) ??
    (runs[0] as (typeof runs)[number])
  );
}

const findValue = (parsed: ParseTimeResult): ParsedTime | undefined =>
  parsed !== undefined && "value" in parsed ? parsed.value : undefined;

/** Whether a text may be a part of a longer one: it has no date, no year, or nothing that is recognized. */
const isIncomplete = (parsed: ParseTimeResult): boolean =>
  parsed === undefined || ("problem" in parsed && [noDate, noYear].includes(parsed.problem));

/** The times of the rows of Create Poll. Blank rows are left out. */
export const readRows = (value: unknown, today?: string): TimeItem[] =>
  [dropBlanks(parseJsonText(value)) ?? []].flat(2).map((row) => readRow(Object(row), today));

function readRow(row: Readonly<Record<string, unknown>>, today: string | undefined): TimeItem {
  const refuseRow = (text: string, problem: string) => ({ text, parsed: { problem } });
  const columns = ["row_date", "row_start", "row_end", "row_duration"].map((key) => listLeaves(row[key]));
  const several = columns.find((cells) => cells.length > 1);
  if (several !== undefined)
    return refuseRow(several.join(", "), "are several values in one row. Map one of them.");
  const [date = "", start = "", end = "", duration = ""] = columns.map(([cell = ""]) => readTimeCell(cell));
  if (date + start + end === "")
    return refuseRow(duration, "is in a row without a date and a start. Map them too, or clear the row.");
  const day = findValue(parseTime(date, today));
  const own = findValue(parseTime(start, today));
  if (day !== undefined && own !== undefined && day.start.date !== own.start.date)
    return refuseRow(`${date}, ${start}`, "are different days for one start. Map one of them.");
  const first = start === "" ? day : own;
  const isDay = first !== undefined && (isWithoutTime(first) || (start === "" && isMidnight(first)));
  if (end !== "" && (isDay || date + start === ""))
    return refuseRow(`${date} ${end}`.trim(), "has an end without a start. Map the start too.");
  // Beside a start, midnight and an instant only say which day it is. Alone, midnight is no time of day.
  const isOnlyDay = day !== undefined && (isMidnight(day) || (start !== "" && day.instant === true));
  const begin = own === undefined ? `${isOnlyDay ? day.start.date : date} ${start}`.trim() : start;
  const text = end === "" ? begin : `${begin} - ${end}`;
  const minutes = duration === "" ? undefined : parseMinutes(duration);
  if (typeof minutes === "string")
    return refuseRow(text, `has the duration ${quoteValue(duration)}, which ${minutes}`);
  return { text, parsed: parseTime(text, today), day: start === "" ? undefined : day, duration: minutes };
}

const isWithoutTime = ({ start, timeProblem }: ParsedTime): boolean =>
  start.time === undefined && timeProblem === undefined;

const isMidnight = ({ start, end }: ParsedTime): boolean => start.time === "00:00" && end === undefined;
