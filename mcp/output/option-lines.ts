import type { Problem } from "../../src/problem.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import type { RequestedTime } from "../../src/scheduling/index.ts";
import { resolveInstant } from "../../src/scheduling/plan/parse-time.ts";
import { isClockTime, nextDay } from "../../src/time/days.ts";
import { isCalendarDate, type OptionTime, type Timestamp, toLocal, weekdayOf } from "../../src/time/index.ts";
import { addMinutes, isRealOffset } from "../../src/time/zones.ts";
import { capitalize, formatWhen } from "./format.ts";

/** The options of a poll, one line for each day, in the form that {@link parseOptionLines} reads. */
interface OptionLines {
  /** The length of every slot, in minutes. Absent for days, and for slots of several lengths: their lines then show the ends, as where the clocks change. */
  duration?: number;
  /** `Mon 2027-03-01`, `Mon 2027-03-01 09:00,10:30 -05:00` or `Mon 2027-03-01 09:00–09:30,10:30–12:00 -05:00`. */
  options: string[];
}

/** Formats options as one line for each day. A day on which the clocks change has a line for each offset. */
export function formatOptionLines(options: readonly OptionTime[], timeZone: string | null): OptionLines {
  const durations = new Set(options.map((option) => ("date" in option ? undefined : option.duration)));
  const [duration] = durations.size === 1 ? durations : [];
  const split = options.map((option) => splitOption(option, timeZone, duration));
  const lines = [...Map.groupBy(split, ({ day, offset }) => `${day}|${offset}`).values()];
  return {
    ...(duration !== undefined && { duration }),
    options: lines.map((parts) => {
      const times = parts.map(({ time }) => time).join(",");
      return [parts[0]?.day, times, parts[0]?.offset].filter(Boolean).join(" ");
    }),
  };
}

function splitOption(option: OptionTime, timeZone: string | null, shared: number | undefined) {
  if ("date" in option) return { day: formatWhen(option, null), time: "", offset: "" };
  const start = toLocal(option.startTime, timeZone ?? "UTC");
  const day = `${capitalize(start.weekday)} ${start.date}`;
  if (shared !== undefined && !isClockChange(option, timeZone))
    return { day, time: start.time, offset: timeZone === null ? "" : start.offset };
  const written = formatWhen(option, timeZone).slice(day.length + 1);
  // The offset of the end, except when the clocks change in between: then both are part of the range.
  const [, time = written, offset = ""] = /^(.+) ([+-]\d\d:\d\d)$/.exec(written) ?? [];
  return { day, time, offset };
}

/** Whether the clocks change while a slot lasts: then it ends at another clock time than its length says. */
function isClockChange(option: OptionTime, timeZone: string | null): boolean {
  if ("date" in option || timeZone === null) return false;
  const end = addMinutes(option.startTime, option.duration);
  return toLocal(option.startTime, timeZone).offset !== toLocal(end, timeZone).offset;
}

/** A note about each slot during which the clocks change. */
export const describeClockChanges = (options: readonly OptionTime[], timeZone: string | null): string[] =>
  options.flatMap((option) =>
    "date" in option || !isClockChange(option, timeZone)
      ? []
      : `${formatWhen(option, timeZone)} lasts ${option.duration} minutes: the clocks change in between`,
  );

/** A day as a tool shows it or a person writes it, with the times on it. */
export interface WrittenDay {
  date: string;
  /** The first date with the weekday of another day: what is wrong with it. */
  wrongWeekday: string | undefined;
  /** Empty for a whole day. */
  times: { start: Timestamp; end?: Timestamp }[];
}

const dayPattern = /^(?:\d+: )?(?:([a-z]+),? )?(\d{4}-\d\d-\d\d)(?:[ T](.+))?$/i;
const timePattern =
  /^(\d\d:\d\d)(?::00(?:\.0+)?)?(?: ([+-]\d\d:\d\d))?(?: ?[–—-] ?(?:(?:([a-z]+),? )?(\d{4}-\d\d-\d\d) )?(\d\d:\d\d)(?: ([+-]\d\d:\d\d))?)?$/i;
// A hyphen after a time is that of a range, except in the form of ISO 8601.
const instantPattern = /[ T](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|\+\d\d:\d\d|(?<=T[\d:.]+)-\d\d:\d\d)$/i;

// As in a sentence: `Mon, 1 March 2027, 09:00-09:30 (Europe/Berlin, UTC+01:00)`.
const longDate = /\b(\d{1,2}) ([a-z]{3,9}) (\d{4}),?/gi;
const toMonth = (name: string) => {
  const index = "janfebmaraprmayjunjulaugsepoctnovdec".indexOf(name.slice(0, 3).toLowerCase());
  return `${Math.floor(index / 3) + 1}`.padStart(2, "0");
};

/** Reads a line of {@link formatOptionLines}, one option with its number, or an instant. Undefined for anything else. */
export function readWrittenDay(text: string): WrittenDay | undefined {
  const written = sanitizeLine(text.split(" | ")[0] ?? "", 2_000)
    .replace(longDate, (_, day, month, year) => `${year}-${toMonth(month)}-${day.padStart(2, "0")}`)
    .replace(/ \([^()]*\)$/, "")
    .replace(
      instantPattern,
      (_, time, offset) => ` ${time} ${offset.toUpperCase() === "Z" ? "+00:00" : offset}`,
    );
  const [, weekday, date = "", rest] = dayPattern.exec(written) ?? [];
  if (!isCalendarDate(date)) return undefined;
  const day: WrittenDay = { date, wrongWeekday: findWrongWeekday(date, weekday), times: [] };
  if (rest === undefined) return day;
  const [, ranges = rest, shared] = /^(.*\d) ([+-]\d\d:\d\d)$/.exec(rest) ?? [];
  for (const range of ranges.split(/, ?/)) {
    const [, from = "", fromOffset = shared, endWeekday, endDate = date, to, toOffset = shared] =
      timePattern.exec(range) ?? [];
    const isReal = [fromOffset, toOffset].every((offset) => offset === undefined || isRealOffset(offset));
    if (!isReal || !isClockTime(from)) return undefined;
    const start = { local: `${date}T${from}`, offset: fromOffset };
    if (to === undefined) {
      day.times.push({ start });
      continue;
    }
    if (!isClockTime(to) || !isCalendarDate(endDate)) return undefined;
    day.wrongWeekday ??= findWrongWeekday(endDate, endWeekday);
    day.times.push({ start, end: { local: `${endDate}T${to}`, offset: toOffset } });
  }
  return day;
}

function findWrongWeekday(date: string, weekday: string | undefined): string | undefined {
  if (weekday === undefined || weekday.slice(0, 3).toLowerCase() === weekdayOf(date)) return undefined;
  return `${date} is a ${capitalize(weekdayOf(date))}, not a ${sanitizeLine(weekday, 10)}`;
}

const wrongDay = (message: string) => ({ message, ask: "which day they mean" });

/** Reads a day as the tools show it, or says what is wrong with it. A weekday must be that of its date. */
export function readDay(text: string): string | ProblemText {
  const day = readWrittenDay(text);
  if (day?.wrongWeekday) return wrongDay(day.wrongWeekday);
  if (day !== undefined)
    return day.times.length === 0 ? day.date : { message: "has a time of day, and a day has none" };
  const [date] = /\d{4}-\d\d-\d\d/.exec(text) ?? [];
  if (date === undefined || isCalendarDate(date)) return { message: "must be written YYYY-MM-DD" };
  return wrongDay(`${date} is a day that does not exist`);
}

/**
 * Reads times with starts as the tools show them: an option, or a line with all options of a day. Ends become durations. `entries` has
 * the position of each among the given ones. The planner says what is wrong with other texts.
 */
export function readTimes(
  given: readonly { start: string; duration?: number | undefined }[],
  timeZone: string | null,
) {
  const times: RequestedTime[] = [];
  const entries: number[] = [];
  const problems: Problem[] = [];
  for (const [index, entry] of given.entries())
    for (const time of readTime(entry, timeZone)) {
      if ("message" in time) problems.push({ path: `times.${index}.start`, ...time });
      else entries[times.push(time) - 1] = index;
    }
  return { times, entries, problems };
}

function readTime(
  { start, duration }: { start: string; duration?: number | undefined },
  timeZone: string | null,
): (RequestedTime | ProblemText)[] {
  const day = readWrittenDay(start);
  // The planner says that Z is not the clock time of the person.
  if (day === undefined || /z$/i.test(start.trim())) return [{ start, duration }];
  if (day.wrongWeekday) return [wrongDay(day.wrongWeekday)];
  if (day.times.length === 0) return [{ start: day.date }];
  return day.times.map((written) => toRequestedTime(written, duration, timeZone));
}

type ProblemText = Omit<Problem, "path">;

function toRequestedTime(
  { start, end }: WrittenDay["times"][number],
  duration: number | undefined,
  timeZone: string | null,
): RequestedTime | ProblemText {
  if (end === undefined) return { start, duration };
  // Without a zone, an offset is a problem of the start, which the planner names.
  const offsets = timeZone === null ? "absolute" : "must-match";
  const [from, to] = [start, end].map((time) => resolveInstant(time, timeZone ?? undefined, { offsets }));
  // The planner names what is wrong with the start.
  if (!from || !to || "problem" in from) return { start, duration };
  if ("problem" in to) return to.problem;
  const length = (Date.parse(to.instant) - Date.parse(from.instant)) / 60_000;
  const [date = "", clock] = start.local.split("T");
  if (length <= 0)
    return {
      message: `ends before it starts: write the date of an end on another day, like ${date} ${clock}–${nextDay(date)} ${end.local.slice(11)}`,
    };
  if (duration === undefined || duration === length) return { start, duration: length };
  return {
    message: `ends after ${length} minutes, but its duration is ${duration}`,
    ask: "how long it lasts",
  };
}
