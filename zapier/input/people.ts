import { sanitizeLine } from "../../src/sanitize.ts";
import { type Person, type PersonEntry, parsePeople } from "../../src/scheduling/index.ts";
import type { FormValues } from "./form-values.ts";
import { quoteValue, refuse } from "./input-error.ts";

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
