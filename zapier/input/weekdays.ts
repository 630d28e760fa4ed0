import { type Weekday, weekdays } from "../../src/time/index.ts";
import { choice } from "./choice.ts";
import { findWeekday, fold } from "./date-text.ts";
import { type FormValues, getTexts } from "./form-values.ts";
import { quoteValue, refuse } from "./input-error.ts";

const names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The choices of the Weekdays field, in the order of a week. */
export const weekdayChoices = weekdays.map((day, index) => choice(day, names[index] ?? day));

/** The English name of a day such as "mon", for a message. */
export const nameWeekday = (day: string): string => names[weekdays.indexOf(day as Weekday)] ?? day;

const groups = new Map(
  Object.entries({
    weekdays: weekdays.slice(0, 5),
    weekday: weekdays.slice(0, 5),
    "every weekday": weekdays.slice(0, 5),
    weekends: weekdays.slice(5),
    weekend: weekdays.slice(5),
    daily: weekdays,
    "every day": weekdays,
    "all days": weekdays,
  }),
);

/**
 * Weekdays from a list of "mon", "Mon" or "Monday", of spans ("Mon-Fri") and of "weekdays", "weekends" or
 * "every day", also with "and", "&" or "/" between them. Throws `InputError` for any other text.
 */
export function getWeekdays(values: FormValues, key: string): Weekday[] {
  const found = getTexts(values, key).map((text) => ({ text, days: parseText(fold(text)) }));
  const unknown = found.find(({ days }) => days === undefined);
  if (unknown !== undefined)
    throw refuse(key, `${quoteValue(unknown.text)} is not a day of the week. Write it as Monday or mon.`);
  return [...new Set(found.flatMap(({ days = [] }) => days))];
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
