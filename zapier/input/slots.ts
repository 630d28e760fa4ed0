/** Turns a parsed text into a day or a slot of a poll. */
import type { RequestedTime } from "../../src/scheduling/index.ts";
import {
  describeGap,
  describeOverlap,
  formatDate,
  getOptionInterval,
  maxSlotMinutes,
  minSlotMinutes,
  nextDay,
  normalizeTimeZone,
  type OptionTime,
  resolveLocal,
  toInstant,
  toLocal,
} from "../../src/time/index.ts";
import type { TimeItem } from "./time-list.ts";
import type { Moment, ParsedTime } from "./time-text.ts";

/** The current time, and the zone of times without an offset. */
export interface TimeContext {
  /** Milliseconds since the epoch. */
  now: number;
  /** IANA zone, or null for a floating poll. */
  timeZone: string | null;
  /** The zone of the poll or else of the Zapier account, which says where "today" is. */
  dayZone: string | null;
  /** The calendar day that it is now in `dayZone`. */
  today: string | undefined;
}

/** The context of a poll. `accountZone` is as Zapier has it. */
export function createContext(now: number, timeZone: string | null, accountZone: string | null): TimeContext {
  const dayZone = timeZone ?? normalizeTimeZone(accountZone ?? "") ?? null;
  const today = dayZone === null ? undefined : toLocal(new Date(now).toISOString(), dayZone).date;
  return { now, timeZone, dayZone, today };
}

/** A parsed value with a note for the person, or a problem with a hint how to write the value. */
export type ParseResult<Value> =
  | { value: Value; note?: string | undefined }
  | { problem: string; hint?: string };

/** What was parsed, or why there is nothing: the text is no `noun`. */
function needParsed({ text, parsed }: TimeItem, noun: string): ParseResult<ParsedTime> {
  if (parsed !== undefined && "value" in parsed) return parsed;
  const hint = `Write ${noun}s as 2027-03-01${noun === "date" ? "" : " 09:00, or with an end as 2027-03-01 09:00 - 09:45"}; "Formatter by Zapier" can change other notations to that.`;
  const unknown = /^\d+$/.test(text) ? `is a number, not a ${noun}.` : `is not a ${noun}.`;
  return { problem: parsed?.problem ?? unknown, hint };
}

/** The day of an item. A time beside it is left out, and the day is never converted: it has no time zone. */
export function toDay(item: TimeItem, context: TimeContext): ParseResult<string> {
  const found = needParsed(item, "date");
  if ("problem" in found) return found;
  const { start, end, overnight } = found.value;
  const endsAtMidnight = end?.time === "00:00" && end.date === nextDay(start.date);
  if (end !== undefined && end.date !== start.date && !overnight && !endsAtMidnight)
    return { problem: "covers several days. Enter each day by itself." };
  const problem = findDayShift(found.value, context) ?? findProblem(start, null, context.now);
  if (problem !== undefined) return { problem };
  const isRelative = /^(now|today|tomorrow)\b/i.test(item.text);
  return { value: start.date, note: isRelative ? `used ${start.date}.` : undefined };
}

/** Why the day of an instant is unclear: it is another one in the poll's zone or the account's. */
function findDayShift({ start, instant }: ParsedTime, { dayZone }: TimeContext): string | undefined {
  if (!instant || dayZone === null) return undefined;
  const { date } = toLocal(toInstant(`${start.date}T${start.time}Z`), dayZone);
  if (date === start.date) return undefined;
  return `is ${formatDate(start.date)} in UTC, but ${formatDate(date)} in ${dayZone}. Write the day that is meant, such as ${date}.`;
}

/** Later dates come from digits that were mistaken for a timestamp. */
const maxAheadMs = 10 * 366 * 86_400_000;

/** Why a day or a slot cannot be an option: it has passed everywhere, or is too far ahead. */
function findProblem(option: OptionTime, timeZone: string | null, now: number): string | undefined {
  const { start, end } = getOptionInterval(option, timeZone);
  if (start - now > maxAheadMs) return "is more than ten years ahead. Correct the date.";
  return ("date" in option ? end : start) < now ? "is in the past. Enter a later one." : undefined;
}

/** The slot of an item. It has the duration of its end or of its row, if there is one. */
export function toSlot(item: TimeItem, context: TimeContext): ParseResult<RequestedTime> {
  const shift = item.day && findDayShift(item.day, context);
  if (shift !== undefined) return { problem: shift };
  const found = needParsed(item, "date and time");
  if ("problem" in found) return found;
  const { now, timeZone } = context;
  const { start, end, timeProblem, overnight, timeZone: named } = found.value;
  if (timeProblem !== undefined) return { problem: timeProblem };
  if (start.time === undefined) return { problem: "has no time of day. Add it." };
  if (timeZone === null && (named ?? start.offset) !== undefined) {
    const thing = named === undefined ? "an offset" : "a time zone";
    return { problem: `has ${thing}, but the poll has no time zone. Fill in Time Zone.` };
  }
  const from = resolve(start, named, timeZone);
  if ("problem" in from) return from;
  // No slot is meant to start in the current minute; Zapier replaces unreadable text with the current time.
  if (Math.abs(Date.parse(from.value) - now) < 60_000)
    return { problem: "is the current time. Enter a later one." };
  const slot = { startTime: from.value, duration: minSlotMinutes };
  const problem = findProblem(slot, timeZone, now);
  if (problem !== undefined) return { problem };
  if (end === undefined) return { value: { start: from.value, duration: item.duration }, note: from.note };
  const to = resolve(end, named, timeZone, true);
  if ("problem" in to) return to;
  const duration = Math.ceil((Date.parse(to.value) - Date.parse(from.value)) / 60_000);
  if (duration <= 0) return { problem: "ends before it starts. Correct the end." };
  if (duration < minSlotMinutes || duration > maxSlotMinutes)
    return { problem: `lasts ${duration} minutes. A slot lasts from 15 minutes to 24 hours.` };
  if (item.duration !== undefined && item.duration !== duration)
    return {
      problem: `lasts ${duration} minutes from its start to its end, but its duration is ${item.duration} minutes. Correct one of them.`,
    };
  const note = overnight ? `ends on the next day, ${end.date}.` : from.note;
  return { value: { start: from.value, duration }, note };
}

/** The instant of a clock time in the zone that its text names, or in that of the poll. */
function resolve(
  { date, time = "00:00", offset }: Moment,
  named: string | undefined,
  timeZone: string | null,
  isEnd = false,
): ParseResult<string> {
  const local = `${date}T${time}`;
  if (offset !== undefined) {
    const value = toInstant(`${local}${offset}`);
    const real = named === undefined ? offset : toLocal(value, named).offset;
    if (real === offset) return { value };
    return { problem: `has the offset ${offset}, but ${named} is at ${real} then. Correct one of them.` };
  }
  const zone = named ?? timeZone ?? "UTC";
  const found = resolveLocal(local, zone);
  // The instant at which the clocks go forward is an end like any other.
  if (found.kind === "gap" && !(isEnd && found.before === local.slice(0, 16)))
    return { problem: `cannot be used: ${describeGap(local, zone, found)}.` };
  const note = found.kind === "overlap" && !isEnd ? describeOverlap(local, zone, found) : undefined;
  return { value: found.instant, note: note && `${note}.` };
}
