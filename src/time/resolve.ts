/** The one place where a wall-clock time becomes an instant, with the words for those that are none. */
import { describeProblem, type Problem, type ProblemText } from "../problem.ts";
import type { Timestamp } from "./days.ts";
import {
  addMinutes,
  type GapTime,
  isRealOffset,
  type LocalResolution,
  normalizeTimeZone,
  type OverlapTime,
  resolveLocal,
  toInstant,
  toLocal,
  toOffsetDateTime,
} from "./zones.ts";

/** A day and a time on it, as somebody wrote them. */
export interface WrittenMoment {
  /** YYYY-MM-DD */
  date: string;
  /** HH:mm, or HH:mm:ss */
  clock: string;
  /** "Z" or an offset such as "+05:30", if one was written. */
  offset?: string | undefined;
  /** The IANA zone of the clock, if one was written. */
  zone?: string | undefined;
}

/** A time as somebody wrote it. */
export interface WrittenTime {
  /** The start. */
  start: WrittenMoment;
  /** The end, if one was written. */
  end?: WrittenMoment | undefined;
}

/** How to resolve a time. */
export interface ResolveRules {
  /** A time with an offset. `absolute` (default): an instant. `must-match`: the offset must be that of the zone. */
  offsets?: "must-match" | "absolute" | undefined;
  /** A time that the clock shows twice. `refuse` (default): a problem. `earlier`: the earlier one, with a note. */
  overlaps?: "earlier" | "refuse" | undefined;
  /** Whether the time is an end: the instant at which the clocks go forward is one, although no clock shows it. */
  isEnd?: boolean | undefined;
  /** Whether the zone may be an abbreviation such as EST, as that of a poll that exists may. */
  anyZone?: boolean | undefined;
}

/** The instant of a time, with a note if it was ambiguous, or why it is not one instant. */
export type ResolvedTime = ResolvedInstant | UnresolvedTime;

/** A time that is one instant. */
export interface ResolvedInstant {
  /** The instant: ISO 8601 in UTC. */
  instant: string;
  /** What was decided about an ambiguous time. */
  note?: ProblemText;
  /** Absent. */
  problem?: never;
}

/** A time that is not one instant. */
export interface UnresolvedTime {
  /** Why, and what to write instead. */
  problem: Problem;
  /** Absent. */
  instant?: never;
}

const askOtherTime = "which time they mean instead";

export const askOtherTimeOrDay = `${askOtherTime}, or whether to leave that day out with except`;

/**
 * Resolves a time to an instant. `timeZone` is a known IANA zone; null for a floating poll, whose instant is the clock time in UTC;
 * undefined if none was given, which only a time without an offset can do without. `path` is that of the time in the problem;
 * where the zone is what is wrong, the path is `timeZone`.
 */
export function resolveTime(
  { local, offset }: Timestamp,
  timeZone: string | null | undefined,
  path: string,
  rules: ResolveRules = {},
): ResolvedTime {
  const isAbsolute = rules.offsets !== "must-match";
  const written = offset === "Z" ? "Z" : `the offset ${offset}`;
  const refuse = (code: string, text: string, values = {}, at = path): ResolvedTime => ({
    problem: { path: at, ...describeProblem(code, text, values) },
  });
  if (offset !== undefined && offset !== "Z" && !isRealOffset(offset))
    return refuse("unknown-offset", "has the offset {offset}, which no time zone has", { offset });
  if (offset !== undefined && timeZone === undefined) {
    const text = `required, because {${path}} has {written}: a zone such as Europe/London, or null for a poll that shows the same clock time everywhere`;
    return refuse("zone-missing", text, { written }, "timeZone");
  }
  if (timeZone === undefined || timeZone === null) {
    if (offset === undefined || (offset === "Z" && isAbsolute)) return { instant: toInstant(`${local}Z`) };
    return refuse("floating-offset", "has {written}, but {timeZone} is null: write the clock time alone", {
      written,
    });
  }
  if (offset !== undefined && isAbsolute) return { instant: toInstant(local + offset) };
  if (offset === undefined) return resolveClock(local, timeZone, path, rules, true);
  const found = resolveLocal(local, timeZone);
  if (found.kind === "gap") return refuseGap(local, timeZone, path, found, true);
  const instants = found.kind === "overlap" ? [found.instant, found.later] : [found.instant];
  const offsets = instants.map((each) => toLocal(each, timeZone).offset);
  const instant = instants[offsets.indexOf(offset === "Z" ? "+00:00" : offset)];
  if (instant !== undefined) return { instant };
  const values = { offset, zone: timeZone, right: `${offsets.join(" or ")} on ${local.replace("T", " ")}` };
  const text =
    offset === "Z"
      ? "Z means UTC, but {zone} is at {right}: write the local time without Z"
      : "the offset {offset} is not that of {zone}, which is at {right}: correct it or leave it out, or give the zone in which the time was shown as {timeZone}";
  return refuse("wrong-offset", text, values);
}

/** Resolves a wall-clock time. A `single` one is told the times to write instead; the edge of a window is many. */
export function resolveClock(
  local: string,
  timeZone: string,
  path: string,
  { overlaps = "refuse", isEnd, anyZone }: ResolveRules = {},
  single = false,
): ResolvedTime {
  if (!anyZone && normalizeTimeZone(timeZone) === undefined)
    return { problem: { path: "timeZone", ...explainZone(timeZone) } };
  const found = resolveLocal(local, timeZone);
  if (found.kind === "exact") return { instant: found.instant };
  if (found.kind === "gap") {
    if (isEnd && found.before === local) return { instant: found.instant };
    return refuseGap(local, timeZone, path, found, single);
  }
  const [day = "", clock = ""] = local.split("T");
  if (overlaps === "earlier")
    return { instant: found.instant, note: { message: describeOverlap(local, timeZone, found) } };
  const values = { day, clock, zone: timeZone, choices: listChoices(timeZone, found.instant, found.later) };
  const text = `{clock} happens twice on {day} in {zone}${single ? writeEither : ""}`;
  const ask = single ? "which of the two they mean" : askOtherTimeOrDay;
  return { problem: { path, ...describeProblem("overlap", text, values, ask) } };
}

const writeEither = ": write {choices}";

const listChoices = (zone: string, ...instants: string[]) =>
  instants.map((each) => toOffsetDateTime(each, zone)).join(" or ");

type Gap = Extract<LocalResolution, { kind: "gap" }>;

function refuseGap(local: string, zone: string, path: string, gap: Gap, single: boolean): ResolvedTime {
  const minutes = (Date.parse(`${gap.before}Z`) - Date.parse(`${gap.after}Z`)) / 60_000;
  const choices = listChoices(zone, addMinutes(gap.instant, minutes), gap.instant);
  const values = { gap: describeGap(local, zone, gap), choices };
  const ask = single ? askOtherTime : askOtherTimeOrDay;
  return { problem: { path, ...describeProblem("gap", `{gap}${single ? writeEither : ""}`, values, ask) } };
}

/** Describes a wall-clock time that the clock skips, with the times around it. */
export function describeGap(local: string, timeZone: string, gap: Pick<GapTime, "before" | "after">): string {
  const [date, time] = local.split("T");
  const isOneDay = gap.before.slice(0, 10) === gap.after.slice(0, 10);
  const [before, after] = [gap.before, gap.after].map((edge) =>
    isOneDay ? edge.slice(11) : edge.replace("T", " "),
  );
  return `${time} does not exist on ${date} in ${timeZone}: the clocks go from ${before} straight to ${after}`;
}

/** Describes a wall-clock time that the clock shows twice, of which the earlier is used. */
export function describeOverlap(
  local: string,
  timeZone: string,
  overlap: Pick<OverlapTime, "instant" | "later">,
): string {
  const [date, time] = local.split("T");
  const taken = toLocal(overlap.instant, timeZone).offset;
  const other = toLocal(overlap.later, timeZone).offset;
  return `${time} happens twice on ${date} in ${timeZone}: taken as the earlier (UTC${taken}), not the later (UTC${other})`;
}

/** Why the name of a zone cannot be used for clock times. */
export const explainZone = (timeZone: string): ProblemText =>
  describeProblem("zone", "{zone} is not the IANA time zone of a place, such as Europe/Berlin", {
    zone: JSON.stringify(timeZone.slice(0, 40).replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, "")),
  });
