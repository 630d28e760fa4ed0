import type { Problem } from "../../problem.ts";
import { getOptionLength, getOptionStart, type OptionTime } from "../../time/index.ts";
import { PlanError, type PlanNote } from "../plan/errors.ts";
import { type BusySpan, type BusyTime, toBusySpan } from "./busy-time.ts";
import type { ComparedPoll } from "./ics-busy.ts";
import { type BusyInterval, parseIntervals } from "./intervals.ts";

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
  /** Decisions about the busy times. */
  notes: PlanNote[];
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

/** Prepares the check for busy times: a list of intervals, or the text of an .ics file. */
export async function loadBusyCheck(busy: string | readonly BusyInterval[]): Promise<BusyCheck> {
  const read = typeof busy === "string" ? await loadTextReader(busy) : createListReader(busy);
  return (options, timeZone) => {
    const kind = options.some((option) => "date" in option) ? "date" : "time";
    const spans = options.map(toSpan);
    const from = Math.min(...spans.map(({ start }) => start));
    const to = Math.max(...spans.map(({ end }) => end));
    const { times, notes } = read({ kind, timeZone, from, to });
    return dropCollisions(options, { times, notes }, { kind, timeZone });
  };
}

function dropCollisions<Kept extends OptionTime>(
  options: readonly Kept[],
  { times, notes }: Parsed,
  { kind, timeZone }: Pick<ComparedPoll, "kind" | "timeZone">,
): FreeOptions<Kept> {
  const busySpans = times
    .map((time): [BusyTime, BusySpan] => [time, toBusySpan(time, kind === "date" ? null : timeZone)])
    .filter(([time, { start, end }]) => end > start && (kind === "time" || "firstDay" in time))
    .sort(([, one], [, other]) => one.start - other.start);
  const result: FreeOptions<Kept> = { free: [], dropped: [], busyTimes: times.length, notes };
  for (const option of options) {
    const slot = toSpan(option);
    const [collision] = busySpans.find(([, { start, end }]) => start < slot.end && slot.start < end) ?? [];
    if (collision === undefined) result.free.push(option);
    else result.dropped.push({ option, busy: collision });
  }
  return result;
}

/** The time of an option. A day is that of UTC, as the days of {@link toBusySpan} without a zone. */
function toSpan(option: OptionTime): BusySpan {
  const start = getOptionStart(option);
  return { start, end: start + getOptionLength(option) };
}

interface Parsed {
  times: BusyTime[];
  notes: PlanNote[];
}

/** Reads the busy times near the options of a poll. */
type Reader = (poll: ComparedPoll) => Parsed;

function createListReader(list: readonly BusyInterval[]): Reader {
  return ({ kind, timeZone }) => {
    const { busy, notes, problems } = parseIntervals(list, kind === "date" ? "UTC" : timeZone);
    if (problems.length > 0) throw new PlanError(problems);
    const timed = busy.filter((time) => "start" in time).length;
    if (kind === "time" || timed === 0) return { times: busy, notes };
    const verbs = timed === 1 ? ["has", "was"] : ["have", "were"];
    const message = `${timed} of ${busy.length} busy times ${verbs[0]} a time of day and ${verbs[1]} not compared: only whole days block a day`;
    return { times: busy, notes: [{ path: "busy", message }] };
  };
}

async function loadTextReader(text: string): Promise<Reader> {
  const problem = findTextProblem(text);
  if (problem !== undefined)
    return () => {
      throw new PlanError([problem]);
    };
  // Most of a megabyte of code, which few calls need.
  const { readIcsBusy, IcsError } = await import("./ics-busy.ts");
  let last: { poll: ComparedPoll; parsed: Parsed } | undefined;
  return (poll) => {
    // Other plans of the same poll are tried when it has too many options.
    const covered =
      last?.poll.kind === poll.kind &&
      last.poll.timeZone === poll.timeZone &&
      last.poll.from <= poll.from &&
      last.poll.to >= poll.to;
    if (last !== undefined && covered) return last.parsed;
    try {
      const { busy, notes } = readIcsBusy(text, poll);
      const parsed = { times: busy, notes: notes.map((message) => ({ path: "busy", message })) };
      last = { poll, parsed };
      return parsed;
    } catch (error) {
      if (!(error instanceof IcsError)) throw error;
      throw new PlanError([{ path: "busy", message: error.message }]);
    }
  };
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
