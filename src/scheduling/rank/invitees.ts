import { parseMailbox } from "../mailboxes.ts";
import { normalizeName, splitWords, toNameKey } from "./name-matching.ts";
import { createLookup, keepLastResponses, type Person } from "./people-lookup.ts";

/** A person who was invited, as the list names them. */
export interface Invitee {
  /** The text of the list, unchanged. */
  query: string;
  /** The name, or an empty text. */
  name: string;
  /** The email address, or null. */
  address: string | null;
}

/** A person who was invited and responded. */
export interface AnsweredInvitee<P extends Person> extends Invitee {
  /** The last response of this person. */
  response: P;
}

/** A person who was invited and may have responded. */
export interface UnsureInvitee<P extends Person> extends Invitee {
  /** The responses that may be theirs: of namesakes, with another address, or with a part of the name. */
  candidates: P[];
}

/** The people who were invited, compared with those who responded. */
export interface InviteeComparison<P extends Person> {
  /** Invited, and exactly one person who responded matches. */
  answered: AnsweredInvitee<P>[];
  /** Invited, and nobody who responded matches. */
  missing: Invitee[];
  /** Invited, and it is not clear who matches. */
  unsure: UnsureInvitee<P>[];
  /** Responded, and neither matches nor may match anybody on the list. Of several responses with one email the last one. */
  extra: P[];
}

/**
 * Compares a list of invited people with those who responded. People are matched as in a ranking: by id or email, else by full
 * name. A match by email decides between two entries of the list that match one response. Repeated entries count once.
 */
export function compareInvitees<P extends Person>(
  queries: readonly string[],
  people: readonly P[],
): InviteeComparison<P> {
  const lookUp = createLookup(people);
  const findPartial = createPartialFinder(people);
  const entries = listInvitees(queries).map((invitee) => {
    const responses = lookUp(invitee.query);
    return { invitee, responses, matches: keepLastResponses(responses) };
  });
  const claims = new Map<P, number>();
  for (const match of entries.flatMap(({ matches }) => matches))
    claims.set(match, (claims.get(match) ?? 0) + 1);
  const owners = new Map(
    entries.flatMap(({ invitee }) => [
      [invitee.query.trim(), invitee] as const,
      ...(invitee.address === null ? [] : [[normalizeName(invitee.address), invitee] as const]),
    ]),
  );
  /** The invitee whose address or id a response has. */
  const findOwner = ({ id, email }: P) =>
    owners.get(id) ?? (email === null ? undefined : owners.get(normalizeName(email)));
  const result: InviteeComparison<P> = { answered: [], missing: [], unsure: [], extra: [] };
  const known = new Set<P>();
  for (const { invitee, responses, matches } of entries) {
    const [match, another] = matches;
    const isOne = match !== undefined && another === undefined;
    if (isOne && (claims.get(match) === 1 || findOwner(match) === invitee)) {
      result.answered.push({ ...invitee, response: match });
      for (const response of responses) known.add(response);
      continue;
    }
    const close = match === undefined ? [lookUp(invitee.name), findPartial(invitee.name)] : [responses];
    const candidates = (close.find((found) => found.length > 0) ?? []).filter((person) => {
      // A namesake with an address of their own did not send the response that another address on the list owns.
      const owner = invitee.address === null ? undefined : findOwner(person);
      return owner === undefined || owner === invitee;
    });
    for (const person of candidates) known.add(person);
    if (candidates.length > 0) result.unsure.push({ ...invitee, candidates: keepLastResponses(candidates) });
    else result.missing.push(invitee);
  }
  result.extra = keepLastResponses(people.filter((person) => !known.has(person)));
  return result;
}

/** Returns a function that finds people with every word of a name. Splits each person's name once, and only if it is needed. */
function createPartialFinder<P extends Person>(people: readonly P[]): (name: string) => P[] {
  let names: Map<P, Set<string>> | undefined;
  return (name) => {
    const words = splitWords(name);
    if (words.length === 0) return [];
    names ??= new Map(people.map((person) => [person, new Set(splitWords(person.name))]));
    return [...names].flatMap(([person, own]) => (words.every((word) => own.has(word)) ? [person] : []));
  };
}

/** Each invitee once: by address, or by name if there is none. An entry with a name comes before one without. */
function listInvitees(queries: readonly string[]): Invitee[] {
  const invitees = new Map<string, Invitee>();
  for (const query of queries) {
    const { name, address } = parseMailbox(query);
    const key = address === null ? toNameKey(name) : normalizeName(address);
    if (key === "") continue;
    const known = invitees.get(key);
    if (known === undefined || known.name === "") invitees.set(key, { query, name, address });
  }
  return [...invitees.values()];
}
