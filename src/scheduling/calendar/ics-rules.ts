import ICAL from "ical.js";

/** Thrown for a calendar that cannot be understood. The message repeats no text of the calendar but a plain zone name. */
export class IcsError extends Error {
  override readonly name = "IcsError";
}

/** Which dates of a rule are listed. Wall-clock times are the milliseconds since 1970 at which UTC shows them. */
export interface RuleWindow {
  /** DTSTART. */
  start: number;
  /** The last time of UNTIL. */
  until: number;
  from: number;
  to: number;
  /** Steps that are left for all rules of a text. */
  budget: { left: number };
  /** Names the event. */
  label: string;
}

const dayMs = 86_400_000;
const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** A time of ical.js without a zone. */
export const toTime = (wall: number): ICAL.Time =>
  ICAL.Time.fromDateTimeString(new Date(wall).toISOString().slice(0, 19));

/** The opposite of {@link toTime}. */
export const toWall = ({ year, month, day, hour, minute, second }: ICAL.Time): number =>
  Date.UTC(year, month - 1, day, hour, minute, second);

/**
 * The dates of an RRULE near some options, and how it was read longer than it may be meant. ical.js gives candidates. Parts
 * that only leave dates out are checked here: ical.js searches without end where they match nothing.
 */
export function listRuleDates(data: Record<string, unknown>, window: RuleWindow) {
  const { start, from, budget, label } = window;
  const { freq, count, until } = data as { freq?: string; count?: number; until?: string };
  if (/^(?:HOURLY|MINUTELY|SECONDLY)$/.test(freq ?? ""))
    throw new IcsError(
      `${label} repeats within a day, which is not supported: pass the busy times as a list`,
    );
  const invalid = new IcsError(`${label} has a rule for repeating that is not valid or not supported`);
  const isKnown = Object.keys(data).every((key) =>
    /^(?:freq|count|interval|until|wkst|by(?!weekno|easter).+)$/.test(key),
  );
  if (freq === undefined || !isKnown || (count !== undefined && until !== undefined)) throw invalid;
  const rule = ICAL.Recur.fromData({ ...data, count: undefined, until: undefined });
  complete(rule, toTime(start));
  const { BYMONTH, BYMONTHDAY, BYDAY, BYSETPOS } = rule.parts;
  if (freq !== "YEARLY") delete rule.parts.BYMONTH;
  if (freq === "DAILY" || (freq === "MONTHLY" && BYDAY)) delete rule.parts.BYMONTHDAY;
  if (freq === "DAILY") delete rule.parts.BYDAY;
  const matches = (time: ICAL.Time) =>
    (BYMONTH?.includes(time.month) ?? true) &&
    (BYMONTHDAY?.some((day) => day === time.day || day === time.day - 1 - daysInMonth(time)) ?? true) &&
    (BYDAY?.some((day) => day.endsWith(weekdays[time.dayOfWeek() - 1] ?? "")) ?? true);
  const isPosition = freq !== "MONTHLY" && BYSETPOS !== undefined;
  const end = Math.min(window.to, window.until);
  rule.until = toTime(end);
  let left = isPosition ? Infinity : (count ?? Infinity);
  const walls: number[] = [];
  const notes = isPosition ? ["has a BYSETPOS that is not read"] : [];
  try {
    if (toWall(rule.iterator(toTime(start)).next() ?? toTime(start)) !== start)
      notes.push("starts on a date that its rule does not give");
    const iterator = rule.iterator(toTime(left === Infinity ? skip(rule, start, from) : start));
    for (let time = iterator.next(); time !== null && left > 0; time = iterator.next()) {
      // ical.js needs much longer for a month.
      budget.left -= freq === "MONTHLY" ? 20 : 1;
      if (budget.left < 0) break;
      const wall = toWall(time);
      if (wall > end) break;
      if (wall < start || !matches(time)) continue;
      left--;
      if (wall >= from) walls.push(wall);
    }
  } catch {
    throw invalid;
  }
  if (budget.left < 0)
    throw new IcsError(
      `${label} repeats too often since it began: pass the part of the calendar around the poll's dates`,
    );
  return { walls, notes };
}

const daysInMonth = ({ month, year }: ICAL.Time) => ICAL.Time.daysInMonth(month, year);

/** Writes out what a rule takes from its start, so that it can begin elsewhere. */
function complete({ freq, parts }: ICAL.Recur, start: ICAL.Time): void {
  const { BYMONTH, BYMONTHDAY, BYDAY, BYYEARDAY } = parts;
  if (!/^(?:MONTHLY|YEARLY)$/.test(freq) || BYMONTHDAY || BYDAY || BYYEARDAY) return;
  parts.BYMONTHDAY = [start.day];
  if (freq === "YEARLY" && !BYMONTH) parts.BYMONTH = [start.month];
}

/** A later start of the same rule, before the options: a calendar may have a daily event since 1970. */
function skip({ freq, interval }: ICAL.Recur, start: number, from: number): number {
  const days = { DAILY: interval, WEEKLY: 7 * interval }[String(freq)];
  if (days !== undefined)
    return start + Math.max(0, Math.floor((from - start) / (days * dayMs))) * days * dayMs;
  const [first, last] = [new Date(start), new Date(from)];
  const step = freq === "YEARLY" ? 12 * interval : interval;
  const years = last.getUTCFullYear() - first.getUTCFullYear();
  const months = 12 * years + last.getUTCMonth() - first.getUTCMonth();
  // ical.js does not check BYSETPOS on its first date, which must be before the options.
  const steps = Math.floor(months / step) - 1;
  if (steps <= 0) return start;
  return first.setUTCMonth(freq === "YEARLY" ? 12 * steps * interval : first.getUTCMonth() + steps * step, 1);
}
