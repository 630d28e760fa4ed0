import { Temporal } from "temporal-polyfill/implementation";

/**
 * What a wall-clock time means in a zone. `exact`: one instant. `overlap`: the clocks went back and showed it twice;
 * `instant` is the first time. `gap`: the clocks went forward from `before` straight to `after` (YYYY-MM-DDTHH:mm)
 * and never showed it; `instant` is that time shifted forward by the size of the gap.
 */
export type LocalResolution =
  | { kind: "exact"; instant: string }
  | { kind: "overlap"; instant: string; later: string }
  | { kind: "gap"; before: string; after: string; instant: string };

// Temporal also reads a bare date, and drops an offset silently: nine o'clock would become nine somewhere else.
const wallClock = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?$/;

/** Finds the instant of a wall-clock time (YYYY-MM-DDTHH:mm[:ss]) in a zone. Throws RangeError when either is unreadable. */
export function resolveLocal(local: string, timeZone: string): LocalResolution {
  if (!wallClock.test(local)) throw new RangeError(`not a wall-clock time: ${local}`);
  const wall = Temporal.PlainDateTime.from(local);
  const earlier = wall.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  const later = wall.toZonedDateTime(timeZone, { disambiguation: "later" });
  const instant = toText(earlier);
  if (earlier.epochMilliseconds === later.epochMilliseconds) return { kind: "exact", instant };
  if (earlier.toPlainDateTime().equals(wall)) return { kind: "overlap", instant, later: toText(later) };
  return { kind: "gap", ...findGap(earlier, later), instant: toText(later) };
}

function findGap(earlier: Temporal.ZonedDateTime, later: Temporal.ZonedDateTime) {
  // In a gap the two readings lie one on each side of the change, as far apart as the clocks jump.
  const jump = { nanoseconds: later.offsetNanoseconds - earlier.offsetNanoseconds };
  const change = earlier.getTimeZoneTransition("next") ?? later;
  const after = change.toPlainDateTime();
  return { before: toMinutes(after.subtract(jump)), after: toMinutes(after) };
}

function toText(zoned: Temporal.ZonedDateTime): string {
  return zoned.toInstant().toString();
}

function toMinutes(wall: Temporal.PlainDateTime): string {
  return wall.toString({ smallestUnit: "minute" });
}
