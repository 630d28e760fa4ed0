import type { PollOption } from "../../src/api/schemas.ts";
import {
  addMinutes,
  displayTimeZone,
  formatDate,
  formatSlot,
  nextDay,
  toLocal,
  toOffsetDateTime,
} from "../../src/time/index.ts";

/** When an option takes place, in the words that a calendar step and a message step need. */
export interface When {
  text: string;
  all_day: boolean;
  date: string;
  /** A day as `YYYY-MM-DD`; a time with the offset of the poll's zone; in a floating poll the clock without a zone. */
  start: string;
  /** The day after for a whole day, as calendars want it. */
  end: string;
  start_time: string | null;
  end_time: string | null;
  duration_minutes: number | null;
}

/** A whole day: never a midnight, which would be the day before for everybody west of Greenwich. */
export function formatDay(date: string): When {
  return {
    text: formatDate(date),
    all_day: true,
    date,
    start: date,
    end: nextDay(date),
    start_time: null,
    end_time: null,
    duration_minutes: null,
  };
}

/** A slot in the poll's zone; `null` is a floating poll, whose times belong to no zone. */
export function toWhen(startTime: string, duration: number, pollZone: string | null): When {
  const timeZone = pollZone === null ? null : displayTimeZone(pollZone);
  const endTime = addMinutes(startTime, duration);
  const start = toLocal(startTime, timeZone ?? "UTC");
  const end = toLocal(endTime, timeZone ?? "UTC");
  return {
    text: formatSlot({ startTime, duration }, timeZone),
    all_day: false,
    date: start.date,
    start: timeZone === null ? `${start.date} ${start.time}` : toOffsetDateTime(startTime, timeZone),
    end: timeZone === null ? `${end.date} ${end.time}` : toOffsetDateTime(endTime, timeZone),
    start_time: start.time,
    end_time: end.time,
    duration_minutes: duration,
  };
}

/** When an option of a poll takes place. */
export function formatOption(option: PollOption, timeZone: string | null): When {
  return "date" in option
    ? formatDay(String(option.date))
    : toWhen(option.startTime, option.duration, timeZone);
}
