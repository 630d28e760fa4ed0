import type { Problem } from "../problem.ts";
import {
  addDays,
  daysBetween,
  isCalendarDate,
  isClockTime,
  type Weekday,
  weekdayOf,
  weekdays,
} from "./dates.ts";
import { isKnownTimeZone, resolveLocal, toLocal } from "./local-time.ts";

/** One option of a time poll: a UTC instant ("2027-03-01T14:00:00Z") and a length in minutes. */
export interface Slot {
  /** Start: an ISO 8601 instant in UTC. */
  startTime: string;
  /** Length in minutes. */
  duration: number;
}

/** A note for the person: on this date the clock shows the window's edge twice, and the earlier one is used. */
export interface SlotNote {
  /** Which edge of the window. */
  field: "from" | "to";
  /** The day, YYYY-MM-DD. */
  date: string;
  /** What was decided there. */
  message: string;
}

/** The slots of a generator. */
export interface Expansion {
  /** The slots by start. */
  slots: Slot[];
  /** Notes for the person. */
  notes: SlotNote[];
  /** Whether there are more slots than the limit. */
  truncated: boolean;
}

/** How to expand a generator. */
export interface ExpansionOptions extends SlotContext {
  /** An edge in a DST gap: `refuse` throws SlotError, `forward` shifts it forward by the size of the gap. */
  gap: "refuse" | "forward";
  /** Maximum number of slots. Default: all. */
  limit?: number;
}

/**
 * Cuts a generator's windows into slots: on each listed day one slot of `duration` minutes every `interval` minutes,
 * counted from the instant of `from`, as long as it ends at or before the instant of `to`.
 * Throws SlotError naming the field if the generator is invalid or gives no slot.
 */
export function expandGenerator(generator: SlotGenerator, options: ExpansionOptions): Expansion {
  const [problem] = validateGenerator(generator, options);
  if (problem) throw new SlotError(problem);
  const { duration, limit = Number.POSITIVE_INFINITY } = options;
  const step = (generator.interval ?? duration) * 60_000;
  const slots: Slot[] = [];
  const notes: SlotNote[] = [];
  for (const date of listDates(generator)) {
    const start = resolveEdge("from", generator.from, date, options, notes);
    const end = resolveEdge("to", generator.to, date, options, notes);
    for (let at = start; at + duration * 60_000 <= end; at += step) {
      if (slots.length >= limit) return { slots, notes, truncated: true };
      slots.push({ startTime: formatInstant(at), duration });
    }
  }
  if (slots.length === 0) {
    const message = `leaves no room for one slot of ${duration} minutes, since the clocks change that day`;
    throw new SlotError({ path: "to", message });
  }
  return { slots, notes, truncated: false };
}

function* listDates({ startDate, endDate, days }: SlotGenerator): Generator<string> {
  const span = daysBetween(startDate, endDate);
  for (let day = 0; day <= span; day++) {
    const date = addDays(startDate, day);
    if (!days || days.includes(weekdayOf(date))) yield date;
  }
}

function resolveEdge(
  field: "from" | "to",
  time: string,
  date: string,
  { timeZone, gap }: ExpansionOptions,
  notes: SlotNote[],
): number {
  const zone = timeZone ?? "UTC";
  const local = time === "24:00" ? `${addDays(date, 1)}T00:00` : `${date}T${time}`;
  const found = resolveLocal(local, zone);
  // The end of a day is an instant even where the clocks skip midnight.
  if (found.kind === "gap" && gap === "refuse" && time !== "24:00") {
    throw new SlotError({ path: field, message: describeGap(local, zone, found) });
  }
  if (found.kind === "overlap") {
    notes.push({ field, date, message: describeOverlap(local, zone, found) });
  }
  return Date.parse(found.instant);
}

/** Describes a wall-clock time that the clock skips, with the times around it. */
export function describeGap(local: string, timeZone: string, gap: { before: string; after: string }): string {
  const [date, time] = split(local);
  const [beforeDate, beforeTime] = split(gap.before);
  const [afterDate, afterTime] = split(gap.after);
  const jump =
    beforeDate === afterDate
      ? `the clocks go from ${beforeTime} straight to ${afterTime}`
      : `the clocks go from ${beforeDate} ${beforeTime} straight to ${afterDate} ${afterTime}`;
  return `${time} does not exist on ${date} in ${timeZone}: ${jump}`;
}

/** Describes a wall-clock time that the clock shows twice, of which the earlier is used. */
export function describeOverlap(
  local: string,
  timeZone: string,
  overlap: { instant: string; later: string },
): string {
  const [date, time] = split(local);
  const taken = toLocal(overlap.instant, timeZone).offset;
  const other = toLocal(overlap.later, timeZone).offset;
  return `${time} happens twice on ${date} in ${timeZone}: taken as the earlier (UTC${taken}), not the later (UTC${other})`;
}

function split(local: string): [string, string] {
  return [local.slice(0, 10), local.slice(11)];
}

// Date is much faster than Temporal for a generator of ten thousands of slots. These are instants, without a zone.
function formatInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(".000Z", "Z");
}

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
  /** Wall-clock end of the window, HH:mm; the last slot ends at or before it. */
  to: string;
  /** Minutes between starts, 15 to 1440. Default: the duration. */
  interval?: number | undefined;
}

/** The zone and the slot length of a generator. */
export interface SlotContext {
  /** The IANA time zone of the window; null for a floating poll. */
  timeZone: string | null;
  /** Minutes per slot, 15 to 1,440. */
  duration: number;
  /** Whether a window may end at 24:00, which the service does not accept. */
  endOfDay?: boolean;
}

/** Thrown for a generator that cannot be expanded. */
export class SlotError extends Error {
  override readonly name = "SlotError";
  /** The invalid field, as the API names it. */
  readonly path: string;

  constructor(problem: Problem) {
    super(problem.message);
    this.path = problem.path;
  }
}

/** Minimum length of a slot and of an interval, in minutes. */
export const minSlotMinutes = 15;
/** Maximum length of a slot and of an interval, in minutes. */
export const maxSlotMinutes = 1440;
/** The problem of a length that is not one of a slot. */
export const notSlotMinutes = `must be a whole number of minutes from ${minSlotMinutes} to ${maxSlotMinutes}`;
/** Maximum number of days of a generator, both ends included. */
export const maxRangeDays = 366;

/** Lists the problems of a generator without expanding it. */
export function validateGenerator(generator: SlotGenerator, context: SlotContext): Problem[] {
  return [
    ...validateZone(context.timeZone),
    ...validateMinutes("duration", context.duration),
    ...validateMinutes("interval", generator.interval ?? minSlotMinutes),
    ...validateDays(generator),
    ...validateWindow(generator, context),
  ];
}

function validateZone(timeZone: string | null): Problem[] {
  if (timeZone === null || isKnownTimeZone(timeZone)) return [];
  return [{ path: "timeZone", message: "is not an IANA time zone such as Europe/Berlin" }];
}

function validateMinutes(field: string, minutes: number): Problem[] {
  if (Number.isInteger(minutes) && minutes >= minSlotMinutes && minutes <= maxSlotMinutes) return [];
  return [{ path: field, message: notSlotMinutes }];
}

function validateDays({ startDate, endDate, days }: SlotGenerator): Problem[] {
  const problems: Problem[] = [];
  for (const [field, date] of Object.entries({ startDate, endDate })) {
    if (!isCalendarDate(date))
      problems.push({ path: field, message: "is not a calendar date written YYYY-MM-DD" });
  }
  if (days && (days.length === 0 || days.some((day) => !weekdays.includes(day)))) {
    problems.push({ path: "days", message: `must list at least one of ${weekdays.join(", ")}` });
  }
  if (problems.length > 0) return problems;
  const span = daysBetween(startDate, endDate);
  if (span < 0) return [{ path: "endDate", message: `is before startDate (${startDate})` }];
  if (span >= maxRangeDays) {
    return [
      { path: "endDate", message: `must be less than ${maxRangeDays} days after startDate (${startDate})` },
    ];
  }
  if (days && !hasListedDay(startDate, span, days)) {
    return [
      {
        path: "days",
        message: `none of ${[...new Set(days)].join(", ")} lies between ${startDate} and ${endDate}`,
      },
    ];
  }
  return [];
}

function hasListedDay(startDate: string, span: number, days: readonly Weekday[]): boolean {
  for (let day = 0; day <= Math.min(span, 6); day++) {
    if (days.includes(weekdayOf(addDays(startDate, day)))) return true;
  }
  return false;
}

function validateWindow({ from, to }: SlotGenerator, { duration, endOfDay }: SlotContext): Problem[] {
  const problems: Problem[] = [];
  for (const [field, time] of Object.entries({ from, to })) {
    if (isClockTime(time) || (endOfDay && field === "to" && time === "24:00")) continue;
    problems.push({ path: field, message: "is not a time written HH:mm, 00:00 to 23:59" });
  }
  if (problems.length > 0) return problems;
  const length = minuteOfDay(to) - minuteOfDay(from);
  if (length <= 0) return [{ path: "to", message: `must be later than from (${from})` }];
  if (length < duration) {
    return [
      { path: "to", message: `leaves ${length} minutes after from, less than one slot of ${duration}` },
    ];
  }
  return [];
}

function minuteOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}
