import { addDays, daysBetween, weekdayOf } from "./dates.ts";
import { findSlotProblems, type SlotContext, type SlotGenerator, SlotProblem } from "./generator-rules.ts";
import { toLocal } from "./instants.ts";
import { resolveLocal } from "./wall-clock.ts";

/** One option of a time poll: a UTC instant ("2027-03-01T14:00:00Z") and a length in minutes. */
export interface Slot {
  /** Start: an ISO 8601 instant in UTC. */
  startTime: string;
  /** Length in minutes. */
  duration: number;
}

/** Something to tell the person: on this date the window's edge happened twice, and the earlier was taken. */
export interface SlotNote {
  /** Which edge of the window. */
  field: "from" | "to";
  /** The day, YYYY-MM-DD. */
  date: string;
  /** What was decided there. */
  message: string;
}

/** What a generator gives. `truncated` is true when there are more slots than the limit asked for. */
export interface Expansion {
  /** The slots by start. */
  slots: Slot[];
  /** What the person should be told. */
  notes: SlotNote[];
  /** Whether there are more slots than the limit. */
  truncated: boolean;
}

/** How to expand: `gap` says whether a window's edge in a DST gap is refused or shifted forward. */
export interface ExpansionOptions extends SlotContext {
  /** What becomes of an edge that the clock skips: an error, or the moment after the gap. */
  gap: "refuse" | "forward";
  /** Stop after this many slots; all of them when left out. */
  limit?: number;
}

/**
 * Cuts a generator's windows into slots: on each listed day one slot of `duration` minutes every `interval` minutes,
 * counted from the instant of `from`, as long as it ends at or before the instant of `to`.
 * Throws SlotProblem naming the field when it breaks a rule or gives no slot at all.
 */
export function expandGenerator(generator: SlotGenerator, options: ExpansionOptions): Expansion {
  const [problem] = findSlotProblems(generator, options);
  if (problem) throw new SlotProblem(problem);
  const { duration, limit = Number.POSITIVE_INFINITY } = options;
  const step = (generator.interval ?? duration) * 60_000;
  const slots: Slot[] = [];
  const notes: SlotNote[] = [];
  for (const date of listDates(generator)) {
    const start = findEdge("from", generator.from, date, options, notes);
    const end = findEdge("to", generator.to, date, options, notes);
    for (let at = start; at + duration * 60_000 <= end; at += step) {
      if (slots.length >= limit) return { slots, notes, truncated: true };
      slots.push({ startTime: writeInstant(at), duration });
    }
  }
  if (slots.length === 0) {
    const message = `leaves no room for one slot of ${duration} minutes, since the clocks change that day`;
    throw new SlotProblem({ field: "to", message });
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

function findEdge(
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
    throw new SlotProblem({ field, message: describeGap(local, zone, found) });
  }
  if (found.kind === "overlap") {
    notes.push({ field, date, message: describeOverlap(local, zone, found) });
  }
  return Date.parse(found.instant);
}

/** Says that a wall-clock time never happens, and which times surround it. */
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

/** Says that a wall-clock time happens twice, and that the earlier of the two was taken. */
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

// Counting in Date keeps a hostile generator (tens of thousands of slots) cheap; these are instants, no zone is involved.
function writeInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(".000Z", "Z");
}
