/** Reads days of the week. */
import { type Weekday, weekdays } from "../../../src/time/days.ts";
import { fold } from "./clean.ts";
import { getFormats } from "./compile.ts";

/** Reads `mon`, `Monday`, `Mon-Fri`, `weekdays`, also with a comma or "and" between them. */
export function readWeekdays(text: string): Weekday[] | undefined {
  const parts = fold(text)
    .split(/,? and |, ?/)
    .map((part) =>
      part
        .replace(/^and /, "")
        .replace(/^weekdays$/, "mon-fri")
        .replace(/^weekends$/, "sat-sun"),
    );
  const found = parts.map(readSpan);
  return found.every((part) => part !== undefined) ? found.flat() : undefined;
}

/** One day, or all from one to another, over the end of the week too. */
function readSpan(text: string): readonly Weekday[] | undefined {
  const [first, last, ...others] = text
    .split(/ ?- ?(?!feira)| to /)
    .map((name) => getFormats().days.get(name.replace(/\.$/, "")));
  if (first === undefined || !/ ?- ?(?!feira)| to /.test(text)) return first && [first];
  if (last === undefined || others.length > 0 || first === last) return undefined;
  const [from, to] = [weekdays.indexOf(first), weekdays.indexOf(last)];
  return from <= to ? weekdays.slice(from, to + 1) : [...weekdays.slice(from), ...weekdays.slice(0, to + 1)];
}
