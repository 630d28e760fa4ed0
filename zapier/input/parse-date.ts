import { addDays, isCalendarDate, type Weekday, weekdayOf } from "../../src/time/index.ts";
import type { Cursor, Token } from "./time-tokens.ts";

const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

const weekdayNames: Record<Weekday, readonly string[]> = {
  mon: ["mon", "monday"],
  tue: ["tue", "tues", "tuesday"],
  wed: ["wed", "weds", "wednesday"],
  thu: ["thu", "thur", "thurs", "thursday"],
  fri: ["fri", "friday"],
  sat: ["sat", "saturday"],
  sun: ["sun", "sunday"],
};

/** The day of the week that a lower-case English word names. */
export function findWeekday(word: string): Weekday | undefined {
  const found = Object.entries(weekdayNames).find(([, names]) => names.includes(word));
  return found?.[0] as Weekday | undefined;
}

/** The problem of a day without its year. */
export const noYear = "has no year. Add it.";

const placeholder = "2000-01-01";

/**
 * Parses a calendar date as people and programs write it, with its weekday if there is one, as `YYYY-MM-DD`. Notes a
 * problem in the cursor when the form is recognized and the day is ambiguous, impossible or has another weekday.
 * `today` is the date that the words now, today and tomorrow count from; without it they give a problem.
 */
export function parseDate(cursor: Cursor, today?: string): string | undefined {
  return cursor.attempt(() => {
    const before = takeWeekday(cursor);
    if (before !== undefined) cursor.take(",", ".");
    const date =
      cursor.attempt(() => parseNumeric(cursor, before)) ??
      cursor.attempt(() => parseMonthFirst(cursor)) ??
      cursor.attempt(() => parseDayFirst(cursor)) ??
      cursor.attempt(() => parseYearFirst(cursor)) ??
      parseRelative(cursor, today);
    if (date === undefined) return undefined;
    const weekday = before ?? takeWeekdayBehind(cursor);
    if (weekday !== undefined && cursor.problem === undefined && weekdayOf(date) !== weekday)
      cursor.refuse(
        `is a ${nameWeekday(weekdayOf(date))}, not a ${nameWeekday(weekday)}. Correct the day or the date.`,
      );
    return date;
  });
}

const nameWeekday = (day: Weekday): string => {
  const name = weekdayNames[day].at(-1) ?? day;
  return name.charAt(0).toUpperCase() + name.slice(1);
};

function takeWeekday(cursor: Cursor): Weekday | undefined {
  const token = cursor.peek();
  const day = token?.kind === "word" ? findWeekday(token.text) : undefined;
  if (day !== undefined) cursor.at++;
  return day;
}

function peekWeekdayBehind(cursor: Cursor): Weekday | undefined {
  const { at } = cursor;
  const day = takeWeekdayBehind(cursor);
  cursor.at = at;
  return day;
}

function takeWeekdayBehind(cursor: Cursor): Weekday | undefined {
  return cursor.attempt(() => {
    const open = cursor.take("(");
    const day = takeWeekday(cursor);
    if (day === undefined) return undefined;
    return open === undefined || cursor.take(")") ? day : undefined;
  });
}

const isSeparator = (token: Token | undefined): token is Token =>
  token !== undefined &&
  !token.spaced &&
  token.text.length === 1 &&
  (token.kind === "dash" || token.text === "/" || token.text === ".");

/**
 * Three numbers with the same separator: year first, day first with dots, otherwise where one order is possible or has the
 * weekday beside it.
 */
function parseNumeric(cursor: Cursor, before: Weekday | undefined): string | undefined {
  const first = cursor.takeNumber(1, 4);
  const separator = cursor.peek();
  if (first === undefined || !isSeparator(separator)) return undefined;
  cursor.at++;
  const second = cursor.takeNumber(1, 2, "adjacent");
  if (second === undefined || !isSeparator(cursor.peek()) || !cursor.take(separator.text)) return undefined;
  const third = cursor.takeNumber(1, 4, "adjacent");
  if (third === undefined) return undefined;
  if (first.length === 4 && third.length <= 2) return toDate(cursor, first, Number(second), Number(third));
  if (first.length > 2 || third.length === 3) return undefined;
  if (third.length < 3) {
    cursor.refuse("has no year with four digits. Write 2027, not 27.");
    return placeholder;
  }
  return parseDayAndMonth(cursor, Number(first), Number(second), third, separator.text, before);
}

function parseDayAndMonth(
  cursor: Cursor,
  one: number,
  other: number,
  year: string,
  separator: string,
  before: Weekday | undefined,
): string {
  // No country writes the month first with dots.
  if (separator === ".") return toDate(cursor, year, other, one);
  if (one === other || other > 12) return toDate(cursor, year, one, other);
  if (one > 12 || one * other === 0) return toDate(cursor, year, other, one);
  const weekday = before ?? peekWeekdayBehind(cursor);
  const [fitting, ...others] = [formatDate(year, other, one), formatDate(year, one, other)].filter(
    (date) => weekday !== undefined && weekdayOf(date) === weekday,
  );
  if (fitting !== undefined && others.length === 0) return fitting;
  cursor.refuse(`could be ${one} ${nameMonth(other)} or ${other} ${nameMonth(one)}.`);
  return placeholder;
}

const nameMonth = (month: number): string => {
  const name = months[month - 1] ?? "";
  return name.charAt(0).toUpperCase() + name.slice(1);
};

function takeMonth(cursor: Cursor): number | undefined {
  const token = cursor.peek();
  if (token?.kind !== "word") return undefined;
  const word = token.text === "sept" ? "sep" : token.text;
  const index = months.findIndex((name) => name === word || (word.length === 3 && name.startsWith(word)));
  if (index < 0) return undefined;
  cursor.at++;
  cursor.take(".");
  return index + 1;
}

function takeDay(cursor: Cursor): number | undefined {
  const day = cursor.takeNumber(1, 2);
  if (day === undefined) return undefined;
  if (!cursor.peek()?.spaced) cursor.take("st", "nd", "rd", "th");
  return Number(day);
}

/** `March 1, 2027` */
function parseMonthFirst(cursor: Cursor): string | undefined {
  const month = takeMonth(cursor);
  if (month !== undefined) cursor.take("-");
  const day = month === undefined ? undefined : takeDay(cursor);
  if (month === undefined || day === undefined) return undefined;
  const year = cursor.attempt(() => {
    cursor.take(",", "-");
    return cursor.takeNumber(4, 4);
  });
  return toDate(cursor, year, month, day);
}

/** `2027 March 1`, `2027-Mar-01` */
function parseYearFirst(cursor: Cursor): string | undefined {
  const year = cursor.takeNumber(4, 4);
  if (year === undefined) return undefined;
  cursor.take("-", "/");
  const month = takeMonth(cursor);
  if (month === undefined) return undefined;
  cursor.take("-", "/");
  const day = takeDay(cursor);
  return day === undefined ? undefined : toDate(cursor, year, month, day);
}

/** `1 March 2027`, `the 1st of March, 2027`, `1-Mar-2027` */
function parseDayFirst(cursor: Cursor): string | undefined {
  cursor.take("the");
  const day = takeDay(cursor);
  if (day === undefined) return undefined;
  cursor.take(".", "-", "/", "of");
  const month = takeMonth(cursor);
  if (month === undefined) return undefined;
  const year = cursor.attempt(() => {
    cursor.take(",", "-", "/");
    return cursor.takeNumber(4, 4);
  });
  return toDate(cursor, year, month, day);
}

const relativeDays = new Map([
  ["now", 0],
  ["today", 0],
  ["tomorrow", 1],
]);

function parseRelative(cursor: Cursor, today: string | undefined): string | undefined {
  const days = relativeDays.get(cursor.peek()?.text ?? "");
  if (days === undefined) return undefined;
  cursor.at++;
  if (today !== undefined) return addDays(today, days);
  cursor.refuse("depends on a time zone, and there is none. Write the date.");
  return placeholder;
}

const formatDate = (year: string, month: number, day: number): string =>
  `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

function toDate(cursor: Cursor, year: string | undefined, month: number, day: number): string {
  if (year === undefined) {
    cursor.refuse(noYear);
    return placeholder;
  }
  const date = formatDate(year, month, day);
  if (isCalendarDate(date)) return date;
  cursor.refuse("does not exist in the calendar.");
  return placeholder;
}
