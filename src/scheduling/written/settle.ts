/** Decides what a written time means in the zone of a poll, before it becomes an instant. */
import type { ProblemText } from "../../problem.ts";
import { nextDay } from "../../time/days.ts";
import { addDays, resolveLocal, toInstant, toLocal } from "../../time/index.ts";
import { problem } from "./problem.ts";
import { oneOffset, type WrittenMoment, type WrittenTime } from "./times.ts";
import { capitalizeName, findNamedOffset } from "./zones.ts";

export interface SettleRules {
  /** IANA zone, or null for a floating poll. */
  timeZone: string | null;
  /** Whether somebody said that zone: otherwise an abbreviation in the text is ambiguous. Default: true. */
  isZoneChosen?: boolean;
  /** Whether seconds count, as in busy times. Otherwise a start or an end with seconds is refused. */
  seconds?: boolean;
}

/** A moment with a clock time, and nothing that is open but the zone of the poll. */
type SettledMoment = WrittenMoment & { clock: string };

type Settled<Value> = Value | { problem: ProblemText };

/**
 * Applies names such as EST and marks such as `+7d` in the zone of the poll, where the clock time stays the same. What has no time
 * of day or two meanings there gives a problem.
 */
export function settleTime(
  { start, end, doubt }: WrittenTime,
  rules: SettleRules,
): Settled<{ start: SettledMoment; end?: SettledMoment | undefined }> {
  const { timeZone, isZoneChosen = true } = rules;
  const name = start.zoneName;
  const hasZone = (start.zone ?? start.offset ?? end?.offset ?? name) !== undefined;
  if (doubt !== undefined) return { problem: doubt };
  if (timeZone === null && hasZone) {
    const thing = start.offset === undefined ? "a time zone" : "an offset";
    return refuse(`has ${thing}, but the poll has no time zone`, "Fill in {timeZone}.");
  }
  // An abbreviation is that of several zones; a long name must be that of the poll's.
  if (name !== undefined && !name.includes(" ") && !isZoneChosen) {
    const message = `has the time zone ${capitalizeName(name)}, which is ambiguous`;
    return refuse(message, "Remove it, and choose the zone under {timeZone}.");
  }
  const from = settleMoment(start, rules);
  if ("problem" in from) return from;
  const to = end && settleMoment(end, rules, true);
  if (to !== undefined && "problem" in to) return to;
  const isOpen = to !== undefined && start.offset !== undefined && (end?.offset ?? end?.zone) === undefined;
  // In a cell of its own the end of an instant may be meant in the zone of the poll.
  if (isOpen && offsetOf(to, timeZone) !== start.offset) return { problem: oneOffset };
  return { start: from, end: to };
}

const refuse = (message: string, fix: string) => ({ problem: problem("zone", message, fix) });

const offsetOf = ({ date, clock }: WrittenMoment, timeZone: string | null): string =>
  toLocal(resolveLocal(`${date}T${clock}`, timeZone ?? "UTC").instant, timeZone ?? "UTC").offset;

function settleMoment(
  { zoneName: name, clock, ...moment }: WrittenMoment,
  { timeZone, seconds = false }: SettleRules,
  isEnd = false,
): Settled<SettledMoment> {
  if (clock === undefined) return { problem: problem("no-clock", "has no time of day", "Add it.") };
  let settled: SettledMoment = { ...moment, clock };
  const local = `${moment.date}T${clock}`;
  const { offset, zone } = moment;
  const real = offset && zone && toLocal(toInstant(local + offset), zone).offset;
  if (real !== undefined && real !== offset)
    return refuse(`has the offset ${offset}, but ${zone} is at ${real} then`, "Correct one of them.");
  if (name !== undefined && timeZone !== null) {
    const selected = findNamedOffset(name, local, timeZone);
    if (typeof selected === "object") return selected;
    settled.offset = selected;
  }
  if (moment.move !== undefined) settled = moveDays(settled, moment.move, timeZone ?? "UTC");
  if (seconds || settled.clock.length === 5) return settled;
  if (isEnd && settled.clock === "23:59:59")
    return { ...settled, date: nextDay(settled.date), clock: "00:00" };
  const fix = "Write it without them, as 09:00.";
  return {
    problem: problem("seconds", "has seconds, and options have none", fix, "for the time without seconds"),
  };
}

/** Moves an instant by days. Its clock time in the zone of the poll stays the same. */
function moveDays({ date, clock, offset, zone }: WrittenMoment, days: number, timeZone: string) {
  const local = `${date}T${clock}`;
  const instant =
    offset === undefined ? resolveLocal(local, zone ?? timeZone).instant : toInstant(local + offset);
  const shown = toLocal(instant, timeZone);
  return { date: addDays(shown.date, days), clock: shown.time + (clock?.slice(5) ?? "") };
}
