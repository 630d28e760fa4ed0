import type { Problem } from "../../src/problem.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import type { RequestedTime } from "../../src/scheduling/index.ts";
import { resolveInstant } from "../../src/scheduling/plan/parse-time.ts";
import { isClockTime, nextDay } from "../../src/time/days.ts";
import {
  isCalendarDate,
  type OptionTime,
  type Timestamp,
  toInstant,
  toLocal,
  weekdayOf,
} from "../../src/time/index.ts";
import { isRealOffset } from "../../src/time/zones.ts";
import { capitalize, formatWhen } from "./format.ts";

/** The options of a poll, one line for each day, in the form that {@link parseOptionLines} reads. */
interface OptionLines {
  /** The length of every slot, in minutes. Absent for days, and for slots of several lengths: their lines then show the ends. */
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
  if (shared !== undefined) return { day, time: start.time, offset: timeZone === null ? "" : start.offset };
  const written = formatWhen(option, timeZone).slice(day.length + 1);
  // The offset of the end, except when the clocks change in between: then both are part of the range.
  const [, time = written, offset = ""] = /^(.+) ([+-]\d\d:\d\d)$/.exec(written) ?? [];
  return { day, time, offset };
}

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

/** Days and times that were given as lines, each with the path of its line. */
export interface ParsedOptionLines {
  dates: { date: string; path: string }[];
  times: { time: RequestedTime; path: string }[];
  problems: Problem[];
}

/**
 * Parses options as the tools show them. Weekdays must be those of their dates. Ends become durations; a time without an end keeps
 * the shared duration.
 */
export function parseOptionLines(lines: readonly string[], timeZone: string | null): ParsedOptionLines {
  const parsed: ParsedOptionLines = { dates: [], times: [], problems: [] };
  for (const [index, line] of lines.entries()) {
    const path = `options.${index}`;
    const day = readWrittenDay(line);
    if (day === undefined) parsed.problems.push({ path, ...describeUnreadable(line) });
    else if (day.wrongWeekday !== undefined) parsed.problems.push({ path, message: day.wrongWeekday });
    else if (day.times.length === 0) parsed.dates.push({ date: day.date, path });
    else
      for (const written of day.times) {
        const time = toRequestedTime(written, timeZone);
        if ("message" in time) parsed.problems.push({ path, ...time });
        else parsed.times.push({ time, path });
      }
  }
  return parsed;
}

type LineProblem = Omit<Problem, "path">;

function describeUnreadable(line: string): LineProblem {
  const [date = ""] = /\d{4}-\d\d-\d\d/.exec(line) ?? [];
  if (date !== "" && !isCalendarDate(date))
    return { message: `${date} is a day that does not exist`, ask: "which day they mean" };
  const shown = JSON.stringify(sanitizeLine(line, 40));
  return {
    message: `${shown} is not an option as the tools show it, like "Mon 2027-03-01 09:00–09:30 -05:00"`,
  };
}

function toRequestedTime(
  { start, end }: WrittenDay["times"][number],
  timeZone: string | null,
): RequestedTime | LineProblem {
  if (timeZone !== null && start.offset !== undefined) {
    // An option that a tool showed in another zone is a different time without its offset.
    const { offset } = toLocal(toInstant(`${start.local}${start.offset}`), timeZone);
    if (offset !== start.offset)
      return {
        message: `${start.offset} is not the offset of ${timeZone} at that time: pass the zone in which the tool showed the option (shownIn) as timeZone`,
      };
  }
  if (end === undefined) return { start };
  // Without a zone, an offset is a problem of the start, which the planner names.
  const offsets = timeZone === null ? "absolute" : "must-match";
  const resolve = (time: Timestamp) =>
    resolveInstant(time, timeZone ?? undefined, { offsets, overlaps: "refuse" });
  const [from, to] = [resolve(start), resolve(end)];
  if ("problem" in to) return to.problem;
  // The planner names what is wrong with the start.
  if ("problem" in from) return { start };
  const duration = (Date.parse(to.instant) - Date.parse(from.instant)) / 60_000;
  if (duration > 0) return { start, duration };
  const [date = "", clock] = start.local.split("T");
  return {
    message: `ends before it starts: write the date of an end on another day, like ${date} ${clock}–${nextDay(date)} ${end.local.slice(11)}`,
  };
}
