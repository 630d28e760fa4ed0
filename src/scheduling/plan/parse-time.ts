import type { ProblemText } from "../../problem.ts";
import { quote } from "../../sanitize.ts";
import { parseTimestamp } from "../../time/days.ts";
import { isCalendarDate, type ResolveRules, resolveTime, type Timestamp } from "../../time/index.ts";
import { isRealOffset } from "../../time/zones.ts";

/** The instant of a time, with a note if it was ambiguous, or what is wrong with it, with its wall-clock time if it is one. */
export type ParsedInstant =
  | { instant: string; note?: ProblemText }
  | { problem: ProblemText & { path?: string }; local?: string };

/** Reads a time and resolves it in a poll's zone. */
export function resolveInstant(
  start: string | Timestamp,
  timeZone: string | null | undefined,
  rules: ResolveRules = {},
  path = "start",
): ParsedInstant {
  const written = typeof start === "string" ? start : `${start.local}${start.offset ?? ""}`;
  const time = readTime(written);
  if (time === undefined) return { problem: explainUnreadable(written) };
  const resolved = resolveTime(time, timeZone, path, rules);
  return resolved.problem ? { problem: resolved.problem, local: time.local } : resolved;
}

/** Parses a typed date and time. Undefined if the text is none, or if no zone has its offset, as with the end of a range. */
export function readTime(text: string): Timestamp | undefined {
  const time = parseTimestamp(text.trim());
  return !time?.offset || time.offset === "Z" || isRealOffset(time.offset) ? time : undefined;
}

/**
 * A question about `2027-03-01T10:00-11:00`, which may be a range, or a time with the offset of a far zone. Undefined where it is the
 * offset of the zone, and for a text in another form.
 */
export function doubtRange(text: string, timeZone: string | null | undefined): ProblemText | undefined {
  const [, date, sign, from = "", to = ""] =
    /^(\d{4}-\d\d-\d\d)([T ])(\d\d:\d\d)-(\d\d:\d\d)$/.exec(text.trim()) ?? [];
  if (to <= from || !isRealOffset(`-${to}`)) return undefined;
  const found = timeZone && resolveInstant(text, timeZone, { offsets: "must-match" });
  if (sign === "T" && found && "instant" in found) return undefined;
  const message = `is a range or has the offset -${to}: write ${date} ${from}–${to}, or ${date}T${from}:00-${to}`;
  return { message, ask: `whether it ends at ${to}` };
}

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
  if (isCalendarDate(written))
    return { message: `${quote(text)} has no time of day: write 2027-03-01T09:00` };
  const message = `${quote(text)} is not a date and time that exists, written like 2027-03-01T09:00`;
  return { message, ...askOtherDay(written.slice(0, 10)) };
}
