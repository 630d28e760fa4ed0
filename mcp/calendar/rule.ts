import { dayMs, weekdays } from "../../src/time/days.ts";
import { readTime, type WrittenTime } from "./text.ts";

/** The periods of a rule: the number of that of a day, and the first day of one, both counted from 1970. */
interface Periods {
  toPeriod: (day: number, weekStart: number) => number;
  toFirstDay: (period: number, weekStart: number) => number;
}

/** The frequencies that calendars offer. A week begins on a Monday if `weekStart` is 0. */
const frequencies: Record<string, Periods> = {
  YEARLY: {
    toPeriod: (day) => describeDay(day).year,
    toFirstDay: (year) => toDay(year, 0),
  },
  MONTHLY: {
    toPeriod: (day) => describeDay(day).year * 12 + describeDay(day).month,
    toFirstDay: (month) => toDay(0, month),
  },
  WEEKLY: {
    toPeriod: (day, weekStart) => Math.floor((day + 3 - weekStart) / 7),
    toFirstDay: (week, weekStart) => week * 7 - 3 + weekStart,
  },
  DAILY: { toPeriod: (day) => day, toFirstDay: (day) => day },
};

/** The lists of numbers, each with its least and greatest. Those that count from the end are negative. */
const ranges: Record<string, [least: number, most: number, fromEnd?: true]> = {
  BYSECOND: [0, 59],
  BYMINUTE: [0, 59],
  BYHOUR: [0, 23],
  BYMONTH: [1, 12],
  BYMONTHDAY: [1, 31, true],
  BYSETPOS: [1, 366, true],
};

/** A rule (RRULE of RFC 5545). */
export interface Rule {
  frequency: string;
  interval: number;
  count: number | undefined;
  until: WrittenTime | undefined;
  /** The first day of a week, from 0 for Monday. */
  weekStart: number;
  lists: Map<string, Set<number>>;
  /** Weekdays, some with a place in the month or year: `MO`, `-1FR`. */
  days: Set<string>;
  /** What is not understood: days, or also times. */
  unread: "days" | "times" | undefined;
}

/**
 * Reads a rule. Empty parts and spaces are nothing, and parts of one name add up. Frequencies within a day, weeks and days of the
 * year are not understood: no calendar offers them. Undefined if there are no parts.
 */
export function readRule(text: string): Rule | undefined {
  const rule: Rule = {
    ...{ frequency: "", interval: 1, count: undefined, until: undefined },
    ...{ weekStart: 0, lists: new Map(), days: new Set(), unread: undefined },
  };
  const parts = text.toUpperCase().replace(/\s/g, "").split(";").filter(Boolean);
  const unread = parts.filter((part) => !readPart(rule, part));
  const { frequency, lists, days } = rule;
  const isWrong =
    (frequency === "WEEKLY" && lists.has("BYMONTHDAY")) ||
    (!/^(?:MONTHLY|YEARLY)$/.test(frequency) && [...days].some((day) => day.length > 2)) ||
    (lists.has("BYSETPOS") && lists.size + days.size === 1);
  if (frequency === "" || unread.some((part) => /^BY(?:SECOND|MINUTE|HOUR)=/.test(part)))
    rule.unread = "times";
  else if (isWrong || unread.length > 0) rule.unread = "days";
  return parts.length === 0 ? undefined : rule;
}

/** Reads a part. False if it is not understood. */
function readPart(rule: Rule, part: string): boolean {
  const [name = "", value = ""] = part.split("=");
  const values = value.split(",").filter(Boolean);
  const range = ranges[name];
  if (range !== undefined) {
    const [least, most, fromEnd] = range;
    const list = rule.lists.get(name) ?? new Set();
    for (const each of values) list.add(/^[+-]?\d{1,3}$/.test(each) ? Number(each) : Number.NaN);
    if (list.size > 0) rule.lists.set(name, list);
    const sizes = [...list].map((each) => (fromEnd ? Math.abs(each) : each));
    return sizes.every((size) => size >= least && size <= most);
  }
  if (name === "BYDAY")
    return values.every((each) => {
      const [, place = "", day = ""] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(each) ?? [];
      rule.days.add(`${Number(place) || ""}${day}`);
      return weekdayNames.includes(day);
    });
  if (name === "FREQ" && value in frequencies) rule.frequency = value;
  else if (name === "INTERVAL" && /^0*[1-9]\d{0,8}$/.test(value)) rule.interval = Number(value);
  else if (name === "COUNT" && /^0*[1-9]\d{0,8}$/.test(value)) rule.count = Number(value);
  else if (name === "WKST" && weekdayNames.includes(value)) rule.weekStart = weekdayNames.indexOf(value);
  else if (name === "UNTIL") rule.until = readTime(value);
  else return /^(?:RSCALE=GREGORIAN|SKIP=OMIT)$/.test(part);
  return name !== "UNTIL" || rule.until !== undefined;
}

/** Days take less time than periods and starts. */
const daysAStep = 8;

const weekdayNames = weekdays.map((day) => day.slice(0, 2).toUpperCase());
const weekdayOfDay = (day: number) => weekdayNames[(((day + 3) % 7) + 7) % 7];
const toDay = (year: number, month: number) => new Date(0).setUTCFullYear(year, month, 1) / dayMs;

/** A day with what rules ask about it. */
function describeDay(day: number) {
  const date = new Date(day * dayMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), date: date.getUTCDate() };
}

/**
 * The starts that a rule gives from `from` to `to`, as a calendar shows them, in order. `start` is that of the series. `spend` is
 * called with the steps that are about to be taken, and may throw.
 */
export function* listStarts(
  rule: Rule,
  start: number,
  { from, to }: { from: number; to: number },
  spend: (steps: number) => void,
): Generator<number> {
  const { interval, weekStart, until, count } = rule;
  const { toPeriod, toFirstDay } = frequencies[rule.frequency] as Periods;
  const [firstDay, fromDay] = [Math.floor(start / dayMs), Math.floor(from / dayMs)];
  const listDays = createDayList(rule, firstDay);
  const sizes = ["BYHOUR", "BYMINUTE", "BYSECOND"].map((name) => rule.lists.get(name)?.size ?? 1);
  spend(sizes.reduce((product, size) => product * size));
  const times = listTimes(rule, start - firstDay * dayMs);
  const positions = rule.lists.get("BYSETPOS");
  const last = Math.min(to, until ? until.wall + dayMs : to);
  const firstPeriod = toPeriod(firstDay, weekStart);
  // What is before the span matters only to COUNT, and to places in a period.
  const early = Math.ceil((toPeriod(fromDay, weekStart) - firstPeriod) / interval) * interval;
  const skipped = count === undefined ? Math.max(0, early) : 0;
  const isInSpan = count === undefined && positions === undefined;
  // Other readers count the places in the first week from its start.
  const leastDay = isInSpan ? fromDay : rule.frequency === "WEEKLY" ? firstDay : -Infinity;
  let left = count ?? Infinity;
  for (let period = firstPeriod + skipped; ; period += interval) {
    const begin = Math.max(leastDay, toFirstDay(period, weekStart));
    const end = toFirstDay(period + 1, weekStart);
    // Also ends where the calendar of Date does.
    if (!(toFirstDay(period, weekStart) * dayMs <= last)) return;
    spend(3 + Math.max(0, end - begin) / daysAStep);
    const days = listDays(begin, end);
    spend(days.length * times.length);
    const all = days.flatMap((day) => times.map((time) => day * dayMs + time));
    for (const [index, each] of all.entries()) {
      if (positions && !positions.has(index + 1) && !positions.has(index - all.length)) continue;
      if (each < start) continue;
      if (left <= 0 || each > last) return;
      left -= 1;
      if (each >= from) yield each;
    }
  }
}

/** The times of day of a rule, in order. What it does not say is as in its first time. */
function listTimes({ lists }: Rule, time: number): number[] {
  const list = (name: string, size: number, more: number) =>
    [...(lists.get(name) ?? [Math.floor((time % more) / size)])].map((each) => each * size);
  const minutes = list("BYMINUTE", 60_000, 3_600_000);
  const seconds = list("BYSECOND", 1_000, 60_000);
  return list("BYHOUR", 3_600_000, dayMs)
    .flatMap((hour) => minutes.flatMap((minute) => seconds.map((second) => hour + minute + second)))
    .sort((one, other) => one - other);
}

/** Lists the days of a rule from `begin` to before `end`. What it does not say is as on its first day. */
function createDayList({ frequency, lists, days: given }: Rule, firstDay: number) {
  const first = describeDay(firstDay);
  const isOpen = frequency !== "DAILY" && given.size === 0 && !lists.has("BYMONTHDAY");
  const months = lists.get("BYMONTH") ?? (isOpen && frequency === "YEARLY" && new Set([first.month + 1]));
  const dates = lists.get("BYMONTHDAY") ?? (isOpen && frequency !== "WEEKLY" && new Set([first.date]));
  const days = isOpen && frequency === "WEEKLY" ? new Set([weekdayOfDay(firstDay)]) : given;
  const isInYear = frequency === "YEARLY" && !lists.has("BYMONTH");
  return (begin: number, end: number): number[] => {
    const found: number[] = [];
    for (let day = begin; day < end; ) {
      const { year, month } = describeDay(day);
      const [monthBegin, monthEnd] = [toDay(year, month), toDay(year, month + 1)];
      const [low, high] = isInYear ? [toDay(year, 0), toDay(year + 1, 0)] : [monthBegin, monthEnd];
      const stop = months && !months.has(month + 1) ? day : Math.min(end, monthEnd);
      for (; day < stop; day++) {
        if (dates && !dates.has(day - monthBegin + 1) && !dates.has(day - monthEnd)) continue;
        const weekday = weekdayOfDay(day);
        const [before, after] = [Math.floor((day - low) / 7) + 1, Math.floor((high - 1 - day) / 7) + 1];
        const isGiven =
          days.has(weekday) || days.has(`${before}${weekday}`) || days.has(`-${after}${weekday}`);
        if (days.size === 0 || isGiven) found.push(day);
      }
      day = monthEnd;
    }
    return found;
  };
}
