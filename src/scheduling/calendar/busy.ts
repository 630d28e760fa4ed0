import type { Problem } from "../../problem.ts";
import { addDays, isCalendarDate, type OptionTime, resolveLocal, toLocal } from "../../time/index.ts";
import { getOptionEnd, getOptionStart } from "../../time/options.ts";
import { PlanError, type ProblemText, quote } from "../plan/errors.ts";
import { explainUnreadable, readTime } from "../plan/parse-time.ts";

/**
 * When a person is busy. Dates (YYYY-MM-DD) are whole days: `end` is the day after the last one, and without `end` it is one
 * day. Times are wall-clock times in the poll's zone, or instants with Z or an offset.
 */
export interface BusyTime {
  /** A day, a wall-clock time or an instant. */
  start: string;
  /** The same form as `start`. Required unless `start` is a day. */
  end?: string | undefined;
  /** The title of the event, as another person wrote it. Sanitize it before it is shown. */
  title?: string | undefined;
}

/** An option at which a person is busy. */
export interface BusyOption {
  reason: "busy";
  /** The day or slot. */
  option: OptionTime;
  /** The earliest busy time that collides with it. */
  busy: BusyTime;
}

/** The options without those that collide with a busy time. */
export interface FreeOptions {
  /** The options that collide with nothing, in their order. */
  free: OptionTime[];
  /** The others. */
  dropped: BusyOption[];
  /** Number of busy times that were compared: of an .ics text those near the options. */
  busyTimes: number;
  /** How the busy times were read, and what was ignored. */
  notes: Problem[];
}

/**
 * Leaves out the options at which a person is busy: all days, or all slots. The zone is that of the slots; null for floating ones
 * and for days. A busy time that ends when a slot starts does not collide with it. Only whole busy days block days. Throws
 * PlanError, with a path such as `busy.0`, for what cannot be understood.
 */
export type BusyCheck = (options: readonly OptionTime[], timeZone: string | null) => FreeOptions;

/**
 * Prepares the check for busy times, for texts of .ics files, or for both in one list.
 */
export async function loadBusyCheck(busy: string | readonly (string | BusyTime)[]): Promise<BusyCheck> {
  const given = typeof busy === "string" ? [busy] : busy;
  const texts = given.filter((each) => typeof each === "string");
  // Loaded here, because few calls need it, and it is larger than all other modules.
  const ics = texts.length > 0 ? await import("./ics.ts") : undefined;
  return (options, timeZone) => {
    // Nothing is near no options: a rule without end would be read for ever.
    if (options.length === 0) return { free: [], dropped: [], busyTimes: 0, notes: [] };
    const zone = areDays(options) ? "UTC" : timeZone;
    const from = Math.min(...options.map(getOptionStart));
    const to = Math.max(...options.map(getOptionEnd));
    const notes: Problem[] = [];
    const times = given.flatMap((each, index): ListedTime[] => {
      const path = `busy.${index}`;
      if (typeof each !== "string") return [{ path, busy: each }];
      const read = ics?.readIcs(each, { path, timeZone: zone, from, to });
      notes.push(...(read?.notes ?? []));
      return (read?.busy ?? []).map((busy) => ({ path, busy }));
    });
    return dropBusy(options, timeZone, times, notes);
  };
}

const areDays = (options: readonly OptionTime[]): boolean => options.some((option) => "date" in option);

/** A busy time with its path in the problems. */
interface ListedTime {
  path: string;
  busy: BusyTime;
}

function dropBusy(
  options: readonly OptionTime[],
  timeZone: string | null,
  times: readonly ListedTime[],
  notes: Problem[],
): FreeOptions {
  const isDay = areDays(options);
  const problems: Problem[] = [];
  const read = times.map(({ path, busy }) => {
    const days = toDays(busy);
    const readField = (field: "start" | "end") => {
      // A day ends when the next one starts.
      const edge = readEdge((days ?? busy)[field], isDay ? "UTC" : timeZone, days ? "start" : field);
      const { problem, note } = edge;
      if (problem) problems.push({ path: `${path}.${field}`, ...problem });
      // A day has no note: its midnight is not a time that a person wrote.
      if (note && !days) notes.push({ path: `${path}.${field}`, message: note });
      return edge;
    };
    const [start, end] = [readField("start"), readField("end")];
    const message = days
      ? "must be after start: it is the day after the last busy one"
      : "must be after start";
    // A time that the clock skips may have no length.
    if (end.instant < start.instant || (end.instant === start.instant && !start.note))
      problems.push({ path: `${path}.end`, message });
    return { busy, start: start.instant, end: end.instant, isCompared: days !== undefined || !isDay };
  });
  if (problems.length > 0) throw new PlanError(problems);
  const compared = read.filter(({ isCompared }) => isCompared).sort((one, other) => one.start - other.start);
  const ignored = read.length - compared.length;
  if (ignored > 0) {
    const message = `${ignored} of ${read.length} had a time of day and ${ignored === 1 ? "was" : "were"} not compared: only whole days block a day`;
    notes.push({ path: "busy", message });
  }
  const result: FreeOptions = { free: [], dropped: [], busyTimes: read.length, notes };
  for (const option of options) {
    const [start, end] = [getOptionStart(option), getOptionEnd(option)];
    const collision = compared.find((busy) => busy.start < end && start < busy.end);
    if (collision === undefined) result.free.push(option);
    else result.dropped.push({ reason: "busy", option, busy: collision.busy });
  }
  return result;
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

/** The instant of a start or an end. A clock time that occurs twice or never is read so that the busy time is longer. */
function readEdge(
  text: string | undefined,
  timeZone: string | null,
  field: "start" | "end",
): { instant: number; problem?: ProblemText; note?: string } {
  const fail = (problem: ProblemText) => ({ instant: Number.NaN, problem });
  if (text === undefined) return fail({ message: "is missing: times of day need an end" });
  const { local, offset } = readTime(text) ?? {};
  if (local === undefined) return fail(explainUnreadable(text));
  if (offset !== undefined && timeZone === null) {
    const message = `${quote(text)} is an instant, but the poll's times are floating: give wall-clock times without Z or offset`;
    return fail({ message });
  }
  if (offset !== undefined || timeZone === null) return { instant: Date.parse(local + (offset ?? "Z")) };
  const found = resolveLocal(local, timeZone);
  if (found.kind === "exact") return { instant: Date.parse(found.instant) };
  const [reason, instant] =
    found.kind === "overlap"
      ? ["happens twice", field === "start" ? found.instant : found.later]
      : ["does not exist", field === "start" ? resolveLocal(found.after, timeZone).instant : found.instant];
  const { date, time: clock, offset: taken } = toLocal(instant, timeZone);
  const note = `${local.replace("T", " ")} ${reason} in ${timeZone}: taken as ${date} ${clock} (UTC${taken}), so that the busy time is longer`;
  return { instant: Date.parse(instant), note };
}
