import type { Participant } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import { cutList } from "./format.ts";

/** Maximum number of candidates for one text that names several people. */
const maxCandidates = 5;

/** The name of a participant, sanitized. */
export const toName = ({ name }: { name: string }): string => sanitizeLine(name, 80) || "(no name)";

/** The participants who may be meant. Their ids identify them in a further call. */
export function toCandidates(people: readonly Pick<Participant, "id" | "name">[]) {
  return people.slice(0, maxCandidates).map(({ id, name }) => ({ id, name: toName({ name }) }));
}

/** Maximum number of names in one part of a sentence. */
const maxQuoted = 4;

/** What looks like a name: at most four words of letters and numbers. */
const plainName =
  /^[\p{L}\p{M}\p{N}\p{Join_Control}.'’-]{1,30}(?: [\p{L}\p{M}\p{N}\p{Join_Control}.'’-]{1,30}){0,3}$/u;

/**
 * Names for a sentence: `"Ada Lovelace", "Bob" and 2 more`. Strangers typed them. They are quoted, and a text that does not look
 * like a name is only counted.
 */
export function quoteNames(people: readonly { name: string }[]): string {
  const quoted = people
    .map(toName)
    .filter((name) => plainName.test(name))
    .slice(0, maxQuoted)
    .map((name) => `"${name}"`);
  const more = people.length - quoted.length;
  if (more > 0)
    quoted.push(quoted.length === 0 ? `${more} ${more === 1 ? "person" : "people"}` : `${more} more`);
  const last = quoted.pop() ?? "";
  return quoted.length === 0 ? last : `${quoted.join(", ")} and ${last}`;
}

/** The first names of a list as data, and how many more there are. */
export const listNames = (people: readonly { name: string }[], max: number): string[] =>
  cutList(people.map(toName), max);
