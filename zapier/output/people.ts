/** How people are named in texts. */
import { sanitizeLine } from "../../src/sanitize.ts";
import type { ParsedPeople, Person } from "../../src/scheduling/index.ts";
import { listCommaNames } from "../../src/scheduling/people/parse-people.ts";

const quote = (text: string): string => `"${sanitizeLine(text, 60)}"`;

/** A participant for a message: the name, and the address or the id. */
export const describePerson = ({ id, name, email }: Person): string =>
  `${sanitizeLine(name, 60)} (${email === null ? `Response ID ${id}` : sanitizeLine(email, 100)})`;

/** The people of whom one is meant, for a message. */
export const describeCandidates = (candidates: readonly Person[]): string =>
  candidates.slice(0, 5).map(describePerson).join(" or ");

/** A name that fits a response only in part, as a sentence. */
export const describeUnclear = ({
  text,
  candidates,
}: {
  text: string;
  candidates: readonly Person[];
}): string => `It is unclear whether ${quote(text)} is ${describeCandidates(candidates)}.`;

/** Who may be meant by a name that fits nobody, as a sentence after a space, or an empty text. */
export const suggestPeople = (candidates: readonly Person[]): string =>
  candidates.length === 0
    ? ""
    : ` Did you mean ${candidates.map(({ name }) => sanitizeLine(name, 60)).join(" or ")}?`;

/** How the people of a field were read, for a person who checks it. */
export function describeReading({ people }: ParsedPeople): string {
  const list = (texts: readonly string[]) => texts.slice(0, 20).map(quote).join(", ");
  const names = listCommaNames(people);
  const sentences = [
    `Read as ${people.length} ${people.length === 1 ? "person" : "people"}.`,
    names.length > 0 && `Each of these is one person: ${list(names)}.`,
  ];
  return sentences.filter((sentence) => sentence !== false).join(" ");
}
