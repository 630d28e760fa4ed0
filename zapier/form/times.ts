import { isCalendarDate } from "../../src/time/index.ts";
import { readClockTime } from "./clock.ts";
import type { Reading } from "./dates.ts";
import { findMomentProblem, type Now, toEpoch } from "./moments.ts";

/** A start as it was meant, wall clock or with its offset, and its own duration when an end was written too. */
export interface WrittenTime {
  start: string;
  duration?: number;
}

/** The service takes slots of these lengths, in minutes. */
const minSlotMinutes = 15;
const maxSlotMinutes = 1440;

const shape =
  /^(\d{4}-\d{2}-\d{2})(?:T|\s+)(\d{1,2}(?:[:.]\d{2})?(?::\d{2}(?:\.\d+)?)?\s*(?:[ap]\.?m\.?)?)\s*(Z|[+-]\d{2}:?\d{2})?(?:\s+(?:-|–|—|to|until)\s+(.+))?$/i;

const example = "Write it as 2027-03-01 09:00, or with its end as 2027-03-01 09:00 - 09:45.";

/**
 * A time of a time poll: `2027-03-01 09:00`, ISO with or without an offset, a 12-hour clock, or a start and an end
 * (`2027-03-01 09:00 - 10:30`), which gives the slot a duration of its own.
 */
export function readTime(text: string, now: Now): Reading<WrittenTime> {
  const quoted = `"${text}"`;
  if (/^\d+$/.test(text)) return { problem: `${quoted} is a number, not a time. ${example}` };
  const [, date, written, offset, end] = shape.exec(text) ?? [];
  if (date === undefined || written === undefined) return { problem: findShapeProblem(text, quoted) };
  if (!isCalendarDate(date)) return { problem: `${quoted} is not a day of the calendar.` };
  const clock = readClock(written);
  if (clock === undefined) return { problem: `${quoted} has no time of day that can be read. ${example}` };
  const start = `${date}T${clock}${spellOffset(offset)}`;
  const problem = findMomentProblem(toEpoch(start, now.timeZone), now, now.timeZone === null && !offset);
  if (problem !== undefined) return { problem: `${quoted} ${problem}` };
  if (end === undefined) return { value: { start } };
  const until = readClockTime(end);
  if (until === undefined) return { problem: `${quoted} has an end that can not be read. ${example}` };
  const duration = measure(date, start, until, spellOffset(offset), now);
  if (duration < minSlotMinutes || duration > maxSlotMinutes) {
    return { problem: `${quoted} lasts ${duration} minutes; a slot lasts from 15 minutes to 24 hours.` };
  }
  return { value: { start, duration } };
}

function findShapeProblem(text: string, quoted: string): string {
  if (isCalendarDate(text)) return `${quoted} has no time of day. ${example}`;
  return `${quoted} could not be read as a date and time. ${example}`;
}

/** `HH:mm`, with its seconds when they are not zero, so that a moment which is "now" is recognised as such. */
function readClock(written: string): string | undefined {
  const seconds = /^\d{2}:\d{2}:(\d{2})(?:\.\d+)?$/.exec(written)?.[1];
  if (seconds === undefined || seconds === "00") return readClockTime(written);
  const clock = readClockTime(written.slice(0, 5));
  return clock === undefined ? undefined : `${clock}:${seconds}`;
}

const spellOffset = (offset: string | undefined): string =>
  (offset ?? "").toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");

/** Minutes that really pass from the start to the end of its evening or the next morning, clock changes included. */
function measure(date: string, start: string, until: string, offset: string, { timeZone }: Now): number {
  const from = toEpoch(start, timeZone);
  const sameDay = toEpoch(`${date}T${until}${offset}`, timeZone);
  const next = new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  const to = sameDay > from ? sameDay : toEpoch(`${next}T${until}${offset}`, timeZone);
  return Math.round((to - from) / 60_000);
}
