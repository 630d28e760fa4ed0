import { addDays, daysBetween, weekdayOf, weekdays } from "../../src/time/days.ts";
import {
  compareOptionTimes,
  getOptionStart,
  getPastTime,
  type OptionTime,
} from "../../src/time/option-times.ts";
import { resolveLocal, toOffsetDateTime } from "../../src/time/zones.ts";
import { keepAll, readLocal } from "./format.ts";
import type { Plan } from "./plan.ts";

/** The options that a person has chosen, by {@link keyOf}. */
export type Chosen = ReadonlyMap<string, OptionTime>;

/** Identifies an option of one poll. */
export const keyOf = (option: OptionTime): string =>
  "date" in option ? option.date : `${getOptionStart(option)}/${option.duration}`;

/** The options as chosen ones. */
export const choose = (options: readonly OptionTime[]): Map<string, OptionTime> =>
  new Map(options.map((option) => [keyOf(option), option]));

/** The chosen options by start. */
export const listChosen = (chosen: Chosen): OptionTime[] => [...chosen.values()].sort(compareOptionTimes);

/** Whether a poll has exactly the chosen options. */
export const hasChosen = (options: readonly OptionTime[], chosen: Chosen): boolean =>
  options.length === chosen.size && options.every((option) => chosen.has(keyOf(option)));

/** The start of an option as create_poll takes it, or its day. */
export function writeStart(option: OptionTime, timeZone: string | null): string {
  if ("date" in option) return option.date;
  return timeZone ? toOffsetDateTime(option.startTime, timeZone) : option.startTime.replace("Z", "");
}

/** The arguments that create a poll with exactly these options. The offset says which of two equal clock times is meant. */
export function toArguments(
  { create, kind, timeZone }: Plan,
  options: readonly OptionTime[],
  again: boolean,
) {
  const starts = options.map((option) => {
    const start = writeStart(option, timeZone);
    return "date" in option ? start : { start, duration: option.duration };
  });
  return { ...create, [kind === "date" ? "dates" : "times"]: starts, ...(again && { again }) };
}

/**
 * What the model has to know of the chosen options: the arguments of create_poll about them, one line for each day. A host may keep one
 * message for several pages, so it says which preview it is about.
 */
export function toMessage({ kind, timeZone, poll: { title, now } }: Plan, chosen: Chosen) {
  const options = listChosen(chosen);
  const lengths = new Set(options.map((option) => ("date" in option ? undefined : option.duration)));
  const [duration] = lengths.size === 1 ? lengths : [];
  const starts = options.map((option) => {
    const start = writeStart(option, timeZone).replace(/:00(?=[+-]|$)/, "");
    return "date" in option || duration !== undefined ? start : { start, duration: option.duration };
  });
  const slots = { timeZone: timeZone ?? "floating", duration, times: starts };
  return { title, now, created: false, ...(kind === "date" ? { dates: starts } : slots) };
}

/** Why a place is as it is. */
export type Mark = "busy" | "excluded" | "skipped" | "past";

/** Where a column and a row cross. */
export interface Place {
  /** What a click takes away or adds. Absent where nothing can be. */
  option?: OptionTime | undefined;
  mark?: Mark | undefined;
  /** The title of a busy time. */
  text?: string | undefined;
  /** The day of a month that is written in its place. */
  day?: string;
}

/** A row: a start time with a place for each day, or a week of a month. */
export interface PlaceRow {
  /** The start time on the clock of the poll. */
  time?: string;
  /** The offset, where the clock shows this time twice on a day of the block. */
  offset?: string | undefined;
  places: Place[];
}

/** A week of start times, or a month of days. */
export interface Block {
  /** The first day of the month. */
  month?: string;
  /** The days of the columns: of a month any with these weekdays. */
  days: string[];
  rows: PlaceRow[];
}

/** How to lay out a plan. */
export interface LayoutOptions {
  /** From 1 for Monday. */
  firstWeekday: number;
  /** Whether an option is past: none is added then. Default: none is. */
  isPast?: (option: OptionTime) => boolean;
  /** Clock times and days that get places too. */
  added?: { times: readonly string[]; days: readonly string[] };
}

/** A place of the plan, its day and its row: the clock time, and how often it was before, on the clock or among equal starts. */
interface Entry extends Place {
  date: string;
  row: string;
}

/** Tells which options of a plan are past. Days and floating times start in the person's own zone. */
export const createPastCheck =
  ({ timeZone }: Pick<Plan, "timeZone">, now: number, ownZone: string) =>
  (option: OptionTime): boolean =>
    getPastTime(option, timeZone, ownZone) <= now;

/** What has places: a plan, or a poll. */
export type Placed = Pick<Plan, "kind" | "timeZone" | "options" | "dropped">;

/** Lays out the places of a plan: its options, what was dropped, and what can be added between them. */
export function layOut(plan: Placed, options: LayoutOptions): Block[] {
  const entries = listEntries(plan);
  const blocks = plan.kind === "date" ? layOutMonths(entries, options) : layOutWeeks(entries, plan, options);
  for (const place of blocks.flatMap(({ rows }) => rows.flatMap(({ places }) => places))) {
    if (place.option === undefined || !options.isPast?.(place.option)) continue;
    if (plan.options.includes(place.option)) place.mark = "past";
    else delete place.option;
  }
  return blocks;
}

function listEntries({ options, dropped, timeZone }: Placed): Entry[] {
  const starts = new Map<string, number>();
  const toEntry = (place: Place, date = "", time = ""): Entry => {
    const { option } = place;
    if (option === undefined) return { ...place, date, row: `${time} 0` };
    if ("date" in option) return { ...place, date: option.date, row: "" };
    const { startTime } = option;
    const turn = starts.get(startTime) ?? 0;
    starts.set(startTime, turn + 1);
    const clock = readLocal(startTime, timeZone ?? "UTC");
    const [, second] = resolveStarts(clock.date, clock.time, timeZone);
    const isSecond = second !== undefined && Date.parse(startTime) >= Date.parse(second);
    return { ...place, date: clock.date, row: `${clock.time} ${Number(isSecond) + turn}` };
  };
  return [
    ...options.map((option) => toEntry({ option })),
    ...dropped.map(({ reason, ...place }) =>
      "day" in place ? toEntry({ mark: reason }, place.day, place.time) : toEntry({ ...place, mark: reason }),
    ),
  ];
}

/** The instants of a clock time: none in a gap, two in an overlap. */
const resolve = keepAll(resolveLocal);
const resolveStarts = (date: string, time: string, timeZone: string | null): string[] =>
  resolve(`${date}T${time}`, timeZone ?? "UTC").instants;

/** The first day of the week of a day. */
const startOfWeek = (date: string, firstWeekday: number) =>
  addDays(date, -((weekdays.indexOf(weekdayOf(date)) + 8 - firstWeekday) % 7));

/** One block for each week, with the weekdays that the plan spans. Up to seven days in a row are one week. */
function layOutWeeks(entries: Entry[], plan: Placed, { firstWeekday, added }: LayoutOptions): Block[] {
  const { options, timeZone } = plan;
  const { times = [], days: addedDays = [] } = added ?? {};
  const dates = [...entries.map(({ date }) => date), ...addedDays].sort();
  const [first = "", last = first] = [dates[0], dates.at(-1)];
  const origin = daysBetween(first, last) < 7 ? first : startOfWeek(first, firstWeekday);
  const positionOf = (date: string) => daysBetween(origin, date) % 7;
  const positions = dates.map(positionOf);
  const [from, to] = [Math.min(...positions), Math.max(...positions)];
  const duration = findUsualDuration(options);
  const weekOf = (date: string) => addDays(date, -positionOf(date));
  const weeks = Map.groupBy(entries, ({ date }) => weekOf(date));
  return [...new Set(dates.map(weekOf))].sort().map((week) => {
    const own = weeks.get(week) ?? [];
    const days = Array.from({ length: to - from + 1 }, (_, at) => addDays(week, from + at));
    const findTwice = (time: string) =>
      days.map((day) => resolveStarts(day, time, timeZone)).find(({ length }) => length === 2);
    // A week that was added has the times of the others.
    const known = (own.length > 0 ? own : entries).map(({ row }) => row);
    const keys = [...known, ...times.map((time) => `${time} 0`)].flatMap((row) => {
      const time = row.slice(0, 5);
      return findTwice(time) ? [row, `${time} 0`, `${time} 1`] : row;
    });
    const rows = [...new Set(keys)].sort().map((row): PlaceRow => {
      const [time = "", turn] = row.split(" ");
      const places = days.map((date): Place => {
        const known = own.find((entry) => entry.date === date && entry.row === row);
        const starts = resolveStarts(date, time, timeZone);
        const startTime = starts[Number(turn)];
        if (known !== undefined || starts.length === 0) return known ?? { mark: "skipped" };
        return startTime === undefined ? {} : { option: { startTime, duration } };
      });
      const start = findTwice(time)?.[Number(turn)];
      return { time, offset: start && readLocal(start, timeZone ?? "UTC").offset, places };
    });
    return { days, rows };
  });
}

/** The most frequent length of the slots, in minutes. */
export function findUsualDuration(options: readonly OptionTime[]): number {
  const lengths = Map.groupBy(options, (option) => ("date" in option ? 1440 : option.duration));
  const [most] = [...lengths].sort(([, one], [, other]) => other.length - one.length);
  return most?.[0] ?? 60;
}

/** One block for each month, with a row for each week. */
function layOutMonths(entries: Entry[], { firstWeekday, added }: LayoutOptions): Block[] {
  const known = new Map(entries.map((entry) => [entry.date, entry]));
  const days = [...known.keys(), ...(added?.days ?? [])];
  const months = new Set(days.map((date) => date.slice(0, 7)));
  return [...months].sort().map((month) => {
    const rows: PlaceRow[] = [];
    const week = startOfWeek(`${month}-01`, firstWeekday);
    const days = Array.from({ length: 7 }, (_, at) => addDays(week, at));
    for (let day = week; day.slice(0, 7) <= month; day = addDays(day, 7)) {
      const dates = days.map((_, at) => addDays(day, at));
      const toPlace = (day: string): Place => ({ ...(known.get(day) ?? { option: { date: day } }), day });
      rows.push({ places: dates.map((date) => (date.startsWith(month) ? toPlace(date) : {})) });
    }
    return { month: `${month}-01`, days, rows };
  });
}
