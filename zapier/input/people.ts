import { sanitizeLine } from "../../src/sanitize.ts";
import {
  listCommaNames,
  type ParsedPeople,
  type Person,
  type PersonEntry,
  parsePeople,
} from "../../src/scheduling/index.ts";
import type { FormValues } from "./form-values.ts";
import { quoteValue, refuse } from "./input-error.ts";

const reasons = {
  address: "is not a complete email address. Enter it as sam@example.com.",
  "chat-id": "is the ID of a person in a chat program. Enter the name or the email address.",
  everyone: "is nobody's name. Enter each name or email address.",
  "not-a-name": "is not a name or an email address. Enter one of them.",
  fields: "are fields without a name or an email address. Map the name or the email address.",
} as const;

/**
 * The people of a field, from a list, line items or one text. `known` are the participants of the poll, who tell whether
 * `Lovelace, Ada` is one. Throws `InputError` for a text that names nobody.
 */
export const getPeople = (
  values: FormValues,
  key: string,
  known: readonly Person[] = [],
): readonly PersonEntry[] => readPeople(values, key, known).people;

/** Like {@link getPeople}, with the texts that were read as two people. */
export function readPeople(values: FormValues, key: string, known: readonly Person[]): ParsedPeople {
  const parsed = parsePeople(values[key], known);
  const [problem] = parsed.problems;
  if (problem !== undefined) throw refuse(key, `${quoteValue(problem.text)} ${reasons[problem.reason]}`);
  return parsed;
}

/** How the people of a field were read, for a person who checks it. */
export function describeReading({ people, pairs }: ParsedPeople): string {
  const list = (texts: readonly string[]) => texts.slice(0, 20).map(quoteValue).join(", ");
  const names = listCommaNames(people);
  const sentences = [
    `Read as ${people.length} ${people.length === 1 ? "person" : "people"}.`,
    names.length > 0 && `Each of these is one person: ${list(names)}.`,
    pairs.length > 0 &&
      `Each of these was read as two people: ${list(pairs)}. If it is one, write the first name first, without a comma.`,
  ];
  return sentences.filter((sentence) => sentence !== false).join(" ");
}

/** A participant for a message: the name, and the address or the id. */
export const describePerson = ({ id, name, email }: Person): string =>
  `${sanitizeLine(name, 60)} (${email === null ? `Response ID ${id}` : sanitizeLine(email, 100)})`;

/** Who may be meant by a name that fits nobody, as a sentence after a space, or an empty text. */
export const suggestPeople = (candidates: readonly Person[]): string =>
  candidates.length === 0
    ? ""
    : ` Did you mean ${candidates.map(({ name }) => sanitizeLine(name, 60)).join(" or ")}?`;
