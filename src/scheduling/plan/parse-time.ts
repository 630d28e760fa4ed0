import { isClockTime } from "../../time/days.ts";
import {
  describeGap,
  describeOverlap,
  isCalendarDate,
  resolveLocal,
  toInstant,
  toLocal,
} from "../../time/index.ts";
import { isRealOffset } from "../../time/zones.ts";
import { type ProblemText, quote } from "./errors.ts";
import type { PlanOptions, WallClock } from "./poll-request.ts";

/** The instant of a time, with a note if it was ambiguous, or what is wrong with it. */
export type ParsedInstant = { instant: string; note?: string } | { problem: ProblemText };

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
  const written = typeof start === "string" ? start : `${start.local}${start.offset ?? ""}`;
  const absolute = time && parseAbsolute(time.local, time.offset ?? "Z");
  if (time === undefined || absolute === undefined) return { problem: explainUnreadable(written) };
  const { local, offset } = time;
  if (offset === undefined ? timeZone === undefined : offsets === "absolute") return { instant: absolute };
  if (timeZone === undefined)
    return refuse(
      `${quote(written)} has an offset, but the poll has no timeZone: give one, or leave the offset out`,
    );
  const found = resolveLocal(local, timeZone);
  if (found.kind === "gap") return refuse(describeGap(local, timeZone, found), askOtherTime);
  const instants = found.kind === "overlap" ? [found.instant, found.later] : [found.instant];
  const zoneOffsets = instants.map((each) => toLocal(each, timeZone).offset);
  const [date, clock] = local.split("T");
  if (offset !== undefined) {
    const instant = instants[zoneOffsets.indexOf(offset === "Z" ? "+00:00" : offset)];
    if (instant !== undefined) return { instant };
    const right = `${zoneOffsets.join(" or ")} on ${date} ${clock}`;
    return refuse(
      offset === "Z"
        ? `Z means UTC, but ${timeZone} is at ${right}: write the local time without Z`
        : `the offset ${offset} is not that of ${timeZone}, which is at ${right}: correct it or leave it out`,
    );
  }
  if (found.kind === "exact") return { instant: found.instant };
  if (overlaps === "earlier")
    return { instant: found.instant, note: describeOverlap(local, timeZone, found) };
  return refuse(
    `${clock} happens twice on ${date} in ${timeZone}, at UTC${zoneOffsets.join(" and at UTC")}`,
    `which of the two they mean, and write it with its offset: ${local}${zoneOffsets.join(` or ${local}`)}`,
  );
}

const refuse = (message: string, ask?: string) => ({ problem: { message, ...(ask && { ask }) } });

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

/** The instant of a wall-clock time with Z or an offset such as "+05:30". Undefined if no zone has the offset. */
export const parseAbsolute = (local: string, offset: string): string | undefined =>
  offset === "Z" || isRealOffset(offset) ? toInstant(`${local}${offset}`) : undefined;

/** The question about a day that does not exist, such as 30 February. Empty for a text in another form. */
export const askOtherDay = (text: string): Pick<ProblemText, "ask"> =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !isCalendarDate(text) ? { ask: "which day they mean" } : {};

/** Why a text is not a day. */
export const explainNoDay = (text: string): ProblemText => ({
  message: `${quote(text)} is not a date that exists, written YYYY-MM-DD`,
  ...askOtherDay(text),
});

/** Why a text is not a date and time. */
export function explainUnreadable(text: string): ProblemText {
  const written = text.trim();
  const word = trailingWord.exec(written.slice(-10))?.[1];
  if (word && !/^[ap]m$/i.test(word)) {
    const message = `${quote(text)} ends in ${word}: abbreviations are ambiguous, so give the local time alone and an IANA timeZone such as America/New_York`;
    return { message };
  }
  if (isCalendarDate(written))
    return { message: `${quote(text)} has no time of day: write 2027-03-01T09:00` };
  const message = `${quote(text)} is not a date and time that exists, written like 2027-03-01T09:00`;
  return { message, ...askOtherDay(written.slice(0, 10)) };
}
