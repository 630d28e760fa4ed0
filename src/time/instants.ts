import { Temporal } from "temporal-polyfill/implementation";
import { type Weekday, weekdays } from "./dates.ts";

/** What a clock and a calendar in some zone show at an instant. */
export interface LocalTime {
  /** YYYY-MM-DD */
  date: string;
  /** HH:mm */
  time: string;
  /** The zone's distance from UTC at that instant, such as "+05:30". */
  offset: string;
  /** The day of the week. */
  weekday: Weekday;
}

/** The date, time, UTC offset and weekday that a zone shows at an instant. Throws RangeError on an unreadable one. */
export function toLocal(instant: string, timeZone: string): LocalTime {
  const zoned = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  return {
    date: zoned.toPlainDate().toString(),
    time: zoned.toPlainTime().toString({ smallestUnit: "minute" }),
    offset: zoned.offset,
    weekday: weekdays[zoned.dayOfWeek - 1] as Weekday,
  };
}

/** An instant as a zone's wall clock with its offset: "2027-03-01T09:00:00-05:00". */
export function toOffsetDateTime(instant: string, timeZone: string): string {
  return Temporal.Instant.from(instant).toString({ timeZone });
}

/** The instant so many minutes later, or earlier when negative, in UTC. Parts of a minute count to the millisecond. */
export function addMinutes(instant: string, minutes: number): string {
  return Temporal.Instant.from(instant)
    .add({ milliseconds: Math.round(minutes * 60_000) })
    .toString();
}

/** An instant in the one spelling used here: UTC, a fraction only when there is one. Throws RangeError on others. */
export function toInstant(text: string): string {
  return Temporal.Instant.from(text).toString();
}
