import type { Problem } from "../../src/problem.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import { type RequestedTime, resolveInstant, type WallClock } from "../../src/scheduling/index.ts";
import {
  formatOption,
  isCalendarDate,
  isClockTime,
  isRealOffset,
  nextDay,
  type OptionTime,
  toInstant,
  toLocal,
  weekdayOf,
} from "../../src/time/index.ts";
import { capitalize } from "./format.ts";

/** The options of a poll, one line for each day, in the form that {@link parseOptionLines} reads. */
export interface OptionLines {
  /** The length of every slot, in minutes. Absent for days, and for slots of several lengths: their lines then show the ends. */
  duration?: number;
  /** `Mon 2027-03-01`, `Mon 2027-03-01 09:00,10:30 -05:00` or `Mon 2027-03-01 09:00–09:30,10:30–12:00 -05:00`. */
  options: string[];
}

/** Formats options as one line for each day. A day on which the clocks change has a line for each offset. */
export function formatOptionLines(options: readonly OptionTime[], timeZone: string | null): OptionLines {
  const durations = new Set(options.map((option) => ("date" in option ? undefined : option.duration)));
  const [duration] = durations;
  const shared = durations.size === 1 ? duration : undefined;
  const lines = new Map<string, string[]>();
  for (const option of options) {
    const { day, time, offset } = splitOption(option, timeZone, shared);
    const key = `${day}|${offset}`;
    lines.set(key, [...(lines.get(key) ?? []), time]);
  }
  return {
    ...(shared === undefined ? {} : { duration: shared }),
    options: [...lines].map(([key, times]) => {
      const [day = "", offset = ""] = key.split("|");
      return [day, times.join(","), offset].filter(Boolean).join(" ");
    }),
  };
}

function splitOption(option: OptionTime, timeZone: string | null, shared: number | undefined) {
  if ("date" in option) return { day: formatOption(option, null, { style: "iso" }), time: "", offset: "" };
  const start = toLocal(option.startTime, timeZone ?? "UTC");
  const day = `${capitalize(start.weekday)} ${start.date}`;
  if (shared !== undefined) return { day, time: start.time, offset: timeZone === null ? "" : start.offset };
  const written = formatOption(option, timeZone, { style: "iso" }).slice(day.length + 1);
  // The offset of the end, except when the clocks change in between: then both are part of the range.
  const [, time = written, end = ""] = /^(.+) ([+-]\d\d:\d\d)$/.exec(written) ?? [];
  return { day, time, offset: end };
}

/** Days and times that were given as lines. */
export interface ParsedOptionLines {
  dates: { date: string; path: string }[];
  times: { time: RequestedTime; path: string }[];
  problems: Problem[];
}

const range =
  /^(\d\d:\d\d)(?: ([+-]\d\d:\d\d))?(?: ?[–—-] ?(?:(?:([a-z]+),? )?(\d{4}-\d\d-\d\d) )?(\d\d:\d\d)(?: ([+-]\d\d:\d\d))?)?$/i;

/**
 * Parses options as the tools show them: the lines of {@link formatOptionLines}, or one option with its number. Weekdays must
 * be those of their dates. Ends become durations; a time without an end keeps the shared duration.
 */
export function parseOptionLines(lines: readonly string[], timeZone: string | null): ParsedOptionLines {
  const parsed: ParsedOptionLines = { dates: [], times: [], problems: [] };
  lines.forEach((line, index) => {
    const path = `options.${index}`;
    const result = parseLine(line, timeZone);
    if ("message" in result) parsed.problems.push({ path, ...result });
    else if (result.times === undefined) parsed.dates.push({ date: result.date, path });
    else parsed.times.push(...result.times.map((time) => ({ time, path })));
  });
  return parsed;
}

type LineProblem = Omit<Problem, "path">;

/** The day and its times, or the problem. */
function parseLine(
  line: string,
  timeZone: string | null,
): { date: string; times?: RequestedTime[] } | LineProblem {
  const written = sanitizeLine(line, 2_000);
  const unreadable = {
    message: `${JSON.stringify(sanitizeLine(line, 40))} is not an option as the tools show it, like "Mon 2027-03-01 09:00–09:30 -05:00"`,
  };
  const [, weekday, date = "", rest = ""] =
    /^(?:\d+: )?(?:([a-z]+),? )?(\d{4}-\d\d-\d\d)(?:[ T](.+))?$/i.exec(written) ?? [];
  if (!isCalendarDate(date)) return unreadable;
  const wrong = findWrongWeekday(date, weekday);
  if (wrong !== undefined) return wrong;
  if (rest === "") return { date };
  const [, ranges = rest, offset] = /^(.*\d) ([+-]\d\d:\d\d)$/.exec(rest) ?? [];
  const times: RequestedTime[] = [];
  for (const part of ranges.split(/, ?/)) {
    const time = parseRange(part, date, offset, timeZone);
    if (time === undefined) return unreadable;
    if ("message" in time) return time;
    times.push(time);
  }
  return { date, times };
}

function findWrongWeekday(date: string, weekday: string | undefined): LineProblem | undefined {
  if (weekday === undefined || weekday.slice(0, 3).toLowerCase() === weekdayOf(date)) return undefined;
  const right = formatOption({ date }, null, { style: "iso" }).slice(0, 3);
  return { message: `${date} is a ${right}, not a ${sanitizeLine(weekday, 10)}` };
}

/** One time of a line. Undefined if it cannot be parsed. */
function parseRange(
  text: string,
  date: string,
  lineOffset: string | undefined,
  timeZone: string | null,
): RequestedTime | LineProblem | undefined {
  const [, from = "", ownOffset, weekday, endDate = date, to, ownEndOffset] = range.exec(text) ?? [];
  const offsets = [ownOffset ?? lineOffset, ownEndOffset ?? lineOffset];
  if (!isClockTime(from) || offsets.some((offset) => offset !== undefined && !isRealOffset(offset)))
    return undefined;
  const start = { local: `${date}T${from}`, offset: offsets[0] };
  const elsewhere = findOtherZone(start, timeZone);
  if (elsewhere !== undefined) return elsewhere;
  if (to === undefined) return { start };
  if (!isClockTime(to) || !isCalendarDate(endDate)) return undefined;
  const wrong = findWrongWeekday(endDate, weekday);
  if (wrong !== undefined) return wrong;
  // The planner checks the start. It gets only the duration of the end.
  const end = resolveTime({ local: `${endDate}T${to}`, offset: offsets[1] }, timeZone);
  if ("problem" in end) return end.problem;
  const started = resolveTime(start, timeZone);
  const startTime = "instant" in started ? started.instant : toInstant(`${start.local}Z`);
  const duration = (Date.parse(end.instant) - Date.parse(startTime)) / 60_000;
  if ("instant" in started && duration <= 0)
    return {
      message: `ends before it starts: write the date of an end on another day, like ${date} ${from}–${nextDay(date)} ${to}`,
    };
  return { start, duration };
}

/** An option that a tool showed in another zone is a different time without its offset. */
function findOtherZone({ local, offset }: WallClock, timeZone: string | null): LineProblem | undefined {
  if (timeZone === null || offset === undefined) return undefined;
  if (toLocal(toInstant(`${local}${offset}`), timeZone).offset === offset) return undefined;
  const message = `${offset} is not the offset of ${timeZone} at that time: pass the zone in which the tool showed the option (shownIn) as timeZone`;
  return { message };
}

function resolveTime(time: WallClock, timeZone: string | null) {
  // Without a zone, an offset is a problem of the start.
  if (timeZone === null) return { instant: toInstant(`${time.local}${time.offset ?? "Z"}`) };
  return resolveInstant(time, timeZone, { offsets: "must-match", overlaps: "refuse" });
}
