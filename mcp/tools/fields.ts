import * as z from "zod";
import { maxLengths } from "../../src/api/check/create-input.ts";
import type { Problem, ProblemText } from "../../src/problem.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import { type ParsedPeople, type PersonEntry, parsePeople } from "../../src/scheduling/index.ts";
import { mergeEntries } from "../../src/scheduling/people/find-people.ts";
import { listCommaNames } from "../../src/scheduling/people/parse-people.ts";
import { quote } from "../../src/scheduling/plan/errors.ts";
import { resolveInstant } from "../../src/scheduling/plan/parse-time.ts";
import { daysBetween } from "../../src/time/days.ts";
import { addDays, isCalendarDate, normalizeTimeZone, weekdayOf } from "../../src/time/index.ts";
import { explainZone } from "../../src/time/resolve.ts";
import { ArgumentError } from "../failure.ts";
import { capitalize, cutList } from "../output/format.ts";

/** A link to a poll or a part of one, with anything around it. */
const pollLink = /(?:\/|%2f|^\W?(?=\S+$))(?:invite|polls?)(?:\/|%2f)([\w-]+)/i;

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
      return Array.from({ length: count > 0 ? count : 0 }, (_, at) => addDays(first, at));
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

/** A person as a text, or as an object with a name, an email or both. */
const person = z.preprocess((given) => {
  if (typeof given !== "object") return given;
  const { name, email, ...others } = Object(given);
  if (Object.keys(others).length > 0) return JSON.stringify(given);
  return name && email ? `${name} <${email}>` : (name ?? email ?? JSON.stringify(given));
}, z.string().max(100_000));

/** A list of people: names, emails or ids, also several in one text. */
export const peopleList = (max: number) => z.array(person).max(max);

/** Why an entry of a list names nobody. */
const reasons = {
  address: "is not a whole email address",
  "chat-id": "is a chat id, which the service does not know: pass a name or email",
  everyone: "names no single person: pass names or emails",
  nobody: "is nobody's name: leave it out",
  "not-a-name": "is no name or email: pass names and emails, each as an entry of its own",
  several: "could be one person or more: pass each as an entry of its own",
  fields: "are keys of an object without a name or email: pass names or emails",
  data: "is JSON that cannot be read: pass names or emails",
  room: "is a room, and nobody else is named: pass names or emails",
};

/** The length of a text and the number of cells in a table that there may be for each person. */
const [maxLength, maxCells] = [200, 20];

/** The people of the lists of a call. */
export interface ReadLists<Path extends string> {
  /** The people in each list, each once. */
  lists: Record<Path, PersonEntry[]>;
  /** How they were read, for the data of the result. */
  reading: ReturnType<typeof describeReading>;
}

/**
 * Reads the people of each list. Throws ArgumentError with the problems of all lists: entries that name nobody, and more than
 * `max` people.
 */
export function readPeople<Path extends string>(
  given: Record<Path, readonly string[] | undefined>,
  max: number,
): ReadLists<Path> {
  const problems: Problem[] = [];
  const rooms: string[] = [];
  const read = Object.entries<readonly string[] | undefined>(given).map(([path, texts = []]) => {
    const whole = texts.join("\n");
    // Reading takes long, so that what no list of people has is not read.
    const isTooLong = whole.length > maxLength * max || whole.split(/[;,|\t\n]/).length > maxCells * max;
    const { people, problems: unread, ...others }: ParsedPeople = parsePeople(isTooLong ? [] : texts);
    rooms.push(...others.rooms);
    const isEmpty = texts.length > 0 && people.length + unread.length === 0;
    if (isTooLong || people.length > max) {
      problems.push({ path, message: `has more than ${max} people: pass names and emails only` });
      return [path, []];
    }
    if (isEmpty) problems.push({ path, message: reasons["not-a-name"] });
    for (const { text, reason } of unread) {
      if (reason === "one-or-two") {
        problems.push(askWhether(path, text));
        continue;
      }
      const message = `${JSON.stringify(sanitizeLine(text, 60))} ${reasons[reason]}`;
      problems.push({ path, message, ask: "who is meant" });
    }
    return [path, mergeEntries(people)];
  });
  if (problems.length > 0) throw new ArgumentError(problems);
  const lists: Record<Path, PersonEntry[]> = Object.fromEntries(read);
  return { lists, reading: describeReading(lists, rooms) };
}

/** Asks about a text such as `Fuchs, Uwe`. */
function askWhether(path: string, text: string): Problem {
  const [family = "", given = ""] = sanitizeLine(text, 80).split(/\s*,\s*/);
  const one = given.replace(/^[^<]*[^<\s]/, (name) => `${name} ${family}`);
  const [written, together, apart] = [`${family}, ${given}`, one, `${family}; ${given}`].map((text) =>
    JSON.stringify(text),
  );
  const message = `${written} may be one person or two: pass ${together} or ${apart}`;
  return { path, message, ask: `whether ${written} is one person or two` };
}

/** How many people were read in each list, names with a comma, texts that name somebody again, and the rooms that were left out. */
function describeReading(lists: Record<string, PersonEntry[]>, rooms: readonly string[]) {
  const list = (key: string, texts: readonly string[]) =>
    texts.length > 0 && { [key]: cutList(texts, 50).map((text) => sanitizeLine(text, 80)) };
  const read = Object.entries(lists)
    .filter(([, people]) => people.length > 0)
    .map(([path, people]) => {
      const repeated = people.flatMap((person) => person.repeated ?? []);
      const commas = listCommaNames(people);
      return [
        path,
        {
          people: people.length,
          ...list("namesWithComma", commas),
          ...list("repeated", repeated),
        },
      ];
    });
  return { ...(read.length > 0 && { read: Object.fromEntries(read) }), ...list("roomsLeftOut", rooms) };
}
