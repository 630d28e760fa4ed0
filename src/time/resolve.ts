/** The one place where a wall-clock time becomes an instant, with the words for those that are none. */
import { describeProblem, type Problem, type ProblemText } from "../problem.ts";
import type { Timestamp } from "./days.ts";
import {
  addMinutes,
  type ClockGap,
  isRealOffset,
  normalizeTimeZone,
  resolveLocal,
  toInstant,
  toLocal,
  toOffsetDateTime,
} from "./zones.ts";

/** How to resolve a time. */
export interface ResolveRules {
  /** A time with an offset. `absolute` (default): an instant. `must-match`: the offset must be that of the zone. */
  offsets?: "must-match" | "absolute" | undefined;
  /** A time that the clock shows twice. `refuse` (default): a problem. `earlier`: the earlier one, with a note. */
  overlaps?: "earlier" | "refuse" | undefined;
  /** Whether the time is an end: the instant at which the clocks go forward is one, although no clock shows it. */
  isEnd?: boolean | undefined;
  /** Whether the time is the edge of a window on many days: no other time is proposed for one of them. */
  isEdge?: boolean | undefined;
  /** Whether the zone may be an abbreviation such as EST, as that of a poll that exists may. */
  anyZone?: boolean | undefined;
}

/** The instant of a time, or why it is not one instant. */
export type ResolvedTime =
  | {
      /** The instant: ISO 8601 in UTC. */
      instant: string;
      /** What was decided about an ambiguous time. */
      note?: ProblemText;
      /** Absent. */
      problem?: never;
    }
  | {
      /** Why, and what to write instead. */
      problem: Problem;
      /** Absent. */
      instant?: never;
    };

export const askOtherTimeOrDay = "which time they mean instead, or whether to leave that day out with except";

/**
 * Resolves a time to an instant. `timeZone` is a known IANA zone; null for a floating poll, whose instant is the clock time in UTC;
 * undefined if none was given, which only a time without an offset can do without. `path` is that of the time in the problem;
 * where the zone is what is wrong, the path is `timeZone`.
 */
export function resolveTime(
  { local, offset }: Timestamp,
  timeZone: string | null | undefined,
  path: string,
  { offsets = "absolute", overlaps = "refuse", isEnd, isEdge, anyZone }: ResolveRules = {},
): ResolvedTime {
  const written = offset === "Z" ? "Z" : `the offset ${offset}`;
  const refuse = (code: string, text: string, values = {}, ask?: string): ResolvedTime => ({
    problem: { path, ...describeProblem(code, text, values, ask) },
  });
  if (offset !== undefined && offset !== "Z" && !isRealOffset(offset))
    return refuse("unknown-offset", "has the offset {offset}, which no time zone has", { offset });
  if (offset !== undefined && timeZone === undefined) {
    const text = `required, because {${path}} has {written}: a zone such as Europe/London, or null for a poll that shows the same clock time everywhere`;
    return { problem: { path: "timeZone", ...describeProblem("zone-missing", text, { written }) } };
  }
  const isAbsolute = offsets === "absolute";
  if (timeZone === undefined || timeZone === null) {
    if (offset === undefined || (offset === "Z" && isAbsolute)) return { instant: toInstant(`${local}Z`) };
    const text = "has {written}, but the times are floating: write the clock time alone";
    return refuse("floating-offset", text, { written });
  }
  if (offset !== undefined && isAbsolute) return { instant: toInstant(local + offset) };
  if (offset === undefined && !anyZone && normalizeTimeZone(timeZone) === undefined)
    return { problem: { path: "timeZone", ...explainZone(timeZone) } };
  const { instants, instant, gap } = resolveLocal(local, timeZone);
  const [day = "", clock = ""] = local.split("T");
  const offer = (code: string, text: string, more: object, ask: string, choices: string[]) => {
    const values = { day, clock, zone: timeZone, ...more };
    if (isEdge) return refuse(code, text, values, askOtherTimeOrDay);
    const listed = choices.map((each) => toOffsetDateTime(each, timeZone)).join(" or ");
    return refuse(code, `${text}: write {choices}`, { ...values, choices: listed }, ask);
  };
  if (gap) {
    if (isEnd && offset === undefined && gap.before === local) return { instant };
    const minutes = (Date.parse(`${gap.before}Z`) - Date.parse(`${gap.after}Z`)) / 60_000;
    const text = "{clock} does not exist on {day} in {zone}: the clocks go from {before} straight to {after}";
    const choices = [addMinutes(instant, minutes), instant];
    return offer("gap", text, shortenEdges(gap), "which time they mean instead", choices);
  }
  const right = instants.map((each) => toLocal(each, timeZone).offset);
  if (offset !== undefined) {
    const meant = instants[right.indexOf(offset === "Z" ? "+00:00" : offset)];
    if (meant !== undefined) return { instant: meant };
    const values = { offset, zone: timeZone, right: `${right.join(" or ")} on ${day} ${clock}` };
    const text =
      offset === "Z"
        ? "Z means UTC, but {zone} is at {right}: write the local time without Z"
        : "the offset {offset} is not that of {zone}, which is at {right}: correct it or leave it out, or give the zone in which the time was shown as {timeZone}";
    return refuse("wrong-offset", text, values);
  }
  if (instants.length === 1) return { instant };
  if (overlaps === "earlier") {
    const [taken, other] = right;
    const message = `${clock} happens twice on ${day} in ${timeZone}: taken as the earlier (UTC${taken}), not the later (UTC${other})`;
    return { instant, note: { message } };
  }
  const text = "{clock} happens twice on {day} in {zone}";
  return offer("overlap", text, {}, "which of the two they mean", instants);
}

/** The edges of a gap, without their day if they have the same. */
function shortenEdges({ before, after }: ClockGap): ClockGap {
  const isOneDay = before.slice(0, 10) === after.slice(0, 10);
  const shorten = (edge: string) => (isOneDay ? edge.slice(11) : edge.replace("T", " "));
  return { before: shorten(before), after: shorten(after) };
}

/** Why the name of a zone cannot be used for clock times. */
export const explainZone = (timeZone: string): ProblemText =>
  describeProblem("zone", "{zone} is not the IANA time zone of a place, such as Europe/Berlin", {
    zone: JSON.stringify(timeZone.slice(0, 40).replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, "")),
  });
