/** Turns a parsed text into a day or a slot of a poll. */
import type { RequestedTime } from "../../src/scheduling/index.ts";
import { nextDay } from "../../src/time/days.ts";
import {
  describeGap,
  describeOverlap,
  formatDate,
  getOptionInterval,
  type OptionTime,
  resolveLocal,
  toInstant,
  toLocal,
} from "../../src/time/index.ts";
import { getPastTime } from "../../src/time/options.ts";
import { maxSlotMinutes, minSlotMinutes } from "../../src/time/slots.ts";
import type { DateRules } from "./date-text.ts";
import type { TimeItem } from "./time-list.ts";
import type { Moment, ParsedTime } from "./time-text.ts";
import { checkZoneName } from "./zones.ts";

/** The current time, and the zone of times without an offset. */
export interface TimeContext extends DateRules {
  /** Milliseconds since the epoch. */
  now: number;
  /** IANA zone, or null for a floating poll. */
  timeZone: string | null;
  /** Whether a person filled in the zone of the poll. */
  isZoneChosen: boolean;
  dayZone: string | null;
}

/** A parsed value with a note for the person, or a problem with a hint how to write the value. A `past` value is over. */
export type ParseResult<Value> =
  | { value: Value; note?: string | undefined; past?: boolean }
  | { problem: string; hint?: string };

/** What was parsed, or why there is nothing: the text is no `noun`. */
function needParsed({ text, parsed }: TimeItem, noun: string): ParseResult<ParsedTime> {
  if (parsed !== undefined && "value" in parsed) return parsed;
  const nouns = noun === "date" ? "dates" : "dates and times";
  const hint = `Write ${nouns} as 2027-03-01${noun === "date" ? "" : " 09:00, or with an end as 2027-03-01 09:00 - 09:45"}; "Formatter by Zapier" can change other notations to that.`;
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
  const shift = findDayShift(found.value, context);
  if (shift !== undefined) return { problem: shift };
  const isRelative = /^(now|today|tomorrow)\b/i.test(item.text);
  const note = isRelative ? `used ${start.date}.` : undefined;
  return checkTime(start, { ...context, timeZone: null }, { value: start.date, note });
}

/** Why the day of an instant is unclear: it is another one in the poll's zone or the account's. */
function findDayShift({ start, instant }: ParsedTime, { dayZone }: TimeContext): string | undefined {
  // Midnight stands for the whole day.
  if (!instant || start.time === "00:00" || dayZone === null) return undefined;
  const { date } = toLocal(toInstant(`${start.date}T${start.time}Z`), dayZone);
  if (date === start.date) return undefined;
  return `is ${formatDate(start.date)} in UTC, but ${formatDate(date)} in ${dayZone}. Write the day that is meant, such as ${date}.`;
}

/** Later dates come from digits that were mistaken for a timestamp. */
const maxAheadMs = 10 * 366 * 86_400_000;

/** The result of a day or a slot: whether it is past, or a problem if it is too far ahead. */
function checkTime<Value>(
  option: OptionTime,
  { timeZone, dayZone, now }: TimeContext,
  result: { value: Value; note?: string | undefined },
): ParseResult<Value> {
  if (getOptionInterval(option, timeZone).start - now > maxAheadMs)
    return { problem: "is more than ten years ahead. Correct the date." };
  return { ...result, past: getPastTime(option, timeZone, dayZone ?? undefined) <= now };
}

/** The slot of an item. It has the duration of its end or of its row, if there is one. */
export function toSlot(item: TimeItem, context: TimeContext): ParseResult<RequestedTime> {
  const shift = item.day && findDayShift(item.day, context);
  if (shift !== undefined) return { problem: shift };
  const found = needParsed(item, "date and time");
  if ("problem" in found) return found;
  const resolved = resolveTimes(found.value, context);
  if ("problem" in resolved) return resolved;
  const { value, note } = resolved;
  const { start, to = start } = value;
  // No slot is meant to start in the current minute; Zapier replaces unreadable text with the current time.
  if (Math.abs(Date.parse(start) - context.now) < 60_000)
    return { problem: "is the current time. Enter a later one." };
  const slot = { startTime: start, duration: minSlotMinutes };
  if (value.to === undefined)
    return checkTime(slot, context, { value: { start, duration: item.duration }, note });
  const duration = Math.ceil((Date.parse(to) - Date.parse(start)) / 60_000);
  if (duration <= 0) return { problem: "ends before it starts. Correct the end." };
  if (duration < minSlotMinutes || duration > maxSlotMinutes)
    return { problem: `lasts ${duration} minutes. A slot lasts from 15 minutes to 24 hours.` };
  if (item.duration !== undefined && item.duration !== duration)
    return {
      problem: `lasts ${duration} minutes from its start to its end, but its duration is ${item.duration} minutes. Correct one of them.`,
    };
  return checkTime(slot, context, { value: { start, duration }, note });
}

/** The instants of a parsed time. */
export function resolveTimes(
  { start, end, timeProblem, overnight, timeZone: named, zoneNames = [], gmt }: ParsedTime,
  { timeZone, isZoneChosen }: Pick<TimeContext, "timeZone" | "isZoneChosen">,
): ParseResult<{ start: string; to?: string }> {
  if (timeProblem !== undefined) return { problem: timeProblem };
  if (start.time === undefined) return { problem: "has no time of day. Add it." };
  if (timeZone === null && (named ?? start.offset ?? zoneNames[0]) !== undefined) {
    const thing = start.offset === undefined ? "a time zone" : "an offset";
    return { problem: `has ${thing}, but the poll has no time zone. Fill in Time Zone.` };
  }
  const from = resolve(start, named, timeZone);
  if ("problem" in from) return from;
  for (const name of zoneNames) {
    const problem = checkZoneName(name, timeZone ?? "UTC", from.value, isZoneChosen);
    if (problem !== undefined) return { problem };
  }
  const note = gmt && isSummerInLondon(from.value) ? gmtNote : from.note;
  if (end === undefined) return { value: { start: from.value }, note };
  const to = resolve(end, named, timeZone, true);
  if ("problem" in to) return to;
  const endNote = overnight ? `ends on the next day, ${end.date}.` : note;
  return { value: { start: from.value, to: to.value }, note: endNote };
}

/** Whether GMT is not the time in London then. */
export const isSummerInLondon = (instant: string): boolean =>
  toLocal(instant, "Europe/London").offset !== "+00:00";

export const gmtNote = "taken as GMT, an hour behind the clocks of London in summer.";

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
