import * as z from "zod";
import type { Problem } from "../../src/problem.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import {
  type ParsedPeople,
  type PersonEntry,
  parsePeople,
  type UnusedText,
} from "../../src/scheduling/index.ts";
import { mergeEntries } from "../../src/scheduling/people/identity.ts";
import { listCommaNames } from "../../src/scheduling/people/parse-people.ts";
import { ArgumentError } from "../failure.ts";
import { cutList, pluralize } from "../output/format.ts";

/** A person as a text, or as an object with a name, an email or both. */
const person = z.preprocess((given) => {
  if (typeof given !== "object") return given;
  const { name, email, ...others } = Object(given);
  const isOther = [name, email].some((each) => typeof each === "object");
  if (isOther || Object.keys(others).length > 0) return JSON.stringify(given);
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

/**
 * Reads the people of each list, each once, and says how they were read, for the data of the result. Throws ArgumentError with the
 * problems of all lists: entries that name nobody, and more than `max` people.
 */
export function readPeople<Path extends string>(
  given: Record<Path, readonly string[] | undefined>,
  max: number,
) {
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
      problems.push({
        path,
        message: `names more than ${pluralize(max, "person", "people")}: pass names and emails only`,
      });
      return [path, []];
    }
    if (isEmpty) problems.push({ path, message: reasons["not-a-name"] });
    problems.push(...unread.map((each) => describeUnread(path, each)));
    return [path, mergeEntries(people)];
  });
  if (problems.length > 0) throw new ArgumentError(problems);
  const lists: Record<Path, PersonEntry[]> = Object.fromEntries(read);
  return { lists, reading: describeReading(lists, rooms) };
}

/** Asks about a text that names nobody for certain, such as `Fuchs, Uwe`. */
function describeUnread(path: string, { text, reason }: UnusedText): Problem {
  if (reason !== "one-or-two") {
    const message = `${JSON.stringify(sanitizeLine(text, 60))} ${reasons[reason]}`;
    return { path, message, ask: "who is meant" };
  }
  const [family = "", given = ""] = sanitizeLine(text, 80)
    .split(",")
    .map((part) => part.trim());
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
