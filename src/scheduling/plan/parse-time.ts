import type { Problem } from "../../problem.ts";
import {
  describeGap,
  describeOverlap,
  isCalendarDate,
  isClockTime,
  isRealOffset,
  resolveLocal,
  toInstant,
  toLocal,
} from "../../time/index.ts";
import { quote } from "./errors.ts";
import type { PlanOptions, WallClock } from "./poll-request.ts";

/** The instant of a time, with a note if it was ambiguous, or what is wrong with it. */
export type ParsedInstant = { instant: string; note?: string } | { problem: ProblemText };

/** A problem without its path. */
export type ProblemText = Omit<Problem, "path">;

/** The question about a time that the clock skips. */
export const askOtherTime = "which time they mean instead";

// An offset follows the time without a space, as in ISO 8601. After a space it could be the end of a range.
const pattern =
  /^(\d{4}-\d\d-\d\d)(?:T|\s+)(\d\d:\d\d)(?::([0-5]\d)(?:\.0+)?)?(?:(Z)|([+-])(\d\d)(?::?(\d\d))?)?$/i;
const trailingWord = /\d ?([A-Za-z]{2,5})$/;

/** Maximum length of a text that is parsed. No date and time is longer. */
const maxLength = 100;

/** Resolves a time in a poll's zone to an instant. Without a zone the poll is floating. */
export function resolveInstant(
  start: string | WallClock,
  timeZone: string | undefined,
  { offsets, overlaps = "earlier" }: Pick<PlanOptions, "offsets" | "overlaps">,
): ParsedInstant {
  const time = typeof start === "string" ? parseWallClock(start) : start;
  if (time === undefined) return { problem: explainUnreadable(String(start)) };
  const { local, offset } = time;
  if (offset === undefined) return resolveWallClock(local, timeZone, overlaps);
  const instant = parseAbsolute(local, offset === "Z" ? "+00:00" : offset);
  const written = typeof start === "string" ? start : `${local}${offset}`;
  if (instant === undefined) return { problem: explainUnreadable(written) };
  if (offsets === "absolute") return { instant };
  if (timeZone === undefined) {
    const message = `${quote(written)} has an offset, but the poll has no timeZone: give one, or leave the offset out`;
    return { problem: { message } };
  }
  if (toLocal(instant, timeZone).offset === (offset === "Z" ? "+00:00" : offset)) return { instant };
  return { problem: explainMismatch(local, timeZone, offset) };
}

/** Parses a date and time, with or without an offset. Undefined if the text is none. */
export function parseWallClock(text: string): WallClock | undefined {
  const written = text.trim();
  if (written.length > maxLength) return undefined;
  const [, date = "", clock = "", seconds, utc, sign, hours, minutes = "00"] = pattern.exec(written) ?? [];
  if (!isCalendarDate(date) || !isClockTime(clock)) return undefined;
  const local = seconds && seconds !== "00" ? `${date}T${clock}:${seconds}` : `${date}T${clock}`;
  if (utc) return { local, offset: "Z" };
  return sign ? { local, offset: `${sign}${hours}:${minutes}`.replace("-00:00", "+00:00") } : { local };
}

function resolveWallClock(
  local: string,
  timeZone: string | undefined,
  overlaps: PlanOptions["overlaps"],
): ParsedInstant {
  if (timeZone === undefined) return { instant: toInstant(`${local}Z`) };
  const found = resolveLocal(local, timeZone);
  if (found.kind === "gap")
    return { problem: { message: describeGap(local, timeZone, found), ask: askOtherTime } };
  if (found.kind === "exact") return { instant: found.instant };
  if (overlaps === "refuse") return { problem: explainOverlap(local, timeZone, found) };
  return { instant: found.instant, note: describeOverlap(local, timeZone, found) };
}

function explainOverlap(
  local: string,
  timeZone: string,
  overlap: { instant: string; later: string },
): ProblemText {
  const [first, second] = [overlap.instant, overlap.later].map(
    (instant) => toLocal(instant, timeZone).offset,
  );
  return {
    message: `${local.slice(11)} happens twice on ${local.slice(0, 10)} in ${timeZone}, at UTC${first} and at UTC${second}`,
    ask: `which of the two they mean, and write it with its offset: ${local}${first} or ${local}${second}`,
  };
}

/** The instant of a wall-clock time with an offset such as "+05:30". Undefined if no zone has the offset. */
export function parseAbsolute(local: string, offset: string): string | undefined {
  if (!isRealOffset(offset)) return undefined;
  try {
    return toInstant(`${local}${offset}`);
  } catch {
    return undefined;
  }
}

function explainMismatch(local: string, timeZone: string, written: string): ProblemText {
  const found = resolveLocal(local, timeZone);
  if (found.kind === "gap") return { message: describeGap(local, timeZone, found), ask: askOtherTime };
  const right = found.kind === "exact" ? [found.instant] : [found.instant, found.later];
  const offsets = right.map((instant) => toLocal(instant, timeZone).offset).join(" or ");
  const clock = `${local.slice(0, 10)} ${local.slice(11)}`;
  const message =
    written === "Z"
      ? `Z means UTC, but ${timeZone} is at ${offsets} on ${clock}: write the local time without Z`
      : `the offset ${written} is not that of ${timeZone}, which is at ${offsets} on ${clock}: correct it or leave it out`;
  return { message };
}

/** The question about a day that does not exist, such as 30 February. */
export const askOtherDay = "which day they mean";

/** Whether a text is written like a date, but there is no such day. */
export const isImpossibleDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !isCalendarDate(text);

/** Why a text is not a date and time. */
export function explainUnreadable(text: string): ProblemText {
  const word = trailingWord.exec(text.trim().slice(-10))?.[1];
  if (word && !/^[ap]m$/i.test(word)) {
    const message = `${quote(text)} ends in ${word}: abbreviations are ambiguous, so give the local time alone and an IANA timeZone such as America/New_York`;
    return { message };
  }
  if (isCalendarDate(text.trim()))
    return { message: `${quote(text)} has no time of day: write 2027-03-01T09:00` };
  const message = `${quote(text)} is not a date and time that exists, written like 2027-03-01T09:00`;
  return isImpossibleDay(text.trim().slice(0, 10)) ? { message, ask: askOtherDay } : { message };
}
