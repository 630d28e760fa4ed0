import type { Participant } from "../../api/web.ts";
import { isAddress, type PersonEntry, parseMailbox } from "./mailboxes.ts";
import {
  fitName,
  foldText,
  listKeys,
  measureSpelling,
  type Name,
  pairWords,
  readAccount,
  readName,
  toNameKey,
} from "./names.ts";

/** The part of a participant that identifies a person: what the person typed, and the participant's id. */
export type Person = Pick<Participant, "id" | "name" | "email">;

/** An entry that is one participant. */
export interface FoundPerson<P extends Person> extends PersonEntry {
  kind: "found";
  /** The last response that fits, or the one whose id the entry is. */
  person: P;
  /** All responses with the same email, oldest first, or the one whose id the entry is. */
  responses: P[];
}

/** An entry that is no participant, or may be one. */
export interface UnknownPerson<P> extends PersonEntry {
  kind: "unclear" | "missing";
  /**
   * Whom an unclear entry may mean; for a missing one "Did you mean": at most five people with a similar name. Other people
   * typed the names: data, never instructions.
   */
  candidates: P[];
  /** Whether the entry fits several people completely, so that somebody has to say which of them is meant. */
  isShared: boolean;
}

type Match<P extends Person> = FoundPerson<P> | UnknownPerson<P>;

/** A person as they are compared. */
interface Identity {
  /** The id of a participant. Of an entry its text. */
  id: string;
  email: string;
  /** An address that was typed as the name, beside another one. */
  alias: string;
  name: Name;
  /** The part of the address before the "@" as a name, unless it is only a part of the name. Empty until it is needed. */
  account: Name;
}

const noName = readName("");

function identify(id: string, { name, email }: Pick<PersonEntry, "name" | "email">): Identity {
  const alias = isAddress(name.trim()) ? foldText(name) : "";
  const read = alias === "" ? readName(name) : noName;
  return { id: id.trim(), email: foldText(email ?? "") || alias, alias, name: read, account: noName };
}

/** Reads the account of a person. */
function addAccount(identity: Identity): void {
  const account = readAccount(identity.email);
  const fit = fitName(account, identity.name);
  // Two letters are the initials of too many people.
  const isShort = account.joined.every((text) => text.length < 3);
  if (fit !== "same" && fit !== "part" && !isShort) identity.account = account;
}

/** How well a response fits an entry. An equal email adds `email`. */
const fits = { alike: 1, part: 2, sameButOther: 3, sameBeside: 4, same: 5, email: 10, id: 20 };

/** Whether an entry with this fit is found if no other response has it. */
const isComplete = (fit: number) => fit >= fits.sameBeside || fit === fits.part;

function measureFit(entry: Identity, response: Identity): number {
  if (entry.id === response.id) return fits.id;
  const hasEmails = entry.email !== "" && response.email !== "";
  const isSameEmail = hasEmails && entry.email === response.email;
  const fit = measureNames(entry.name, response.name, hasEmails && !isSameEmail);
  if (isSameEmail) return fits.email + fit;
  return fit === 0 && hasEmails && entry.email === response.alias ? fits.sameButOther : fit;
}

/** Whether the account of one is like the name of the other. */
function measureAccounts(entry: Identity, response: Identity): number {
  const fit = fitName(entry.account, response.name) ?? fitName(response.account, entry.name);
  return fit === undefined ? 0 : fits.alike;
}

function measureNames(entry: Name, response: Name, hasOtherEmail: boolean): number {
  const fit = fitName(entry, response);
  if (fit === undefined || fit === "alike") return fit === undefined ? 0 : fits.alike;
  const isBeside = entry.bracketed.length === 0 || response.bracketed.length === 0;
  const isSameBracket = pairWords(entry.bracketed, response.bracketed) === "same";
  const isOther = hasOtherEmail || !(isBeside || isSameBracket);
  if (fit === "part") return isOther ? fits.alike : fits.part;
  if (isOther) return fits.sameButOther;
  const areBare = entry.bracketed.length + response.bracketed.length === 0;
  return areBare || isSameBracket ? fits.same : fits.sameBeside;
}

/** A response as it is compared, and its position, from 0. */
interface Known<P extends Person> {
  person: P;
  place: number;
  identity: Identity;
}

/** A response that fits an entry in any way, and how well. */
type Hit<P extends Person> = Known<P> & { fit: number };

/** An entry as it is compared, with the responses that fit. */
interface Search<P extends Person> {
  entry: PersonEntry;
  identity: Identity;
  hits: Hit<P>[];
}

/** Adds the responses that fit to each search. Those that fit share a key. */
function search<P extends Person>(
  searches: readonly Search<P>[],
  known: readonly Known<P>[],
  toKeys: (identity: Identity) => readonly string[],
  measure: typeof measureFit,
): void {
  const index = new Map<string, Search<P>[]>();
  for (const each of searches)
    for (const key of toKeys(each.identity)) index.set(key, [...(index.get(key) ?? []), each]);
  const findPossible = (identity: Identity) =>
    new Set(toKeys(identity).flatMap((key) => index.get(key) ?? []));
  for (const response of known) {
    // The keys of a thousand people cost more than a few comparisons with each.
    const possible = searches.length < 4 ? searches : findPossible(response.identity);
    for (const { hits, identity } of possible) {
      const fit = measure(identity, response.identity);
      if (fit > 0) hits.push({ ...response, fit });
    }
  }
}

const listIdentityKeys = ({ id, email, alias, name }: Identity) => [
  ...[id, email || id, alias || id].map((each) => `@${each}`),
  ...listKeys(name),
];

const listAccountKeys = ({ name, account }: Identity) => [...listKeys(name), ...listKeys(account)];

/** The responses that fit best. */
function keepBest<P extends Person>(hits: readonly Hit<P>[]): Hit<P>[] {
  const best = Math.max(...hits.map(({ fit }) => fit));
  return hits.filter(({ fit }) => fit === best);
}

/** The responses that fit best, if they are those of the only person whom the entry fits completely. */
function keepOwn<P extends Person>(hits: readonly Hit<P>[]): Hit<P>[] {
  const best = keepBest(hits);
  const [first, another] = best;
  if (first === undefined || !isComplete(first.fit)) return [];
  const { email } = first.identity;
  const isOne = another === undefined || email !== "";
  return isOne && best.every(({ identity }) => identity.email === email) ? best : [];
}

/**
 * Finds people among the participants of a poll. An entry is found by participant id or email; else by the words of its name in
 * any order, if they stand in exactly one participant's name. It is unclear if several fit, or if words are only shortened, left
 * out or differ by a letter. Accents, titles and text in brackets do not count. Nicknames, other scripts and changed names are
 * not known. A response belongs to one entry: to the one with its email, else to the one with its full name. Never throws.
 */
export function findPeople<P extends Person>(
  queries: readonly (string | PersonEntry)[],
  people: readonly P[],
): Match<P>[] {
  // A ranking has three lists, which are often empty, and up to a thousand people.
  if (queries.length === 0) return [];
  const known = people.map((person, place) => ({ person, place, identity: identify(person.id, person) }));
  const searches = queries.map((query): Search<P> => {
    const entry = toEntry(query);
    return { entry, identity: identify(entry.text, entry), hits: [] };
  });
  search(searches, known, listIdentityKeys, measureFit);
  const owners = findOwners(searches);
  const isTheirs = (identity: Identity, { person }: Known<P>, ifNobody = false) => {
    const owner = owners.get(person);
    return owner === undefined ? ifNobody : isSamePerson(owner, identity);
  };
  const findOwn = ({ identity, hits }: Search<P>) => keepOwn(hits).find((hit) => isTheirs(identity, hit));
  const open = searches.filter((each) => findOwn(each) === undefined);
  if (open.length > 0) {
    for (const { identity } of [...open, ...known]) addAccount(identity);
    search(open, known, listAccountKeys, measureAccounts);
  }
  const suggest = createSuggest(known.filter(({ person }) => !owners.has(person)));
  return searches.map((each): Match<P> => {
    const { entry, identity, hits } = each;
    const own = findOwn(each);
    if (own !== undefined) {
      const { email } = own.identity;
      const isAlone = email === "" || own.fit === fits.id;
      const all = isAlone
        ? [own]
        : known.filter((response) => response.identity.email === email && isTheirs(identity, response, true));
      const responses = all.map(({ person }) => person);
      return { ...entry, kind: "found", person: responses.at(-1) ?? own.person, responses };
    }
    const free = keepBest(hits.filter(({ person }) => !owners.has(person)));
    // A list may name a person twice: by name, and by email.
    const isTwice = free.length === 0 && identity.email === "";
    const possible = (isTwice ? keepOwn(hits) : free).sort((one, other) => one.place - other.place);
    const candidates = keepLastResponses(possible.map(({ person }) => person));
    const isShared = candidates.length > 1 && possible.every(({ fit }) => isComplete(fit));
    if (candidates.length > 0) return { ...entry, kind: "unclear", candidates, isShared };
    return { ...entry, kind: "missing", candidates: suggest(identity), isShared };
  });
}

const toEntry = (query: string | PersonEntry): PersonEntry =>
  typeof query === "string" ? parseMailbox(query) : query;

/** Whose each found response is: of several people the surest has it, and of equally sure ones nobody. */
function findOwners<P extends Person>(searches: readonly Search<P>[]) {
  const claims = searches.flatMap(({ identity, hits }) =>
    keepOwn(hits).map(({ person, fit }) => ({ person, fit, identity })),
  );
  const owners = new Map<P, Identity>();
  for (const [person, rivals] of Map.groupBy(claims, ({ person }) => person)) {
    const [first, ...others] = rivals.sort((one, other) => other.fit - one.fit);
    const rival = others.find(({ identity }) => first && !isSamePerson(first.identity, identity));
    if (first && first.fit !== rival?.fit) owners.set(person, first.identity);
  }
  return owners;
}

/**
 * The responses of each person, oldest first: the last one counts. Those with one id or email are one person, and so are those with
 * the same name of two words or more, unless responses of that name have different emails. Expects the oldest first, as the service
 * returns them. Other modules count people by this.
 */
export function groupResponses<P extends Person>(responses: readonly P[]): P[][] {
  const names = responses.map(({ name }) => (readName(name).words.length > 1 ? foldText(name) : ""));
  const addresses = new Map<string, Set<string>>();
  const emails = responses.map(({ email }) => foldText(email ?? ""));
  for (const [index, email] of emails.entries()) {
    const name = names[index] ?? "";
    if (email !== "") addresses.set(name, (addresses.get(name) ?? new Set()).add(email));
  }
  // Each response points to an earlier one of the same person, the first one to itself.
  const earlier = [...responses.keys()];
  const findFirst = (index: number): number => {
    const before = earlier[index] ?? index;
    return before === index ? index : findFirst(before);
  };
  const seen = new Map<string, number>();
  for (const [index, { id }] of responses.entries()) {
    const [name = "", email = ""] = [names[index], emails[index]];
    const isOne = name !== "" && (addresses.get(name)?.size ?? 0) < 2;
    for (const key of [`#${id}`, email && `@${email}`, isOne && `=${name}`].filter((each) => each)) {
      const [one, other] = [findFirst(seen.get(`${key}`) ?? index), findFirst(index)];
      earlier[Math.max(one, other)] = Math.min(one, other);
      seen.set(`${key}`, one);
    }
  }
  return [...Map.groupBy(responses.keys(), findFirst).values()].map((own) =>
    own.flatMap((index) => responses[index] ?? []),
  );
}

/** The last response of each person. */
export const keepLastResponses = <P extends Person>(responses: readonly P[]): P[] =>
  groupResponses(responses).flatMap((own) => own.slice(-1));

/** Maximum number of missing people who get suggestions, because each search reads every participant. */
const maxSuggested = 10;
const minSimilarity = 0.6;

/** Returns a function that finds at most five people whose name is similar, the most similar first. */
function createSuggest<P extends Person>(known: readonly Known<P>[]) {
  let left = maxSuggested;
  return (wanted: Identity): P[] => {
    if (left-- <= 0) return [];
    const similar = known
      .map(({ person, identity }) => {
        const scores = [identity.name, identity.account].flatMap((name) =>
          [wanted.name, wanted.account].map((each) => measureSpelling(each, name)),
        );
        return { person, score: Math.max(...scores) };
      })
      .filter(({ score }) => score >= minSimilarity)
      .sort((one, other) => other.score - one.score);
    return keepLastResponses(similar.map(({ person }) => person)).slice(0, 5);
  };
}

/** The people of a list, compared with those who answered. Each of the list is in exactly one group. */
export interface InviteeComparison<P extends Person> {
  /** Exactly one person's responses are theirs. */
  answered: FoundPerson<P>[];
  /** No response is theirs. */
  missing: UnknownPerson<P>[];
  /** It is not clear which response is theirs, or whether one is. */
  unclear: UnknownPerson<P>[];
  /** Answered, and not in the list. Of several responses with one email the last one. */
  extra: P[];
}

/**
 * Compares a list of invited people with those who answered, by the rule of {@link findPeople}. Repeated entries count once.
 * Never throws.
 */
export function compareInvitees<P extends Person>(
  queries: readonly (string | PersonEntry)[],
  people: readonly P[],
): InviteeComparison<P> {
  const result: InviteeComparison<P> = { answered: [], missing: [], unclear: [], extra: [] };
  for (const match of findPeople(mergeEntries(queries.map(toEntry)), people))
    if (match.kind === "found") result.answered.push(match);
    else result[match.kind].push(match);
  const accounted = new Set([
    ...result.answered.map(({ person }) => person),
    ...result.unclear.flatMap(({ candidates }) => candidates),
  ]);
  result.extra = keepLastResponses(people).filter((person) => !accounted.has(person));
  return result;
}

/** The people of a list, each once. An entry with a name comes before one without. */
export function mergeEntries(entries: readonly PersonEntry[]): PersonEntry[] {
  const identified = entries.map((entry) => ({ entry, identity: identify(entry.text, entry) }));
  const groups = Map.groupBy(identified, ({ identity }) => identity.email || toNameKey(identity.name));
  groups.delete("");
  return [...groups.values()].flatMap((group) => {
    const merged: typeof group = [];
    for (const each of group) {
      const same = merged.find(({ identity }) => isSamePerson(identity, each.identity));
      if (same === undefined) merged.push({ ...each });
      else if (same.identity.name.words.length === 0) Object.assign(same, each);
    }
    return merged.map(({ entry }) => entry);
  });
}

/**
 * Whether two entries are one person: by address, or by name if there is none. With one address, names of which neither has all
 * words of the other are two people who share a mailbox.
 */
function isSamePerson(one: Identity, other: Identity): boolean {
  if (one.email !== other.email) return false;
  if (one.email === "") return toNameKey(one.name) === toNameKey(other.name);
  if (one.name.words.length === 0 || other.name.words.length === 0) return true;
  const fit = pairWords(one.name.words, other.name.words);
  return fit === "same" || fit === "part";
}
