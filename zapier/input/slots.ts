/** Turns a parsed text into a day or a slot of a poll. */
import type { WallClock } from "../../src/scheduling/index.ts";
import {
  describeGap,
  formatDate,
  maxSlotMinutes,
  minSlotMinutes,
  resolveLocal,
  toLocal,
} from "../../src/time/index.ts";
import type { Moment, ParsedTime, ParseTimeResult } from "./time-text.ts";

/** The current time, and the zone of times without an offset. */
export interface TimeContext {
  /** Milliseconds since the epoch. */
  now: number;
  /** IANA zone, or null for a floating poll. */
  timeZone: string | null;
  /** IANA zone of the Zapier account, which says where "today" is when `timeZone` is null. */
  accountZone: string | null;
}

/** A parsed value with a note for the person, or a problem with a hint how to write the value. */
export type ParseResult<Value> = { value: Value; note?: string } | { problem: string; hint?: string };

/** The calendar day that it is now in the poll's zone or the account's; `undefined` without both. */
export function findToday({ now, timeZone, accountZone }: TimeContext): string | undefined {
  const zone = timeZone ?? accountZone;
  return zone === null ? undefined : toLocal(new Date(now).toISOString(), zone).date;
}

const dayHint = 'Write dates as 2027-03-01; "Formatter by Zapier" can change other notations to that.';

/**
 * The day of a text that was parsed. A time beside it is left out, and the day is never converted: it has no
 * time zone.
 */
export function toDay(text: string, parsed: ParseTimeResult, context: TimeContext): ParseResult<string> {
  const refuse = (problem: string) => ({ problem, hint: dayHint });
  if (/^\d+$/.test(text)) return refuse("is a number, not a date.");
  if (parsed === undefined) return refuse("is not a date.");
  if ("problem" in parsed) return refuse(parsed.problem);
  const { start, end, overnight } = parsed.value;
  if (end !== undefined && end.date !== start.date && !overnight && !endsAtMidnight(start.date, end))
    return refuse("covers several days. Enter each day by itself.");
  const problem = findDayShift(parsed.value, context) ?? findDayProblem(start.date, context.now);
  if (problem !== undefined) return { problem };
  const isRelative = /^(now|today|tomorrow)\b/i.test(text);
  return { value: start.date, ...(isRelative && { note: `used ${start.date}.` }) };
}

const endsAtMidnight = (date: string, end: Moment): boolean =>
  end.time === "00:00" && Date.parse(end.date) - Date.parse(date) === 86_400_000;

/** Why the day of an instant is unclear: it is another one in the poll's zone or the account's. */
export function findDayShift(
  { start, instant }: ParsedTime,
  { timeZone, accountZone }: TimeContext,
): string | undefined {
  const zone = timeZone ?? accountZone;
  if (!instant || zone === null) return undefined;
  const { date } = toLocal(new Date(`${start.date}T${start.time}Z`).toISOString(), zone);
  if (date === start.date) return undefined;
  return `is ${formatDate(start.date)} in UTC, but ${formatDate(date)} in ${zone}. Write the day that is meant, such as ${date}.`;
}

/** Later dates come from digits that were mistaken for a timestamp. */
const maxAheadMs = 10 * 366 * 86_400_000;
const tooFar = "is more than ten years ahead. Correct the date.";
const past = "is in the past. Enter a later one.";

/** Why a day cannot be an option: it has passed everywhere, or is too far ahead. */
function findDayProblem(date: string, now: number): string | undefined {
  if (Date.parse(date) - now > maxAheadMs) return tooFar;
  return date < toLocal(new Date(now).toISOString(), "Etc/GMT+12").date ? past : undefined;
}

/**
 * Why a slot cannot start at an instant. A floating clock time has passed when it has in the last time zone
 * of the world.
 */
function findStartProblem(epoch: number, now: number, floats: boolean): string | undefined {
  // No slot is meant to start in the current minute; Zapier replaces unreadable text with the current time.
  if (Math.abs(epoch - now) < 60_000) return "is the current time. Enter a later one.";
  if (epoch - now > maxAheadMs) return tooFar;
  return epoch + (floats ? 12 * 3_600_000 : 0) < now ? past : undefined;
}

/** A start as it was meant, and its own duration when an end was written too. */
interface ParsedSlot {
  start: WallClock;
  /** Minutes. */
  duration?: number;
}

const slotHint =
  'Write times as 2027-03-01 09:00, or with an end as 2027-03-01 09:00 - 09:45; "Formatter by Zapier" can change other notations to that.';

/** The slot of a text that was parsed: its start, and its duration when the text has an end. */
export function toSlot(text: string, parsed: ParseTimeResult, context: TimeContext): ParseResult<ParsedSlot> {
  const refuse = (problem: string) => ({ problem, hint: slotHint });
  if (/^\d+$/.test(text)) return refuse("is a number, not a time.");
  if (parsed === undefined) return refuse("is not a date and time.");
  if ("problem" in parsed) return refuse(parsed.problem);
  const { timeProblem, start } = parsed.value;
  if (timeProblem !== undefined) return refuse(timeProblem);
  if (start.time === undefined) return refuse("has no time of day. Add it.");
  return resolveSlot(parsed.value, context);
}

function resolveSlot(parsed: ParsedTime, { now, timeZone }: TimeContext): ParseResult<ParsedSlot> {
  const from = resolveMoment(parsed.start, parsed.timeZone);
  if ("problem" in from) return from;
  const start = from.clock;
  if (timeZone === null && start.offset !== undefined) {
    const what = parsed.timeZone === undefined ? "an offset" : "a time zone";
    return { problem: `has ${what}, but the poll has no time zone. Fill in Time Zone.` };
  }
  const epoch = toEpoch(start, timeZone);
  const problem = findStartProblem(epoch, now, timeZone === null);
  if (problem !== undefined) return { problem };
  if (parsed.end === undefined) return { value: { start }, ...from.note };
  const to = resolveMoment(parsed.end, parsed.end.timeZone ?? parsed.timeZone);
  if ("problem" in to) return to;
  const gap = to.clock.offset === undefined ? findClockGap(to.clock.local, timeZone) : undefined;
  if (gap !== undefined) return { problem: gap };
  const duration = Math.ceil((toEpoch(to.clock, timeZone) - epoch) / 60_000);
  if (duration <= 0) return { problem: "ends before it starts. Correct the end.", hint: slotHint };
  if (duration < minSlotMinutes || duration > maxSlotMinutes)
    return {
      problem: `lasts ${duration} minutes. A slot lasts from 15 minutes to 24 hours.`,
      hint: slotHint,
    };
  const note = parsed.overnight ? { note: `ends on the next day, ${parsed.end.date}.` } : from.note;
  return { value: { start, duration }, ...note };
}

/**
 * The instant of a clock time in milliseconds; without an offset it is meant in `timeZone`, or floats (null).
 */
function toEpoch({ local, offset }: WallClock, timeZone: string | null): number {
  if (offset !== undefined) return Date.parse(`${local}${offset}`);
  return Date.parse(timeZone === null ? `${local}Z` : resolveLocal(local, timeZone).instant);
}

/**
 * A clock time with the offset of the zone that its own text names; without one it stays as it was written.
 */
function resolveMoment(
  { date, time = "00:00", offset }: Moment,
  timeZone: string | undefined,
): { clock: WallClock; note?: { note: string } | undefined } | { problem: string } {
  const local = `${date}T${time}`;
  if (timeZone === undefined) return { clock: { local, ...(offset !== undefined && { offset }) } };
  if (offset !== undefined) {
    const real = toLocal(new Date(`${local}${offset}`).toISOString(), timeZone).offset;
    if (real === offset) return { clock: { local, offset } };
    return { problem: `has the offset ${offset}, but ${timeZone} is at ${real} then. Correct one of them.` };
  }
  const found = resolveLocal(local, timeZone);
  if (found.kind === "gap") return { problem: `cannot be used: ${describeGap(local, timeZone, found)}.` };
  const known = toLocal(found.instant, timeZone).offset;
  if (found.kind === "exact") return { clock: { local, offset: known } };
  const note = `happens twice, because clocks are set back. The earlier one (UTC${known}) was used.`;
  return { clock: { local, offset: known }, note: { note } };
}

function findClockGap(local: string, timeZone: string | null): string | undefined {
  const found = timeZone === null ? undefined : resolveLocal(local, timeZone);
  // The instant at which the clocks go forward is an end like any other.
  return found?.kind === "gap" && timeZone !== null && found.before !== local.slice(0, 16)
    ? `has an end that does not exist: ${describeGap(local, timeZone, found)}.`
    : undefined;
}
