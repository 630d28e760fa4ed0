import {
  addDays,
  daysBetween,
  isCalendarDate,
  isClockTime,
  type Weekday,
  weekdayOf,
  weekdays,
} from "./dates.ts";
import { isIanaZone } from "./zones.ts";

/** A window of every listed day to be cut into slots, in the API's own field names. */
export interface SlotGenerator {
  /** First day, YYYY-MM-DD. */
  startDate: string;
  /** Last day, included; the range is shorter than 366 days. */
  endDate: string;
  /** Days of the week to use; all seven when left out. */
  days?: readonly Weekday[] | undefined;
  /** Wall-clock start of the window, HH:mm. */
  from: string;
  /** Wall-clock end of the window, HH:mm; the last slot ends at or before it. */
  to: string;
  /** Minutes between starts, 15 to 1440; the duration when left out. */
  interval?: number | undefined;
}

/** How to read a generator: in which zone (null: floating, UTC arithmetic) and with slots of how many minutes. */
export interface SlotContext {
  /** The IANA time zone of the window; null for a floating poll. */
  timeZone: string | null;
  /** Minutes per slot, 15 to 1,440. */
  duration: number;
  /** Whether a window may end at 24:00, which the service's own generators do not know. */
  endOfDay?: boolean;
}

/** A field of a generator (or `duration`, `timeZone`) and what is wrong with it. */
export interface FieldProblem {
  /** The field of the generator, or `duration` or `timeZone`. */
  field: string;
  /** What is wrong with it. */
  message: string;
}

/** Thrown when a generator cannot be expanded; says which of its fields is wrong, in the API's spelling. */
export class SlotProblem extends Error {
  override readonly name = "SlotProblem";
  /** The field that is wrong, in the API's spelling. */
  readonly field: string;

  constructor(problem: FieldProblem) {
    super(problem.message);
    this.field = problem.field;
  }
}

/** The longest range of days that a generator may span, both ends counted. */
export const maximumDays = 366;

/** Everything wrong with a generator that can be said without expanding it; empty when nothing is. */
export function findSlotProblems(generator: SlotGenerator, context: SlotContext): FieldProblem[] {
  return [
    ...checkZone(context.timeZone),
    ...checkMinutes("duration", context.duration),
    ...checkMinutes("interval", generator.interval ?? 15),
    ...checkDays(generator),
    ...checkWindow(generator, context),
  ];
}

function checkZone(timeZone: string | null): FieldProblem[] {
  if (timeZone === null || isIanaZone(timeZone)) return [];
  return [{ field: "timeZone", message: "is not an IANA time zone such as Europe/Berlin" }];
}

function checkMinutes(field: string, minutes: number): FieldProblem[] {
  if (Number.isInteger(minutes) && minutes >= 15 && minutes <= 1440) return [];
  return [{ field, message: "must be a whole number of minutes from 15 to 1440" }];
}

function checkDays({ startDate, endDate, days }: SlotGenerator): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const [field, date] of Object.entries({ startDate, endDate })) {
    if (!isCalendarDate(date)) problems.push({ field, message: "is not a calendar date written YYYY-MM-DD" });
  }
  if (days && (days.length === 0 || days.some((day) => !weekdays.includes(day)))) {
    problems.push({ field: "days", message: `must list at least one of ${weekdays.join(", ")}` });
  }
  if (problems.length > 0) return problems;
  const span = daysBetween(startDate, endDate);
  if (span < 0) return [{ field: "endDate", message: `is before startDate (${startDate})` }];
  if (span >= maximumDays) {
    return [
      { field: "endDate", message: `must be less than ${maximumDays} days after startDate (${startDate})` },
    ];
  }
  if (days && !hasListedDay(startDate, span, days)) {
    return [
      {
        field: "days",
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

function checkWindow({ from, to }: SlotGenerator, { duration, endOfDay }: SlotContext): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const [field, time] of Object.entries({ from, to })) {
    if (isClockTime(time) || (endOfDay && field === "to" && time === "24:00")) continue;
    problems.push({ field, message: "is not a time written HH:mm, 00:00 to 23:59" });
  }
  if (problems.length > 0) return problems;
  const length = minuteOfDay(to) - minuteOfDay(from);
  if (length <= 0) return [{ field: "to", message: `must be later than from (${from})` }];
  if (length < duration) {
    return [
      { field: "to", message: `leaves ${length} minutes after from, less than one slot of ${duration}` },
    ];
  }
  return [];
}

function minuteOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}
