import { foldText } from "../../src/fold-text.ts";
import { weekdays } from "../../src/time/days.ts";
import { addDays, formatDate, isCalendarDate, type Weekday, weekdayOf } from "../../src/time/index.ts";
import { choice } from "./choice.ts";
import { labelOf } from "./labels.ts";

/**
 * A text without capitals, accents, invisible characters, wide digits and repeated white space. Every dash is "-". Empty for a
 * text that is longer than any date, time or length of time.
 */
export function fold(text: string): string {
  const line = text.replace(/\s+/gu, " ");
  return line.length > maxLength ? "" : foldText(line).replaceAll("\u2212", "-");
}

const maxLength = 500;

/** What 3/4/2027 means. */
export const dateOrders = [choice("month_first", "Month first"), choice("day_first", "Day first")];

/** What decides where a date has two meanings. */
export interface DateRules {
  /** YYYY-MM-DD: what "now", "today" and "tomorrow" count from. Without it they have a problem. */
  today?: string | undefined;
  dateOrder?: string | undefined;
  /** The zone of the poll, or else of the Zapier account. */
  dayZone?: string | null;
}

/** A date in a text, and why it cannot be used. */
export interface FoundDate {
  /** YYYY-MM-DD */
  date: string;
  problem?: string | undefined;
}

const languages = "en de fr es it pt nl sv da nb pl".split(" ");

/** Names that are another month in Croatian than in Polish. */
const croatianMonths = new Map([
  ["listopad", 10],
  ["listopada", 10],
  ["lis", 10],
  ["lip", 6],
]);

/** The months and weekdays by their names in eleven languages. */
function loadNames() {
  const shortDays = { tues: "tue", weds: "wed", thur: "thu", thurs: "thu" } as const;
  const days = new Map<string, Weekday>(Object.entries(shortDays));
  const months = new Map<string, number>();
  const add = <Value>(names: Map<string, Value>, name: string | undefined, value: Value) =>
    names.set(fold(name ?? "").replace(/\.$/, ""), value);
  for (const language of languages)
    for (const style of ["long", "short"] as const) {
      const format = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
      const weekday = format({ weekday: style });
      for (const [index, day] of weekdays.entries())
        add(days, weekday.format(Date.UTC(2027, 2, 1 + index)), day);
      // Beside a day Polish inflects the name.
      for (const each of [format({ month: style }), format({ month: style, day: "numeric" })])
        for (let month = 1; month <= 12; month++) {
          const parts = each.formatToParts(Date.UTC(2027, month - 1, 1));
          add(months, parts.find(({ type }) => type === "month")?.value, month);
        }
    }
  return { months, days, pattern: writePattern([...months.keys()], [...days.keys()]) };
}

/** The forms of a date. Each name in angle brackets is a part. */
function writePattern(months: readonly string[], days: readonly string[]): RegExp {
  const month = `(?<month>${months.join("|")})(?!\\p{L})\\.?`;
  const day = "(?<day>\\d{1,2})(?![\\d:])(?:st|nd|rd|th|er|o|\u00b0)?";
  // Neither 0500 nor 1000 of an offset is a year.
  const year = "(?<year>(?!0|1[0-4]00)\\d{4})(?!\\d)";
  const forms = [
    "(?<year>\\d{4})(?<sign>[-/]|\\. ?)(?<month>\\d{1,2})\\k<sign>(?<day>\\d{1,2})(?!\\d)\\.?",
    "(?<year>\\d{4})\u5e74 ?(?<month>\\d{1,2})\u6708 ?(?<day>\\d{1,2})\u65e5",
    // No country writes the month first with dots.
    "(?<day>\\d{1,2})\\. ?(?<month>\\d{1,2})\\. ?(?<year>\\d{4}|\\d{1,2})(?!\\d)\\.?",
    "(?<one>\\d{1,2})(?<sign>[-/])(?<two>\\d{1,2})\\k<sign>(?<year>\\d{4}|\\d{1,2})(?!\\d)",
    `${month} ?-? ?${day}(?:(?: ?[,-])? ?${year})?`,
    `(?:(?:the|den|le|el|il) )?${day}(?: ?[./-]| of\\b| de\\b)? ?${month}(?:(?: ?[,/-]| del?\\b)? ?${year}\\.?)?`,
    `${year} ?[/-]? ?${month} ?[/-]? ?${day}`,
    "(?<word>now|today|tomorrow)\\b",
  ];
  const date = forms.map((form, index) => form.replace(/(?<=<)\w+/g, `$&${index}`)).join("|");
  // Behind a time of day PT is Pacific Time, and not the Polish Friday.
  const names = days.map((name) => (name === "pt" ? "(?<![\\dm.] )pt" : name));
  const weekday = `\\(?(?:${names.join("|")})(?!\\p{L})\\.?\\)?[.,]{0,2}`;
  const pattern = `(?<![\\p{L}\\d:.+]|(?:utc|gmt) ?-)(?:(?:(?:the|le|el|il|den) )?(?<before>${weekday}) ?)?(?:${date})(?: ?(?<after>${weekday}))?`;
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
 * weekday has a problem.
 */
export function takeDates(folded: string, rules: DateRules): { text: string; dates: FoundDate[] } {
  const { today } = rules;
  const dates: FoundDate[] = [];
  const dated =
    today === undefined
      ? folded
      : folded.replace(relative, (word) => addDays(today, word === "tomorrow" ? 1 : 0));
  const text = dated.replace(getNames().pattern, (...match) => {
    const groups = Object.entries(match.at(-1) as Record<string, string | undefined>);
    const parts = groups.flatMap(([name, part]) => (part ? [[name.replace(/\d/, ""), part]] : []));
    dates.push(readDate(Object.fromEntries(parts), rules));
    return "D";
  });
  return { text, dates };
}

const relative = /(?<!\p{L})(?:now|today|tomorrow)\b/gu;

/** The problem of a day without its year. */
export const noYear = "has no year with four digits, such as 2027. Add it.";

type Part = "year" | "month" | "day" | "one" | "two" | "word" | "before" | "after";

function readDate(parts: Partial<Record<Part, string>>, rules: DateRules): FoundDate {
  const { year, one, word, before = "", after = "" } = parts;
  const refuse = (problem: string) => ({ date: "2000-01-01", problem });
  if (word !== undefined) return refuse("depends on a time zone, and there is none. Write the date.");
  if (year === undefined || year.length < 4) return refuse(noYear);
  if (year === "1899") return refuse(sheetTime);
  const written = listMeanings(parts, rules).map((day) => `${year}-${day}`.replace(/\b\d\b/g, "0$&"));
  const dates = [...new Set(written)].filter(isCalendarDate);
  const { days } = getNames();
  const weekdays = [before, after].flatMap((name) => days.get(name.replace(/[^\p{L}-]/gu, "")) ?? []);
  const [date, ...others] = dates.filter((each) => weekdays.every((weekday) => weekdayOf(each) === weekday));
  const isOpen = one !== undefined && rules.dateOrder === undefined;
  if (date !== undefined && others.length === 0 && !(isOpen && weekdays.length === 0)) return { date };
  const [name, otherName] = dates.map((each) => formatDate(each).split(/,? /));
  if (name === undefined) return refuse("does not exist in the calendar.");
  const hint = one === undefined ? "Write the month as a number, such as 2027-03-01." : chooseOrder;
  if (otherName !== undefined)
    return refuse(`could be ${name.slice(1, 3).join(" ")} or ${otherName.slice(1, 3).join(" ")}. ${hint}`);
  return refuse(
    date === undefined
      ? `is a ${name[0]}. Correct the day or the date.`
      : `has the day and the month as numbers. ${hint}`,
  );
}

const chooseOrder = `Choose under ${labelOf("date_order")} which of them comes first.`;

/** The days that a date may mean, as month and day. */
function listMeanings(
  { month = "", day, one, two }: Partial<Record<Part, string>>,
  { dateOrder, dayZone }: DateRules,
): string[] {
  if (one !== undefined) {
    const orders = { day_first: [`${two}-${one}`], month_first: [`${one}-${two}`] };
    return dateOrder === undefined ? Object.values(orders).flat() : orders[dateOrder as keyof typeof orders];
  }
  const polish = getNames().months.get(month) ?? month;
  const croatian = croatianMonths.get(month) ?? polish;
  if (dayZone === "Europe/Warsaw") return [`${polish}-${day}`];
  return dayZone === "Europe/Zagreb" ? [`${croatian}-${day}`] : [`${croatian}-${day}`, `${polish}-${day}`];
}

/** With the day of a spreadsheet's time of day, and Z, its clock time can't be known. */
const sheetTime =
  "is the time of a sheet in UTC, which is another one in the sheet. Map the cell as text, or format it as text.";
