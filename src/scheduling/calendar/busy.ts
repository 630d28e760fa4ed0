import { listUnknown, type Problem, type ProblemText, throwIfAny } from "../../problem.ts";
import { quote } from "../../sanitize.ts";
import { dayMs } from "../../time/days.ts";
import {
  addDays,
  compareOptionTimes,
  isCalendarDate,
  type OptionTime,
  resolveLocal,
} from "../../time/index.ts";
import { getOptionEnd, getOptionStart, getStartDate } from "../../time/option-times.ts";
import type { BusyCheck, BusyTime, FreeOptions } from "../plan/busy-time.ts";
import { explainUnreadable, readTimestamp } from "../plan/parse-time.ts";

const names: Record<keyof BusyTime, 0> = { start: 0, end: 0, title: 0 };

/** Milliseconds since 1970: of days and floating times as if they were UTC. */
export interface Interval {
  busy: BusyTime;
  start: number;
  end: number;
}

/**
 * Prepares the check for busy times. A busy time that ends when a slot starts does not collide with it. A day is dropped if one
 * busy time covers all of it. Throws PlanError for unknown names.
 */
export function createBusyCheck(busy: readonly BusyTime[]): BusyCheck {
  throwIfAny(busy.flatMap((each, index) => listUnknown(each, names, `busy.${index}.`)));
  const listed = new Map(busy.map((each, index) => [`busy.${index}`, each]));
  return (options, timeZone) => dropBusy(options, timeZone, listed);
}

/** Leaves out the options that collide with busy times, listed by their paths, or with those that were read elsewhere. */
export function dropBusy(
  options: readonly OptionTime[],
  timeZone: string | null,
  listed: ReadonlyMap<string, BusyTime>,
  read: { intervals: readonly Interval[]; notes: readonly Problem[] } = { intervals: [], notes: [] },
): FreeOptions {
  const areDays = options.some((option) => "date" in option);
  const [problems, notes]: [Problem[], Problem[]] = [[], [...read.notes]];
  const reading = { timeZone, areDays, problems };
  const own = Array.from(listed, ([path, busy]) => readInterval(busy, path, reading));
  throwIfAny(problems);
  const intervals = [...own, ...read.intervals].filter(({ start, end }) => start < end);
  const compared = areDays ? intervals.map(toWholeDays).filter(({ start, end }) => start < end) : intervals;
  const ignored = intervals.length - compared.length;
  if (ignored > 0) {
    const message = `${ignored} of ${intervals.length} had a time of day and ${ignored === 1 ? "was" : "were"} not compared: only whole days block a day`;
    notes.push({ path: "busy", message });
  }
  const sorted = compared.toSorted((one, other) => one.start - other.start);
  const collisions = new Map<OptionTime, BusyTime>();
  let first = 0;
  for (const option of options.toSorted(compareOptionTimes)) {
    // The earliest of those that have not ended decides.
    while ((sorted[first]?.end ?? Infinity) <= getOptionStart(option)) first += 1;
    const next = sorted[first];
    if (next !== undefined && next.start < getOptionEnd(option)) collisions.set(option, next.busy);
  }
  const free = options.filter((option) => !collisions.has(option));
  const dropped = options.flatMap((option) => {
    const busy = collisions.get(option);
    return busy ? { reason: "busy" as const, option, busy } : [];
  });
  const days = new Set(free.map((option) => getStartDate(option, timeZone)));
  for (const [path, { end = "" }] of listed)
    if (days.has(end.trim()))
      notes.push({
        path: `${path}.end`,
        message: `${end.trim()} is not busy: the end is the day after the last busy one`,
      });
  return { free, dropped, busyTimes: intervals.length, notes };
}

/** How far the clocks of the earth are from UTC. */
export const farthest = { ahead: 14 * 3_600_000, behind: 12 * 3_600_000 };

/** Makes an interval of UTC as long as it is on any clock: of a person whose zone is not known. */
export const widen = <Given extends { start: number; end: number }>(given: Given): Given => ({
  ...given,
  start: given.start - farthest.behind,
  end: given.end + farthest.ahead,
});

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
}

function readInterval(busy: BusyTime, path: string, reading: Reading): Interval {
  const days = toDays(busy);
  const start = readEdge(days?.start ?? busy.start, "start", `${path}.start`, reading);
  // A day ends when the next one starts.
  const end = readEdge(days?.end ?? busy.end, days ? "start" : "end", `${path}.end`, reading);
  const message = days ? "must be after start: it is the day after the last busy one" : "is before start";
  if (end < start || (days && end === start)) reading.problems.push({ path: `${path}.end`, message });
  const isUtc = reading.areDays && [busy.start, busy.end].every((text) => text?.trim().endsWith("Z"));
  return isUtc && end - start >= dayMs ? widen({ busy, start, end }) : { busy, start, end };
}

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

/** Reads a start or an end. A clock time that occurs twice or never is read so that the busy time is longer. */
function readEdge(text: string | undefined, field: "start" | "end", path: string, reading: Reading): number {
  const { timeZone, areDays, problems } = reading;
  const refuse = (problem: ProblemText) => {
    problems.push({ path, ...problem });
    return Number.NaN;
  };
  if (text === undefined)
    return refuse({
      message: "is missing: times of day need start and end, such as 2027-03-01T09:00 and 2027-03-01T10:00",
    });
  const { local, offset } = readTimestamp(text) ?? {};
  if (local === undefined) return refuse(explainUnreadable(text));
  // The days of a person are those of the clock that is shown.
  if (areDays) return Date.parse(`${local}Z`);
  if (offset !== undefined && timeZone === null) {
    const message = `${quote(text)} is an instant, but the poll's times are floating: give wall-clock times without Z or offset`;
    return refuse({ message });
  }
  if (offset !== undefined || timeZone === null) return Date.parse(local + (offset ?? "Z"));
  const { instants, instant, gap } = resolveLocal(local, timeZone);
  const first = gap ? resolveLocal(gap.after, timeZone).instant : instant;
  return Date.parse(field === "start" ? first : (instants.at(-1) ?? instant));
}
