import type { Problem } from "../../problem.ts";
import {
  addDays,
  getOptionLength,
  getOptionStart,
  isCalendarDate,
  type OptionTime,
  resolveLocal,
  toLocal,
} from "../../time/index.ts";
import { PlanError, quote } from "../plan/errors.ts";
import { explainUnreadable, parseAbsolute, parseWallClock } from "../plan/parse-time.ts";

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

/** An option that was left out. */
export interface DroppedOption {
  /** The day or slot. */
  option: OptionTime;
  /** The earliest busy time that collides with it. */
  busy: BusyTime;
}

/** The options without those that collide with a busy time. */
export interface FreeOptions<Kept extends OptionTime> {
  /** The options that collide with nothing, in their order. */
  free: Kept[];
  /** The others. */
  dropped: DroppedOption[];
  /** Number of busy times that were compared: of an .ics text those near the options. */
  busyTimes: number;
  /** How the busy times were read, and what was ignored. */
  notes: Problem[];
}

/**
 * Leaves out the options at which a person is busy: all days, or all slots. The zone is that of the slots; null for floating ones
 * and for days. A busy time that ends when a slot starts does not collide with it. Only whole busy days block days. Throws
 * PlanError, with the path `busy`, for what cannot be understood.
 */
export type BusyCheck = <Kept extends OptionTime>(
  options: readonly Kept[],
  timeZone: string | null,
) => FreeOptions<Kept>;

/** Maximum length of an .ics text, in characters. About 3,000 events. */
export const maxIcsLength = 1_000_000;

/** Prepares the check for busy times: a list, or the text of an .ics file. Throws PlanError for a text that is none. */
export async function loadBusyCheck(busy: string | readonly BusyTime[]): Promise<BusyCheck> {
  if (typeof busy !== "string") return (options, timeZone) => dropBusy(options, timeZone, busy, []);
  if (/^\s*\S+:\/\//.test(busy))
    throw refuse("is a URL, and nothing is fetched: pass the text of the .ics file, or a list of busy times");
  if (busy.length > maxIcsLength)
    throw refuse(
      `has more than ${maxIcsLength} characters: pass the part of the calendar around the poll's dates, or a list of busy times`,
    );
  // Loaded here, because few calls need it, and it is larger than all other modules.
  const { IcsError, readIcs } = await import("./ics.ts");
  return (options, timeZone) => {
    const kind = options.some((option) => "date" in option) ? "date" : "time";
    const spans = options.map(toSpan);
    const from = Math.min(...spans.map(({ start }) => start));
    const to = Math.max(...spans.map(({ end }) => end));
    try {
      const { busy: times, notes } = readIcs(busy, { kind, timeZone, from, to });
      return dropBusy(
        options,
        timeZone,
        times,
        notes.map((message) => ({ path: "busy", message })),
      );
    } catch (error) {
      throw error instanceof IcsError ? refuse(error.message) : error;
    }
  };
}

const refuse = (message: string): PlanError => new PlanError([{ path: "busy", message }]);

/** The time between two instants, in milliseconds since 1970. */
interface Span {
  start: number;
  end: number;
}

function dropBusy<Kept extends OptionTime>(
  options: readonly Kept[],
  timeZone: string | null,
  busyTimes: readonly BusyTime[],
  given: readonly Problem[],
): FreeOptions<Kept> {
  const isDay = options.some((option) => "date" in option);
  const compared = isDay ? busyTimes.filter(isWholeDays) : busyTimes;
  const read = busyTimes.map((busy, index) => readBusyTime(busy, isDay ? "UTC" : timeZone, `busy.${index}`));
  const problems = read.flatMap((each) => each.problems);
  if (problems.length > 0) throw new PlanError(problems);
  const notes = isDay ? [...given] : [...given, ...read.flatMap((each) => each.notes)];
  const ignored = busyTimes.length - compared.length;
  if (ignored > 0) {
    const message = `${ignored} of ${busyTimes.length} had a time of day and ${ignored === 1 ? "was" : "were"} not compared: only whole days block a day`;
    notes.push({ path: "busy", message });
  }
  const sorted = busyTimes
    .map((busy, index) => ({ busy, start: 0, end: 0, ...read[index]?.span }))
    .filter(({ busy }) => compared.includes(busy))
    .sort((one, other) => one.start - other.start);
  const result: FreeOptions<Kept> = { free: [], dropped: [], busyTimes: busyTimes.length, notes };
  for (const option of options) {
    const { start, end } = toSpan(option);
    const collision = sorted.find((busy) => busy.start < end && start < busy.end);
    if (collision === undefined) result.free.push(option);
    else result.dropped.push({ option, busy: collision.busy });
  }
  return result;
}

/** The time of an option. A day is that of UTC. */
function toSpan(option: OptionTime): Span {
  const start = getOptionStart(option);
  return { start, end: start + getOptionLength(option) };
}

const isWholeDays = ({ start, end = start }: BusyTime): boolean => [start, end].every((text) => toDay(text));

/** The day of a date, or of a midnight: Microsoft's calendars write whole days from midnight to midnight. */
function toDay(text: string): string | undefined {
  const [, date = ""] = /^(\d{4}-\d\d-\d\d)(?:[T ]00:00(?::00(?:\.0+)?)?)?$/.exec(text.trim()) ?? [];
  return isCalendarDate(date) ? date : undefined;
}

/** Reads a busy time in a zone, in which its days begin and end at midnight. A null zone is that of floating times. */
function readBusyTime(busy: BusyTime, timeZone: string | null, path: string) {
  const notes: Problem[] = [];
  const problems: Problem[] = [];
  const isDays = isWholeDays(busy);
  const day = isCalendarDate(busy.start.trim()) ? busy.start.trim() : undefined;
  const end = busy.end ?? (day === undefined ? undefined : addDays(day, 1));
  const read = (field: "start" | "end", text: string) => {
    const edge = readEdge(isDays ? `${toDay(text)}T00:00` : text, timeZone, field);
    if ("problem" in edge) problems.push({ path: `${path}.${field}`, ...edge.problem });
    // That a day begins or ends at a midnight which occurs twice surprises nobody.
    else if (edge.note !== undefined && !isDays) notes.push({ path: `${path}.${field}`, message: edge.note });
    return "problem" in edge ? 0 : edge.instant;
  };
  const fail = (message: string) => problems.push({ path: `${path}.end`, message });
  const span: Span = { start: 0, end: 0 };
  if (day !== undefined && !isDays)
    fail("must be a date like start: YYYY-MM-DD, the day after the last busy one");
  else {
    span.start = read("start", busy.start);
    if (problems.length > 0) return { span, notes, problems };
    if (end === undefined) fail("is missing: times of day need an end");
    else if (isCalendarDate(end.trim()) && !isDays)
      fail("is a date, but start is a time of day: give both as times, or both as dates");
    else span.end = read("end", end);
    if (problems.length === 0 && span.end <= span.start)
      fail(isDays ? "must be after start: it is the day after the last busy one" : "must be after start");
  }
  return { span, notes, problems };
}

type Edge = { instant: number; note?: string } | { problem: Omit<Problem, "path"> };

/** The instant of a start or an end. A clock time that occurs twice or never is read so that the busy time is longer. */
function readEdge(text: string, timeZone: string | null, field: "start" | "end"): Edge {
  const time = parseWallClock(text);
  if (time === undefined) return { problem: explainUnreadable(text) };
  const { local, offset } = time;
  if (offset !== undefined) {
    const message = `${quote(text)} is an instant, but the poll's times are floating: give wall-clock times without Z or offset`;
    if (timeZone === null) return { problem: { message } };
    const instant = parseAbsolute(local, offset === "Z" ? "+00:00" : offset);
    return instant === undefined ? { problem: explainUnreadable(text) } : { instant: Date.parse(instant) };
  }
  if (timeZone === null) return { instant: Date.parse(`${local}Z`) };
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
