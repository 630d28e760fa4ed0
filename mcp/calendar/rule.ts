import { dayMs, weekdays } from "../../src/time/days.ts";
import { readTime } from "./text.ts";

/** What a text may cost: a day of a rule costs 1, a start 20. All that a calendar asks for comes from one budget. */
export interface Budget {
  left: number;
}

const startCost = 20;

/** From one day to another, in milliseconds since 1970. */
export interface Span {
  from: number;
  to: number;
}

const weekdayNames = weekdays.map((day) => day.slice(0, 2).toUpperCase());
const weekday = `(?:${weekdayNames.join("|")})`;
const toTime = (value: string) => readTime({ parameters: "", value });

/** The values of each part that is understood, without zeros before them: what calendars offer. */
const forms: Record<string, Pick<RegExp, "test">> = {
  FREQ: /^(?:YEARLY|MONTHLY|WEEKLY|DAILY)$/,
  INTERVAL: /^[1-9]\d{0,8}$/,
  COUNT: /^[1-9]\d{0,8}$/,
  UNTIL: { test: (value) => toTime(value) !== undefined },
  WKST: new RegExp(`^${weekday}$`),
  RSCALE: /^GREGORIAN$/,
  SKIP: /^OMIT$/,
  BYMONTH: /^(?:[1-9]|1[0-2])$/,
  BYMONTHDAY: /^-?(?:[1-9]|[12]\d|3[01])$/,
  BYDAY: new RegExp(`^(?:-?[1-9]\\d?)?${weekday}$`),
  BYSETPOS: /^-?[1-9]\d{0,2}$/,
  BYHOUR: /^(?:1?\d|2[0-3])$/,
  BYMINUTE: /^[1-5]?\d$/,
  BYSECOND: /^0$/,
};

/** What stays of a rule that is not understood. */
const boundary = /^(?:UNTIL|BYHOUR|BYMINUTE)$/;

/** A rule (RRULE of RFC 5545). */
export type Rule = NonNullable<ReturnType<typeof readRule>>;

/** Reads a rule. Empty parts and spaces are nothing, and lists of one name add up. Undefined if there are no parts. */
export function readRule(text: string) {
  const given = new Map<string, Set<string>>();
  for (const part of text.toUpperCase().replace(/\s/g, "").split(";").filter(Boolean)) {
    const [name = "", list = ""] = part.split("=");
    const values = given.get(name) ?? new Set();
    for (const value of list.split(",").filter(Boolean)) values.add(value.replace(/^\+?0*(?=.)/, ""));
    given.set(name, values);
  }
  if (given.size === 0) return undefined;
  const unread = [...given].flatMap(([name, values]) => {
    const isOne = name.startsWith("BY") || values.size < 2;
    return isOne && [...values].every((value) => forms[name]?.test(value)) ? [] : name;
  });
  const isRead = unread.length === 0 && given.has("FREQ");
  const parts = new Map(
    [...given].filter(([name]) => (isRead || boundary.test(name)) && !unread.includes(name)),
  );
  const first = (name: string) => [...(parts.get(name) ?? [])].join("");
  const frequency = first("FREQ") || "DAILY";
  const lists = [...parts].filter(([name, { size }]) => /^BY(?!DAY)/.test(name) && size > 0);
  const days = [...(parts.get("BYDAY") ?? [])];
  return {
    frequency,
    interval: Number(first("INTERVAL") || 1),
    count: Number(first("COUNT") || Infinity),
    until: toTime(first("UNTIL")),
    /** The first day of a week, from 0 for Monday. */
    weekStart: Math.max(0, weekdayNames.indexOf(first("WKST"))),
    lists: new Map(lists.map(([name, values]) => [name, new Set([...values].map(Number))])),
    /** Weekdays, some with a place in the month or year: `MO`, `-1FR`. */
    days: new Set(/^[MY]/.test(frequency) ? days : days.map((day) => day.slice(-2))),
    /** Whether all of it is understood. Else it is a rule of each day. */
    isRead,
    /** Whether its times of day are understood. */
    isTimed: given.has("FREQ") && !unread.some((name) => /^(?:FREQ|BY(?:HOUR|MINUTE|SECOND))$/.test(name)),
  };
}

const toDay = (year: number, month: number) => new Date(0).setUTCFullYear(year, month, 1) / dayMs;

/** A day, counted from 1970, with what rules ask about it. */
function describeDay(day: number) {
  const date = new Date(day * dayMs);
  const name = weekdayNames[(date.getUTCDay() + 6) % 7] ?? "";
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, date: date.getUTCDate(), name };
}

/** The number of the year, month, week or day of a rule in which a day is. */
function toPeriod({ frequency, weekStart }: Rule, day: number): number {
  if (frequency === "DAILY") return day;
  if (frequency === "WEEKLY") return Math.floor((day + 3 - weekStart) / 7);
  const { year, month } = describeDay(day);
  return frequency === "YEARLY" ? year : year * 12 + month;
}

/**
 * The starts that a rule gives from `from` to `to`, as a calendar shows them, in order. `start` is that of the series. Undefined if
 * they cost more than there is.
 */
export function listStarts(
  rule: Rule,
  start: number,
  { from, to }: Span,
  budget: Budget,
): number[] | undefined {
  if (budget.left < 0) return undefined;
  const firstDay = Math.floor(start / dayMs);
  const firstPeriod = toPeriod(rule, firstDay);
  const isDay = createDayTest(rule, firstDay);
  const times = listTimes(rule, start - firstDay * dayMs);
  const positions = rule.lists.get("BYSETPOS");
  // What is before the span matters only to COUNT, and to places in a period. Other readers count those of the first week from its start.
  let day = rule.count === Infinity ? Math.max(firstDay, Math.floor(from / dayMs)) : firstDay;
  const isInside = () => toPeriod(rule, day - 1) === toPeriod(rule, day);
  if (positions) while (isInside() && (rule.frequency !== "WEEKLY" || day > firstDay)) day -= 1;
  const found: number[] = [];
  let left = rule.count;
  for (let starts: number[] = []; ; day += 1) {
    if (positions === undefined || !isInside()) {
      for (const [at, each] of starts.entries()) {
        if (positions && !positions.has(at + 1) && !positions.has(at - starts.length)) continue;
        if (each < start) continue;
        if (each > to || left === 0) return found;
        left -= 1;
        if (each < from) continue;
        budget.left -= startCost;
        found.push(each);
      }
      starts = [];
      if (day * dayMs > to) return found;
    }
    budget.left -= 1;
    if (budget.left < 0) return undefined;
    if ((toPeriod(rule, day) - firstPeriod) % rule.interval !== 0 || !isDay(day)) continue;
    budget.left -= times.length;
    for (const time of times) starts.push(day * dayMs + time);
  }
}

/** The times of day of a rule, in order. What it does not say is as in its first time. */
function listTimes({ lists }: Rule, time: number): number[] {
  const list = (name: string, size: number, more: number) =>
    [...(lists.get(name) ?? [Math.floor((time % more) / size)])].map((each) => each * size);
  const minutes = list("BYMINUTE", 60_000, 3_600_000);
  return list("BYHOUR", 3_600_000, dayMs)
    .flatMap((hour) => minutes.map((minute) => hour + minute + (time % 60_000)))
    .sort((one, other) => one - other);
}

/** Whether a day is one of a rule. What it does not say is as on its first day. */
function createDayTest({ frequency, lists, days: given }: Rule, firstDay: number) {
  const first = describeDay(firstDay);
  const isOpen = frequency !== "DAILY" && given.size === 0 && !lists.has("BYMONTHDAY");
  const months = lists.get("BYMONTH") ?? (isOpen && frequency === "YEARLY" && new Set([first.month]));
  const dates = lists.get("BYMONTHDAY") ?? (isOpen && frequency !== "WEEKLY" && new Set([first.date]));
  const days = isOpen && frequency === "WEEKLY" ? new Set([first.name]) : given;
  const isInYear = frequency === "YEARLY" && !lists.has("BYMONTH");
  return (day: number): boolean => {
    const { year, month, date, name } = describeDay(day);
    if (months && !months.has(month)) return false;
    if (dates && !dates.has(date) && !dates.has(day - toDay(year, month))) return false;
    if (days.size === 0 || days.has(name)) return true;
    const [begin, end] = isInYear
      ? [toDay(year, 0), toDay(year + 1, 0)]
      : [toDay(year, month - 1), toDay(year, month)];
    const [before, after] = [Math.floor((day - begin) / 7) + 1, Math.floor((end - 1 - day) / 7) + 1];
    return days.has(`${before}${name}`) || days.has(`-${after}${name}`);
  };
}
