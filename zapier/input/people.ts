import { sanitizeLine } from "../../src/sanitize.ts";
import { type Person, type PersonEntry, parsePeople } from "../../src/scheduling/index.ts";
import type { FormValues } from "./form-values.ts";
import { quoteValue, refuse } from "./input-error.ts";
import { labelOf } from "./labels.ts";

/** A poll takes at most 1,000 participants. */
const maxPeople = 1_000;

const reasons = {
  address: "is not a complete email address. Enter it as sam@example.com.",
  "chat-id": "is the ID of a person in a chat program. Enter the name or the email address.",
  everyone: "is nobody's name. Enter each name or email address.",
  "not-a-name": "is not a name or an email address. Enter one of them.",
} as const;

/**
 * The people of a field, from a list, line items or one text. `known` are the participants of the poll, so that `Lovelace, Ada` stays
 * one. Throws `InputError` for a text that names nobody.
 */
export function getPeople(values: FormValues, key: string, known: readonly Person[] = []): PersonEntry[] {
  const { people, problems } = parsePeople(values[key], known);
  const [problem] = problems;
  if (problem !== undefined) throw refuse(key, `${quoteValue(problem.text)} ${reasons[problem.reason]}`);
  if (people.length > maxPeople) throw refuse(key, `is too long. Enter at most ${maxPeople} people.`);
  return people;
}

/** Like {@link getPeople}, but an empty field is refused too. */
export function needPeople(values: FormValues, key: string, known: readonly Person[] = []): PersonEntry[] {
  const people = getPeople(values, key, known);
  if (people.length === 0) throw refuse(key, "is required. Enter names or email addresses.");
  return people;
}

/** A participant for a message: the name, and the address or the id. */
export const describePerson = ({ id, name, email }: Person): string =>
  `${sanitizeLine(name, 60)} (${email === null ? `Response ID ${id}` : sanitizeLine(email, 100)})`;

/** Who may be meant by a name that fits nobody, as a sentence after a space, or an empty text. */
export const suggestPeople = (candidates: readonly Person[]): string =>
  candidates.length === 0
    ? ""
    : ` Did you mean ${candidates.map(({ name }) => sanitizeLine(name, 60)).join(" or ")}?`;

/** The error for a name that several participants have. */
export const refuseAmbiguous = (key: string, text: string, candidates: readonly Person[]) =>
  refuse(
    key,
    `${quoteValue(text)} is the name of several people who responded. Enter the email address or the Response ID instead: ${candidates.slice(0, 5).map(describePerson).join(" or ")}.`,
  );

/** The error for a person who is in two fields. */
export const refuseContradiction = (key: string, text: string, otherKey: string) =>
  refuse(key, `${quoteValue(text)} is also in ${labelOf(otherKey)}. Remove the person from one of them.`);
