import type { Problem } from "../../problem.ts";
import type { Slot } from "../../time/index.ts";
import { PlanError, type PlanNote } from "../plan/errors.ts";
import { type BusySpan, type BusyTime, toBusySpan } from "./busy-time.ts";
import { type BusyInterval, parseIntervals } from "./intervals.ts";

/** An option of a poll: a day, or a slot whose start is an instant. */
type Option = { date: string } | Slot;

/** The options of a poll, all days or all slots. */
export interface BusyCheck {
  options: readonly Option[];
  /** The IANA zone of the slots. Null for floating ones; not used for days. */
  timeZone: string | null;
}

/** An option that was left out. */
export interface DroppedOption {
  option: Option;
  /** The earliest busy time that collides with it. */
  busy: BusyTime;
}

/** The options without those that collide with a busy time. */
export interface FreeOptions {
  free: Option[];
  dropped: DroppedOption[];
  notes: PlanNote[];
}

/**
 * Leaves out the options at which a person is busy. `busy` is a list of intervals or the text of an .ics file. An interval that
 * ends when a slot starts does not collide with it. Only whole busy days block days. Throws PlanError, with the path `busy`, for
 * what cannot be understood.
 */
export async function dropBusyOptions(
  busy: string | readonly BusyInterval[],
  { options, timeZone }: BusyCheck,
): Promise<FreeOptions> {
  const dates = options.some((option) => "date" in option);
  const { times, notes } =
    typeof busy === "string" ? await readText(busy, { options, timeZone }) : readList(busy, timeZone, dates);
  const spans = times
    .map((time): [BusyTime, BusySpan] => [time, toBusySpan(time, dates ? null : timeZone)])
    .filter(([time, { start, end }]) => end > start && (!dates || "firstDay" in time))
    .sort(([, one], [, other]) => one.start - other.start);
  const result: FreeOptions = { free: [], dropped: [], notes };
  for (const option of options) {
    const slot = toSpan(option);
    const [collision] = spans.find(([, { start, end }]) => start < slot.end && slot.start < end) ?? [];
    if (collision === undefined) result.free.push(option);
    else result.dropped.push({ option, busy: collision });
  }
  return result;
}

const minuteMs = 60_000;

/** The time of an option. A day is that of UTC, as the days of {@link toBusySpan} without a zone. */
function toSpan(option: Option): BusySpan {
  const start = Date.parse("date" in option ? option.date : option.startTime);
  return { start, end: start + ("date" in option ? 1_440 : option.duration) * minuteMs };
}

interface Parsed {
  times: BusyTime[];
  notes: PlanNote[];
}

function readList(list: readonly BusyInterval[], timeZone: string | null, dates: boolean): Parsed {
  const { busy, notes, problems } = parseIntervals(list, dates ? "UTC" : timeZone);
  if (problems.length > 0) throw new PlanError(problems);
  const timed = busy.filter((time) => "start" in time).length;
  if (!dates || timed === 0) return { times: busy, notes };
  const verbs = timed === 1 ? ["has", "was"] : ["have", "were"];
  const message = `${timed} of ${busy.length} busy times ${verbs[0]} a time of day and ${verbs[1]} not compared: only whole days block a day`;
  return { times: busy, notes: [{ path: "busy", message }] };
}

async function readText(text: string, { options, timeZone }: BusyCheck): Promise<Parsed> {
  const problem = findTextProblem(text);
  if (problem !== undefined) throw new PlanError([problem]);
  // A megabyte of code, which only few calls need.
  const { readIcsBusy, IcsError } = await import("./ics-busy.ts");
  const spans = options.map(toSpan);
  const poll = {
    kind: options.some((option) => "date" in option) ? ("date" as const) : ("time" as const),
    timeZone,
    from: Math.min(...spans.map(({ start }) => start)),
    to: Math.max(...spans.map(({ end }) => end)),
  };
  try {
    const { busy, notes } = readIcsBusy(text, poll);
    return { times: busy, notes: notes.map((message) => ({ path: "busy", message })) };
  } catch (error) {
    if (!(error instanceof IcsError)) throw error;
    throw new PlanError([{ path: "busy", message: error.message }]);
  }
}

/** Maximum length of an .ics text, in characters. About 3,000 events. */
export const maxIcsLength = 1_000_000;

function findTextProblem(text: string): Problem | undefined {
  const message = /^\s*\S+:\/\//.test(text)
    ? "is a URL, and nothing is fetched: pass the text of the .ics file, or intervals"
    : text.length > maxIcsLength
      ? `has more than ${maxIcsLength} characters: pass the part of the calendar around the poll's dates, or intervals`
      : undefined;
  return message === undefined ? undefined : { path: "busy", message };
}
