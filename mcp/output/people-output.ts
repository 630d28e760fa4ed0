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

/** The first names of a list as data, and how many more there are. */
export const listNames = (people: readonly { name: string }[], max: number): string[] =>
  cutList(people.map(toName), max);
