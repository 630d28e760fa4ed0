/** Decides what a written time means in the zone of a poll, before it becomes an instant. */
import { dayMs } from "../../../src/time/days.ts";
import {
  addDays,
  resolveLocal,
  resolveTime,
  type Timestamp,
  toInstant,
  toLocal,
} from "../../../src/time/index.ts";
import { formatInstant, isSameZone } from "../../../src/time/zones.ts";
import type { WrittenMoment, WrittenTime } from "./join.ts";
import { Refused } from "./problem.ts";
import { isZoned } from "./side.ts";
import { nameTime } from "./zones.ts";

const refuse = (message: string, fix: string) => new Refused("zone", message, fix);

/**
 * The clock times of a written time, with an offset where it is not the clock of the poll's zone. `timeZone` is null for a floating
 * poll. Throws `Refused`.
 */
export function settleTime({ start, end }: WrittenTime, timeZone: string | null) {
  if (timeZone === null && (start.zone ?? start.zoneName ?? start.offset ?? end?.offset) !== undefined)
    throw refuse(
      `has ${start.offset === undefined ? "a time zone" : "an offset"}, but the poll has no time zone`,
      "Fill in {timeZone}.",
    );
  const from = settleMoment(start, timeZone);
  const to = end && settleMoment(end, timeZone, true);
  const own = isZoned(start) ? from : to;
  if (end && isZoned(start) !== isZoned(end) && own?.offset && !isOffsetOf(timeZone ?? "UTC", own))
    throw refuse("has a zone or an offset on one side only", "Write it on both sides.");
  return { start: from, end: to };
}

const isOffsetOf = (timeZone: string, { local, offset }: Timestamp): boolean =>
  toLocal(toInstant(`${local}${offset}`), timeZone).offset === offset;

function settleMoment(
  { date, clock, offset: written, zone, zoneName, offsetName, move }: WrittenMoment,
  timeZone: string | null,
  isEnd = false,
): Timestamp {
  if (clock === undefined) throw new Refused("no-clock", "has no time of day", "Add it.");
  let local = `${date}T${clock}`;
  let offset = written;
  if (zone !== undefined && offset !== undefined) {
    if (!isOffsetOf(zone, { local, offset }))
      throw refuse(`has the offset ${offset}, which ${zone} does not have then`, "Correct one of them.");
  } else if (zone !== undefined && !isSameZone(zone, timeZone ?? "")) {
    const found = resolveTime({ local }, zone, "", { isEnd });
    if (found.problem) {
      const { code = "", message, text = message, values } = found.problem;
      throw new Refused(code, text, "Correct it.", values);
    }
    offset = toLocal(found.instant, zone).offset;
  }
  if (offsetName !== undefined && offset !== undefined && contradicts(offsetName, local + offset, timeZone))
    throw refuse(`has the offset ${offset} and ${offsetName.toUpperCase()}`, "Correct one of them.");
  if (zoneName !== undefined && timeZone !== null) {
    const { instants } = resolveLocal(local, timeZone);
    const called = instants.filter((instant) => isCalled(zoneName, timeZone, Date.parse(instant)));
    if (called.length !== 1 || (offset ?? zone) !== undefined)
      throw refuse(
        `has the time zone ${zoneName.toUpperCase()}, which is not known to be that of ${timeZone} then`,
        "Remove it, or write the offset.",
      );
    offset = toLocal(called[0] ?? "", timeZone).offset;
  }
  if (move !== undefined) {
    // The clock time in the poll's zone stays the same.
    const shown =
      offset === undefined
        ? { date, time: clock.slice(0, 5) }
        : toLocal(toInstant(local + offset), timeZone ?? "UTC");
    local = `${addDays(shown.date, move)}T${shown.time}${clock.slice(5)}`;
    offset = undefined;
  }
  if (local.length === 16) return { local, offset };
  if (isEnd && /23:59:59(?:\.9+)?$/.test(local))
    return { local: `${addDays(local.slice(0, 10), 1)}T00:00`, offset };
  throw new Refused("seconds", "has seconds, and options have none", "Write it without them, as 09:00.");
}

const halfYearMs = 183 * dayMs;

/** Whether a name beside an offset is that of another one: UTC, or what the poll's zone is called in one half of the year. */
function contradicts(name: string, written: string, timeZone: string | null): boolean {
  const at = Date.parse(toInstant(written));
  const offset = written.slice(-6);
  if (/^(?:utc|gmt)$/.test(name)) return offset !== "+00:00";
  const called = [at, at + halfYearMs].filter(
    (instant) => timeZone !== null && isCalled(name, timeZone, instant),
  );
  return called.some((instant) => toLocal(formatInstant(instant), timeZone ?? "UTC").offset !== offset);
}

/** Whether English programs call the time of a zone so at an instant. */
const isCalled = (name: string, timeZone: string, instant: number): boolean =>
  ["en-US", "en-GB"].some((language) =>
    (["short", "long"] as const).some(
      (style) => nameTime(timeZone, style, instant, language).toLowerCase() === name,
    ),
  );
