import type { SlotGenerator } from "../../src/time/index.ts";
import type { FormValues } from "./blanks.ts";
import { readDate } from "./dates.ts";
import { readWeekdays } from "./days.ts";
import { type FieldKey, labels } from "./labels.ts";
import type { Now } from "./moments.ts";
import { readClockTime } from "./parse-clock.ts";
import { quoteValue } from "./refusal.ts";
import type { ValueReader } from "./values.ts";

/** More unknown weekdays are counted, not quoted. */
const maxUnknown = 10;

const windowKeys = ["start_date", "end_date", "from", "to", "days", "interval"] as const;
const neededKeys = ["start_date", "end_date", "from", "to"] as const;

/** The recurring window of the form, when any of its fields is filled in; what it lacks is noted as a problem. */
export function readWindow(
  values: FormValues,
  reader: ValueReader,
  now: Now,
  notes: string[],
): SlotGenerator | undefined {
  if (windowKeys.every((key) => values[key] === undefined)) return undefined;
  for (const key of neededKeys.filter((key) => values[key] === undefined))
    reader.refuse(key, "is needed for a recurring window.");
  const startDate = readDay("start_date", reader, now, notes);
  const endDate = readDay("end_date", reader, now, notes);
  const from = readHour("from", reader);
  const to = readHour("to", reader);
  const interval = reader.minutes("interval");
  const { days, unknown } = readWeekdays(values["days"]);
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

function readDay(key: FieldKey, reader: ValueReader, now: Now, notes: string[]): string | undefined {
  const text = reader.text(key);
  if (text === undefined) return undefined;
  const reading = readDate(text, now);
  if ("problem" in reading) {
    reader.refuse(key, `${quoteValue(text)} ${reading.problem}`, reading.hint);
    return undefined;
  }
  if (reading.note !== undefined) notes.push(`${labels[key]} ${quoteValue(text)}: ${reading.note}`);
  return reading.value;
}

function readHour(key: FieldKey, reader: ValueReader): string | undefined {
  const text = reader.text(key);
  if (text === undefined) return undefined;
  const hour = readClockTime(text, key === "to");
  if (hour === undefined)
    reader.refuse(key, `${quoteValue(text)} is not a time of day. Write it as 09:00 or 5:30 pm.`);
  return hour;
}
