/** Days and times of arguments, as the tools show them or a person writes them. */
import { type Problem, type ProblemText, wordProblem } from "../../src/problem.ts";
import type { BusyTime, RequestedTime } from "../../src/scheduling/index.ts";
import { quote } from "../../src/scheduling/plan/errors.ts";
import {
  type DateRules,
  isWholeDay,
  readCells,
  readTimes as readTexts,
  type SettleRules,
  settleTime,
} from "../../src/scheduling/written/index.ts";
import { nextDay } from "../../src/time/days.ts";
import { addDays, resolveTime, type Timestamp, toLocal } from "../../src/time/index.ts";
import { ArgumentError } from "../failure.ts";
import { formatInstant } from "../output/format.ts";

/** What an argument says: one text, or a start and an end that stand apart. */
type Given = string | { start: string; end?: string | undefined };

/** A day, a range of days, or a time with its end. */
interface ReadTime {
  date: string;
  lastDate?: string | undefined;
  start?: Timestamp;
  end?: Timestamp | undefined;
  overnight?: boolean | undefined;
}

/** A problem in the words of the arguments. Who can ask needs no advice. */
export function wordWritten(text: string, { fix, ask, ...problem }: ProblemText): ProblemText {
  const message = wordProblem(ask === undefined ? { ...problem, fix } : problem, (field) => field);
  return { message: `${quote(text)} ${message}`, ask };
}

/**
 * Reads a text, or a start and an end, as days and times. Undefined for a text in no known format, and without a known day. With
 * `midnight`, that time of day stands for the whole day.
 */
export function readTimes(
  given: Given,
  rules: DateRules & SettleRules,
  midnight = false,
): ReadTime[] | ProblemText | undefined {
  const { start: text, end } = typeof given === "string" ? { start: given, end: undefined } : given;
  const items =
    end === undefined ? readTexts([text], rules) : [{ text, read: readCells([text, end], rules) }];
  const times: ReadTime[] = [];
  for (const { read } of items) {
    if (read === undefined || /^(?:no-date|relative)$/.test(read.problem?.code ?? "")) return undefined;
    if (read.problem) return wordWritten(text, read.problem);
    const { doubt, start, end: last, overnight } = read.value;
    const { date } = start;
    if (isWholeDay(read.value, midnight)) {
      times.push({ date: addDays(date, start.move ?? 0), lastDate: last?.date });
      continue;
    }
    // An offset must be that of the zone, so that its form is no doubt. Without a zone the planner names it.
    const known = doubt?.code === "offset-form" ? { ...read.value, doubt: undefined } : read.value;
    const hasZone = (start.offset ?? start.zone) !== undefined;
    const settled = settleTime(known, { ...rules, timeZone: rules.timeZone ?? (hasZone ? "UTC" : null) });
    if (settled.problem) return wordWritten(text, settled.problem);
    times.push({ date, ...settled, overnight });
  }
  return times.length === 0 ? undefined : times;
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
  const read = readTimes(text, { timeZone: null, seconds: true }, true) ?? [];
  if ("message" in read) return read;
  const days: string[] = [];
  for (const { date, lastDate = date, start } of read) {
    if (start !== undefined) return { message: "has a time of day, and a day has none" };
    for (let day = date; day <= lastDate && days.length < 500; day = nextDay(day)) days.push(day);
  }
  if (days.length > 0) return days;
  const today = new Date().toISOString().slice(0, 10);
  return { message: `${quote(text)} must be written YYYY-MM-DD; today is ${today} in UTC` };
}

/** Why a text is no time, with the current one. */
const explainUnread = (text: string, timeZone: string | null, now: Date): ProblemText => ({
  message: `${quote(text)} is not a date and time that exists, written like 2027-03-01T09:00; it is now ${formatInstant(now, timeZone ?? "UTC")}`,
});

const findToday = (timeZone: string | null, now: Date) =>
  timeZone === null ? undefined : toLocal(now.toISOString(), timeZone).date;

/** The instant of a moment, or of the start of a day, in milliseconds since the epoch. Throws ArgumentError. */
export function readInstant(path: string, text: string, timeZone: string, now: Date): number {
  const rules = { timeZone, today: findToday(timeZone, now), seconds: true };
  const read = readTimes(text, rules) ?? explainUnread(text, timeZone, now);
  if ("message" in read) throw new ArgumentError([{ path, ...read }]);
  const { start = { local: `${read[0]?.date}T00:00` } } = read[0] ?? {};
  const resolved = resolveTime(start, timeZone, path);
  if (resolved.problem) throw new ArgumentError([{ ...resolved.problem, path }]);
  return Date.parse(resolved.instant);
}

/** What was read from a list of arguments. Each of `entries` is the position of the argument of one of `read`. */
interface ReadList<Item> {
  read: Item[];
  entries: number[];
  problems: Problem[];
  notes: Problem[];
}

/** Reads each argument of a list as any number of items, or problems with the path of its position. */
function readList<Entry, Item extends object | string>(
  given: readonly Entry[],
  readEntry: (entry: Entry, note: (message: string) => void) => (Item | ProblemText)[],
  name: string,
  field = "",
): ReadList<Item> {
  const list: ReadList<Item> = { read: [], entries: [], problems: [], notes: [] };
  for (const [index, entry] of given.entries()) {
    const path = `${name}.${index}${field}`;
    for (const item of readEntry(entry, (message) => list.notes.push({ path, message }))) {
      if (typeof item === "object" && "message" in item) list.problems.push({ path, ...item });
      else list.entries[list.read.push(item as Item) - 1] = index;
    }
  }
  return list;
}

type GivenTime = { start: string; end?: string | undefined; duration?: number | undefined };

/**
 * Reads times with starts as the tools show them: an option, or a line with all options of a day. An end must agree with the duration
 * of the entry, or else with the `shared` one.
 */
export const readSlots = (given: readonly GivenTime[], timeZone: string | null, now: Date, shared?: number) =>
  readList<GivenTime, RequestedTime>(
    given,
    ({ duration = shared, ...entry }, note) => {
      const read =
        readTimes(entry, { timeZone, today: findToday(timeZone, now) }) ??
        explainUnread(entry.start, timeZone, now);
      if ("message" in read) return [read];
      return read.map(({ start, end, overnight }) => {
        if (start === undefined) return { message: `${quote(entry.start)} has no time of day` };
        if (overnight) note(`ends on the next day, ${end?.local.slice(0, 10)}`);
        return { start, end, duration };
      });
    },
    "times",
    ".start",
  );

/** Longer than a busy time, so that it is the text of a calendar. */
const maxBusyLength = 500;

/** Reads busy times as the tools show options and busy times. Texts of calendars stay as they are. */
export const readBusyTimes = (given: readonly Given[], timeZone: string | null) =>
  readList<Given, string | BusyTime>(given, (entry) => readBusyTime(entry, timeZone), "busy");

function readBusyTime(entry: Given, timeZone: string | null): (string | BusyTime | ProblemText)[] {
  if (typeof entry === "string" && entry.length > maxBusyLength) return [entry];
  const read = readTimes(entry, { timeZone, seconds: true });
  if (read === undefined) return [entry];
  if ("message" in read) return [read];
  const toText = ({ local, offset = "" }: Timestamp) => local + offset;
  return read.map(({ date, lastDate, start, end }) => {
    if (start !== undefined) return { start: toText(start), end: end && toText(end) };
    // The end of a calendar is the day after the last one, that of a range in text is the last one.
    if (typeof entry === "object" && entry.end !== undefined) return { start: date, end: lastDate };
    return lastDate === undefined ? { start: date } : { start: date, end: nextDay(lastDate) };
  });
}
