import { weekdays } from "../../src/time/days.ts";
import type { Weekday } from "../../src/time/index.ts";
import { choice } from "./choice.ts";
import { findWeekday, fold } from "./date-text.ts";
import { type FormValues, getTexts } from "./form-values.ts";
import { quoteValue, refuse } from "./input-error.ts";

const names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

export const weekdayChoices = weekdays.map((day, index) => choice(day, names[index] ?? day));

/** The English name of a day such as "mon", for a message. */
export const nameWeekday = (day: string): string => names[weekdays.indexOf(day as Weekday)] ?? day;

/** What stands for several days, and the sign between two days, as a span such as `mon-fri`. */
const spans = [
  [/^(?:every )?weekdays?$/, "mon-fri"],
  [/^weekends?$/, "sat-sun"],
  [/^(?:daily|every day|all days)$/, "mon-sun"],
  [/ ?(?:[\p{Pd}\u2212~\u2192]+>?(?!feira)| (?:to|until|till|thru|through) ) ?/gu, "-"],
] as const;

/**
 * Weekdays from a list of "mon", "Mon" or "Monday", of spans ("Mon-Fri") and of "weekdays", "weekends" or
 * "every day", also with "and", "&" or "/" between them. Throws `InputError` for any other text.
 */
export function getWeekdays(values: FormValues, key: string): Weekday[] {
  const days = getTexts(values, key).flatMap((text) => {
    const found = parseWeekdays(text);
    if (found !== undefined) return found;
    throw refuse(key, `${quoteValue(text)} is not a day of the week. Write it as Monday or mon.`);
  });
  return [...new Set(days)];
}

/** The weekdays of one text, or undefined. */
export function parseWeekdays(text: string): Weekday[] | undefined {
  const parts = fold(text)
    .replace(/^(?:and|&) /, "")
    .split(/ and | ?[&+/] ?/);
  const written = parts.map((part) => spans.reduce((each, [sign, span]) => each.replace(sign, span), part));
  const found = written.flatMap((part) => part.split(" ")).map(parseSpan);
  return found.every((part) => part !== undefined) ? found.flat() : undefined;
}

/** One day, or all from one to another, over the end of the week too. */
function parseSpan(text: string): readonly Weekday[] | undefined {
  const ends = text
    .split(/-(?!feira)/)
    .map((name) => findWeekday(name.replace(/\.$/, "").replace(/days$/, "day")));
  const [first, last] = ends;
  if (first === undefined || ends.length === 1) return first && [first];
  if (last === undefined || ends.length > 2 || first === last) return undefined;
  const [from, to] = [weekdays.indexOf(first), weekdays.indexOf(last)];
  return from <= to ? weekdays.slice(from, to + 1) : [...weekdays.slice(from), ...weekdays.slice(0, to + 1)];
}
