/** Days and times of arguments, as the tools show them or a person writes them. */
import { type Problem, wordProblem } from "../../src/problem.ts";
import type { BusyTime, RequestedTime } from "../../src/scheduling/index.ts";
import { type ProblemText, quote } from "../../src/scheduling/plan/errors.ts";
import { doubtRange } from "../../src/scheduling/plan/parse-time.ts";
import {
  type DateRules,
  type Reading,
  readCells,
  readLine,
  settleTime,
  type WrittenTime,
} from "../../src/scheduling/written/index.ts";
import { nextDay } from "../../src/time/days.ts";
import {
  resolveLocal,
  resolveTime,
  type Timestamp,
  toLocal,
  type WrittenMoment,
} from "../../src/time/index.ts";
import { ArgumentError } from "../failure.ts";
import { formatInstant } from "../output/format.ts";

/** A day with nothing else, or a time with its end. */
export interface ReadTime {
  date: string;
  lastDate?: string | undefined;
  start?: Timestamp;
  end?: Timestamp | undefined;
  overnight?: boolean;
}

/** A problem in the words of the arguments. */
export function wordWritten(text: string, { fix, ...problem }: ProblemText): ProblemText {
  const { ask } = problem;
  // Who can ask needs no advice.
  const message = wordProblem(ask === undefined ? { ...problem, fix } : problem, (field) => field);
  return { message: `${quote(text)} ${message}`, ask };
}

/** Why a text is neither a day nor a time, with the current day. */
const explainUnread = (text: string, form: string): ProblemText => ({
  message: `${quote(text)} must be written ${form}; today is ${new Date().toISOString().slice(0, 10)} in UTC`,
});

/** The question about a time of ISO 8601 that may be a range. After a space it is one. */
export const doubtOffset = (text: string, timeZone: string | null): ProblemText | undefined =>
  /\dT/.test(text) ? doubtRange(text, timeZone) : undefined;

/**
 * Reads a day, a range of days, an option, or a line with all options of a day. `timeZone` is the zone of names and of marks such as
 * `+7d`, null for floating times. Undefined for a text in no known format.
 */
export function readTimes(
  text: string,
  timeZone: string | null,
  rules: DateRules = {},
  read: Reading<WrittenTime[]> = readLine(text, rules),
): ReadTime[] | ProblemText | undefined {
  if (read === undefined || ("problem" in read && read.problem.code === "no-date")) return undefined;
  if ("problem" in read) return wordWritten(text, read.problem);
  const times: ReadTime[] = [];
  for (const written of read.value) {
    const { doubt, start, end, overnight = false } = written;
    const date = start.date;
    if (start.clock === undefined && doubt === undefined) {
      times.push({ date, lastDate: end?.date });
      continue;
    }
    const known = doubt?.code === "offset-form" ? { ...written, doubt: undefined } : written;
    // Without a zone, an offset is a problem that the planner names.
    const zone = timeZone ?? ((start.offset ?? start.zone) === undefined ? null : "UTC");
    const settled = settleTime(known, { timeZone: zone, seconds: true });
    if ("problem" in settled) return wordWritten(text, settled.problem);
    const ends = { start: toTimestamp(settled.start), end: settled.end && toTimestamp(settled.end) };
    times.push({ date, ...ends, overnight });
  }
  return times;
}

function toTimestamp({ date, clock, offset, zone }: WrittenMoment): Timestamp {
  const local = `${date}T${clock}`;
  if (offset !== undefined || zone === undefined) return { local, offset };
  return { local, offset: toLocal(resolveLocal(local, zone).instant, zone).offset };
}

/** Reads a day. A weekday must be that of its date. */
export function readDay(text: string): string | ProblemText {
  const days = readDays(text);
  if (!Array.isArray(days)) return days;
  const [day = "", ...others] = days;
  if (others.length === 0) return day;
  return {
    message: `${quote(text)} covers ${days.length} days: pass each, or windows with startDate and endDate`,
  };
}

/** Reads a day or all days of a range. */
export function readDays(text: string): string[] | ProblemText {
  const read = readTimes(text, null);
  if (read === undefined) return explainUnread(text, "YYYY-MM-DD");
  if ("message" in read) return read;
  const days: string[] = [];
  for (const { date, lastDate = date, start } of read) {
    if (start !== undefined) return { message: "has a time of day, and a day has none" };
    for (let day = date; day <= lastDate && days.length < 500; day = nextDay(day)) days.push(day);
  }
  return days;
}

/** The instant of a moment, or of the start of a day, in milliseconds since the epoch. Throws ArgumentError. */
export function readInstant(path: string, text: string, timeZone: string, now: Date): number {
  const current = formatInstant(now, timeZone);
  const message = `${quote(text)} is not a date and time that exists, written like 2027-03-01T09:00; it is now ${current}`;
  const read = readTimes(text, timeZone, { today: toLocal(now.toISOString(), timeZone).date }) ?? { message };
  if ("message" in read) throw new ArgumentError([{ path, ...read }]);
  const { start = { local: `${read[0]?.date}T00:00` } } = read[0] ?? {};
  const resolved = resolveTime(start, timeZone, path);
  if (resolved.problem) throw new ArgumentError([{ ...resolved.problem, path }]);
  return Date.parse(resolved.instant);
}

/** Reads a day or a moment as text of ISO 8601. The planner says what is wrong with a text that is neither. */
function readMoment(text: string, timeZone: string | null): string | ProblemText {
  const read = readTimes(text, timeZone);
  if (read === undefined) return text;
  return "message" in read ? read : toText(read[0]?.start ?? { local: read[0]?.date ?? text });
}

const toText = ({ local, offset = "" }: Timestamp) => local + offset;

/** What was read from a list of arguments. Each of `entries` is the position of the argument of one of `read`. */
interface ReadList<Item> {
  read: Item[];
  entries: number[];
  problems: Problem[];
  notes: Problem[];
}

/** Reads each argument of a list as any number of items, or problems of its `field`. */
function readList<Given, Item extends object | string>(
  given: readonly Given[],
  readEntry: (entry: Given, note: (message: string) => void) => (Item | ProblemText)[],
  ...[name, ...field]: string[]
): ReadList<Item> {
  const list: ReadList<Item> = { read: [], entries: [], problems: [], notes: [] };
  for (const [index, entry] of given.entries()) {
    const path = [name, index, ...field].join(".");
    for (const item of readEntry(entry, (message) => list.notes.push({ path, message }))) {
      if (typeof item === "object" && "message" in item) list.problems.push({ path, ...item });
      else list.entries[list.read.push(item as Item) - 1] = index;
    }
  }
  return list;
}

type GivenTime = { start: string; end?: string | undefined; duration?: number | undefined };

/**
 * Reads times with starts as the tools show them: an option, or a line with all options of a day. Ends become durations, which must
 * agree with that of the entry, or else with the `shared` one.
 */
export const readSlots = (given: readonly GivenTime[], timeZone: string | null, shared?: number) =>
  readList<GivenTime, RequestedTime>(
    given,
    ({ start, end, duration = shared }, note) => {
      const doubt = end === undefined ? doubtOffset(start, timeZone) : undefined;
      // The planner says that Z is not the clock time of the person, and what is wrong with other texts.
      if (doubt === undefined && end === undefined && /z$/i.test(start.trim())) return [{ start, duration }];
      const read =
        doubt ?? readTimes(start, timeZone, {}, end === undefined ? undefined : readEnds(start, end));
      if (read === undefined) return [{ start, duration }];
      if ("message" in read) return [read];
      return read.map((time) => {
        if (time.start === undefined) return { start: time.date };
        const seconds = [time.start, time.end].find(
          (moment) => moment !== undefined && moment.local.length > 16,
        );
        if (seconds !== undefined) return { message: `${quote(start)} has seconds, and options have none` };
        if (time.overnight) note(`ends on the next day, ${time.end?.local.slice(0, 10)}`);
        return toRequestedTime({ ...time, start: time.start }, duration, timeZone);
      });
    },
    ...["times", "start"],
  );

function readEnds(start: string, end: string): Reading<WrittenTime[]> {
  const read = readCells([start, end], {});
  return read !== undefined && "value" in read ? { value: [read.value] } : read;
}

function toRequestedTime(
  { start, end }: { start: Timestamp; end?: Timestamp | undefined },
  duration: number | undefined,
  timeZone: string | null,
): RequestedTime | ProblemText {
  if (end === undefined) return { start, duration };
  const rules = { offsets: timeZone === null ? "absolute" : "must-match", isEnd: true } as const;
  const [from, to] = [start, end].map((time) => resolveTime(time, timeZone, "end", rules));
  // The planner names what is wrong with the start.
  if (!from || !to || from.problem) return { start, duration };
  if (to.problem) return to.problem;
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

/** Longer than a busy time, so that it is the text of a calendar. */
const maxBusyLength = 500;

type GivenBusy = string | { start: string; end?: string | undefined };

/** Reads busy times as the tools show options and busy times. Texts of calendars stay as they are. */
export const readBusyTimes = (given: readonly GivenBusy[], timeZone: string | null) =>
  readList<GivenBusy, string | BusyTime>(given, (entry) => readBusyTime(entry, timeZone), "busy");

function readBusyTime(entry: GivenBusy, timeZone: string | null): (string | BusyTime | ProblemText)[] {
  if (typeof entry === "string" && entry.length > maxBusyLength) return [entry];
  const { start, end } = typeof entry === "string" ? { start: entry, end: undefined } : entry;
  if (end !== undefined) {
    const [from = "", to = ""] = [start, end].map((text) => readMoment(text, timeZone));
    if (typeof from === "object") return [from];
    return [typeof to === "object" ? to : { start: from, end: to }];
  }
  const read = doubtOffset(start, timeZone) ?? readTimes(start, timeZone);
  if (read === undefined) return [entry];
  if ("message" in read) return [read];
  return read.map((time) => {
    if (time.start !== undefined) return { start: toText(time.start), end: time.end && toText(time.end) };
    const { date, lastDate = date } = time;
    return date === lastDate ? { start: date } : { start: date, end: nextDay(lastDate) };
  });
}
