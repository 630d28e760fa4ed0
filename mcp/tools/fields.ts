import * as z from "zod";
import { maxLengths } from "../../src/api/check/create-input.ts";
import { type ProblemText, wordProblem } from "../../src/problem.ts";
import { readLength } from "../../src/scheduling/minutes.ts";
import { explainNoDay, resolveInstant } from "../../src/scheduling/plan/parse-time.ts";
import { isCalendarDate, normalizeTimeZone, weekdayOf } from "../../src/time/index.ts";
import { explainZone } from "../../src/time/resolve.ts";
import { isSlotMinutes, maxSlotMinutes, minSlotMinutes, notSlotMinutes } from "../../src/time/slots.ts";
import { ArgumentError } from "../failure.ts";
import { capitalize } from "../output/format.ts";

/** The path of a poll in a link. */
const pollPath = /(?<=\/|%2f)(?:invite|polls?)(?:\/|%2f)([\w-]+)/i;

/** The id in a link to a poll, with anything around it. A scheme or a host stands before the path: a title such as Invite/Party has none. */
function readLink(text: string): string {
  const found = pollPath.exec(text);
  const before = text.slice(0, found?.index).split(/\s/).at(-1) ?? "";
  return found?.[1] && /(?:\/|%2f){2}|[\w-]\.[\w-]/i.test(before) ? found[1] : text;
}

/** The argument that names a poll. A link is read as its id. */
export const poll = z
  .string()
  .trim()
  .overwrite(readLink)
  .min(1)
  .max(maxLengths.title)
  .describe("Id, link or words of the title");

function refuse(context: z.RefinementCtx, { ask, code, ...problem }: ProblemText) {
  const message = wordProblem(problem, (path) => path);
  context.addIssue({ code: "custom", message, params: { ask, code } });
  return z.NEVER;
}

/**
 * A text as the tools show a time, which a model may copy: with a weekday before its day, a space for the T, and one before the offset.
 * Returned as ISO 8601. What is wrong with another text is said where its value is used.
 */
function readShown(text: string, context: z.RefinementCtx): string {
  const [, weekday, date = "", rest = ""] =
    /^([A-Z][a-z]{2} )?(\d{4}-\d\d-\d\d)(.*)$/s.exec(text.trim()) ?? [];
  if (!isCalendarDate(date)) return text.trim();
  const right = capitalize(weekdayOf(date));
  if (weekday !== undefined && weekday.trim() !== right) {
    const message = `${date} is a ${right}, not a ${weekday.trim()}`;
    return refuse(context, { message, ask: "which of the two they mean" });
  }
  return date + rest.replace(/^[T ](\d\d:\d\d) ?((?:[+-]\d\d:\d\d)?)$/, "T$1$2");
}

/** A text of ISO 8601 that is shown by its pattern: llama.cpp knows no \d. */
export const isoText = (pattern: string, error?: string) =>
  z.string(error).meta({ pattern }).transform(readShown);

/** A time: an option of a poll, an instant, or a day where one is enough. */
export const moment = z.string().transform(readShown);

/** A wall-clock time, or one with the offset of its zone. */
export const clockTime = isoText("^[0-9-]+T[0-9:Z+-]+$");

/** A day. `error` says what is wrong with a value that is no text. */
export const day = (error?: string) =>
  isoText("^[0-9-]{10}$", error).transform((text, context) =>
    isCalendarDate(text) ? text : refuse(context, explainNoDay(text)),
  );

const edge = isoText("^[0-9T:.Z+-]+$");

/** A busy time. Its end is listed as required, because strict hosts want it; that of a day may be missing. */
const busyTime = z
  .strictObject({ start: edge, end: edge.optional(), title: z.string().optional() })
  .meta({ required: ["start", "end"] });

/** Maximum length of an .ics text, in characters. About 3,000 events. */
const maxIcsLength = 1_000_000;

/** The argument with the times at which somebody is busy. */
export const busyTimes = z
  .array(
    z.union([z.string().max(maxIcsLength), busyTime], {
      error: "must be {start, end}, both texts such as 2027-03-01T09:00:00Z, or the text of an .ics file",
    }),
  )
  .max(1_000);

/** A length of time in minutes, also as texts such as `90 minutes`, `1h30` and `PT90M`. */
export const slotMinutes = z
  .preprocess(
    (given, context) => {
      const { value = given, problem } = typeof given === "string" ? readLength(given) : {};
      return problem ? refuse(context, problem) : value;
    },
    z.int().refine(isSlotMinutes, { error: notSlotMinutes }),
  )
  .meta({ minimum: minSlotMinutes, maximum: maxSlotMinutes });

/** The instant of a moment, or of the start of a day, in milliseconds since the epoch. Throws ArgumentError. */
export function readInstant(path: string, text: string, timeZone: string): number {
  const read = resolveInstant(isCalendarDate(text) ? `${text}T00:00` : text, timeZone);
  if ("problem" in read) throw new ArgumentError([{ path, ...read.problem }]);
  return Date.parse(read.instant);
}

const isFloating = (name: string) => name.toLowerCase() === "floating";

function readZone(name: string, context: z.RefinementCtx): string {
  const message = "must be a time zone here; floating times are shown as they are: leave it out";
  if (isFloating(name)) return refuse(context, { message });
  const ask = "for the time zone, unless they named a place";
  return normalizeTimeZone(name) ?? refuse(context, { ...explainZone(name), ask });
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
