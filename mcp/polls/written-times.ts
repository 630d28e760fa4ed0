import type { Problem } from "../../src/problem.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import type { BusyTime, RequestedTime } from "../../src/scheduling/index.ts";
import { type ProblemText, quote } from "../../src/scheduling/plan/errors.ts";
import { doubtRange, readTime, resolveInstant } from "../../src/scheduling/plan/parse-time.ts";
import { isClockTime, nextDay } from "../../src/time/days.ts";
import {
  isCalendarDate,
  normalizeTimeZone,
  resolveLocal,
  type Timestamp,
  toLocal,
  weekdayOf,
} from "../../src/time/index.ts";
import { isRealOffset } from "../../src/time/zones.ts";
import { capitalize } from "../output/format.ts";

/** A day as a tool shows it or a person writes it, with the times on it. */
export interface WrittenDay {
  date: string;
  /** Empty for a whole day. */
  times: { start: Timestamp; end?: Timestamp }[];
}

const dayPattern = /^(?:\d+: )?(?:([a-z]+) )?(\d{4}-\d\d-\d\d)(?:[ T](.+))?$/i;
const timePattern =
  /^(\d\d:\d\d)(?::00(?:\.0+)?)?(?: ([+-]\d\d:\d\d))?(?: ?[–—-] ?(?:(?:([a-z]+) )?(\d{4}-\d\d-\d\d) )?(\d\d:\d\d)(?: ([+-]\d\d:\d\d))?)?$/i;
// A hyphen after a time is that of a range, except in the form of ISO 8601.
const instantPattern = /[ T](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|\+\d\d:\d\d|(?<=T[\d:.]+)-\d\d:\d\d)$/i;

// As in a sentence: `Mon, 1 March 2027, 09:00-09:30 (Europe/Berlin, UTC+01:00)`.
const longDate = /\b(\d{1,2}) ([a-z]{3,9}) (\d{4}),?/gi;
const toMonth = (name: string) => {
  const index = "janfebmaraprmayjunjulaugsepoctnovdec".indexOf(name.slice(0, 3).toLowerCase());
  return `${Math.floor(index / 3) + 1}`.padStart(2, "0");
};

/**
 * Reads an option, with or without its number, a line with all options of a day, or an instant. Undefined for anything else, and a
 * question where a date has the weekday of another day.
 */
export function readWrittenDay(text: string): WrittenDay | ProblemText | undefined {
  let remark = "";
  const written = sanitizeLine(text.split(" | ")[0] ?? "", 2_000)
    .replace(longDate, (_, day, month, year) => `${year}-${toMonth(month)}-${day.padStart(2, "0")}`)
    .replace(/\b([a-z]+), (?=\d{4}-)/gi, "$1 ")
    .replace(/ \(([^()]*)\)$/, (_, words) => {
      remark = words;
      return "";
    })
    .replace(instantPattern, (whole, time, zone) => {
      const offset = zone.toUpperCase() === "Z" ? "+00:00" : zone;
      return isRealOffset(offset) ? ` ${time} ${offset}` : whole;
    });
  const [, weekday, date = "", rest] = dayPattern.exec(written) ?? [];
  if (!isCalendarDate(date)) return undefined;
  const day: WrittenDay = { date, times: [] };
  const shown = readRemark(remark);
  const wrong = [checkWeekday(date, weekday), checkWeekday(date, shown.weekday)];
  if (rest === undefined) return wrong[0] ?? wrong[1] ?? day;
  if (shown.isUnclear)
    return { message: `has ${quote(`(${remark})`)}, which is no IANA time zone: leave it out` };
  const [, ranges = rest, shared] = /^(.*\d) ([+-]\d\d:\d\d)$/.exec(rest) ?? [];
  for (const range of ranges.split(/, ?/)) {
    const [, from = "", fromOffset = shared, endWeekday, writtenEnd, to, toOffset = shared] =
      timePattern.exec(range) ?? [];
    const isReal = [fromOffset, toOffset].every((offset) => offset === undefined || isRealOffset(offset));
    if (!isReal || !isClockTime(from)) return undefined;
    const start = shown.place({ local: `${date}T${from}`, offset: fromOffset });
    if (to === undefined) {
      day.times.push({ start });
      continue;
    }
    const endDate = writtenEnd ?? date;
    if (!(isClockTime(to) || to === "24:00") || !isCalendarDate(endDate)) return undefined;
    wrong.push(checkWeekday(endDate, endWeekday));
    const isMidnight = to === "24:00" || (to === "00:00" && from > to && writtenEnd === undefined);
    const local = isMidnight ? `${nextDay(endDate)}T00:00` : `${endDate}T${to}`;
    day.times.push({ start, end: shown.place({ local, offset: toOffset }) });
  }
  return wrong.find((problem) => problem !== undefined) ?? day;
}

const weekdayName = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?$/i;

/** Reads what is in brackets behind an option: a weekday, or the zone of its times, such as `America/New_York, UTC-05:00`. */
function readRemark(text: string) {
  const [first = "", second] = text.split(", ");
  const weekday = weekdayName.exec(first)?.[0];
  const offset = /^UTC([+-]\d\d:\d\d)$/.exec(second ?? first)?.[1];
  const zone = normalizeTimeZone(first);
  const place = ({ local, offset: own = offset }: Timestamp): Timestamp => {
    if (own !== undefined || zone === undefined) return { local, offset: own };
    return { local, offset: toLocal(resolveLocal(local, zone).instant, zone).offset };
  };
  const isUnclear = !(weekday || offset || zone || /^(?:floating)?$/.test(first));
  return { weekday, place, isUnclear };
}

function checkWeekday(date: string, weekday: string | undefined): ProblemText | undefined {
  const right = weekdayOf(date);
  if (weekday === undefined || weekday.slice(0, 3).toLowerCase() === right) return undefined;
  const isDay = `${date} is a ${capitalize(right)}`;
  if (weekdayName.test(weekday)) return wrongDay(`${isDay}, not a ${weekday}`);
  const word = quote(weekday);
  return {
    message: `${isDay}, and ${word} is no English weekday: write ${capitalize(right)} if it means that`,
  };
}

const wrongDay = (message: string) => ({ message, ask: "which day they mean" });

/** Reads a day as the tools show it, or says what is wrong with it. A weekday must be that of its date. */
export function readDay(text: string): string | ProblemText {
  const day = readWrittenDay(text);
  if (day !== undefined && "message" in day) return day;
  if (day !== undefined)
    return day.times.length === 0 ? day.date : { message: "has a time of day, and a day has none" };
  const [date] = /\d{4}-\d\d-\d\d/.exec(text) ?? [];
  if (date === undefined || isCalendarDate(date)) return { message: "must be written YYYY-MM-DD" };
  return wrongDay(`${date} is a day that does not exist`);
}

/** Reads a day or a moment as the tools show it. The planner says what is wrong with other texts. */
export function readMoment(text: string): string | ProblemText {
  const day = readTime(text) ? undefined : readWrittenDay(text);
  if (day === undefined) return text;
  return "message" in day ? day : toText(day.times[0]?.start ?? { local: day.date });
}

const toText = ({ local, offset = "" }: Timestamp) => local + offset;

/** The question about a time of ISO 8601 that may be a range. After a space it is one. */
export const doubtOffset = (text: string, timeZone: string | null): ProblemText | undefined =>
  /\dT/.test(text) ? doubtRange(text, timeZone) : undefined;

/** What was read from a list of arguments. Each of `entries` is the position of the argument of one of `read`. */
interface ReadList<Item> {
  read: Item[];
  entries: number[];
  problems: Problem[];
}

/** Reads each argument of a list as any number of items, or problems of its `field`. */
function readList<Given, Item extends object | string>(
  given: readonly Given[],
  readEntry: (entry: Given) => (Item | ProblemText)[],
  ...[name, ...field]: string[]
): ReadList<Item> {
  const list: ReadList<Item> = { read: [], entries: [], problems: [] };
  for (const [index, entry] of given.entries())
    for (const item of readEntry(entry)) {
      if (typeof item === "object" && "message" in item)
        list.problems.push({ path: [name, index, ...field].join("."), ...item });
      else list.entries[list.read.push(item as Item) - 1] = index;
    }
  return list;
}

/**
 * Reads times with starts as the tools show them: an option, or a line with all options of a day. Ends become durations, which must
 * agree with that of the entry, or else with the `shared` one.
 */
export const readTimes = (
  given: readonly GivenTime[],
  timeZone: string | null,
  shared?: number,
): ReadList<RequestedTime> =>
  readList(
    given,
    ({ start, duration = shared }) => readStart({ start, duration }, timeZone),
    ...["times", "start"],
  );

type GivenTime = { start: string; duration?: number | undefined };

function readStart({ start, duration }: GivenTime, timeZone: string | null): (RequestedTime | ProblemText)[] {
  const day = doubtOffset(start, timeZone) ?? readWrittenDay(start);
  // The planner says that Z is not the clock time of the person, and what is wrong with other texts.
  if (day === undefined || /z$/i.test(start.trim())) return [{ start, duration }];
  if ("message" in day) return [day];
  if (day.times.length === 0) return [{ start: day.date }];
  return day.times.map((written) => toRequestedTime(written, duration, timeZone));
}

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
    message: `ends after ${length} minutes, but duration is ${duration}: pass both in its entry, or windows to cut it into slots`,
    ask: `whether it is one option of ${length} minutes`,
  };
}

type GivenBusy = string | { start: string; end?: string | undefined };

/** Reads busy times as the tools show options and busy times. Texts of calendars stay as they are. */
export const readBusyTimes = (given: readonly GivenBusy[], timeZone: string | null) =>
  readList<GivenBusy, string | BusyTime>(given, (entry) => readBusyTime(entry, timeZone), "busy");

function readBusyTime(entry: GivenBusy, timeZone: string | null): (string | BusyTime | ProblemText)[] {
  const { start, end } = typeof entry === "string" ? { start: entry, end: undefined } : entry;
  if (end !== undefined) {
    const [from = "", to = ""] = [start, end].map(readMoment);
    if (typeof from === "object") return [from];
    return [typeof to === "object" ? to : { start: from, end: to }];
  }
  // `Thu 2027-04-01–Fri 2027-04-02`, of which both are busy.
  const [first, last = first] = start.split("–").map(readDay);
  if (typeof first === "string" && typeof last === "string")
    return [first === last ? { start: first } : { start: first, end: nextDay(last) }];
  const day = doubtOffset(start, timeZone) ?? readWrittenDay(start);
  if (day === undefined) return [entry];
  if ("message" in day) return [day];
  return day.times.map((time) => ({ start: toText(time.start), end: time.end && toText(time.end) }));
}
