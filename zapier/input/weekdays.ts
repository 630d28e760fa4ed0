import { type Weekday, weekdays } from "../../src/time/index.ts";
import { choice } from "./choice.ts";
import { findWeekday, fold } from "./date-text.ts";
import { type FormValues, listLeaves, parseJsonText } from "./form-values.ts";
import { InputError, quoteValue, refuse } from "./input-error.ts";
import { labelOf } from "./labels.ts";

const names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The choices of the Weekdays field, in the order of a week. */
export const weekdayChoices = weekdays.map((day, index) => choice(day, names[index] ?? day));

/** The English name of a day such as "mon", for a message. */
export const nameWeekday = (day: string): string => names[weekdays.indexOf(day as Weekday)] ?? day;

const groups = new Map<string, readonly Weekday[]>([
  ...["weekday", "weekdays", "every weekday"].map((name) => [name, weekdays.slice(0, 5)] as const),
  ...["weekend", "weekends"].map((name) => [name, weekdays.slice(5)] as const),
  ...["daily", "every day", "all days"].map((name) => [name, weekdays] as const),
]);

/** Longer than any list of weekdays. */
const maxLength = 200;

/** More unknown weekdays are counted, not quoted. */
const maxUnknown = 10;

/**
 * Weekdays from a list of "mon", "Mon" or "Monday", of spans ("Mon-Fri") and of "weekdays", "weekends" or
 * "every day", also with "and", "&" or "/" between them. Throws `InputError` for any other text.
 */
export function getWeekdays(values: FormValues, key: string): Weekday[] {
  const days = new Set<Weekday>();
  const unknown: string[] = [];
  const texts = listLeaves(parseJsonText(values[key])).flatMap((text) => text.split(/[,;\n\r]/));
  for (const text of new Set(texts.map((each) => each.trim()).filter((each) => each !== ""))) {
    const found = text.length > maxLength ? undefined : parseText(fold(text));
    if (found === undefined) unknown.push(text);
    else for (const day of found) days.add(day);
  }
  if (unknown.length > maxUnknown)
    throw refuse(
      key,
      `has ${unknown.length} values that are not days of the week. Write them as Monday or mon.`,
    );
  if (unknown.length === 0) return [...days];
  throw new InputError(
    unknown.map((text) => ({
      field: labelOf(key),
      message: `${quoteValue(text)} is not a day of the week. Write it as Monday or mon.`,
    })),
  );
}

function parseText(text: string): readonly Weekday[] | undefined {
  const parts = text.replace(/^(?:and|&) /, "").split(/ and | ?[&+/] ?/);
  const days = parts.map((part) => groups.get(part) ?? parseSpan(part) ?? parseRow(part));
  return days.every((found) => found !== undefined) ? days.flat() : undefined;
}

const rangeSign = / ?(?:[\p{Pd}\u2212~\u2192]+>?| (?:to|until|till|thru|through) ) ?/u;

/** One day, or all from one to another, over the end of the week too. */
function parseSpan(text: string): readonly Weekday[] | undefined {
  const ends = text.split(rangeSign).map(parseDayName);
  const [first, last = first] = ends;
  if (first === undefined || last === undefined || ends.length > 2) return undefined;
  if (ends.length === 2 && first === last) return undefined;
  const [from, to] = [weekdays.indexOf(first), weekdays.indexOf(last)];
  return from <= to ? weekdays.slice(from, to + 1) : [...weekdays.slice(from), ...weekdays.slice(0, to + 1)];
}

/** Days with spaces between them. */
function parseRow(text: string): readonly Weekday[] | undefined {
  const days = text.split(" ").map(parseDayName);
  return days.every((day) => day !== undefined) ? days : undefined;
}

const parseDayName = (text: string): Weekday | undefined =>
  findWeekday(text.replace(/\.$/, "").replace(/days$/, "day"));
