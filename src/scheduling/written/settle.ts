/** Decides what a written time means in the zone of a poll, before it becomes an instant. */
import type { ProblemText } from "../../problem.ts";
import { nextDay } from "../../time/days.ts";
import { addDays, resolveLocal, resolveTime, type Timestamp, toInstant, toLocal } from "../../time/index.ts";
import { isSameZone } from "../../time/zones.ts";
import { problem } from "./problem.ts";
import { oneOffset, type WrittenMoment, type WrittenTime } from "./times.ts";
import { checkGmt, findNamedOffset } from "./zones.ts";

export interface SettleRules {
  /** IANA zone, or null for a floating poll. */
  timeZone: string | null;
  /** Whether seconds count, as in busy times. Otherwise a start or an end with seconds is refused. */
  seconds?: boolean;
}

type Settled<Value> = (Value & { problem?: never }) | { problem: ProblemText };

/**
 * The clock times of a written time, with an offset where it is not the clock of the poll's zone. Applies names such as EST, other
 * zones, and marks such as `+7d`, with which the clock time in the poll's zone stays the same. What has no time of day or two
 * meanings there gives a problem.
 */
export function settleTime(
  { start, end, doubt }: WrittenTime,
  rules: SettleRules,
): Settled<{ start: Timestamp; end?: Timestamp | undefined }> {
  const { timeZone } = rules;
  const hasZone = (start.zone ?? start.offset ?? end?.offset ?? start.zoneName) !== undefined;
  if (doubt !== undefined) return { problem: doubt };
  if (timeZone === null && hasZone) {
    const thing = start.offset === undefined ? "a time zone" : "an offset";
    return refuse(`has ${thing}, but the poll has no time zone`, "Fill in {timeZone}.");
  }
  const from = settleMoment(start, rules);
  if (from.problem) return from;
  const to = end && settleMoment(end, rules, true);
  if (to?.problem) return to;
  // In a cell of its own the end of an instant may be meant in the zone of the poll.
  if (to && start.offset !== undefined && end?.offset === undefined && to.offset === undefined) {
    const zone = timeZone ?? "UTC";
    if (toLocal(resolveLocal(to.local, zone).instant, zone).offset !== start.offset)
      return { problem: oneOffset };
  }
  return { start: from, end: to };
}

const refuse = (message: string, fix: string) => ({ problem: problem("zone", message, fix) });

function settleMoment(
  { date, clock, offset: written, gmt, zone, zoneName, move = 0 }: WrittenMoment,
  { timeZone, seconds = false }: SettleRules,
  isEnd = false,
): Settled<Timestamp> {
  if (clock === undefined) return { problem: problem("no-clock", "has no time of day", "Add it.") };
  let local = `${date}T${clock}`;
  let offset = written;
  if (zone !== undefined && offset !== undefined) {
    const real = toLocal(toInstant(local + offset), zone).offset;
    if (real !== offset)
      return refuse(`has the offset ${offset}, but ${zone} is at ${real} then`, "Correct one of them.");
  } else if (zone !== undefined && !isSameZone(zone, timeZone ?? "")) {
    const found = resolveTime({ local }, zone, "", { isEnd });
    if (found.problem) return { problem: { ...found.problem, fix: "Correct it." } };
    offset = toLocal(found.instant, zone).offset;
  }
  if (zoneName !== undefined && timeZone !== null) {
    const selected = findNamedOffset(zoneName, local, timeZone);
    if (typeof selected === "object") return selected;
    offset = selected;
  }
  const isOther = gmt && timeZone !== null && checkGmt(local, timeZone);
  if (isOther) return { problem: isOther };
  if (move !== 0) {
    const shown = offset === undefined ? { date } : toLocal(toInstant(local + offset), timeZone ?? "UTC");
    const time = "time" in shown ? shown.time + clock.slice(5) : clock;
    local = `${addDays(shown.date, move)}T${time}`;
    offset = undefined;
  }
  if (seconds || local.length === 16) return { local, offset };
  if (isEnd && local.endsWith("23:59:59")) return { local: `${nextDay(local.slice(0, 10))}T00:00`, offset };
  return {
    problem: problem("seconds", "has seconds, and options have none", "Write it without them, as 09:00."),
  };
}
