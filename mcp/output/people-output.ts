import type { Participant } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import { cutList, cutRows, formatInstant } from "./format.ts";

/** Maximum number of candidates for one text that names several people. */
const maxCandidates = 5;

/** The name of a participant, sanitized. */
export const toName = ({ name }: { name: string }): string => sanitizeLine(name, 80) || "(no name)";

/** When a participant answered, in a zone. */
export const formatAnswered = ({ createdAt }: Participant, clockZone: string): string =>
  formatInstant(new Date(createdAt), clockZone);

/**
 * The participants who may be meant, as an output field, in a zone with when they answered, and with what else tells them apart. Their
 * ids identify them in a further call.
 */
export function toCandidates(
  people: readonly Participant[],
  clockZone: string,
  { field = "candidates", more }: { field?: string; more?: (person: Participant) => object } = {},
) {
  const rows = people.map((person) => ({
    id: person.id,
    name: toName(person),
    answeredAt: formatAnswered(person, clockZone),
    ...more?.(person),
  }));
  return cutRows(field, rows, maxCandidates);
}

/** The first names of a list as data, and how many more there are. */
export const listNames = (people: readonly { name: string }[], max: number): string[] =>
  cutList(people.map(toName), max);

/** Maximum number of names in each list of a ranking. */
const maxNames = 5;

/** The lists that are not empty as output fields, with the first names of each. */
export function nameLists(
  lists: Record<string, readonly ({ name: string } | string)[]>,
): Record<string, string[]> {
  const named = Object.entries(lists).filter(([, people]) => people.length > 0);
  const toPerson = (each: { name: string } | string) => (typeof each === "string" ? { name: each } : each);
  return Object.fromEntries(
    named.map(([field, people]) => [field, listNames(people.map(toPerson), maxNames)]),
  );
}
