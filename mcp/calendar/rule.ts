import { dayMs, weekdays } from "../../src/time/days.ts";
import { readTime, type WrittenTime } from "./text.ts";

/** The frequencies, each with its unit within a day in milliseconds. */
const units: Record<string, number> = {
  YEARLY: dayMs,
  MONTHLY: dayMs,
  WEEKLY: dayMs,
  DAILY: dayMs,
  HOURLY: 3_600_000,
  MINUTELY: 60_000,
  SECONDLY: 1_000,
};

/** The lists of numbers, each with its least and greatest. Those that count from the end are negative. */
const ranges: Record<string, [least: number, most: number, fromEnd?: true]> = {
  BYSECOND: [0, 59],
  BYMINUTE: [0, 59],
  BYHOUR: [0, 23],
  BYMONTH: [1, 12],
  BYMONTHDAY: [1, 31, true],
  BYYEARDAY: [1, 366, true],
  BYWEEKNO: [1, 53, true],
  BYSETPOS: [1, 366, true],
};

/** The parts that have no meaning with a frequency. */
const misplaced: Record<string, RegExp> = {
  MONTHLY: /^BY(?:YEARDAY|WEEKNO)$/,
  WEEKLY: /^BY(?:MONTHDAY|YEARDAY|WEEKNO)$/,
  DAILY: /^BY(?:YEARDAY|WEEKNO)$/,
  YEARLY: /^$/,
};

/** A rule (RRULE of RFC 5545). */
export interface Rule {
  frequency: string;
  interval: number;
  count: number | undefined;
  until: WrittenTime | undefined;
  /** The first day of a week, from 0 for Monday. */
  weekStart: number;
  lists: Map<string, number[]>;
  /** Weekdays from 0 for Monday, with their place in the month or year; 0 for each. */
  days: { weekday: number; place: number }[];
  /** What is not understood: days, or also times. */
  unread: "days" | "times" | undefined;
}

/** Reads a rule. Empty parts and spaces are nothing, and parts of one name add up. Undefined if there are no parts. */
export function readRule(text: string): Rule | undefined {
  const rule: Rule = {
    ...{ frequency: "", interval: 1, count: undefined, until: undefined },
    ...{ weekStart: 0, lists: new Map(), days: [], unread: undefined },
  };
  const parts = text.toUpperCase().replace(/\s/g, "").split(";").filter(Boolean);
  for (const part of parts) if (!readPart(rule, part)) rule.unread ??= "days";
  const { frequency, lists, days } = rule;
  const wrong = misplaced[frequency] ?? /^BYWEEKNO$/;
  const isPlaced = days.some(({ place }) => place !== 0);
  if (isPlaced && !/^(?:MONTHLY|YEARLY)$/.test(frequency)) for (const day of days) day.place = 0;
  const isWrong = frequency === "" || [...lists.keys()].some((name) => wrong.test(name));
  if (isWrong || (isPlaced && lists.has("BYWEEKNO"))) rule.unread ??= "days";
  if (lists.size === 1 && days.length === 0) lists.delete("BYSETPOS");
  const isTimeUnread =
    parts.some((part) => /^BY(?:SECOND|MINUTE|HOUR)=/.test(part)) || units[frequency] !== dayMs;
  if (rule.unread && isTimeUnread) rule.unread = "times";
  return parts.length === 0 ? undefined : rule;
}

/** Reads a part. False if it is not understood. */
function readPart(rule: Rule, part: string): boolean {
  const [name = "", value = ""] = part.split("=");
  const values = value.split(",").filter(Boolean);
  const range = ranges[name];
  if (values.length === 0) return name in rule || range !== undefined || name === "BYDAY";
  if (range !== undefined) {
    const [least, most, fromEnd] = range;
    const numbers = values.map((each) => (/^[+-]?\d{1,3}$/.test(each) ? Number(each) : Number.NaN));
    const isRead = numbers.every((each) => {
      const size = fromEnd ? Math.abs(each) : each;
      return size >= least && size <= most;
    });
    if (isRead) rule.lists.set(name, [...(rule.lists.get(name) ?? []), ...numbers]);
    return isRead;
  }
  if (name === "BYDAY")
    return values.every((each) => {
      const [, place = "", day = ""] = /^([+-]?\d{0,2})([A-Z]{2})$/.exec(each) ?? [];
      const weekday = toWeekday(day);
      if (weekday >= 0) rule.days.push({ weekday, place: Number(place) });
      return weekday >= 0 && !Number.isNaN(Number(place));
    });
  if (name === "FREQ" && value in units) rule.frequency = value;
  else if (name === "INTERVAL" && /^0*[1-9]\d{0,8}$/.test(value)) rule.interval = Number(value);
  else if (name === "COUNT" && /^0*[1-9]\d{0,8}$/.test(value)) rule.count = Number(value);
  else if (name === "WKST" && toWeekday(value) >= 0) rule.weekStart = toWeekday(value);
  else if (name === "UNTIL") rule.until = readTime(value);
  else return /^(?:RSCALE=GREGORIAN|SKIP=OMIT)$/.test(part);
  return name !== "UNTIL" || rule.until !== undefined;
}

const toWeekday = (text: string) => weekdays.findIndex((day) => day.slice(0, 2).toUpperCase() === text);

const weekdayOfDay = (day: number) => (((day + 3) % 7) + 7) % 7;
const toDay = (year: number, month: number, date = 1) =>
  new Date(0).setUTCFullYear(year, month, date) / dayMs;

/** A day with what rules ask about it. */
function describeDay(day: number) {
  const date = new Date(day * dayMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), date: date.getUTCDate() };
}

/**
 * The starts that a rule gives from `from` to `to`, as a calendar shows them, in order. `start` is that of the series. `spend` is
 * called for each step, and may throw.
 */
export function* listStarts(
  rule: Rule,
  start: number,
  { from, to }: { from: number; to: number },
  spend: (steps: number) => void,
): Generator<number> {
  const firstDay = Math.floor(start / dayMs);
  const first = describeDay(firstDay);
  const { frequency, interval, weekStart, until } = rule;
  const unit = units[frequency] ?? dayMs;
  const isGiven = createDayTest(rule, firstDay);
  const positions = rule.lists.get("BYSETPOS");
  const lengths = ["BYHOUR", "BYMINUTE", "BYSECOND"].map((name) => rule.lists.get(name)?.length ?? 1);
  spend(lengths.reduce((product, length) => product * length));
  const times = listTimes(rule, start - firstDay * dayMs, unit);
  // Weeks take longer to count.
  const dayCost = rule.lists.has("BYWEEKNO") ? 5 : 1;
  const last = Math.min(to, until ? until.wall + dayMs : to);
  let left = rule.count ?? Infinity;
  /** The starts of a period: each of the times on each of the days, or those at some positions. */
  function* choose(days: readonly number[], base: number) {
    const size = days.length * times.length;
    const chosen = positions && new Set(positions.map((each) => (each < 0 ? size + each : each - 1)));
    const indexes = chosen ? [...chosen].sort((one, other) => one - other) : Array(size).keys();
    for (const index of indexes) {
      const day = days[Math.floor(index / times.length)];
      if (day !== undefined) yield day * dayMs + base + (times[index % times.length] ?? 0);
    }
  }
  function* limit(starts: Iterable<number>) {
    for (const each of starts) {
      spend(1);
      if (each < start || left === 0) continue;
      left -= 1;
      if (each >= from && each <= to) yield each;
    }
  }
  const skipTo = rule.count === undefined ? Math.max(start, from) : start;
  if (unit < dayMs) {
    const step = unit * interval;
    const origin = Math.floor(start / unit) * unit;
    const isUnit = createUnitTest(rule, unit);
    for (let day = Math.floor(skipTo / dayMs); day * dayMs <= last && left > 0; day++) {
      spend(dayCost);
      if (!isGiven(day)) continue;
      const begin = origin + Math.ceil((day * dayMs - origin) / step) * step;
      for (let at = Math.max(begin, origin); at < (day + 1) * dayMs && left > 0; at += step) {
        spend(1);
        if (isUnit(at)) yield* limit(choose([0], at));
      }
    }
    return;
  }
  const toPeriod = (day: number) => {
    const { year, month } = describeDay(day);
    if (frequency === "YEARLY") return year;
    if (frequency === "MONTHLY") return year * 12 + month;
    return frequency === "WEEKLY" ? Math.floor((day + 3 - weekStart) / 7) : day;
  };
  const toFirstDay = (period: number) => {
    if (frequency === "YEARLY") return toDay(period, 0);
    if (frequency === "MONTHLY") return toDay(Math.floor(period / 12), period % 12);
    return frequency === "WEEKLY" ? period * 7 - 3 + weekStart : period;
  };
  const firstPeriod = toPeriod(firstDay);
  const skipped = Math.ceil((toPeriod(Math.floor(skipTo / dayMs)) - firstPeriod) / interval) * interval;
  const months =
    frequency === "YEARLY" && !rule.lists.has("BYWEEKNO") ? listMonths(rule, first.month) : undefined;
  for (let period = firstPeriod + skipped; left > 0; period += interval) {
    spend(1);
    const [begin, end] = [toFirstDay(period), toFirstDay(period + 1)];
    if (begin * dayMs > last) return;
    const spans = months?.map((month) => [toDay(period, month), toDay(period, month + 1)]) ?? [[begin, end]];
    const days: number[] = [];
    for (const [low = 0, high = 0] of spans)
      for (let day = low; day < high; day++) {
        spend(dayCost);
        if (isGiven(day)) days.push(day);
      }
    yield* limit(choose(days, 0));
  }
}

const dayLists = ["BYMONTHDAY", "BYYEARDAY", "BYWEEKNO"];
const namesDays = ({ lists, days }: Rule) => days.length > 0 || dayLists.some((name) => lists.has(name));

/** The months, from 0, of a yearly rule that has only days of these. */
const listMonths = (rule: Rule, month: number): number[] | undefined =>
  rule.lists
    .get("BYMONTH")
    ?.map((each) => each - 1)
    .sort((one, other) => one - other)
    .filter((each, at, all) => each !== all[at - 1]) ?? (namesDays(rule) ? undefined : [month]);

/** The times of day, or those within a shorter unit. */
function listTimes({ lists }: Rule, time: number, unit: number): number[] {
  const list = (name: string, size: number, more: number) =>
    unit <= size
      ? [0]
      : [...new Set(lists.get(name) ?? [Math.floor((time % more) / size)])].map((each) => each * size);
  const [hours, minutes, seconds] = [
    list("BYHOUR", 3_600_000, dayMs),
    list("BYMINUTE", 60_000, 3_600_000),
    list("BYSECOND", 1_000, 60_000),
  ];
  return hours
    .flatMap((hour) => minutes.flatMap((minute) => seconds.map((second) => hour + minute + second)))
    .sort((one, other) => one - other);
}

/** Whether the hour, the minute and the second of a shorter unit are those of the rule. */
function createUnitTest({ lists }: Rule, unit: number) {
  const [hours, minutes, seconds] = ["BYHOUR", "BYMINUTE", "BYSECOND"].map((name) => lists.get(name));
  return (at: number) =>
    (hours?.includes(Math.floor((at % dayMs) / 3_600_000)) ?? true) &&
    (unit > 60_000 || (minutes?.includes(Math.floor((at % 3_600_000) / 60_000)) ?? true)) &&
    (unit > 1_000 || (seconds?.includes(Math.floor((at % 60_000) / 1_000)) ?? true));
}

/** Whether a day is one of the rule. What it does not say is as on its first day. */
function createDayTest(rule: Rule, firstDay: number) {
  const { frequency, lists, weekStart } = rule;
  const isLong = units[frequency] === dayMs && frequency !== "DAILY" && !namesDays(rule);
  const { month: firstMonth, date: firstDate } = describeDay(firstDay);
  const months = lists.get("BYMONTH") ?? (isLong && frequency === "YEARLY" ? [firstMonth + 1] : undefined);
  const dates = lists.get("BYMONTHDAY") ?? (isLong && frequency !== "WEEKLY" ? [firstDate] : undefined);
  const weekday = { weekday: weekdayOfDay(firstDay), place: 0 };
  const days = isLong && frequency === "WEEKLY" ? [weekday] : rule.days;
  const [yearDays, weeks] = [lists.get("BYYEARDAY"), lists.get("BYWEEKNO")];
  const isInYear = frequency === "YEARLY" && !lists.has("BYMONTH");
  /** Whether a list has a place from 1, or the same place from the end. */
  const has = (list: readonly number[] | undefined, place: number, size: number) =>
    list === undefined || list.includes(place) || list.includes(place - size - 1);
  return (day: number): boolean => {
    const { year, month, date } = describeDay(day);
    if (months !== undefined && !months.includes(month + 1)) return false;
    if (dates !== undefined && !has(dates, date, toDay(year, month + 1) - toDay(year, month))) return false;
    const [begin, end] = isInYear
      ? [toDay(year, 0), toDay(year + 1, 0)]
      : [toDay(year, month), toDay(year, month + 1)];
    if (yearDays && !has(yearDays, day - toDay(year, 0) + 1, toDay(year + 1, 0) - toDay(year, 0)))
      return false;
    if (weeks !== undefined && !has(weeks, ...toWeek(day, weekStart))) return false;
    if (days.length === 0) return true;
    const own = weekdayOfDay(day);
    const [before, after] = [Math.floor((day - begin) / 7) + 1, -Math.floor((end - 1 - day) / 7) - 1];
    return days.some(
      ({ weekday, place }) => weekday === own && (place === 0 || place === before || place === after),
    );
  };
}

/** The number of the week of a day, and the number of weeks in its year. A week is in the year that has four days of it. */
function toWeek(day: number, weekStart: number): [week: number, weeks: number] {
  const toMiddle = (each: number) => each - ((weekdayOfDay(each) - weekStart + 7) % 7) + 3;
  const { year } = describeDay(toMiddle(day));
  const toNumber = (each: number) => Math.floor((toMiddle(each) - toDay(year, 0)) / 7) + 1;
  return [toNumber(day), toNumber(toDay(year, 11, 28))];
}
