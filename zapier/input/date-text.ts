/** Reads a calendar date out of a text. */
import { addDays, isCalendarDate, type Weekday, weekdayOf, weekdays } from "../../src/time/index.ts";

const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** A text without capitals, accents, invisible characters and repeated white space. */
export const fold = (text: string): string =>
  text
    .replace(invisible, "")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();

/**
 * A place in a folded text. `problem` is the first thing found wrong with a text whose form was recognized.
 */
export class Scanner {
  at = 0;
  problem: string | undefined;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** What follows. */
  get rest(): string {
    return this.text.slice(this.at);
  }

  /** Takes what a sticky pattern matches here. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text) ?? undefined;
    if (match !== undefined) this.at += match[0].length;
    return match;
  }

  /** Runs a parser; goes back to where it began when the parser recognizes nothing. */
  attempt<Result>(parse: () => Result | undefined): Result | undefined {
    const { at, problem } = this;
    const result = parse();
    if (result === undefined) Object.assign(this, { at, problem });
    return result;
  }

  /** Notes what is wrong; the first note is kept. */
  refuse(problem: string): void {
    this.problem ??= problem;
  }
}

const languages = "en de fr es it pt nl sv da nb pl".split(" ");

const english = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" });
const nameWeekday = (day: Weekday): string => english.format(Date.UTC(2027, 2, 1 + weekdays.indexOf(day)));
const englishMonth = new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" });
const nameMonth = (month: number): string => englishMonth.format(Date.UTC(2027, month - 1, 1));

let names: { months: Map<string, number>; days: Map<string, Weekday> } | undefined;

/**
 * The months and weekdays by their names in eleven languages; no name has two meanings. Built once, in about
 * 20 ms.
 */
function loadNames() {
  const shortDays = Object.entries({ tues: "tue", weds: "wed", thur: "thu", thurs: "thu" }) as [
    string,
    Weekday,
  ][];
  const days = new Map([...shortDays, ...weekdays.map((day) => [day, day] as const)]);
  const months = new Map<string, number>();
  for (const language of languages) {
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
    const weekday = format({ weekday: "long" });
    for (const [index, day] of weekdays.entries())
      days.set(fold(weekday.format(Date.UTC(2027, 2, 1 + index))), day);
    // Beside a day Polish inflects the name.
    for (const style of ["long", "short"] as const)
      for (const each of [format({ month: style }), format({ month: style, day: "numeric" })])
        for (let month = 1; month <= 12; month++) {
          const parts = each.formatToParts(Date.UTC(2027, month - 1, 1));
          const name = parts.find(({ type }) => type === "month")?.value ?? "";
          months.set(fold(name).replace(/\.$/, ""), month);
        }
  }
  return { months, days };
}

/** The day of the week that a folded word names. */
export function findWeekday(word: string): Weekday | undefined {
  names ??= loadNames();
  return names.days.get(word);
}

function findMonth(word = ""): number | undefined {
  names ??= loadNames();
  return names.months.get(word);
}

/** The problem of a day without its year. */
export const noYear = "has no year. Add it.";

const placeholder = "2000-01-01";

/**
 * Parses a calendar date as people and programs write it, with its weekday if there is one, as `YYYY-MM-DD`.
 * Notes a problem when the form is recognized and the day is ambiguous, impossible or has another weekday.
 * `today` is the date that the words now, today and tomorrow count from; without it they give a problem.
 */
export function parseDate(scan: Scanner, today?: string): string | undefined {
  return scan.attempt(() => {
    const before = takeWeekday(scan);
    const date = parseNumeric(scan, before) ?? parseNamed(scan) ?? parseRelative(scan, today);
    if (date === undefined) return undefined;
    const weekday = before ?? takeWeekday(scan);
    if (weekday !== undefined && scan.problem === undefined && weekdayOf(date) !== weekday)
      scan.refuse(
        `is a ${nameWeekday(weekdayOf(date))}, not a ${nameWeekday(weekday)}. Correct the day or the date.`,
      );
    return date;
  });
}

function takeWeekday(scan: Scanner): Weekday | undefined {
  return scan.attempt(() => {
    const [, bracketed, plain = bracketed] =
      scan.take(/ ?(?:\((\p{L}+(?:-feira)?)\.?\)|(\p{L}+(?:-feira)?)[.,]{0,2})/uy) ?? [];
    return plain === undefined ? undefined : findWeekday(plain);
  });
}

/**
 * Three numbers with the same separator: year first, day first with dots, otherwise where one order is
 * possible or has the weekday beside it.
 */
function parseNumeric(scan: Scanner, before: Weekday | undefined): string | undefined {
  return scan.attempt(() => {
    const korean = scan.take(/ ?(\d{4})\. (\d{1,2})\. (\d{1,2})(?!\d)\.?/y);
    if (korean !== undefined) return toDate(scan, korean[1], Number(korean[2]), Number(korean[3]));
    const [, first = "", separator, second, third = ""] =
      scan.take(/ ?(\d{1,4})([\p{Pd}\u2212/.])(\d{1,2})\2(\d{1,4})(?!\d)/uy) ?? [];
    if (first.length === 4 && third.length <= 2) return toDate(scan, first, Number(second), Number(third));
    if (separator === undefined || first.length > 2 || third.length === 3) return undefined;
    if (third.length === 4)
      return parseDayAndMonth(scan, Number(first), Number(second), third, separator, before);
    scan.refuse("has no year with four digits. Write 2027, not 27.");
    return placeholder;
  });
}

function parseDayAndMonth(
  scan: Scanner,
  one: number,
  other: number,
  year: string,
  separator: string,
  before: Weekday | undefined,
): string {
  // No country writes the month first with dots.
  if (separator === ".") return toDate(scan, year, other, one);
  if (one === other || other > 12) return toDate(scan, year, one, other);
  if (one > 12 || one * other === 0) return toDate(scan, year, other, one);
  const { at } = scan;
  const weekday = before ?? takeWeekday(scan);
  scan.at = at;
  const [fitting, ...others] = [formatDate(year, other, one), formatDate(year, one, other)].filter(
    (date) => weekday !== undefined && weekdayOf(date) === weekday,
  );
  if (fitting !== undefined && others.length === 0) return fitting;
  scan.refuse(`could be ${one} ${nameMonth(other)} or ${other} ${nameMonth(one)}.`);
  return placeholder;
}

const day = "(?<day>\\d{1,2})(?!\\d)(?:st|nd|rd|th|er|\u00ba|\u00b0)?";
const month = "(?<month>\\p{L}+)\\.?";
const year = "(?<year>\\d{4})(?!\\d)";
const namedForms = [
  ` ?${month} ?-? ?${day}(?:(?: ?[,-])? ?${year})?`,
  ` ?(?:the )?${day}(?: ?[./-]| of\\b| de\\b)? ?${month}(?:(?: ?[,/-]| del?\\b)? ?${year})?`,
  ` ?${year} ?[/-]? ?${month} ?[/-]? ?${day}`,
].map((form) => new RegExp(form, "uy"));

/** `March 1, 2027`, `the 1st of March 2027`, `1 de marzo de 2027`, `1-Mar-2027`, `2027 March 1`. */
function parseNamed(scan: Scanner): string | undefined {
  for (const form of namedForms) {
    const date = scan.attempt(() => {
      const { year, month, day } = scan.take(form)?.groups ?? {};
      const number = findMonth(month);
      return number === undefined ? undefined : toDate(scan, year, number, Number(day));
    });
    if (date !== undefined) return date;
  }
  return undefined;
}

function parseRelative(scan: Scanner, today: string | undefined): string | undefined {
  const word = scan.take(/ ?(?:now|today|(tomorrow))\b/y);
  if (word === undefined) return undefined;
  if (today !== undefined) return addDays(today, word[1] === undefined ? 0 : 1);
  scan.refuse("depends on a time zone, and there is none. Write the date.");
  return placeholder;
}

const formatDate = (year: string, month: number, day: number): string =>
  `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

function toDate(scan: Scanner, year: string | undefined, month: number, day: number): string {
  const date = formatDate(year ?? "", month, day);
  if (isCalendarDate(date)) return date;
  scan.refuse(year === undefined ? noYear : "does not exist in the calendar.");
  return placeholder;
}
