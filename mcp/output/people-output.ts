import type { Participant } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import type { PersonEntry, UnknownPerson } from "../../src/scheduling/index.ts";

/** Maximum number of candidates for one text that names several people. */
export const maxCandidates = 5;

/** The name of a participant, sanitized. */
export const toName = ({ name }: { name: string }): string => sanitizeLine(name, 80) || "(no name)";

/** A participant who may be meant: the id identifies them in a further call. */
export function toCandidate({ id, name }: Pick<Participant, "id" | "name">) {
  return { id, name: toName({ name }) };
}

/** The entry of a list of people, as it was given, sanitized. */
export const toEntry = ({ text }: PersonEntry): string => sanitizeLine(text, 120);

/** An ambiguous entry of a list of people, and the participants who may be meant. */
export function toAmbiguous({ candidates, ...invitee }: UnknownPerson<Participant>) {
  const more = candidates.length - maxCandidates;
  return {
    invited: toEntry(invitee),
    candidates: candidates.slice(0, maxCandidates).map(toCandidate),
    ...(more > 0 ? { moreCandidates: more } : {}),
  };
}

/** What to do about people who may have answered. Empty without any. */
export function describeAmbiguous({ length }: readonly unknown[]): string {
  return length === 0
    ? ""
    : `${length} may have answered: ask the person which candidate is meant, if any, and call again with the candidate's id instead of the name.`;
}
