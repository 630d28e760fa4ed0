import * as z from "zod";
import { maxLengths } from "../../src/api/check/create-input.ts";
import type { ProblemText } from "../../src/problem.ts";
import { quote } from "../../src/scheduling/plan/errors.ts";
import { resolveInstant } from "../../src/scheduling/plan/parse-time.ts";
import { daysBetween } from "../../src/time/days.ts";
import { addDays, isCalendarDate, normalizeTimeZone, weekdayOf } from "../../src/time/index.ts";
import { explainZone } from "../../src/time/resolve.ts";
import { ArgumentError } from "../failure.ts";
import { capitalize } from "../output/format.ts";

/** A link to a poll, with anything around it: a scheme or a host stands before the path, so that a title such as Invite/Party is none. */
const pollLink =
  /(?:(?:\/|%2f){2}(?:\S*?(?:\/|%2f))?|[\w-]+(?:\.[\w-]+)+(?::\d+)?\/(?:\S*?\/)?)(?:invite|polls?)(?:\/|%2f)([\w-]+)/i;

/** The argument that names a poll. A link is read as its id. */
export const poll = z
  .string()
  .trim()
  .overwrite((text) => pollLink.exec(text)?.[1] ?? text)
  .min(1)
  .max(maxLengths.title)
  .describe("Id, link or words of the title");

function refuse(context: z.RefinementCtx, { message, ask }: ProblemText) {
  context.addIssue({ code: "custom", message, params: { ask } });
  return z.NEVER;
}

/** An option as the tools show it has a weekday before its day, and a space before its offset. A model may copy it. */
const shownWeekday = /^([A-Z][a-z]{2}) (?=\d{4}-)/;

function dropWeekday(text: string, context: z.RefinementCtx): string {
  const [whole = "", weekday] = shownWeekday.exec(text) ?? [];
  const rest = text.slice(whole.length);
  const date = rest.slice(0, 10);
  if (weekday === undefined || !isCalendarDate(date)) return rest;
  if (weekday === capitalize(weekdayOf(date))) return rest.replace(/ (?=[+-]\d\d:\d\d$)/, "");
  const message = `${date} is a ${capitalize(weekdayOf(date))}, not a ${weekday}`;
  return refuse(context, { message, ask: "which of the two they mean" });
}

/** A time in ISO 8601. The planner and {@link readInstant} say what is wrong with another text. */
export const isoTime = z.string().max(100).trim().transform(dropWeekday);

/** Adds what to do about a text that is no day: a person knows the order of 04/05. */
function checkDay(text: string, context: z.RefinementCtx, form = "YYYY-MM-DD"): string {
  if (isCalendarDate(text)) return text;
  const message = `${quote(text)} is not a day that exists, written ${form}`;
  return refuse(context, { message, ask: "which day they mean, unless they said it" });
}

/** A day in ISO 8601. */
export const day = isoTime.transform((text, context) => checkDay(text, context));

/** Maximum number of days of a range. */
const maxRange = 500;

/** Days of a list, also as ranges in ISO 8601: 2027-03-22/2027-04-02. */
export const dayRanges = z
  .array(
    z.string().transform((text, context) => {
      const [first = "", last = first] = text
        .split("/")
        .map((part) => checkDay(part.trim(), context, "YYYY-MM-DD, or as a range DAY/DAY"));
      const count = Math.min(daysBetween(first, last), maxRange) + 1;
      return Array.from({ length: Math.max(count, 0) }, (_, at) => addDays(first, at));
    }),
  )
  .max(maxRange)
  .transform((days) => days.flat());

/** The instant of a moment, or of the start of a day, in milliseconds since the epoch. Throws ArgumentError. */
export function readInstant(path: string, text: string, timeZone: string): number {
  const read = resolveInstant(isCalendarDate(text) ? `${text}T00:00` : text, timeZone);
  if ("problem" in read) throw new ArgumentError([{ path, ...read.problem }]);
  return Date.parse(read.instant);
}

const notFloating = "must be a time zone here; floating times are shown as they are: leave it out";

const isFloating = (name: string) => name.toLowerCase() === "floating";

function readZone(name: string, context: z.RefinementCtx): string {
  if (isFloating(name)) return refuse(context, { message: notFloating });
  return normalizeTimeZone(name) ?? refuse(context, explainZone(name));
}

/** A time zone by its IANA name. */
export const zoneName = z.string().trim().transform(readZone);

/** The zone of a poll's times. `floating`, the same clock time everywhere, is read as null. */
export const pollZone = z
  .string()
  .trim()
  .transform((name, context) => (isFloating(name) ? null : readZone(name, context)));

/** The argument that says in which zone to show times. */
export const timeZone = zoneName.optional().describe("Zone to show times in; default the poll's");
