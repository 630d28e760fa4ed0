import type { Problem } from "../../problem.ts";
import { addDays, isCalendarDate, resolveLocal, toLocal } from "../../time/index.ts";
import { type PlanNote, quote } from "../plan/errors.ts";
import { explainUnreadable, parseAbsolute, parseWallClock } from "../plan/parse-time.ts";
import type { BusySpan, BusyTime } from "./busy-time.ts";

/**
 * A busy time as a calendar gives it. Dates (YYYY-MM-DD) are whole days: `end` is the day after the last one, and without `end`
 * it is one day. Times are wall-clock times in the poll's zone, or instants with Z or an offset.
 */
export interface BusyInterval {
  /** A day, a wall-clock time or an instant. */
  start: string;
  /** The same form as `start`. Required unless `start` is a day. */
  end?: string | undefined;
}

/** Parsed intervals. The paths of notes and problems begin with `busy`. */
export interface ParsedIntervals {
  /** The busy times that could be parsed. */
  busy: BusyTime[];
  /** Decisions, such as which reading of an ambiguous time was taken. */
  notes: PlanNote[];
  /** What cannot be understood. */
  problems: Problem[];
}

/** Parses intervals. A null zone means that the poll's times are floating. */
export function parseIntervals(intervals: readonly BusyInterval[], timeZone: string | null): ParsedIntervals {
  const parsed: ParsedIntervals = { busy: [], notes: [], problems: [] };
  for (const [index, { start, end }] of intervals.entries()) {
    const path = `busy.${index}`;
    const found = isCalendarDate(start.trim())
      ? parseDays(start.trim(), end?.trim())
      : parseSpan(start, end, timeZone);
    if ("problem" in found) {
      parsed.problems.push({ path: `${path}.${found.field}`, message: found.problem });
      continue;
    }
    parsed.busy.push(found.busy);
    parsed.notes.push(
      ...found.notes.map((note) => ({ path: `${path}.${note.path}`, message: note.message })),
    );
  }
  return parsed;
}

type Parsed = { busy: BusyTime; notes: PlanNote[] } | { field: "start" | "end"; problem: string };

function parseDays(firstDay: string, end: string | undefined): Parsed {
  if (end === undefined) return { busy: { firstDay, endDay: addDays(firstDay, 1) }, notes: [] };
  if (!isCalendarDate(end))
    return {
      field: "end",
      problem: "must be a date like start: YYYY-MM-DD, the day after the last busy one",
    };
  if (end === firstDay)
    return {
      field: "end",
      problem: "must be later than start: it is the day after the last busy one. Leave it out for one day",
    };
  if (end < firstDay) return { field: "end", problem: `is before start (${firstDay})` };
  return { busy: { firstDay, endDay: end }, notes: [] };
}

function parseSpan(start: string, end: string | undefined, timeZone: string | null): Parsed {
  if (parseWallClock(start) === undefined) return { field: "start", problem: explainUnreadable(start) };
  if (end === undefined) return { field: "end", problem: "is missing: times of day need an end" };
  if (isCalendarDate(end.trim()))
    return {
      field: "end",
      problem: "is a date, but start is a time of day: give both as times, or both as dates",
    };
  const midnights = [start, end].map((text) => /^(\S+)T00:00$/.exec(parseWallClock(text)?.local ?? "")?.[1]);
  // Microsoft's calendars write whole days as wall-clock times from midnight to midnight.
  if (midnights.every((date) => date !== undefined) && [start, end].every((text) => !hasOffset(text)))
    return parseDays(...(midnights as [string, string]));
  const [from, to] = [resolveEdge(start, timeZone, "start"), resolveEdge(end, timeZone, "end")];
  if (typeof from === "string") return { field: "start", problem: from };
  if (typeof to === "string") return { field: "end", problem: to };
  if (to.instant <= from.instant) return { field: "end", problem: "must be after start" };
  const notes = [from.note ?? [], to.note ?? []].flat();
  return { busy: { start: from.instant, end: to.instant } satisfies BusySpan, notes };
}

const hasOffset = (text: string): boolean => parseWallClock(text)?.offset !== undefined;

/**
 * The instant of a start or an end, or a problem. A wall-clock time that the clock shows twice or skips is read so that the
 * interval is longer, because a slot may not collide with any reading.
 */
function resolveEdge(
  text: string,
  timeZone: string | null,
  field: "start" | "end",
): { instant: number; note?: PlanNote } | string {
  const time = parseWallClock(text);
  if (time === undefined) return explainUnreadable(text);
  const { local, offset } = time;
  if (offset !== undefined) {
    if (timeZone === null)
      return `${quote(text)} is an instant, but the poll's times are floating: give wall-clock times without Z or offset`;
    const instant = parseAbsolute(local, offset === "Z" ? "+00:00" : offset);
    return instant === undefined ? explainUnreadable(text) : { instant: Date.parse(instant) };
  }
  if (timeZone === null) return { instant: Date.parse(`${local}Z`) };
  const found = resolveLocal(local, timeZone);
  if (found.kind === "exact") return { instant: Date.parse(found.instant) };
  const [reason, instant] =
    found.kind === "overlap"
      ? ["happens twice", field === "start" ? found.instant : found.later]
      : ["does not exist", field === "start" ? resolveLocal(found.after, timeZone).instant : found.instant];
  const { date, time: clock, offset: taken } = toLocal(instant, timeZone);
  const message = `${local.replace("T", " ")} ${reason} in ${timeZone}: taken as ${date} ${clock} (UTC${taken}), so that the busy time is longer`;
  return { instant: Date.parse(instant), note: { path: field, message } };
}
