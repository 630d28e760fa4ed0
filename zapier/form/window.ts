import type { SlotGenerator } from "../../src/time/index.ts";
import type { FormValues } from "./blanks.ts";
import { readClockTime } from "./clock.ts";
import { readDate } from "./dates.ts";
import { readWeekdays } from "./days.ts";
import type { FieldKey } from "./labels.ts";
import type { Now } from "./moments.ts";
import type { ValueReader } from "./values.ts";

const windowKeys = ["start_date", "end_date", "from", "to", "days", "interval"] as const;
const neededKeys = ["start_date", "end_date", "from", "to"] as const;

/** The recurring window of the form, when any of its fields is filled in; what it lacks is noted as a problem. */
export function readWindow(values: FormValues, reader: ValueReader, now: Now): SlotGenerator | undefined {
  if (windowKeys.every((key) => values[key] === undefined)) return undefined;
  for (const key of neededKeys.filter((key) => values[key] === undefined))
    reader.refuse(key, "is needed for a recurring window.");
  const startDate = readDay("start_date", reader, now);
  const endDate = readDay("end_date", reader, now);
  const from = readHour("from", reader);
  const to = readHour("to", reader);
  const interval = reader.minutes("interval");
  const { days, unknown } = readWeekdays(values["days"]);
  if (unknown.length > 0) reader.refuse("days", `${quote(unknown)} is no day of the week.`);
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

const quote = (texts: string[]) => texts.map((text) => `"${text}"`).join(", ");

function readDay(key: FieldKey, reader: ValueReader, now: Now): string | undefined {
  const text = reader.text(key);
  if (text === undefined) return undefined;
  const reading = readDate(text, now);
  if ("value" in reading) return reading.value;
  reader.refuse(key, reading.problem);
  return undefined;
}

function readHour(key: FieldKey, reader: ValueReader): string | undefined {
  const text = reader.text(key);
  if (text === undefined) return undefined;
  const hour = readClockTime(text);
  if (hour === undefined) reader.refuse(key, `"${text}" is not a time of day. Write it as 09:00 or 17:30.`);
  return hour;
}
