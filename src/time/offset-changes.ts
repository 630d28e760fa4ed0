import { Temporal } from "temporal-polyfill/implementation";

/** A moment at which the clocks of a zone change. */
export interface OffsetChange {
  /** When: an instant in UTC. */
  instant: string;
  /** The wall-clock time that the clocks would have shown without the change, YYYY-MM-DDTHH:mm:ss. */
  local: string;
  /** The UTC offset until then, such as "+01:00". */
  before: string;
  /** The UTC offset from then on. */
  after: string;
}

/**
 * The changes of a zone's UTC offset after one instant and before another, by time. Throws RangeError if an instant or the
 * zone is invalid.
 */
export function listOffsetChanges(timeZone: string, after: string, before: string): OffsetChange[] {
  const end = Temporal.Instant.from(before).epochMilliseconds;
  const changes: OffsetChange[] = [];
  let at = Temporal.Instant.from(after).toZonedDateTimeISO(timeZone);
  for (;;) {
    const next = at.getTimeZoneTransition("next");
    if (next === null || next.epochMilliseconds >= end) return changes;
    const last = next.subtract({ nanoseconds: 1 });
    // Some changes only rename the zone.
    if (last.offset !== next.offset) changes.push(toChange(next, last));
    at = next;
  }
}

function toChange(next: Temporal.ZonedDateTime, last: Temporal.ZonedDateTime): OffsetChange {
  const instant = next.toInstant();
  return {
    instant: instant.toString(),
    local: instant.toZonedDateTimeISO(last.offset).toPlainDateTime().toString({ smallestUnit: "second" }),
    before: last.offset,
    after: next.offset,
  };
}
