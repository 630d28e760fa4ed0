import { describeProblem, PlanError, type Problem } from "../problem.ts";
import {
  addDays,
  daysBetween,
  isCalendarDate,
  isClockTime,
  toMinutes,
  type Weekday,
  weekdayOf,
  weekdays,
} from "./days.ts";
import type { Slot } from "./option-times.ts";
import { askOtherTimeOrDay, explainZone, type ResolveRules, resolveTime } from "./resolve.ts";
import { formatInstant, normalizeTimeZone, resolveLocal } from "./zones.ts";

/** A window of every listed day to be cut into slots, in the API's own field names. */
export interface SlotGenerator {
  /** First day, YYYY-MM-DD. */
  startDate: string;
  /** Last day, included; the range is shorter than 366 days. */
  endDate: string;
  /** Days of the week to use. Default: all seven. */
  days?: readonly Weekday[] | undefined;
  /** Wall-clock start of the window, HH:mm. */
  from: string;
  /** Wall-clock end of the window, HH:mm, 24:00 for the end of the day; the last slot ends at or before it. */
  to: string;
  /** Minutes between starts, 15 to 1440. Default: the duration. */
  interval?: number | undefined;
}

/** How to expand a generator. */
export interface ExpansionOptions {
  /** The IANA time zone of the window; null for a floating poll. */
  timeZone: string | null;
  /** Minutes per slot, 15 to 1,440. */
  duration: number;
  /** Only every N-th week, 1 to 52, counted from the first that has a day of `days`. Weeks begin on Monday. Default: 1. */
  everyWeeks?: number | undefined;
  /** Days whose slots the caller drops: they are in the result, but an edge there is neither refused nor noted. */
  except?: readonly string[] | undefined;
  /** An edge that the clock shows twice: `earlier` (default) takes the earlier one with a note, `refuse` throws PlanError. */
  overlaps?: ResolveRules["overlaps"];
  /** Maximum number of slots. Default: all. */
  limit?: number;
}

/** The slots of a generator. */
export interface Expansion {
  /** The slots by start. */
  slots: Slot[];
  /** Notes for the person: each `from` and `to` that the clock shows twice, and days that a clock change makes too short. */
  notes: Problem[];
  /** Wall-clock starts (YYYY-MM-DDTHH:mm) in the windows that the clock skips. */
  skipped: string[];
}

/** Minimum and maximum length of a slot and of an interval. */
export const minSlotMinutes = 15;
export const maxSlotMinutes = 1440;
export const notSlotMinutes = `must be a whole number of minutes from ${minSlotMinutes} to ${maxSlotMinutes}`;
const maxRangeDays = 366;
const maxWeeks = 52;

/**
 * Cuts a generator's windows into slots: on each listed day one slot of `duration` minutes every `interval` minutes,
 * counted from the instant of `from`, as long as it ends at or before the instant of `to`.
 * Throws PlanError naming the field if the generator is invalid or gives no slot.
 */
export function expandGenerator(generator: SlotGenerator, options: ExpansionOptions): Expansion {
  const problems = validateGenerator(generator, options);
  if (problems.length > 0) throw new PlanError(problems);
  const { duration, everyWeeks, except = [], limit = Infinity } = options;
  const step = (generator.interval ?? duration) * 60_000;
  const slots: Slot[] = [];
  const notes: Problem[] = [];
  const skipped: string[] = [];
  const dates = listDates(generator, everyWeeks);
  for (const date of dates) {
    const start = resolveEdge("from", generator.from, date, options, notes);
    const end = resolveEdge("to", generator.to, date, options, notes);
    const clockLength = toMinutes(generator.to) - toMinutes(generator.from);
    if (end - start < clockLength * 60_000) skipped.push(...listSkipped(generator, date, options));
    if (start + duration * 60_000 > end && !except.includes(date)) {
      const message = `leaves no room for one slot of ${duration} minutes on ${date}, since the clocks change that day`;
      notes.push({ path: "to", message });
    }
    for (let at = start; at + duration * 60_000 <= end; at += step) {
      if (slots.length >= limit) return { slots, notes, skipped };
      slots.push({ startTime: formatInstant(at), duration });
    }
  }
  const [note] = notes;
  if (slots.length === 0 && note) throw new PlanError([{ ...note, ask: askOtherTimeOrDay }]);
  return { slots, notes, skipped };
}

/** The starts of a window that the clock skips on a day. */
function listSkipped(
  { from, to, interval }: SlotGenerator,
  date: string,
  context: ExpansionOptions,
): string[] {
  const { duration, timeZone } = context;
  const starts: string[] = [];
  for (let at = toMinutes(from); at + duration <= toMinutes(to); at += interval ?? duration)
    starts.push(`${date}T${new Date(at * 60_000).toISOString().slice(11, 16)}`);
  return starts.filter((local) => resolveLocal(local, timeZone ?? "UTC").gap);
}

/** Weeks are counted from the first that has a day of `days`. */
function listDates({ startDate, endDate, days = weekdays }: SlotGenerator, everyWeeks = 1): string[] {
  const all = Array.from({ length: daysBetween(startDate, endDate) + 1 }, (_, day) =>
    addDays(startDate, day),
  );
  const chosen = all.filter((date) => days.includes(weekdayOf(date)));
  const [first = startDate] = chosen;
  const monday = addDays(first, -weekdays.indexOf(weekdayOf(first)));
  return chosen.filter((date) => Math.floor(daysBetween(monday, date) / 7) % everyWeeks === 0);
}

function resolveEdge(
  field: "from" | "to",
  time: string,
  date: string,
  { timeZone, overlaps = "earlier", except }: ExpansionOptions,
  notes: Problem[],
): number {
  const zone = timeZone ?? "UTC";
  const local = time === "24:00" ? `${addDays(date, 1)}T00:00` : `${date}T${time}`;
  if (except?.includes(date)) return Date.parse(resolveLocal(local, zone).instant);
  const rules = { overlaps, isEnd: time === "24:00", isEdge: true };
  const found = resolveTime({ local }, zone, field, rules);
  if (found.problem) throw new PlanError([found.problem]);
  if (found.note) notes.push({ path: field, ...found.note });
  return Date.parse(found.instant);
}

function validateGenerator(generator: SlotGenerator, options: ExpansionOptions): Problem[] {
  const { timeZone, duration, everyWeeks = 1 } = options;
  const { startDate, endDate, days = weekdays, from, to, interval = minSlotMinutes } = generator;
  const isWeeks = Number.isInteger(everyWeeks) && everyWeeks >= 1 && everyWeeks <= maxWeeks;
  const areDays = days.length > 0 && days.every((day) => weekdays.includes(day));
  const isRange = isCalendarDate(startDate) && isCalendarDate(endDate);
  const span = isRange ? daysBetween(startDate, endDate) : 0;
  const isListed = isRange && areDays && span >= 0 && span < maxRangeDays;
  const isUsed = !isListed || listDates(generator).length > 0;
  const isEnd = isClockTime(to) || to === "24:00";
  const length = isClockTime(from) && isEnd ? toMinutes(to) - toMinutes(from) : Infinity;
  const isLongEnough = length <= 0 || !(length < duration);
  const isZone = timeZone === null || normalizeTimeZone(timeZone) !== undefined;
  const notDate = "is not a calendar date written YYYY-MM-DD";
  const notTime = (last: string) => `is not a time written HH:mm, 00:00 to ${last}`;
  const tooLong = `must be less than ${maxRangeDays} days after {startDate} ({first})`;
  const tooShort = "leaves {length} minutes after {from}, less than one slot of {minutes}";
  const listed = [...new Set(days)].join(", ");
  const values = { first: startDate, last: endDate, opening: from, listed, length, minutes: duration };
  const rules: readonly (readonly [isMet: boolean, path: string, code: string, text: string])[] = [
    [isSlotMinutes(duration), "duration", "minutes", notSlotMinutes],
    [isSlotMinutes(interval), "interval", "minutes", notSlotMinutes],
    [isWeeks, "everyWeeks", "weeks", `must be a whole number from 1 to ${maxWeeks}`],
    [isCalendarDate(startDate), "startDate", "date", notDate],
    [isCalendarDate(endDate), "endDate", "date", notDate],
    [areDays, "days", "days", `must list at least one of ${weekdays.join(", ")}`],
    [span >= 0, "endDate", "range-order", "is before {startDate} ({first})"],
    [span < maxRangeDays, "endDate", "range-length", tooLong],
    [isUsed, "days", "no-day", "none of {listed} lies between {first} and {last}"],
    [isClockTime(from), "from", "clock", notTime("23:59")],
    [isEnd, "to", "clock", notTime("24:00")],
    [length > 0, "to", "window-order", "must be later than {from} ({opening}), and 24:00 at the latest"],
    [isLongEnough, "to", "window-length", tooShort],
  ];
  const wrong = rules.flatMap(([isMet, path, code, text]): Problem[] =>
    isMet ? [] : [{ path, ...describeProblem(code, text, values) }],
  );
  return isZone ? wrong : [{ path: "timeZone", ...explainZone(timeZone) }, ...wrong];
}

export const isSlotMinutes = (minutes: number): boolean =>
  Number.isInteger(minutes) && minutes >= minSlotMinutes && minutes <= maxSlotMinutes;
