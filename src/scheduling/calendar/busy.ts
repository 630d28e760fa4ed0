import * as z from "zod/mini";
import { check } from "../../api/check/problems.ts";
import type { Problem } from "../../problem.ts";
import { dayMs } from "../../time/days.ts";
import { addDays, isCalendarDate, type OptionTime, resolveLocal, toLocal } from "../../time/index.ts";
import { getOptionEnd, getOptionStart, getStartDate } from "../../time/options.ts";
import type { BusyCheck, BusyTime, FreeOptions } from "../plan/busy-time.ts";
import { PlanError, type ProblemText, quote } from "../plan/errors.ts";
import { explainUnreadable, readTime } from "../plan/parse-time.ts";

const optional = z.optional(z.string());
const shape = z.object({
  busy: z.array(z.strictObject({ start: z.string(), end: optional, title: optional })),
});

/**
 * Prepares the check for busy times. A busy time that ends when a slot starts does not collide with it. A day is dropped if one
 * busy time covers all of it. Throws PlanError for unknown names and wrong types.
 */
export function createBusyCheck(busy: readonly BusyTime[]): BusyCheck {
  const { problems } = check(shape, { busy }, "");
  if (problems.length > 0) throw new PlanError(problems);
  const times = busy.map((each, index) => ({ busy: each, path: `busy.${index}` }));
  return (options, timeZone) => dropBusy(options, timeZone, times);
}

/** A busy time, with its path in the problems if somebody wrote it. */
export interface ListedTime {
  busy: BusyTime;
  path?: string;
}

/** What a listed busy time means: milliseconds since 1970, of days and floating times as if they were UTC. */
interface Interval {
  busy: BusyTime;
  start: number;
  end: number;
}

/** Leaves out the options that collide with busy times. */
export function dropBusy(
  options: readonly OptionTime[],
  timeZone: string | null,
  times: readonly ListedTime[],
): FreeOptions {
  const areDays = options.some((option) => "date" in option);
  const reading: Reading = { timeZone, areDays, problems: [], notes: [], edges: new Map() };
  const intervals = times.map((each) => readInterval(each, reading));
  const { problems, notes } = reading;
  if (problems.length > 0) throw new PlanError(problems);
  const compared = areDays ? intervals.map(toWholeDays).filter(({ start, end }) => start < end) : intervals;
  const ignored = intervals.length - compared.length;
  if (ignored > 0) {
    const message = `${ignored} of ${intervals.length} had a time of day and ${ignored === 1 ? "was" : "were"} not compared: only whole days block a day`;
    notes.push({ path: "busy", message });
  }
  const find = createFinder(compared);
  const result: FreeOptions = { free: [], dropped: [], busyTimes: intervals.length, notes };
  for (const option of options) {
    const collision = find(getOptionStart(option), getOptionEnd(option));
    if (collision === undefined) result.free.push(option);
    else result.dropped.push({ reason: "busy", option, busy: collision.busy });
  }
  const days = new Set(result.free.map((option) => getStartDate(option, timeZone)));
  for (const { busy, path } of times) {
    const end = busy.end?.trim() ?? "";
    if (path !== undefined && days.has(end))
      notes.push({
        path: `${path}.end`,
        message: `${end} is not busy: the end is the day after the last busy one`,
      });
  }
  return result;
}

/** Returns a function that finds the earliest busy time that overlaps a span. */
function createFinder(intervals: readonly Interval[]) {
  const sorted = intervals.toSorted((one, other) => one.start - other.start);
  let latest = -Infinity;
  const latestEnds = sorted.map(({ end }) => (latest = Math.max(latest, end)));
  return (start: number, end: number): Interval | undefined => {
    // The first busy time that ends after the start is the one that raises the latest end above it.
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((latestEnds[middle] ?? 0) > start) high = middle;
      else low = middle + 1;
    }
    const found = sorted[low];
    return found !== undefined && found.start < end ? found : undefined;
  };
}

/** The whole days of a busy time. One that ends in the last minute of a day ends with it. */
function toWholeDays({ busy, start, end }: Interval): Interval {
  const [first, last] = [Math.ceil(start / dayMs), Math.floor((end + 60_000) / dayMs)];
  return { busy, start: first * dayMs, end: last * dayMs };
}

/** How busy times are read: for options that are days, or in the zone of slots. */
interface Reading {
  timeZone: string | null;
  areDays: boolean;
  problems: Problem[];
  notes: Problem[];
  /** What was read: a large calendar has the same midnights many times. */
  edges: Map<string, Edge>;
}

function readInterval({ busy, path = "busy" }: ListedTime, reading: Reading): Interval {
  const { problems, notes } = reading;
  const days = toDays(busy);
  const readField = (field: "start" | "end") => {
    // A day ends when the next one starts.
    const [text, kind] = [(days ?? busy)[field], days ? "start" : field] as const;
    const edge = reading.edges.get(`${kind} ${text}`) ?? readEdge(text, kind, reading);
    reading.edges.set(`${kind} ${text}`, edge);
    const { problem, note } = edge;
    if (problem) problems.push({ path: `${path}.${field}`, ...problem });
    // A day has no note: its midnight is not a time that a person wrote.
    if (note && !days) notes.push({ path: `${path}.${field}`, message: note });
    return edge;
  };
  const [from, to] = [readField("start"), readField("end")];
  const message = days ? "must be after start: it is the day after the last busy one" : "must be after start";
  // A time that the clock skips may have no length.
  if (to.instant < from.instant || (to.instant === from.instant && !from.note))
    problems.push({ path: `${path}.end`, message });
  const { shown: start = from.instant } = from;
  const { shown: end = to.instant } = to;
  // It is not known in which zone the person has their days: these are as long as any zone makes them.
  const isAnywhere = reading.areDays && from.isUtc && to.isUtc && end - start >= dayMs;
  const { ahead, behind } = isAnywhere ? farthestOffsets : { ahead: 0, behind: 0 };
  return { busy, start: start - behind, end: end + ahead };
}

/** How far the clocks of the earth are from UTC. */
const farthestOffsets = { ahead: 14 * 3_600_000, behind: 12 * 3_600_000 };

/** The midnights of whole busy days. Undefined for times of day. */
function toDays({ start, end }: BusyTime): { start: string; end: string } | undefined {
  const first = toDay(start);
  const after = first && end === undefined ? addDays(first, 1) : toDay(end ?? "");
  return first && after ? { start: `${first}T00:00`, end: `${after}T00:00` } : undefined;
}

/** The day of a date, or of a midnight: Microsoft's calendars write whole days from midnight to midnight. */
function toDay(text: string): string | undefined {
  const [, date = ""] = /^(\d{4}-\d\d-\d\d)(?:[T ]00:00(?::00(?:\.0+)?)?)?$/.exec(text.trim()) ?? [];
  return isCalendarDate(date) ? date : undefined;
}

/** A start or an end. */
interface Edge {
  instant: number;
  /** The clock that it shows, if that decides. */
  shown?: number;
  isUtc?: boolean;
  problem?: ProblemText;
  note?: string;
}

/** Reads a start or an end. A clock time that occurs twice or never is read so that the busy time is longer. */
function readEdge(text: string | undefined, field: "start" | "end", { timeZone, areDays }: Reading): Edge {
  const fail = (problem: ProblemText) => ({ instant: Number.NaN, problem });
  if (text === undefined) return fail({ message: "is missing: times of day need an end" });
  const { local, offset } = readTime(text) ?? {};
  if (local === undefined) return fail(explainUnreadable(text));
  const instant = Date.parse(local + (offset ?? "Z"));
  if (areDays) return { instant, shown: Date.parse(`${local}Z`), isUtc: offset === "Z" };
  if (offset !== undefined && timeZone === null) {
    const message = `${quote(text)} is an instant, but the poll's times are floating: give wall-clock times without Z or offset`;
    return fail({ message });
  }
  if (offset !== undefined || timeZone === null) return { instant };
  const found = resolveLocal(local, timeZone);
  if (found.kind === "exact") return { instant: Date.parse(found.instant) };
  const [reason, taken] =
    found.kind === "overlap"
      ? ["happens twice", field === "start" ? found.instant : found.later]
      : ["does not exist", field === "start" ? resolveLocal(found.after, timeZone).instant : found.instant];
  const { date, time: clock, offset: shift } = toLocal(taken, timeZone);
  const note = `${local.replace("T", " ")} ${reason} in ${timeZone}: taken as ${date} ${clock} (UTC${shift}), so that the busy time is longer`;
  return { instant: Date.parse(taken), note };
}
