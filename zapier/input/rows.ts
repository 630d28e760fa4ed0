/** The rows of Create Poll: cells of a sheet or a calendar, each read by itself. */
import type { ProblemText } from "../../src/problem.ts";
import {
  cleanText,
  isWholeDay,
  problem,
  readCells,
  readLength,
  readTime,
  readWeekdays,
  type WrittenTime,
} from "../../src/scheduling/written/index.ts";
import { formatDate, toInstant, toLocal, weekdayOf } from "../../src/time/index.ts";
import { isSlotMinutes, notSlotMinutes } from "../../src/time/slots.ts";
import { quoteValue } from "../label.ts";
import { dropBlanks, listLeaves, parseJsonText } from "./form-values.ts";
import { dayOf, findDayShift, type TimeContext, type TimeItem } from "./times.ts";

/** Problems of a cell that the other cells of its row may solve. */
const incomplete = ["no-date", "no-year"];

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
  const own = readTime(start, context);
  const ownTime = own?.value;
  // The day of the start decides what its date cell means.
  const day = readTime(date, { ...context, among: ownTime && [ownTime.start.date] });
  const dayTime = day?.value;
  for (const [text, read] of [[date, day] as const, [start, own] as const])
    if (read?.problem && !incomplete.includes(read.problem.code ?? "")) return { text, read };
  if (dayTime?.end !== undefined && dayTime.start.clock === undefined)
    return refuseRow(date, "covers several days", "Map one of them.");
  if (start !== "" && date !== "" && dayTime === undefined && ownTime === undefined)
    return { text: date, read: day };
  const first = start === "" ? dayTime : ownTime;
  // Alone, midnight is no time of day.
  const isDay = first !== undefined && isWholeDay(first, start === "");
  if (end !== "" && (isDay || date + start === ""))
    return refuseRow(`${date} ${end}`.trim(), "has an end without a start", "Map the start too.");
  const rowDay = dayTime && dayOf(dayTime);
  const begin = start === "" ? (isDay && rowDay) || date : start;
  const read = readCells([begin, end], context, rowDay);
  const isApart = start !== "" && ownTime === undefined;
  const text = [isApart ? `${date} ${start}`.trim() : start || date, end]
    .filter((each) => each !== "")
    .join(" - ");
  const shift = isApart && dayTime ? findDayShift(dayTime, context) : undefined;
  if (shift !== undefined) return { text, read: { problem: shift } };
  // A start that has no day is on that of the date cell.
  const isOnDay = isApart && dayTime !== undefined && isWholeDay(dayTime, true);
  const other =
    start !== "" && date !== "" && !isOnDay && read?.value
      ? findOther(date, dayTime, read.value, context)
      : undefined;
  if (other !== undefined) {
    const message = `contradict each other: {cell} is not ${other}`;
    return refuseRow(`${date}, ${start}`, message, "Map one of them.", { cell: quoteValue(date) });
  }
  const minutes = duration === "" ? undefined : readLength(duration);
  const wrong = minutes && checkLength(minutes);
  if (wrong !== undefined)
    return refuseRow(text, `has the duration {duration}, which ${wrong.message}`, wrong.fix ?? "", {
      duration: quoteValue(duration),
    });
  const relative = dayTime?.relative || ownTime?.relative;
  return {
    text,
    read: read?.value ? { value: { ...read.value, relative } } : read,
    duration: minutes?.value,
  };
}

/** Why a duration is none of a slot. */
function checkLength(length: ReturnType<typeof readLength>): ProblemText | undefined {
  if (length.problem) return length.problem;
  return isSlotMinutes(length.value) ? undefined : { message: notSlotMinutes, fix: "Correct it." };
}

/**
 * The start that a date cell contradicts. The cell must be its weekday or its day, in the zone of the poll or where it was written. A
 * time of day in it must be midnight, or that of the start.
 */
function findOther(
  cell: string,
  day: WrittenTime | undefined,
  time: WrittenTime,
  { timeZone }: TimeContext,
): string | undefined {
  const show = ({ start: { date, clock, offset }, instant }: WrittenTime) => {
    const written = { date, time: clock };
    if (offset === undefined || timeZone === null) return [written];
    const shown = toLocal(toInstant(`${date}T${clock}${offset}`), timeZone);
    return instant ? [shown] : [shown, written];
  };
  const [start = { date: "", time: undefined }, ...others] = show(time);
  const days = day && isWholeDay(day, true) ? [{ date: day.start.date, time: undefined }] : day && show(day);
  const isSame = [start, ...others].some((one) =>
    days?.some(
      ({ date, time }) => date === one.date && (!one.time || [undefined, "00:00", one.time].includes(time)),
    ),
  );
  const isNamed = day === undefined && readWeekdays(cell)?.includes(weekdayOf(start.date));
  if (isSame || isNamed) return undefined;
  return [formatDate(start.date), start.time].filter(Boolean).join(", ");
}
