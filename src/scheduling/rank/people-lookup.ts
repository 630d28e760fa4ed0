import { parseMailbox, splitOutsideQuotes } from "../mailboxes.ts";
import { normalizeName, splitWords, toNameKey } from "./name-matching.ts";

/** The part of a participant that identifies a person. */
export interface Person {
  /** The participant's id. */
  id: string;
  /** The name that the participant typed. */
  name: string;
  /** The email address that the participant typed, or null. */
  email: string | null;
}

/** Finds all people that a text names by id, email or full name. */
export type Lookup<P> = (query: string) => P[];

/**
 * Creates a lookup over the participants of a poll. A match by email comes before a match by name, because people can type
 * another person's address as their name. An exact name comes before one without accents or with the family name first.
 */
export function createLookup<P extends Person>(people: readonly P[]): Lookup<P> {
  const ids = new Map(people.map((person) => [person.id, person]));
  // Created with the first query that needs them, because a poll can have ten thousand people.
  let emails: Map<string, P[]> | undefined;
  let names: Map<string, P[]> | undefined;
  let keys: Map<string, P[]> | undefined;
  const findNamed = (name: string) => {
    names ??= groupBy(people, (person) => normalizeName(person.name));
    const exact = names.get(normalizeName(name));
    if (exact !== undefined) return exact;
    keys ??= groupBy(people, (person) => toNameKey(person.name));
    return keys.get(toNameKey(name)) ?? [];
  };
  return (query) => {
    const byId = ids.get(query.trim());
    if (byId !== undefined) return [byId];
    const { name, address } = parseMailbox(query);
    if (address === null) return findNamed(name);
    emails ??= groupBy(people, ({ email }) => (email === null ? "" : normalizeName(email)));
    const addressed = emails.get(normalizeName(address));
    if (addressed !== undefined) return addressed;
    // A person without an email may have typed it as the name. A person with another email is a different person.
    const withoutEmail = (text: string) => findNamed(text).filter(({ email }) => email === null);
    const named = withoutEmail(name);
    return named.length > 0 ? named : withoutEmail(address);
  };
}

/** Keeps the last of several responses with one email. Expects the oldest first, as the service returns them. */
export function keepLastResponses<P extends Person>(matches: readonly P[]): P[] {
  const last = new Map(
    matches.map((person) => [person.email ? normalizeName(person.email) : person, person]),
  );
  return [...last.values()];
}

/** The people that a search found. */
export interface PeopleFound<P> {
  /** Matches by id, email or full name. */
  exact: P[];
  /** Other matches by whole words of the name. */
  partial: P[];
}

/** Searches participants for one person. Partial matches have every word of the text; parts of words do not match. */
export function searchPeople<P extends Person>(people: readonly P[], text: string): PeopleFound<P> {
  const exact = createLookup(people)(text);
  const { name, address } = parseMailbox(text);
  const words = address === null ? splitWords(name) : [];
  if (words.length === 0) return { exact, partial: [] };
  const partial = people.filter((person) => {
    const nameWords = new Set(splitWords(person.name));
    return !exact.includes(person) && words.every((word) => nameWords.has(word));
  });
  return { exact, partial };
}

/** Characters for each person in a list. */
const maxEntryLength = 100;

/** Parts for each person in a list: a name may hold a comma or two. */
const maxEntryParts = 3;

/**
 * Whether texts are clearly more than `maxPeople` people, or too long to be split. It bounds the time of {@link splitPeople},
 * which may still find more people.
 */
export function exceedsPeople(texts: readonly string[], maxPeople: number): boolean {
  if (texts.length > maxPeople) return true;
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length > maxPeople * maxEntryLength) return true;
  return texts.join("\n").split(/[,;\n\r]+/).length > maxPeople * maxEntryParts;
}

/**
 * Splits lists of people at semicolons, line breaks and commas outside quotes. A text with commas that names one participant
 * (`Lovelace, Ada`, `Reed, Sam <sam@example.com>`) is not split.
 */
export function splitPeople<P extends Person>(texts: readonly string[], people: readonly P[]): string[] {
  const lookUp = createLookup(people);
  const isKnown = (query: string) => lookUp(query).length > 0;
  return texts.flatMap((text) => {
    const entries = splitOutsideQuotes(text, ";\n\r");
    return entries.flatMap((entry) => {
      const parts = splitOutsideQuotes(entry, ",");
      // In a list with semicolons a comma belongs to a name, unless its parts are participants.
      const isOne =
        entries.length > 1 &&
        parts.length === 2 &&
        !isKnown(parts[0] ?? "") &&
        isMailbox(entry) &&
        !isBareAddress(parts[1] ?? "");
      return isOne ? [entry] : joinNames(parts, (query) => isOnePerson(query, lookUp));
    });
  });
}

/** A text with more parts than this is a list. */
const maxNameParts = 4;

function joinNames(parts: readonly string[], isOne: (query: string) => boolean): string[] {
  const joined: string[] = [];
  for (let at = 0; at < parts.length; ) {
    let size = Math.min(maxNameParts, parts.length - at);
    while (size > 1 && !isOne(parts.slice(at, at + size).join(", "))) size--;
    joined.push(parts.slice(at, at + size).join(", "));
    at += size;
  }
  return joined;
}

/** Whether a text with commas names one participant: `Ben, Sam <sam@example.com>` only if Sam's name contains Ben. */
function isOnePerson<P extends Person>(query: string, lookUp: Lookup<P>): boolean {
  const { name, address } = parseMailbox(query);
  // `Ada, ben@example.com` is two people, although it would also name an Ada without an address.
  const isNext = isBareAddress(query.slice(query.lastIndexOf(",") + 1));
  if (address !== null && isNext && lookUp(address).length === 0) return false;
  const wanted = splitWords(name);
  return lookUp(query).some((person) => {
    const nameWords = splitWords(person.name);
    return address === null || wanted.every((word) => nameWords.includes(word));
  });
}

const isMailbox = (text: string): boolean => {
  const { name, address } = parseMailbox(text);
  return name !== "" && address !== null;
};

function isBareAddress(text: string): boolean {
  const { name, address } = parseMailbox(text);
  return name === "" && address !== null;
}

function groupBy<P>(people: readonly P[], keyOf: (person: P) => string): Map<string, P[]> {
  const groups = new Map<string, P[]>();
  for (const person of people) {
    const key = keyOf(person);
    if (key === "") continue;
    const present = groups.get(key);
    if (present) present.push(person);
    else groups.set(key, [person]);
  }
  return groups;
}
