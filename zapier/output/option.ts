import type { PollOption } from "../../src/api/schemas.ts";
import {
  addMinutes,
  chooseShownZone,
  describeDate,
  describeSlot,
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
export function describeDay(date: string): When {
  return {
    text: describeDate(date),
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
export function describeTimed(startTime: string, duration: number, pollZone: string | null): When {
  const timeZone = pollZone === null ? null : chooseShownZone(pollZone);
  const endTime = addMinutes(startTime, duration);
  const start = toLocal(startTime, timeZone ?? "UTC");
  const end = toLocal(endTime, timeZone ?? "UTC");
  return {
    text: describeSlot({ startTime, duration }, timeZone),
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
export function describeOption(option: PollOption, timeZone: string | null): When {
  return "date" in option
    ? describeDay(String(option.date))
    : describeTimed(option.startTime, option.duration, timeZone);
}
