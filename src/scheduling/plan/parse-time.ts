import { describeProblem, type ProblemText, unreadTime } from "../../problem.ts";
import { quote } from "../../sanitize.ts";
import { parseTimestamp, toMinutes } from "../../time/days.ts";
import { addDays, isCalendarDate, type ResolveRules, resolveTime, type Timestamp } from "../../time/index.ts";
import { isRealOffset } from "../../time/zones.ts";
import { mayBeRange } from "../minutes.ts";

/** The length of a wall-clock time without seconds. */
const { length: shortest } = "2027-03-01T09:00";

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
  const time = readTimestamp(written);
  if (time === undefined) return { problem: explainUnreadable(written) };
  const resolved = resolveTime(time, timeZone, path, rules);
  return resolved.problem ? { problem: resolved.problem, local: time.local } : resolved;
}

/** As Microsoft writes an instant in UTC: with seven digits of a second, and the zone beside it. */
const microsoftTime = /:\d\d\.\d{7}$/;

/** Parses a typed date and time. Undefined if the text is none, or if no zone has its offset, as with the end of a range. */
export function readTimestamp(text: string): Timestamp | undefined {
  const time = microsoftTime.test(text.trim()) ? undefined : parseTimestamp(text.trim());
  return !time?.offset || time.offset === "Z" || isRealOffset(time.offset) ? time : undefined;
}

/**
 * What is doubtful about the time of a slot: seconds, and whether `2027-03-01T10:00-11:00` is a range or a time with the offset of a far
 * zone. Undefined where it is the offset of the zone, and for a text in another form.
 */
export function doubtTime(text: string, timeZone: string | null | undefined): ProblemText | undefined {
  const { local = "" } = readTimestamp(text) ?? {};
  if (local.length > shortest)
    return {
      message: `${quote(text)} has seconds, and a slot starts and ends at a full minute: leave them out`,
    };
  const [, date, sign, from = "", to = ""] =
    /^(\d{4}-\d\d-\d\d)([T ])(\d\d:\d\d)-(\d\d:\d\d)$/.exec(text.trim()) ?? [];
  if (!isRealOffset(`-${to}`) || !mayBeRange(toMinutes(from), toMinutes(to))) return undefined;
  const found = timeZone && resolveInstant(text, timeZone, { offsets: "must-match" });
  if (sign === "T" && found && "instant" in found) return undefined;
  const offset = found && "instant" in found ? `, or ${date}T${from}:00-${to}` : "";
  const message = `is a range or has the offset -${to}: write start ${date}T${from} and end ${date}T${to}${offset}`;
  return { message, ask: `whether it ends at ${to}` };
}

const askDay = "which day they mean, unless they said it";
/** The question about a day that does not exist, such as 30 February. Empty for a text in another form. */
export const askOtherDay = (text: string): Pick<ProblemText, "ask"> =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !isCalendarDate(text) ? { ask: askDay } : {};

/** Why a text is not a day. */
export const explainNoDay = (text: string): ProblemText => ({
  ...describeProblem(unreadTime, `${quote(text)} is not a date that exists, written YYYY-MM-DD`),
  ask: askDay,
});

/** Why a text is neither a day nor a range of days. */
export const explainNoDays = (text: string): ProblemText => ({
  ...describeProblem(
    unreadTime,
    `${quote(text)} is neither a date that exists, written YYYY-MM-DD, nor a range from one to a later one, such as 2027-03-22/2027-04-02`,
  ),
  ask: askDay,
});

/** Why a text is not a date and time. */
export function explainUnreadable(text: string): ProblemText {
  const written = text.trim();
  const date = written.slice(0, 10);
  const explain = (message: string) => describeProblem(unreadTime, `${quote(text)} ${message}`);
  if (isCalendarDate(written)) return explain("has no time of day: write 2027-03-01T09:00");
  if (isCalendarDate(date) && /^[T ]24:00(?::00)?$/.test(written.slice(10)))
    return explain(`is the start of the next day: write ${addDays(date, 1)}T00:00`);
  if (microsoftTime.test(written))
    return explain("may be UTC, as Microsoft writes it: add Z if it is, else write 2027-03-01T09:00");
  return {
    ...explain("is not a date and time that exists, written like 2027-03-01T09:00"),
    ...askOtherDay(date),
  };
}
