/** Reads what people and programs write as days, times, zones and lengths. It makes no instants. Pure. */
import { dropNumber, fold, listItems, unquote } from "./clean.ts";
import { writeNoon } from "./clocks.ts";
import { type DateRules, markDates } from "./days.ts";
import type { Reading } from "./problem.ts";
import { readTime, type WrittenTime } from "./times.ts";

export { cleanText, fold, listItems } from "./clean.ts";
export { type DateRules, readWeekdays } from "./days.ts";
export { readLength } from "./lengths.ts";
export { isAt } from "./match-option.ts";
export { problem, type Reading } from "./problem.ts";
export { type SettleRules, settleTime } from "./settle.ts";
export { isWholeDay, readCells, readClock, readTime, type WrittenTime } from "./times.ts";
export { areas, nameTime, newZoneNames, readTimeZone } from "./zones.ts";

/** One date or time of a list: its text, and what was read. */
export interface ReadItem {
  text: string;
  read: Reading<WrittenTime>;
}

/**
 * An option as a tool or a step shows it, or all options of a day in one line: `2: Mon 2027-03-01 09:00–09:30,10:00–10:30 -05:00 |
 * 3 yes`.
 */
const day = "(?:[A-Z][a-z]{2} )?\\d{4}-\\d\\d-\\d\\d";
const clock = "\\d\\d:\\d\\d";
const offset = " [+-]\\d\\d:\\d\\d";
const slot = `${clock}(?:${offset}(?=[\u2013-]))?(?:[\u2013-](?:${day} )?${clock})?`;
const shown = new RegExp(`^(\\d{1,3}: )?(${day})(?: (${slot}(?:, ?${slot})*))?(${offset})?(?: \\| .*)?$`);

/**
 * The dates or times in texts, each of which may be a list, also with commas or "and" between its items. A comma inside of a date
 * does not divide it. Repeats are dropped.
 */
export function readTimes(texts: readonly string[], rules: DateRules): ReadItem[] {
  const items = texts.flatMap(listItems).flatMap(splitShown);
  const written = new Map(items.map(({ text, form }) => [text, form]));
  return [...written].map(([text, form]) => ({ text, read: readTime(form, rules) }));
}

/** The items of a line, and the form in which they are read: the offset behind a shown option is that of its start, too. */
function splitShown(line: string): { text: string; form: string }[] {
  const [, number, day = "", hours = "", last = ""] = shown.exec(line) ?? [];
  // Without a number, a weekday and a list of times it is a text like that of other programs.
  if (number === undefined && !/^[A-Z]/.test(day) && !hours.includes(","))
    return splitLine(line).map((text) => ({ text, form: text }));
  // Directly behind seconds, four digits are an offset and nothing else.
  const addOffset = (_all: string, time: string, own: string = last) =>
    own === "" ? time : `${time}:00${own.replace(/[ :]/g, "")}`;
  const slots = hours.split(/, ?/);
  return slots.map((slot) => ({
    text: slots.length === 1 ? line : `${day} ${slot}${last}`,
    form: `${day} ${slot.replace(/(\d\d:\d\d)( [+-]\d\d:\d\d)?/g, addOffset)}`,
  }));
}

const words = "(?:and|or|und|oder|et|ou|y|e|en|og|och|&)\\s+";
/** What may stand between two items of a line, or inside of one. Of several words it is the last: the ET of `9am ET and` is a zone. */
const separator = new RegExp(`((?:,\\s*|\\s)${words}(?!${words})|,\\s*|\\t)`, "i");

/** The dates and times of a line. A comma or a word such as "and" divides it where a date begins, or where one ends if times stand before dates. */
function splitLine(line: string): string[] {
  const parts = line.replace(/^\[(.*)\]$/s, "$1").split(separator);
  if (parts.length === 1) return parts.map(unquote);
  const folded = parts.map((part, index) =>
    index % 2 === 0 ? fold(part) : part.replace(/^\t$/, ", ").replace(/\s+/g, " ").toLowerCase(),
  );
  const marked = markDates(folded.join(""));
  const [beforeDate = ""] = writeNoon(dropNumber(marked)).split("D", 1);
  const isDateLast = /\d/.test(beforeDate);
  const items = [""];
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const from = at;
    at += folded[index]?.length ?? 0;
    const isBetween = index % 2 === 1 && !marked.slice(from, at).includes("D");
    const isDivider = isDateLast
      ? /D["']?$/.test(marked.slice(Math.max(0, from - 2), from))
      : /^["']?D/.test(dropNumber(marked.slice(at, at + 20)));
    if (isBetween && isDivider) items.push("");
    else items[items.length - 1] += part;
  }
  return items.map(unquote).filter((item) => /[\p{L}\d]/u.test(item));
}
