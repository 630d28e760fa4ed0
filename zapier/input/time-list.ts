/** Divides a field with several dates or times, and the rows of a sheet, into single ones. */
import { maxOptions } from "../../src/api/check/create-input.ts";
import { toInstant, toLocal } from "../../src/time/index.ts";
import { type DateRules, noYear } from "./date-text.ts";
import { parseMinutes } from "./duration.ts";
import { dropBlanks, listLeaves, parseJsonText } from "./form-values.ts";
import { quoteValue, refuse } from "./input-error.ts";
import { labelOf } from "./labels.ts";
import type { TimeContext } from "./slots.ts";
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
export function splitTimes(value: unknown, key: string, rules: DateRules): TimeItem[] {
  const texts = listTexts(dropBlanks(parseJsonText(value)), key).map((text) => text.normalize("NFKC"));
  const lines = new Set(texts.flatMap((text) => text.split(/[;\n\r]/)));
  const divided = [...lines].map((line) => splitPieces(line.trim().replace(/^[-*\u2022] |^\[(.*)\]$/, "$1")));
  if (divided.flat().length > maxParsedPieces)
    throw refuse(key, `has more than ${maxOptions} values. A poll takes at most ${maxOptions}.`);
  const items = divided.flatMap((pieces) => joinPieces(pieces, rules));
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
    `${quoteValue(listLeaves(value).join(", "))} is a line item with several values. Map one of them, or choose Rows of a sheet or calendar under ${labelOf("option_type")}.`,
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
function joinPieces(pieces: readonly Piece[], rules: DateRules): TimeItem[] {
  const items: TimeItem[] = [];
  for (let at = 0; at < pieces.length; ) {
    const { text, parsed, size } = takeLongest(pieces.slice(at, at + maxPieces), rules);
    const last = items.at(-1);
    const isSame = parsed !== undefined && JSON.stringify(parsed) === JSON.stringify(last?.parsed);
    if (last !== undefined && isIncomplete(last.parsed) && isIncomplete(parsed) && !isSame)
      items[items.length - 1] = { text: last.text + pieces[at]?.separator + text, parsed: undefined };
    else items.push({ text, parsed });
    at += size;
  }
  // Together they may have a problem that says more.
  return items.map(({ text, parsed }) => ({ text, parsed: parsed ?? parseTime(text, rules) }));
}

/** The most pieces that are one date or time, or else that have one problem, or else one piece. */
function takeLongest(pieces: readonly Piece[], rules: DateRules) {
  const runs = pieces.map((_, index) => {
    const joined = pieces.slice(0, index + 1).map(({ text, separator }) => separator + text);
    const text = joined.join("").slice(pieces[0]?.separator.length);
    return { text, parsed: parseTime(text, rules), size: index + 1 };
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
export const readRows = (value: unknown, context: TimeContext): TimeItem[] =>
  [dropBlanks(parseJsonText(value)) ?? []].flat(2).map((row) => readRow(Object(row), context));

function readRow(row: Readonly<Record<string, unknown>>, context: TimeContext): TimeItem {
  const refuseRow = (text: string, problem: string) => ({ text, parsed: { problem } });
  const columns = ["row_date", "row_start", "row_end", "row_duration"].map((key) => listLeaves(row[key]));
  const several = columns.find((cells) => cells.length > 1);
  if (several !== undefined)
    return refuseRow(several.join(", "), "are several values in one row. Map one of them.");
  const [date = "", start = "", end = "", duration = ""] = columns.map(([cell = ""]) => readTimeCell(cell));
  if (date + start + end === "")
    return refuseRow(duration, "is in a row without a date and a start. Map them too, or clear the row.");
  const cells = [date, start].map((text) => ({ text, parsed: parseTime(text, context) }));
  const [day, own] = cells.map(({ parsed }) => findValue(parsed));
  const wrong = cells.find(({ parsed }) => !isIncomplete(parsed) && findValue(parsed) === undefined);
  if (wrong !== undefined) return wrong;
  if (day !== undefined && own !== undefined && !isSameDay(day, own, context.timeZone))
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
  const isApart = start !== "" && own === undefined;
  return { text, parsed: parseTime(text, context), day: isApart ? day : undefined, duration: minutes };
}

/** Whether a day and a start with a day of its own are on one day in the poll's zone, or where the start was written. */
function isSameDay(day: ParsedTime, own: ParsedTime, timeZone: string | null): boolean {
  const listDays = ({ start, instant }: ParsedTime) => {
    if (start.offset === undefined || timeZone === null) return [start.date];
    const { date } = toLocal(toInstant(`${start.date}T${start.time}${start.offset}`), timeZone);
    return instant ? [date] : [date, start.date];
  };
  const days = isMidnight(day) ? [day.start.date] : listDays(day);
  return listDays(own).some((each) => days.includes(each));
}

const isWithoutTime = ({ start, timeProblem }: ParsedTime): boolean =>
  start.time === undefined && timeProblem === undefined;

const isMidnight = ({ start, end }: ParsedTime): boolean => start.time === "00:00" && end === undefined;
