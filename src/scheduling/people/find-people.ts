import type { Participant } from "../../api/web.ts";
import { isAddress, type PersonEntry, parseMailbox } from "./mailboxes.ts";
import {
  compareNames,
  fitName,
  foldText,
  listKeys,
  type Name,
  pairWords,
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
export interface UnknownPerson<P extends Person> extends PersonEntry {
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
  email: string;
  /** An address that was typed as the name, beside another one. */
  alias: string;
  name: Name;
  /** The part of the address before the "@" as a name, unless it is only a part of the name. */
  account: Name;
}

function identify({ name, email }: Pick<PersonEntry, "name" | "email">): Identity {
  const typed = isAddress(name.trim()) ? foldText(name) : "";
  const own = foldText(email ?? "") || typed;
  const read = readName(typed === "" ? name : "");
  const account = readName(own.replace(/[+@].*/s, "").replace(/\d+/g, " "));
  const fit = fitName(account, read);
  const isKnown = fit === "same" || fit === "part";
  return { email: own, alias: typed, name: read, account: isKnown ? readName("") : account };
}

/** How well a response fits an entry. An equal email adds `email`. */
const fits = { alike: 1, part: 2, sameButOther: 3, sameBeside: 4, same: 5, email: 10, id: 20 };

/** Whether an entry with this fit is found if no other response has it. */
const isComplete = (fit: number) => fit >= fits.sameBeside || fit === fits.part;

function measureFit(entry: Identity, response: Identity): number {
  const hasEmails = entry.email !== "" && response.email !== "";
  const isSameEmail = hasEmails && entry.email === response.email;
  const fit = measureNames(entry.name, response.name, hasEmails && !isSameEmail);
  if (isSameEmail) return fits.email + fit;
  if (fit === 0 && hasEmails && entry.email === response.alias) return fits.sameButOther;
  const isAccount = fitName(entry.account, response.name) ?? fitName(response.account, entry.name);
  return fit || (isAccount === undefined ? 0 : fits.alike);
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

/** A participant as they are compared. */
interface Known<P extends Person> {
  person: P;
  /** The position, from 0. */
  place: number;
  identity: Identity;
}

/** A participant who fits an entry in any way, and how well. */
type Hit<P extends Person> = Known<P> & { fit: number };

/** Returns a function that finds the responses which fit an entry, in the order of the people. */
function createSearch<P extends Person>(known: readonly Known<P>[]) {
  const index = new Map<string, Known<P>[]>();
  for (const each of known)
    for (const key of listIdentityKeys(each.identity)) {
      const others = index.get(key);
      if (others === undefined) index.set(key, [each]);
      else others.push(each);
    }
  const byId = new Map(known.map((each) => [each.person.id, each]));
  return (entry: PersonEntry, identity: Identity): Hit<P>[] => {
    const own = byId.get(entry.text.trim());
    if (own !== undefined) return [{ ...own, fit: fits.id }];
    const possible = new Set([...listIdentityKeys(identity)].flatMap((key) => index.get(key) ?? []));
    const hits = [...possible].flatMap((each) => {
      const fit = measureFit(identity, each.identity);
      return fit > 0 ? { ...each, fit } : [];
    });
    return hits.sort((one, other) => one.place - other.place);
  };
}

function listIdentityKeys({ email, alias, name, account }: Identity): Set<string> {
  const emails = [email, alias].filter((each) => each !== "").map((each) => `@${each}`);
  return new Set([...emails, ...listKeys(name), ...listKeys(account)]);
}

/** The responses that fit best. */
function keepBest<P extends Person>(hits: readonly Hit<P>[]): Hit<P>[] {
  const best = Math.max(...hits.map(({ fit }) => fit));
  return hits.filter(({ fit }) => fit === best);
}

/** An entry with the responses that fit it, and those of the only person whom it fits completely. */
interface Search<P extends Person> {
  entry: PersonEntry;
  identity: Identity;
  hits: Hit<P>[];
  own: Hit<P>[];
}

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
  const known = people.map((person, place) => ({ person, place, identity: identify(person) }));
  const search = createSearch(known);
  const searches = queries.map((query): Search<P> => {
    const entry = toEntry(query);
    const identity = identify(entry);
    const hits = search(entry, identity);
    return { entry, identity, hits, own: keepOwn(hits) };
  });
  const shared = listSharedEmails(searches.map(({ identity }) => identity));
  const owners = findOwners(searches, shared);
  const suggest = createSuggest(known.filter(({ person }) => !owners.has(person)));
  const byEmail = Map.groupBy(known, ({ identity }) => identity.email);
  return searches.map(({ entry, identity, hits, own }): Match<P> => {
    const [first] = own;
    const owner = first && owners.get(first.person);
    if (first && owner && isSamePerson(owner, identity)) {
      const { email } = first.identity;
      const isAlone = email === "" || shared.has(email) || first.fit === fits.id;
      const all = isAlone ? own : (byEmail.get(email) ?? own);
      const responses = all
        .map(({ person }) => person)
        .filter((each) => (owners.get(each) ?? owner) === owner);
      return { ...entry, kind: "found", person: responses.at(-1) ?? first.person, responses };
    }
    const free = keepBest(hits.filter(({ person }) => !owners.has(person)));
    // A list may name a person twice: by name, and by email.
    const isTwice = free.length === 0 && identity.email === "";
    const possible = isTwice ? own : free;
    const candidates = keepLastResponses(possible.map(({ person }) => person));
    const isShared = candidates.length > 1 && possible.every(({ fit }) => isComplete(fit));
    if (candidates.length > 0) return { ...entry, kind: "unclear", candidates, isShared };
    return { ...entry, kind: "missing", candidates: suggest(identity), isShared };
  });
}

const toEntry = (query: string | PersonEntry): PersonEntry =>
  typeof query === "string" ? parseMailbox(query) : query;

/** The emails that several people of a list share. */
function listSharedEmails(identities: readonly Identity[]): Set<string> {
  const byEmail = Map.groupBy(identities, ({ email }) => email);
  const isShared = ([first, ...others]: readonly Identity[]) =>
    others.some((other) => first && !isSamePerson(first, other));
  return new Set([...byEmail].flatMap(([email, people]) => (isShared(people) ? email : [])));
}

/**
 * Whose each found response is. Of several people with one response the surest has it, and of equally sure ones nobody. Of several
 * people with one email, the email alone is not enough.
 */
function findOwners<P extends Person>(
  searches: readonly Search<P>[],
  shared: ReadonlySet<string>,
): Map<P, Identity> {
  const claims = searches.flatMap(({ identity, own }) =>
    own.flatMap(({ person, fit }) =>
      fit === fits.email && shared.has(identity.email) ? [] : { person, fit, identity },
    ),
  );
  const owners = new Map<P, Identity>();
  for (const [person, rivals] of Map.groupBy(claims, ({ person }) => person)) {
    const [first, ...others] = rivals.sort((one, other) => other.fit - one.fit);
    const rival = others.find(({ identity }) => first && !isSamePerson(first.identity, identity));
    if (first && first.fit !== rival?.fit) owners.set(person, first.identity);
  }
  return owners;
}

/** The responses of each person: all with one email. */
export function groupResponses<P extends Person>(responses: readonly P[]): P[][] {
  return [...Map.groupBy(responses, (person) => foldText(person.email ?? "") || person).values()];
}

/** Keeps the last of several responses with one email. Expects the oldest first, as the service returns them. */
export const keepLastResponses = <P extends Person>(responses: readonly P[]): P[] =>
  groupResponses(responses).flatMap((own) => own.slice(-1));

/** Maximum number of missing people who get suggestions, because each search reads every participant. */
const maxSuggested = 10;
const minSimilarity = 0.6;

/** Returns a function that finds at most five people whose name is similar, the most similar first. */
function createSuggest<P extends Person>(known: readonly Known<P>[]) {
  let left = maxSuggested;
  const listNames = ({ name, account }: Identity) => [name, account].filter(({ words }) => words.length > 0);
  return (wanted: Identity): P[] => {
    if (left-- <= 0) return [];
    const similar = known
      .map(({ person, identity }) => {
        const scores = listNames(identity).flatMap((name) =>
          listNames(wanted).map((each) => compareNames(each, name)),
        );
        return { person, score: Math.max(0, ...scores) };
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

/** Each person once. An entry with a name comes before one without. */
function mergeEntries(entries: readonly PersonEntry[]): PersonEntry[] {
  const merged: { entry: PersonEntry; identity: Identity }[] = [];
  const byKey = new Map<string, typeof merged>();
  for (const entry of entries) {
    const identity = identify(entry);
    const key = identity.email || toNameKey(identity.name);
    if (key === "") continue;
    const others = byKey.get(key) ?? [];
    const same = others.find((other) => isSamePerson(other.identity, identity));
    if (same === undefined) {
      const each = { entry, identity };
      merged.push(each);
      byKey.set(key, [...others, each]);
    } else if (same.identity.name.words.length === 0) Object.assign(same, { entry, identity });
  }
  return merged.map(({ entry }) => entry);
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
