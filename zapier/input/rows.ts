/** The rows of Create Poll: cells of a sheet or a calendar, each read by itself. */
import type { ProblemText } from "../../src/problem.ts";
import {
  cleanText,
  problem,
  type Reading,
  readCells,
  readLength,
  readTime,
  readWeekdays,
  type WrittenTime,
} from "../../src/scheduling/written/index.ts";
import { addDays, formatDate, toInstant, toLocal, weekdayOf } from "../../src/time/index.ts";
import { isSlotMinutes, notSlotMinutes } from "../../src/time/slots.ts";
import { dropBlanks, listLeaves, parseJsonText } from "./form-values.ts";
import { quoteValue } from "./input-error.ts";
import { findDayShift, type TimeContext, type TimeItem } from "./times.ts";

const columns = ["date", "start", "end", "duration"];

/** The times of the rows. Blank rows are left out. Columns are found by the names of their fields, too. */
export const readRows = (value: unknown, context: TimeContext): TimeItem[] =>
  [dropBlanks(parseJsonText(value)) ?? []].flat(2).map((row) => readRow(Object(row), context));

const refuseRow = (
  text: string,
  message: string,
  fix: string,
  values?: Record<string, string>,
): TimeItem => ({
  text,
  read: { problem: problem("row", message, fix, undefined, values) },
});

function readRow(row: Readonly<Record<string, unknown>>, context: TimeContext): TimeItem {
  const named = new Map(
    Object.entries(row).map(([name, cell]) => [name.toLowerCase().replace(/^row_/, ""), listLeaves(cell)]),
  );
  const cells = columns.map((name) => named.get(name) ?? []);
  const several = cells.find(({ length }) => length > 1);
  if (several !== undefined)
    return refuseRow(several.join(", "), "are several values in one row", "Map one of them.");
  const [date = "", start = "", end = "", duration = ""] = cells.map(([cell = ""]) => cleanText(cell).trim());
  if (date + start + end === "")
    return refuseRow(
      duration === "" ? [...named.keys()].join(", ") : duration,
      "is in a row without a date and a start",
      "Map Date and Start, and End or Duration if they differ, or clear the row.",
    );
  const both = `${date}, ${start}`;
  const own = readTime(start, context);
  const ownTime = own && "value" in own ? own.value : undefined;
  const ownDay = ownTime?.start.date;
  // The day of the start decides what its date cell means.
  const day = readTime(date, ownDay === undefined ? context : { ...context, among: [ownDay] });
  const dayTime = day && "value" in day ? day.value : undefined;
  for (const [text, read] of [[date, day] as const, [start, own] as const])
    if (read !== undefined && "problem" in read && !isIncomplete(read)) return { text, read };
  if (date !== "" && ownDay !== undefined && dayTime === undefined) {
    const message = `contradict each other: {cell} is not ${formatDate(ownDay)}`;
    if (!readWeekdays(date)?.includes(weekdayOf(ownDay)))
      return refuseRow(both, message, "Map one of them.", { cell: quoteValue(date) });
  }
  if (dayTime !== undefined && ownTime !== undefined && !isSameDay(dayTime, ownTime, context.timeZone))
    return refuseRow(both, "are different days for one start", "Map one of them.");
  const first = start === "" ? dayTime : ownTime;
  const isDay = first !== undefined && (isWithoutTime(first) || (start === "" && isMidnight(first)));
  if (end !== "" && (isDay || date + start === ""))
    return refuseRow(`${date} ${end}`.trim(), "has an end without a start", "Map the start too.");
  if (start !== "" && date !== "" && dayTime === undefined && ownTime === undefined)
    return { text: date, read: day };
  const dayOf = dayTime && addDays(dayTime.start.date, dayTime.start.move ?? 0);
  // Alone, midnight is no time of day.
  const begin = start === "" && isDay ? (dayOf ?? date) : start === "" ? date : start;
  const read = readCells([begin, end], context, dayOf);
  const text = [ownTime === undefined && start !== "" ? `${dayOf ?? date} ${start}`.trim() : begin, end]
    .filter((each) => each !== "")
    .join(" - ");
  const isShifted = dayTime !== undefined && findDayShift(dayTime, context) !== undefined;
  if (dayTime !== undefined && start !== "" && !isShifted && !fitsClock(dayTime, read, context.timeZone))
    return refuseRow(both, "are two times of day for one start", "Map one of them.");
  const minutes = duration === "" ? undefined : readLength(duration);
  const wrong = minutes && checkLength(minutes);
  if (wrong !== undefined)
    return refuseRow(text, `has the duration {duration}, which ${wrong.message}`, wrong.fix ?? "", {
      duration: quoteValue(duration),
    });
  const isApart = start !== "" && ownTime === undefined;
  const value = minutes && "value" in minutes ? minutes.value : undefined;
  return { text, read, day: isApart ? dayTime : undefined, duration: value };
}

/** Why a duration is none of a slot. */
function checkLength(length: ReturnType<typeof readLength>): ProblemText | undefined {
  if ("problem" in length) return length.problem;
  return isSlotMinutes(length.value) ? undefined : { message: notSlotMinutes, fix: "Correct it." };
}

/** A start as the zone of the poll shows it, and as it was written. */
function listShown({ start: { date, clock, offset } }: WrittenTime, timeZone: string | null) {
  const written = { date, time: clock };
  if (offset === undefined || timeZone === null) return [written];
  return [toLocal(toInstant(`${date}T${clock}${offset}`), timeZone), written];
}

/** Whether a day and a start with a day of its own are on one day in the poll's zone, or where the start was written. */
function isSameDay(day: WrittenTime, own: WrittenTime, timeZone: string | null): boolean {
  const list = (time: WrittenTime) => listShown(time, timeZone).slice(0, time.instant ? 1 : 2);
  const days = isMidnight(day) ? [day.start] : list(day);
  return list(own).some((one) => days.some(({ date }) => date === one.date));
}

/** Whether the time of day in a date cell is midnight, or that of the start. */
function fitsClock(day: WrittenTime, read: Reading<WrittenTime>, timeZone: string | null): boolean {
  if (read === undefined || "problem" in read) return true;
  const clocks = listShown(day, timeZone).map(({ time }) => time);
  if (clocks.some((clock) => clock === undefined || clock === "00:00")) return true;
  return listShown(read.value, timeZone).some(({ time }) => clocks.includes(time));
}

/** Whether a cell has no date, no year, or nothing that is recognized. */
const isIncomplete = (read: Reading<WrittenTime>): boolean =>
  read === undefined || ("problem" in read && ["no-date", "no-year"].includes(read.problem.code ?? ""));

const isWithoutTime = ({ start, doubt }: WrittenTime): boolean =>
  start.clock === undefined && doubt === undefined;

const isMidnight = ({ start, end }: WrittenTime): boolean => start.clock === "00:00" && end === undefined;
