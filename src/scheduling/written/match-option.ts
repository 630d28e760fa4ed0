import { type OptionTime, type Timestamp, toLocal } from "../../time/index.ts";

/**
 * Whether an option has this start, and this end if there is one. A time with an offset is an instant, which a floating poll
 * (`timeZone` null) does not have; another is a clock time of the zone.
 */
export function isAt(
  option: OptionTime,
  { start, end }: { start: Timestamp; end?: Timestamp | undefined },
  timeZone: string | null,
): boolean {
  if ("date" in option) return false;
  const startMs = Date.parse(option.startTime);
  const isThen = ({ local, offset }: Timestamp, instant: number) => {
    if (offset !== undefined) return timeZone !== null && Date.parse(`${local}${offset}`) === instant;
    const { date, time } = toLocal(new Date(instant).toISOString(), timeZone ?? "UTC");
    return `${date}T${time}` === local;
  };
  return isThen(start, startMs) && (end === undefined || isThen(end, startMs + option.duration * 60_000));
}
