/** Reads dates and days of the week. */
import type { ProblemText } from "../../problem.ts";
import { weekdays } from "../../time/days.ts";
import { addDays, formatDate, isCalendarDate, type Weekday, weekdayOf } from "../../time/index.ts";
import { fold } from "./clean.ts";
import { askDay, problem } from "./problem.ts";

/** What decides where a date has two meanings. */
export interface DateRules {
  /** YYYY-MM-DD: what "now", "today" and "tomorrow" count from. Without it they have a problem. */
  today?: string | undefined;
  /** What comes first in 3/4/2027. */
  dateOrder?: "day_first" | "month_first" | undefined;
  /** YYYY-MM-DD: the days of which one is meant. One that fits decides what a text means, also without its year. */
  among?: readonly string[] | undefined;
}

/** A date in a text, and why it cannot be used. */
export interface FoundDate {
  /** YYYY-MM-DD */
  date: string;
  problem?: ProblemText | undefined;
  /** The dates that it may mean, as ends of YYYY-MM-DD: without the year if none is written. */
  meanings: readonly string[];
}

/**
 * The formats of a date, each with an example. A part in angle brackets is a day, month or year; `one` and `two` are a day and a
 * month in either order.
 */
export const dateFormats: readonly (readonly [example: string, pattern: string])[] = [
  ["2027-03-01", "(?<year>\\d{4})(?<sign>[-/]|\\. ?)(?<month>\\d{1,2})\\k<sign>(?<day>\\d{1,2})(?!\\d)\\.?"],
  ["2027\u5e743\u67081\u65e5", "(?<year>\\d{4})\u5e74 ?(?<month>\\d{1,2})\u6708 ?(?<day>\\d{1,2})\u65e5"],
  // No country writes the month first with dots.
  // In `1. 14.30` the first number is that of an item.
  [
    "1. 3. 2027",
    "(?<day>\\d{1,2})\\.(?! \\d{1,2}\\.\\d\\d(?!\\d)) ?(?<month>\\d{1,2})\\. ?(?<year>\\d{4}|\\d{1,2})(?!\\d)\\.?",
  ],
  ["3/1/2027", "(?<one>\\d{1,2})(?<sign>[-/])(?<two>\\d{1,2})\\k<sign>(?<year>\\d{4}|\\d{1,2})(?!\\d)"],
  ["March 1, 2027", "{month} ?-? ?{day}(?:(?: ?[,-])? ?{year})?"],
  [
    "1 March 2027",
    "(?:(?:the|den|le|el|il) )?{day}(?: ?[./-]| of\\b| de\\b)? ?{month}(?:(?: ?[,/-]| del?\\b)? ?{year}\\.?)?",
  ],
  ["2027 Mar 1", "{year} ?[/-]? ?{month} ?[/-]? ?{day}"],
  ["tomorrow", "(?<word>now|today|tomorrow)\\b"],
];

/** What stands between the first and the last of several days or times. */
export const rangeSign = "(?:[-~\u2192]+>?|\\b(?:to|until|till?|thru|through|bis|tot|a)\\b)";

const languages = "en de fr es it pt nl sv da nb pl".split(" ");

/** The months and weekdays by their names in eleven languages. */
function loadNames() {
  // Polish names that are another month in Croatian.
  const otherMonths = { listopad: 10, listopada: 10, lis: 10, lip: 6 };
  const shortDays = { tues: "tue", weds: "wed", thur: "thu", thurs: "thu", tu: "tue", th: "thu" } as const;
  const days = new Map<string, Weekday>(Object.entries(shortDays));
  const months = new Map<string, Set<number>>();
  const addMonth = (name: string, month: number) =>
    months.set(name, (months.get(name) ?? new Set()).add(month));
  const simplify = (name = "") => fold(name).replace(/\.$/, "");
  for (const [name, month] of Object.entries(otherMonths)) addMonth(name, month);
  for (const language of languages)
    for (const style of ["long", "short"] as const) {
      const format = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
      const weekday = format({ weekday: style });
      for (const [index, day] of weekdays.entries())
        days.set(simplify(weekday.format(Date.UTC(2027, 2, 1 + index))), day);
      // Beside a day Polish inflects the name.
      for (const each of [format({ month: style }), format({ month: style, day: "numeric" })])
        for (let month = 1; month <= 12; month++) {
          const parts = each.formatToParts(Date.UTC(2027, month - 1, 1));
          addMonth(simplify(parts.find(({ type }) => type === "month")?.value), month);
        }
    }
  const names = [...months.keys()];
  return { months, days, ranges: writeRanges(names), pattern: writePattern(names, [...days.keys()]) };
}

/** Ranges of days whose month or year stands once, with both written out. */
function writeRanges(months: readonly string[]): readonly (readonly [RegExp, string])[] {
  const month = `(?:${months.join("|")})(?!\\p{L})\\.?`;
  const dash = `( ?(?:/|${rangeSign}) ?)`;
  return [
    // 1 - 5 March 2027, 1. - 5. 3. 2027
    [
      `^(\\d{1,2})\\.?${dash}(\\d{1,2})(\\.? ?(?:de )?${month}(?: de)? \\d{4}|\\. ?\\d{1,2}\\. ?\\d{4})$`,
      "$1$4 - $3$4",
    ],
    // March 1-5, 2027
    [`^(${month} )(\\d{1,2})${dash}(\\d{1,2})(,? \\d{4})$`, "$1$2$5 - $1$4$5"],
    // 22 March - 2 April 2027
    [
      `^([^\\d]*(?:${month} \\d{1,2}|\\d{1,2}\\.? (?:de )?${month}))${dash}(.*${month}.* (\\d{4}))$`,
      "$1 $4 - $3",
    ],
  ].map(([pattern = "", form = ""]) => [new RegExp(pattern, "u"), form] as const);
}

function writePattern(months: readonly string[], days: readonly string[]): RegExp {
  const parts = new Map([
    ["{month}", `(?<month>${months.join("|")})(?!\\p{L})\\.?`],
    ["{day}", "(?<day>\\d{1,2})(?![\\d:])(?:st|nd|rd|th|er|o|\u00b0)?"],
    // Neither 0500 nor 1000 of an offset is a year.
    ["{year}", "(?<year>(?!0|1[0-4]00)\\d{4})(?!\\d)"],
  ]);
  const forms = dateFormats.map(([, form], index) =>
    form
      .replace(/\{[a-z]+\}/g, (name) => parts.get(name) ?? name)
      .replace(/(?<=<)[a-z]+(?=>)/g, (name) => `${name}${index}`),
  );
  // Behind a time of day PT is Pacific Time, and not the Polish Friday.
  const names = days.map((name) => (name === "pt" ? "(?<![\\dm.] )pt" : name));
  const weekday = `\\(?(?:${names.join("|")})(?!\\p{L})\\.?\\)?[.,]{0,2}`;
  return new RegExp(
    `(?<![\\p{L}\\d:.+]|(?:utc|gmt) ?-)(?:(?:(?:the|le|el|il|den|am(?= \\p{L}+(?:tag|woch))) )?(?<before>${weekday}) ?)?(?:${forms.join("|")})(?: ?(?<after>${weekday}))?`,
    "gu",
  );
}

let names: ReturnType<typeof loadNames> | undefined;

/** Loaded once, in about 20 ms. */
const getNames = () => {
  names ??= loadNames();
  return names;
};

/** Replaces every date of a folded text, with its weekday, by the letter D. */
export function takeDates(folded: string, rules: DateRules): { text: string; dates: FoundDate[] } {
  const dates: FoundDate[] = [];
  const { pattern, ranges } = getNames();
  const whole = ranges.reduce((each, [range, form]) => each.replace(range, form), folded);
  const text = whole.replace(pattern, (...match) => {
    const groups = Object.entries(match.at(-1) as Record<string, string | undefined>);
    const parts = groups.flatMap(([name, part]) => (part ? [[name.replace(/\d/, ""), part]] : []));
    dates.push(readDate(Object.fromEntries(parts), rules));
    return "D";
  });
  return { text: text.replace(/^D\/D$/, "D - D"), dates };
}

/** A folded text in which each letter of a date is a D. */
export const markDates = (folded: string): string =>
  folded.replace(getNames().pattern, (date) => "D".repeat(date.length));

type Part = "year" | "month" | "day" | "one" | "two" | "word" | "before" | "after";
type Parts = Partial<Record<Part, string>>;

function readDate(parts: Parts, rules: DateRules): FoundDate {
  const { year = "", one, word, before = "", after = "" } = parts;
  const known = getNames().days;
  const named = [before, after].flatMap((name) => known.get(name.replace(/[^\p{L}-]/gu, "")) ?? []);
  const written = listMeanings(parts, rules);
  const meanings = written.filter((each) => isCalendarDate(each.replace(/^-/, "2028-")));
  const fitting = meanings.filter((each) =>
    named.every((day) => each.startsWith("-") || weekdayOf(each) === day),
  );
  const found = { date: "2000-01-01", meanings: fitting };
  const [day, ...days] = rules.among?.filter((each) => fitting.some((end) => each.endsWith(end))) ?? [];
  if (day !== undefined && days.length === 0) return { date: day, meanings: [day] };
  if (word !== undefined && rules.today === undefined)
    return {
      ...found,
      problem: problem("relative", "depends on a time zone, and there is none", "Write the date."),
    };
  if (word === undefined && year.length < 4) return { ...found, problem: noYear };
  if (year === "1899") return { ...found, problem: sheetTime };
  const [date, ...others] = fitting;
  const isOpen = one !== undefined && rules.dateOrder === undefined && named.length === 0;
  if (date !== undefined && others.length === 0 && !isOpen) return { date, meanings: fitting };
  const [first, second] = meanings.map((each) => formatDate(each).split(/,? /));
  if (first === undefined) return { ...found, problem: noDay };
  const hint = one === undefined ? "Write the month as a number, such as 2027-03-01." : chooseOrder;
  if (second !== undefined) {
    const [name, other] = [first, second].map((words) => words.slice(1, 3).join(" "));
    return { ...found, problem: problem("two-days", `could be ${name} or ${other}`, hint, askDay) };
  }
  if (date === undefined) {
    const message = `names another weekday: ${meanings[0]} is a ${first[0]}`;
    return { ...found, problem: problem("wrong-weekday", message, "Correct the day or the date.", askDay) };
  }
  return { ...found, problem: problem("two-days", "has the day and the month as numbers", hint, askDay) };
}

const chooseOrder = "Choose under {dateOrder} which of them comes first.";

const noDay = problem("no-day", "does not exist in the calendar", "Correct it.", askDay);

const noYear = problem(
  "no-year",
  "has no year with four digits, such as 2027",
  "Add it.",
  "for the year, unless it is clear",
);

/** With the day of a spreadsheet's time of day, and Z, its clock time can't be known. */
const sheetTime = problem(
  "sheet-time",
  "is the time of a sheet in UTC, which is another one in the sheet",
  "Map the cell as text, or format it as text.",
);

/** The days that a date may mean, as YYYY-MM-DD, or -MM-DD if the year is missing. */
function listMeanings(
  { year, month = "", day = "", one, two, word }: Parts,
  { dateOrder, today }: DateRules,
): string[] {
  if (word !== undefined) return today === undefined ? [] : [addDays(today, word === "tomorrow" ? 1 : 0)];
  if (year !== undefined && year.length < 4) return [];
  const known = getNames().months.get(month) ?? [Number(month)];
  const orders = { day_first: [[two, one]], month_first: [[one, two]] };
  const open = dateOrder === undefined ? Object.values(orders).flat() : orders[dateOrder];
  const pairs = one === undefined ? [...known].sort((a, b) => a - b).map((each) => [each, day]) : open;
  const pad = (part?: string | number) => String(part).padStart(2, "0");
  return [...new Set(pairs.map(([each, on]) => `${year ?? ""}-${pad(each)}-${pad(on)}`))];
}

/** What stands for several days of the week, and the sign between two, as a span such as `mon-fri`. */
const spans = [
  [/^(?:weekdays?|m ?- ?f)$/, "mon-fri"],
  [/^weekends?$/, "sat-sun"],
  [/^(?:daily|every day|all days)$/, "mon-sun"],
  [new RegExp(` ?(?!-feira)${rangeSign} ?`, "g"), "-"],
] as const;

/** Reads `mon`, `Monday`, `Mondays`, `Mon-Fri`, `weekdays`, also with a comma, "and", "&" or "/" between them. */
export function readWeekdays(text: string): Weekday[] | undefined {
  const parts = fold(text)
    .replace(/^(?:and|&|(?:every|each|on)(?= (?!day))) /, "")
    .split(/,? and |, ?| ?[&+/] ?/);
  const written = parts.map((part) => spans.reduce((each, [sign, span]) => each.replace(sign, span), part));
  const found = written.flatMap((part) => part.split(" ")).map(readSpan);
  return found.every((part) => part !== undefined) ? found.flat() : undefined;
}

/** One day, or all from one to another, over the end of the week too. */
function readSpan(text: string): readonly Weekday[] | undefined {
  const ends = text
    .split(/-(?!feira)/)
    .map((name) => getNames().days.get(name.replace(/\.$/, "").replace(/days$/, "day")));
  const [first, last] = ends;
  if (first === undefined || ends.length === 1) return first && [first];
  if (last === undefined || ends.length > 2 || first === last) return undefined;
  const [from, to] = [weekdays.indexOf(first), weekdays.indexOf(last)];
  return from <= to ? weekdays.slice(from, to + 1) : [...weekdays.slice(from), ...weekdays.slice(0, to + 1)];
}
