import { sanitizeLine } from "../../src/sanitize.ts";
import {
  addDays,
  formatDate,
  isCalendarDate,
  type Weekday,
  weekdayOf,
  weekdays,
} from "../../src/time/index.ts";

/** A text without capitals, accents, invisible characters and repeated white space. */
export const fold = (text: string): string =>
  sanitizeLine(text).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** A date in a text, and why it cannot be used. */
export interface FoundDate {
  /** YYYY-MM-DD */
  date: string;
  problem?: string | undefined;
}

const languages = "en de fr es it pt nl sv da nb pl".split(" ");

/** The months and weekdays by their names in eleven languages; no name has two meanings. */
function loadNames() {
  const shortDays = { tues: "tue", weds: "wed", thur: "thu", thurs: "thu" } as const;
  const days = new Map<string, Weekday>([
    ...weekdays.map((day) => [day, day] as const),
    ...Object.entries(shortDays),
  ]);
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
  return { months, days, pattern: writePattern([...months.keys()], [...days.keys()]) };
}

/** The forms of a date. Each name in angle brackets is a part. */
function writePattern(months: readonly string[], days: readonly string[]): RegExp {
  const month = `(?<month>${months.join("|")})(?!\\p{L})\\.?`;
  const day = "(?<day>\\d{1,2})(?![\\d:])(?:st|nd|rd|th|er|\u00ba|\u00b0)?";
  // Neither 0500 nor 1000 of an offset is a year.
  const year = "(?<year>(?!0|1[0-4]00)\\d{4})(?!\\d)";
  const forms = [
    "(?<year>\\d{4})\\. (?<month>\\d{1,2})\\. (?<day>\\d{1,2})(?!\\d)\\.?",
    "(?<year>\\d{4})(?<sign>[\\p{Pd}\u2212/.])(?<month>\\d{1,2})\\k<sign>(?<day>\\d{1,2})(?!\\d)",
    // No country writes the month first with dots.
    "(?<day>\\d{1,2})\\.(?<month>\\d{1,2})\\.(?<year>\\d{4}|\\d{1,2})(?!\\d)",
    "(?<one>\\d{1,2})(?<sign>[\\p{Pd}\u2212/])(?<two>\\d{1,2})\\k<sign>(?<year>\\d{4}|\\d{1,2})(?!\\d)",
    `${month} ?-? ?${day}(?:(?: ?[,-])? ?${year})?`,
    `(?:the )?${day}(?: ?[./-]| of\\b| de\\b)? ?${month}(?:(?: ?[,/-]| del?\\b)? ?${year})?`,
    `${year} ?[/-]? ?${month} ?[/-]? ?${day}`,
    "(?<word>now|today|tomorrow)\\b",
  ];
  const date = forms.map((form, index) => form.replace(/(?<=<)\w+/g, `$&${index}`)).join("|");
  const weekday = `\\(?(?:${days.join("|")})(?!\\p{L})\\.?\\)?[.,]{0,2}`;
  const pattern = `(?<![\\p{L}\\d:.+]|(?:utc|gmt) ?\\p{Pd})(?:(?<before>${weekday}) ?)?(?:${date})(?: ?(?<after>${weekday}))?`;
  return new RegExp(pattern, "gu");
}

let names: ReturnType<typeof loadNames> | undefined;

/** Loaded once, in about 20 ms. */
const getNames = () => {
  names ??= loadNames();
  return names;
};

export const findWeekday = (word: string): Weekday | undefined => getNames().days.get(word);

/**
 * Replaces every date of a folded text, with its weekday, by the letter D. A date that is ambiguous, impossible or on another
 * weekday has a problem. `today` (YYYY-MM-DD) is what "now", "today" and "tomorrow" count from; without it they have a problem.
 */
export function takeDates(folded: string, today?: string): { text: string; dates: FoundDate[] } {
  const dates: FoundDate[] = [];
  const dated =
    today === undefined
      ? folded
      : folded.replace(relative, (word) => addDays(today, word === "tomorrow" ? 1 : 0));
  const text = dated.replace(getNames().pattern, (...match) => {
    const groups = Object.entries(match.at(-1) as Record<string, string | undefined>);
    const parts = groups.flatMap(([name, part]) => (part ? [[name.replace(/\d/, ""), part]] : []));
    dates.push(readDate(Object.fromEntries(parts)));
    return "D";
  });
  return { text, dates };
}

const relative = /(?<!\p{L})(?:now|today|tomorrow)\b/gu;

/** The problem of a day without its year. */
export const noYear = "has no year. Add it.";

type Part = "year" | "month" | "day" | "one" | "two" | "word" | "before" | "after";

function readDate(parts: Partial<Record<Part, string>>): FoundDate {
  const { year, month = "", day, one, two, word, before = "", after = "" } = parts;
  const refuse = (problem: string) => ({ date: "2000-01-01", problem });
  if (word !== undefined) return refuse("depends on a time zone, and there is none. Write the date.");
  if (year === undefined) return refuse(noYear);
  if (year.length < 4) return refuse("has no year with four digits. Write 2027, not 27.");
  const { months, days } = getNames();
  const orders =
    one === undefined ? [`${months.get(month) ?? month}-${day}`] : [`${two}-${one}`, `${one}-${two}`];
  const written = orders.map((order) => `${year}-${order}`.replace(/\b\d\b/g, "0$&"));
  const dates = [...new Set(written)].filter(isCalendarDate);
  const weekdays = [before, after].flatMap((name) => days.get(name.replace(/[^\p{L}-]/gu, "")) ?? []);
  const [date, ...others] = dates.filter((each) => weekdays.every((weekday) => weekdayOf(each) === weekday));
  const [name, otherName] = dates.map((each) => formatDate(each).split(/,? /));
  if (name === undefined) return refuse("does not exist in the calendar.");
  if (date !== undefined && others.length === 0) return { date };
  if (otherName === undefined) return refuse(`is a ${name[0]}. Correct the day or the date.`);
  return refuse(`could be ${name.slice(1, 3).join(" ")} or ${otherName.slice(1, 3).join(" ")}.`);
}
