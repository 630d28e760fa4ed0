import type { SlotGenerator } from "../../src/time/index.ts";
import type { FormValues } from "./blanks.ts";
import { parseDay } from "./dates.ts";
import { quoteValue } from "./input-error.ts";
import { type FieldKey, labels } from "./labels.ts";
import { parseClockTime } from "./parse-clock.ts";
import type { TimeContext } from "./time-context.ts";
import type { InputReader } from "./values.ts";
import { parseWeekdays } from "./weekdays.ts";

/** More unknown weekdays are counted, not quoted. */
const maxUnknown = 10;

const windowKeys = ["start_date", "end_date", "from", "to", "days", "interval"] as const;
const neededKeys = ["start_date", "end_date", "from", "to"] as const;

/** The recurring window of the form, when any of its fields is filled in; what it lacks is noted as a problem. */
export function parseWindow(
  values: FormValues,
  reader: InputReader,
  now: TimeContext,
  notes: string[],
): SlotGenerator | undefined {
  if (windowKeys.every((key) => values[key] === undefined)) return undefined;
  for (const key of neededKeys.filter((key) => values[key] === undefined))
    reader.refuse(key, "is needed for a recurring window.");
  const startDate = parseWindowDay("start_date", reader, now, notes);
  const endDate = parseWindowDay("end_date", reader, now, notes);
  const from = parseWindowTime("from", reader);
  const to = parseWindowTime("to", reader);
  const interval = reader.minutes("interval");
  const { days, unknown } = parseWeekdays(values["days"]);
  if (unknown.length > maxUnknown)
    reader.refuse("days", `holds ${unknown.length} values that are no days of the week.`);
  else
    for (const text of unknown)
      reader.refuse("days", `${quoteValue(text)} is no day of the week. Write it as Monday or mon.`);
  if (!startDate || !endDate || !from || !to) return undefined;
  return {
    startDate,
    endDate,
    from,
    to,
    ...(days.length > 0 && { days }),
    ...(interval !== undefined && { interval }),
  };
}

function parseWindowDay(
  key: FieldKey,
  reader: InputReader,
  now: TimeContext,
  notes: string[],
): string | undefined {
  const text = reader.text(key);
  if (text === undefined) return undefined;
  const reading = parseDay(text, now);
  if ("problem" in reading) {
    reader.refuse(key, `${quoteValue(text)} ${reading.problem}`, reading.hint);
    return undefined;
  }
  if (reading.note !== undefined) notes.push(`${labels[key]} ${quoteValue(text)}: ${reading.note}`);
  return reading.value;
}

function parseWindowTime(key: FieldKey, reader: InputReader): string | undefined {
  const text = reader.text(key);
  if (text === undefined) return undefined;
  const hour = parseClockTime(text, key === "to");
  if (hour === undefined)
    reader.refuse(key, `${quoteValue(text)} is not a time of day. Write it as 09:00 or 5:30 pm.`);
  return hour;
}
