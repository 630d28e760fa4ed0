/** The calendar once more, by Temporal, which shares no code with src/time. */
import { Temporal } from "temporal-polyfill/implementation";
import type { SlotGenerator } from "../../src/time/index.ts";

/** Every instant at which the clock in a zone shows a time, earliest first; none in a gap. */
export function findInstants(local: string, timeZone: string): string[] {
  const wall = Temporal.PlainDateTime.from(local);
  const readings = (["earlier", "later"] as const).map((disambiguation) =>
    wall.toZonedDateTime(timeZone, { disambiguation }),
  );
  const shown = readings.filter((reading) => reading.toPlainDateTime().equals(wall));
  return [...new Set(shown.map((reading) => reading.toInstant().toString()))];
}

/** A wall-clock time in a gap: the edges that the clock jumps between, and the time shifted forward by the jump. */
export function measureGap(local: string, timeZone: string) {
  const [low, high] = (["earlier", "later"] as const).map((disambiguation) =>
    Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone, { disambiguation }),
  ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime];
  const after = (low.getTimeZoneTransition("next") ?? high).toPlainDateTime();
  const before = after.subtract({ nanoseconds: high.offsetNanoseconds - low.offsetNanoseconds });
  const [from, to] = [before, after].map((wall) => wall.toString().slice(0, 16));
  return { before: from, after: to, instant: high.toInstant().toString() };
}

/** The instants in a year at which a zone's offset changes. */
export function findChanges(year: number, timeZone: string): Temporal.ZonedDateTime[] {
  const changes: Temporal.ZonedDateTime[] = [];
  let at = new Temporal.ZonedDateTime(BigInt(Date.UTC(year, 0, 1)) * 1_000_000n, timeZone);
  for (;;) {
    const next = at.getTimeZoneTransition("next");
    if (next === null || next.epochMilliseconds >= Date.UTC(year + 1, 0, 1)) return changes;
    if (next.subtract({ nanoseconds: 1 }).offset !== next.offset) changes.push(next);
    at = next;
  }
}

/** The start of every slot of a generator, or the field of the first window edge that falls into a gap. */
export function listSlots(
  generator: SlotGenerator,
  timeZone: string,
  duration: number,
): string[] | "from" | "to" {
  const { startDate, endDate, days = [], from, to, interval = duration } = generator;
  const slots: string[] = [];
  for (
    let date = Temporal.PlainDate.from(startDate);
    Temporal.PlainDate.compare(date, endDate) <= 0;
    date = date.add({ days: 1 })
  ) {
    if (!days.some((day) => day === weekdayNames[date.dayOfWeek])) continue;
    const [start] = findInstants(`${date}T${from}`, timeZone);
    if (start === undefined) return "from";
    const [end] = findInstants(`${date}T${to}`, timeZone);
    if (end === undefined) return "to";
    let at = Temporal.Instant.from(start);
    while (Temporal.Instant.compare(at.add({ minutes: duration }), end) <= 0) {
      slots.push(at.toString());
      at = at.add({ minutes: interval });
    }
  }
  return slots;
}

const weekdayNames = ["", "mon", "tue", "wed", "thu", "fri", "sat", "sun"];
