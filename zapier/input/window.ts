import { type SlotGenerator, type Weekday, weekdays } from "../../src/time/index.ts";
import { toDay } from "./dates.ts";
import type { FormValues } from "./form-values.ts";
import { toList } from "./form-values.ts";
import { quoteValue } from "./input-error.ts";
import { type FieldKey, labels } from "./labels.ts";
import { findWeekday } from "./parse-date.ts";
import { parseTime } from "./parse-time.ts";
import { findToday, type TimeContext } from "./time-context.ts";
import { parseClockTime } from "./time-tokens.ts";
import type { InputReader } from "./values.ts";

/** More unknown weekdays are counted, not quoted. */
const maxUnknown = 10;

const windowKeys = ["start_date", "end_date", "from", "to", "days", "interval"] as const;
const neededKeys = ["start_date", "end_date", "from", "to"] as const;

/** The window of the form, or undefined if all of its fields are empty. Notes a problem for each required field that is empty. */
export function parseWindow(
  values: FormValues,
  reader: InputReader,
  now: TimeContext,
  notes: string[],
): SlotGenerator | undefined {
  if (windowKeys.every((key) => values[key] === undefined)) return undefined;
  for (const key of neededKeys.filter((key) => values[key] === undefined))
    reader.refuse(key, "is required for a window. Fill it in, or clear the other fields of the window.");
  const startDate = parseWindowDay("start_date", reader, now, notes);
  const endDate = parseWindowDay("end_date", reader, now, notes);
  const from = parseWindowTime("from", reader);
  const to = parseWindowTime("to", reader);
  const interval = reader.minutes("interval");
  const { days, unknown } = parseWeekdays(values["days"]);
  if (unknown.length > maxUnknown)
    reader.refuse(
      "days",
      `has ${unknown.length} values that are not days of the week. Write them as Monday or mon.`,
    );
  else
    for (const text of unknown)
      reader.refuse("days", `${quoteValue(text)} is not a day of the week. Write it as Monday or mon.`);
  if (!startDate || !endDate || !from || !to) return undefined;
  return {
    startDate,
    endDate,
    from,
    to,
    ...(days.length > 0 && { days }),
    ...(interval !== undefined && { interval }),
  };
}

function parseWindowDay(
  key: FieldKey,
  reader: InputReader,
  now: TimeContext,
  notes: string[],
): string | undefined {
  const text = reader.text(key);
  if (text === undefined) return undefined;
  const result = toDay(text, parseTime(text, findToday(now)), now);
  if ("problem" in result) {
    reader.refuse(key, `${quoteValue(text)} ${result.problem}`, result.hint);
    return undefined;
  }
  if (result.note !== undefined) notes.push(`${labels[key]} ${quoteValue(text)}: ${result.note}`);
  return result.value;
}

function parseWindowTime(key: FieldKey, reader: InputReader): string | undefined {
  const text = reader.text(key);
  if (text === undefined) return undefined;
  const time = parseClockTime(text, key === "to");
  if (time === undefined) reader.refuse(key, `${quoteValue(text)} ${explainClock(text)}`, clockHint);
  return time;
}

const clockHint =
  'Write times of day as 09:00 or 5:30 pm; "Formatter by Zapier" can change other notations to that.';

function explainClock(text: string): string {
  if (/^\d{1,2}$/.test(text)) return "has an hour without minutes. Add am or pm, or write it as 9:00.";
  const parsed = parseTime(text);
  const isDated = parsed !== undefined && "value" in parsed;
  return isDated ? "has a date. Enter only the time of day." : "is not a time of day.";
}

const names: Record<Weekday, string> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};

/** The choices of the Weekdays field, in the order of a week. */
export const weekdayChoices = weekdays.map((day) => ({ value: day, sample: day, label: names[day] }));
const workdays = weekdays.slice(0, 5);
const groups = new Map<string, readonly Weekday[]>([
  ["weekday", workdays],
  ["weekdays", workdays],
  ["every weekday", workdays],
  ["weekend", weekdays.slice(5)],
  ["weekends", weekdays.slice(5)],
  ["daily", weekdays],
  ["every day", weekdays],
  ["all days", weekdays],
]);

/** Longer than any list of weekdays. */
const maxLength = 200;
const rangeSign = / ?(?:[\p{Pd}\u2212~\u2192]+>?| (?:to|until|till|thru|through) ) ?/u;

/**
 * Weekdays from a list of "mon", "Mon" or "Monday", of spans ("Mon-Fri") and of "weekdays", "weekends" or "every day",
 * also with "and", "&" or "/" between them. Returns the texts that are not weekdays as `unknown`.
 */
export function parseWeekdays(value: unknown): { days: Weekday[]; unknown: string[] } {
  const days = new Set<Weekday>();
  const unknown: string[] = [];
  for (const text of toList(value)) {
    const found = text.length > maxLength ? undefined : parseText(text.toLowerCase().replace(/\s+/g, " "));
    if (found === undefined) unknown.push(text);
    else for (const day of found) days.add(day);
  }
  return { days: [...days], unknown };
}

function parseText(text: string): readonly Weekday[] | undefined {
  const parts = text.replace(/^(?:and|&) /, "").split(/ and | ?[&+/] ?/);
  const days = parts.map((part) => groups.get(part) ?? parseSpan(part) ?? parseRow(part));
  return days.every((found) => found !== undefined) ? days.flat() : undefined;
}

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

/** The name of a day such as "mon", for a message. */
export const findWeekdayName = (day: string): string => names[day as Weekday] ?? day;
