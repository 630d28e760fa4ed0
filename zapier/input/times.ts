import { describeGap, resolveLocal, toLocal } from "../../src/time/index.ts";
import type { ParseResult } from "./dates.ts";
import { type Moment, type ParsedTime, type ParseTimeResult, parseTime } from "./parse-time.ts";
import { findToday, pastOrTooFar, type TimeContext, toEpoch } from "./time-context.ts";

/** A start as it was meant, wall clock or with its offset, and its own duration when an end was written too. */
export interface ParsedSlot {
  start: string;
  /** Minutes. */
  duration?: number;
}

const hint =
  'Write times as 2027-03-01 09:00, or with an end as 2027-03-01 09:00 - 09:45; "Formatter by Zapier" can change other notations to that.';

const minDuration = 15;
const maxDuration = 1440;

/**
 * The slot of a written time: `2027-03-01 09:00`, ISO with or without an offset, a 12-hour clock, or a start and an
 * end (`2027-03-01 09:00 - 10:30`), which gives the slot a duration of its own.
 */
export function parseSlot(text: string, now: TimeContext): ParseResult<ParsedSlot> {
  return toTime(text, parseTime(text, findToday(now)), now);
}

/** The slot of a text that was parsed; see parseSlot. */
export function toTime(text: string, parsed: ParseTimeResult, now: TimeContext): ParseResult<ParsedSlot> {
  if (/^\d+$/.test(text)) return { problem: "is a number, not a time.", hint };
  if (parsed === undefined) return { problem: "could not be read as a date and time.", hint };
  if ("problem" in parsed) return { problem: parsed.problem, hint };
  const { timeProblem, start } = parsed.value;
  if (timeProblem !== undefined) return { problem: timeProblem, hint };
  if (start.time === undefined) return { problem: "has no time of day.", hint };
  return toSlot(parsed.value, now);
}

function toSlot(parsed: ParsedTime, now: TimeContext): ParseResult<ParsedSlot> {
  const from = place(parsed.start, parsed.timeZone);
  if ("problem" in from) return from;
  const floats = now.timeZone === null && from.offset === undefined;
  const epoch = toEpoch(from.text, now.timeZone);
  const problem = pastOrTooFar(epoch, now, floats);
  if (problem !== undefined) return { problem };
  const start = from.text;
  if (parsed.end === undefined) return { value: { start }, ...from.note };
  const to = place(parsed.end, parsed.end.timeZone ?? parsed.timeZone);
  if ("problem" in to) return to;
  const gap = to.offset === undefined ? findGap(to.text, now.timeZone) : undefined;
  if (gap !== undefined) return { problem: gap };
  const duration = Math.ceil((toEpoch(to.text, now.timeZone) - epoch) / 60_000);
  if (duration < minDuration || duration > maxDuration) return { problem: explainLength(duration), hint };
  const note = parsed.overnight ? { note: `ends on the next day, ${parsed.end.date}.` } : from.note;
  return { value: { start, duration }, ...note };
}

interface Placed {
  /** The wall clock with its offset, if there is one. */
  text: string;
  offset?: string | undefined;
  note?: { note: string } | undefined;
}

/** A wall clock in the zone that its own text names; without one it stays as it was written. */
function place(
  { date, time = "00:00", offset }: Moment,
  timeZone: string | undefined,
): Placed | { problem: string } {
  const local = `${date}T${time}`;
  if (timeZone === undefined) return { text: `${local}${offset ?? ""}`, offset };
  if (offset !== undefined) {
    const real = toLocal(new Date(`${local}${offset}`).toISOString(), timeZone).offset;
    if (real === offset) return { text: `${local}${offset}`, offset };
    return { problem: `has an offset (${offset}) that is not the one of ${timeZone} then (${real}).` };
  }
  const found = resolveLocal(local, timeZone);
  if (found.kind === "gap") return { problem: `cannot be used: ${describeGap(local, timeZone, found)}.` };
  const known = toLocal(found.instant, timeZone).offset;
  const note =
    found.kind === "overlap" ? { note: `happens twice: the earlier (UTC${known}) was taken.` } : undefined;
  return { text: `${local}${known}`, offset: known, note };
}

function findGap(local: string, timeZone: string | null): string | undefined {
  const found = timeZone === null ? undefined : resolveLocal(local, timeZone);
  // The instant at which the clocks go forward is an end like any other.
  return found?.kind === "gap" && timeZone !== null && found.before !== local.slice(0, 16)
    ? `has an end that does not exist: ${describeGap(local, timeZone, found)}.`
    : undefined;
}

function explainLength(duration: number): string {
  if (duration <= 0) return "ends before it starts.";
  return `lasts ${duration} minutes; a slot lasts from 15 minutes to 24 hours.`;
}
