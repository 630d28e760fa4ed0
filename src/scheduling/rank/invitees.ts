import { parseMailbox } from "../mailboxes.ts";
import { normalizeName, splitWords, toNameKey } from "./name-matching.ts";
import { createLookup, keepLastResponses, type Person } from "./people-lookup.ts";

/** A person who was invited: one entry of the list of invited people. */
export interface Invitee {
  /** The entry, unchanged. */
  query: string;
  /** The name in the entry, or an empty text. */
  name: string;
  /** The email address in the entry, or null. */
  address: string | null;
}

/** A person who was invited and answered. */
export interface AnsweredInvitee<P extends Person> extends Invitee {
  /** The last response of this person. */
  response: P;
}

/** A person who was invited and may have answered. */
export interface AmbiguousInvitee<P extends Person> extends Invitee {
  /**
   * The responses that this person may have sent: several responses with this name, one with this name and another email, one
   * that another entry matches too, or one whose name contains every word of this name.
   */
  candidates: P[];
}

/** The people who were invited, compared with those who answered. Each invited person is in exactly one group. */
export interface InviteeComparison<P extends Person> {
  /** Invited, and exactly one response matches. */
  answered: AnsweredInvitee<P>[];
  /** Invited, and no response matches. */
  missing: Invitee[];
  /** Invited, and it is not clear which response matches, or whether one does. */
  ambiguous: AmbiguousInvitee<P>[];
  /** Answered, and not a match or a candidate of any invited person. Of several responses with one email the last one. */
  extra: P[];
}

/** How people are compared. */
export interface CompareOptions {
  /**
   * Whether a name without an address matches the only response whose name contains every word of it, and begins with the same
   * word. The entry stays ambiguous if another entry may be the same person or may have sent the response. Default: false, such
   * an entry is ambiguous.
   */
  acceptParts?: boolean;
}

/**
 * Compares a list of invited people with those who answered. People are matched as in a ranking: by participant id or email,
 * else by full name. If two entries match one response, it belongs to the entry with its id or email; without such an entry
 * both are ambiguous. Repeated entries count once.
 */
export function compareInvitees<P extends Person>(
  queries: readonly string[],
  people: readonly P[],
  { acceptParts = false }: CompareOptions = {},
): InviteeComparison<P> {
  const lookUp = createLookup(people);
  const findByWords = createWordFinder(people);
  const named = listInvitees(queries).map((invitee) => ({ invitee, responses: lookUp(invitee.query) }));
  const parts = acceptParts ? findParts(named, findByWords) : new Map<Invitee, P[]>();
  const entries = named.map(({ invitee, responses }): Entry<P> => {
    const all = parts.get(invitee) ?? responses;
    return { invitee, responses: all, matches: keepLastResponses(all) };
  });
  const matchCounts = countMatches(entries);
  const owners = findOwners(entries, people);
  const result: InviteeComparison<P> = { answered: [], missing: [], ambiguous: [], extra: [] };
  const accounted = new Set<P>();
  for (const { invitee, responses, matches } of entries) {
    const [match, another] = matches;
    const isOnlyMatch = match !== undefined && another === undefined;
    if (isOnlyMatch && (matchCounts.get(match) === 1 || owners.get(match) === invitee)) {
      result.answered.push({ ...invitee, response: match });
      for (const response of responses) accounted.add(response);
      continue;
    }
    const found = responses.length > 0 ? responses : lookUp(invitee.name);
    const candidates = (found.length > 0 ? found : findByWords(invitee.name)).filter((response) => {
      // The owner sent this response. An entry with another address is a different person.
      const owner = invitee.address === null ? undefined : owners.get(response);
      return owner === undefined || owner === invitee;
    });
    for (const candidate of candidates) accounted.add(candidate);
    if (candidates.length > 0)
      result.ambiguous.push({ ...invitee, candidates: keepLastResponses(candidates) });
    else result.missing.push(invitee);
  }
  result.extra = keepLastResponses(people.filter((person) => !accounted.has(person)));
  return result;
}

/** An invited person with the responses that match. */
interface Entry<P extends Person> {
  invitee: Invitee;
  /** Every response that matches, oldest first. */
  responses: P[];
  /** Of several responses with one email the last one. */
  matches: P[];
}

/** The responses of the entries that are a part of the name of one person, who cannot be another entry. */
function findParts<P extends Person>(
  named: readonly Pick<Entry<P>, "invitee" | "responses">[],
  findByWords: (name: string) => P[],
): Map<Invitee, P[]> {
  const taken = new Set(named.flatMap(({ responses }) => responses));
  const unanswered = named.filter(({ responses }) => responses.length === 0).map(({ invitee }) => invitee);
  const claims = new Map(unanswered.map((invitee) => [invitee, findByWords(invitee.name)]));
  const claimCounts = new Map<P, number>();
  for (const response of [...claims.values()].flat())
    claimCounts.set(response, (claimCounts.get(response) ?? 0) + 1);
  const wordsOfEntries = named.map(({ invitee }) => [invitee, listWords(invitee)] as const);
  const mayBeAnother = (invitee: Invitee) => {
    const words = splitWords(invitee.name);
    return wordsOfEntries.some(([other, own]) => other !== invitee && words.every((word) => own.has(word)));
  };
  const accepted = [...claims].filter(([invitee, responses]) => {
    const [first = ""] = toNameKey(invitee.name).split(" ");
    return (
      invitee.address === null &&
      keepLastResponses(responses).length === 1 &&
      responses.every(
        (response) =>
          !taken.has(response) &&
          claimCounts.get(response) === 1 &&
          toNameKey(response.name).split(" ")[0] === first,
      ) &&
      !mayBeAnother(invitee)
    );
  });
  return new Map(accepted);
}

/** The words of the name and of the address before the "@". */
function listWords({ name, address }: Invitee): Set<string> {
  const local = address?.replace(/@.*/s, "").replace(/[._+-]+/g, " ") ?? "";
  return new Set([...splitWords(name), ...splitWords(local)]);
}

/** How many entries match each response. */
function countMatches<P extends Person>(entries: readonly Entry<P>[]): Map<P, number> {
  const counts = new Map<P, number>();
  for (const match of entries.flatMap(({ matches }) => matches))
    counts.set(match, (counts.get(match) ?? 0) + 1);
  return counts;
}

/**
 * The owner of each response that has one: the only invited person whose entry has its id or email, or of several with that email the
 * one with its name.
 */
function findOwners<P extends Person>(entries: readonly Entry<P>[], people: readonly P[]): Map<P, Invitee> {
  const ids = new Map(entries.map(({ invitee }) => [invitee.query.trim(), invitee]));
  const addressed = new Map<string, Invitee[]>();
  for (const { invitee } of entries) {
    if (invitee.address === null) continue;
    const key = normalizeName(invitee.address);
    addressed.set(key, [...(addressed.get(key) ?? []), invitee]);
  }
  const ownerOf = ({ id, name, email }: P) => {
    const found = (email === null ? undefined : addressed.get(normalizeName(email))) ?? [];
    const [only, another] = found;
    const named = (invitee: Invitee) => toNameKey(invitee.name) === toNameKey(name);
    return ids.get(id) ?? (another === undefined ? only : found.find(named));
  };
  return new Map(
    people.flatMap((person) => {
      const owner = ownerOf(person);
      return owner === undefined ? [] : [[person, owner]];
    }),
  );
}

/** Returns a function that finds people with every word of a name. Splits each person's name once, and only if it is needed. */
function createWordFinder<P extends Person>(people: readonly P[]): (name: string) => P[] {
  let names: Map<P, Set<string>> | undefined;
  return (name) => {
    const words = splitWords(name);
    if (words.length === 0) return [];
    names ??= new Map(people.map((person) => [person, new Set(splitWords(person.name))]));
    return [...names].flatMap(([person, own]) => (words.every((word) => own.has(word)) ? [person] : []));
  };
}

/**
 * Each invited person once: by address, or by name if there is none. An entry with a name comes before one without. Entries with one
 * address and names without a common word are two people who share a mailbox.
 */
function listInvitees(queries: readonly string[]): Invitee[] {
  const invitees = new Map<string, Invitee[]>();
  for (const query of queries) {
    const { name, address } = parseMailbox(query);
    const key = address === null ? toNameKey(name) : normalizeName(address);
    if (key === "") continue;
    const known = invitees.get(key) ?? [];
    const same = known.findIndex((invitee) => address === null || mayBeOnePerson(invitee.name, name));
    if (same < 0) known.push({ query, name, address });
    else if (known[same]?.name === "") known[same] = { query, name, address };
    invitees.set(key, known);
  }
  return [...invitees.values()].flat();
}

function mayBeOnePerson(one: string, other: string): boolean {
  const words = new Set(splitWords(one));
  const others = splitWords(other);
  return words.size === 0 || others.length === 0 || others.some((word) => words.has(word));
}
