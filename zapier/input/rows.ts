/** The rows of Create Poll: cells of a sheet or a calendar, each read by itself. */
import type { ProblemText } from "../../src/problem.ts";
import { formatDate, toInstant, toLocal } from "../../src/time/index.ts";
import { isSlotMinutes, notSlotMinutes } from "../../src/time/slots.ts";
import { quoteValue } from "../label.ts";
import { dropBlanks, listLeaves, parseJsonText } from "./form-values.ts";
import { dayOf, findDayShift, type TimeContext, type TimeItem } from "./times.ts";
import { cleanText, joinCells, problem, readCell, readLength, readTime } from "./written/index.ts";

const columns = ["date", "start", "end", "duration"];

/** The times of the rows. Blank rows are left out. Columns are found by the names of their fields, too. */
export const readRows = (value: unknown, context: TimeContext): TimeItem[] =>
  [dropBlanks(parseJsonText(value)) ?? []].flat(2).map((row) => readRow(Object(row), context));

function readRow(row: Readonly<Record<string, unknown>>, context: TimeContext): TimeItem {
  const refuse = (text: string, message: string, fix: string, values?: Record<string, string>) => ({
    text,
    read: { problem: problem("row", message, fix, values) },
  });
  const named = new Map(
    Object.entries(row).map(([name, cell]) => [name.toLowerCase().replace(/^row_/, ""), listLeaves(cell)]),
  );
  const cells = columns.map((name) => named.get(name) ?? []);
  const several = cells.find(({ length }) => length > 1);
  if (several) return refuse(several.join(", "), "are several values in one row", "Map one of them.");
  const [date = "", start = "", end = "", duration = ""] = cells.map(([cell = ""]) => cleanText(cell).trim());
  if (date + start === "")
    return refuse(
      end || duration || [...named.keys()].join(", "),
      "is in a row without a date and a start",
      "Map Date and Start, and End or Duration if they differ, or clear the row.",
    );
  const text = [start === "" ? date : `${date} ${start}`.trim(), end].filter(Boolean).join(" - ");
  const minutes = duration === "" ? undefined : readLength(duration);
  const wrong = minutes && checkLength(minutes);
  if (wrong)
    return refuse(text, `has the duration {duration}, which ${wrong.message}`, wrong.fix ?? "", {
      duration: quoteValue(duration),
    });
  const at = { text, duration: minutes?.value };
  const begin = start === "" ? date : start;
  const from = readCell(begin, context);
  if (!from?.value) return { text: begin, read: from };
  // Alone, midnight is no time of day.
  if (start === "" && from.value.minutes === 0) from.value.minutes = undefined;
  // The day of the start decides what its date cell means.
  const day =
    start === "" || date === ""
      ? undefined
      : readTime(date, { ...context, among: from.value.date ? [from.value.date] : undefined });
  const to = end === "" ? undefined : readCell(end, context);
  if (end !== "" && !to?.value) return { text: end, read: to };
  if (to?.value && from.value.minutes === undefined)
    return refuse(
      text,
      "has a start without a time of day",
      "Map a start with its time, or choose Whole Days under {optionType}.",
    );
  if (start === "" || date === "") return { ...at, read: joinCells(from.value, to?.value) };
  if (from.value.date !== undefined) {
    const read = joinCells(from.value, to?.value);
    const shown = read?.value && showDay(read.value.start, read.value.instant, context);
    const isSame =
      shown !== undefined &&
      (day?.value
        ? [showDay(day.value.start, day.value.instant, context), day.value.start.date].includes(shown)
        : false);
    const hour = day?.value?.start.clock;
    if (isSame && [undefined, "00:00", read?.value?.start.clock].includes(hour)) return { ...at, read };
    if (read?.problem) return { ...at, read };
    return refuse(
      `${date}, ${start}`,
      `contradict each other: {cell} is not ${formatDate(shown ?? from.value.date)}`,
      "Map one of them.",
      { cell: quoteValue(date) },
    );
  }
  if (!day?.value) return { text: date, read: day };
  if (day.value.end !== undefined) return refuse(date, "covers several days", "Map one of them.");
  const shift = findDayShift(day.value, context);
  if (shift) return { text, read: { problem: shift } };
  if (![undefined, "00:00"].includes(day.value.start.clock) && !day.value.instant)
    return refuse(
      `${date}, ${start}`,
      "contradict each other: {cell} has another time of day",
      "Map one of them.",
      { cell: quoteValue(date) },
    );
  return { ...at, read: joinCells({ ...from.value, date: dayOf(day.value) }, to?.value) };
}

/** The day that an instant has in the zone of the poll, or the day as it is written. */
const showDay = (
  { date, clock, offset }: { date: string; clock?: string | undefined; offset?: string | undefined },
  instant: boolean | undefined,
  { timeZone }: TimeContext,
) =>
  instant && offset !== undefined && clock !== undefined && timeZone !== null
    ? toLocal(toInstant(`${date}T${clock}${offset}`), timeZone).date
    : date;

/** Why a duration is none of a slot. */
function checkLength(length: ReturnType<typeof readLength>): ProblemText | undefined {
  if (length.problem) return length.problem;
  return isSlotMinutes(length.value) ? undefined : { message: notSlotMinutes, fix: "Correct it." };
}
