/** Who is one person: entries of a list that name the same one, and responses of somebody who answered several times. */
import { foldText } from "../../fold-text.ts";
import { listUnknown, type Problem } from "../../problem.ts";
import { isAddress, type Person, type PersonEntry, parseMailbox } from "./mailboxes.ts";
import { compareNames, dropBrackets, fits, type Name, readAccount, readName, toNameKey } from "./names.ts";

/** A person to find: a participant id, name, email or `Sam Reed <sam@example.com>`, or an object with name and email. */
export type PersonQuery = string | Partial<PersonEntry>;

const entryNames: Record<keyof PersonEntry, 0> = { text: 0, name: 0, email: 0, repeated: 0 };

/** The problems of a list that is none, or of its objects: unknown names, and neither a name nor an email. */
export function checkQueries(queries: readonly PersonQuery[], path: string): Problem[] {
  if (!Array.isArray(queries)) return [{ path, message: "must be a list" }];
  return queries.flatMap((query, index) => {
    if (typeof query === "string") return [];
    const isNamed = (query?.name ?? query?.email) != null;
    return [
      ...listUnknown(query, entryNames, `${path}.${index}.`),
      ...(isNamed ? [] : [{ path: `${path}.${index}`, message: "needs a name or an email" }]),
    ];
  });
}

export function toEntry(query: PersonQuery): PersonEntry {
  if (typeof query === "string") return parseMailbox(query);
  const { text, name = "", email = null } = query;
  return { ...query, text: text ?? (name || `${email}`), name, email };
}

/** An entry or a response as it is compared. */
export interface Identity<Item> {
  item: Item;
  email: string;
  name: Name;
  /** What else may be the name, at most unclear: it without brackets, or for an address alone what stands before the "@". */
  other: Name;
  /** The words of the name as a key; an empty text without one. */
  key: string;
}

/** Somebody who typed an address as the name has that address, unless another one stands beside it. */
function identify<Item extends { name: string; email: string | null }>(item: Item): Identity<Item> {
  const [typed = "", own = ""] = [item.name, item.email ?? ""].map(foldText);
  const name = isAddress(typed) ? [] : readName(item.name);
  const key = toNameKey(name);
  const bare = /[([]/.test(item.name) ? readName(dropBrackets(item.name)) : [];
  const other = key === "" ? readAccount(isAddress(typed) ? typed : own) : bare;
  return { item, email: own === "" && isAddress(typed) ? typed : own, name, other, key };
}

/** A person of a list: all entries with one email, or without one and with one name. */
export type Listed = [Identity<PersonEntry>, ...Identity<PersonEntry>[]];

/** The people of a list, each with all entries that name them. Names of which neither has all words of the other share a mailbox. */
export function groupEntries(entries: readonly PersonEntry[]): Listed[] {
  const known = entries.map(identify).toSorted((one, other) => other.key.length - one.key.length);
  return [...Map.groupBy(known, (each) => each.email || each.key || each).values()].flatMap((own) => {
    const groups: Listed[] = [];
    for (const each of own) {
      const group = groups.find(
        ([{ name, key }]) => [key, ""].includes(each.key) || compareNames(each.name, name) >= fits.unclear,
      );
      if (group === undefined) groups.push([each]);
      else group.push(each);
    }
    return groups;
  });
}

/** The people of a list, each once and with the other texts that name them, without entries that name nobody. */
export function mergeEntries(entries: readonly PersonEntry[]): PersonEntry[] {
  const groups = groupEntries(entries).filter(([{ email, key }]) => email !== "" || key !== "");
  const merged = groups.map((own) => {
    const [first, ...others] = own.map(({ item }) => item) as [PersonEntry, ...PersonEntry[]];
    const repeated = [...(first.repeated ?? []), ...others.map(({ text }) => text)];
    const place = Math.min(...own.map(({ item }) => entries.indexOf(item)));
    return { place, entry: repeated.length > 0 ? { ...first, repeated } : first };
  });
  return merged.sort((one, other) => one.place - other.place).map(({ entry }) => entry);
}

/** The emails that several people of a list share. */
export function listShared(entries: readonly PersonEntry[]): Set<string> {
  const emails = groupEntries(entries).flatMap(([{ email }]) => email || []);
  return new Set(emails.filter((email, index) => emails.indexOf(email) !== index));
}

/** The responses of each person, oldest first. People who share an email of `shared` are told apart by name. */
export function groupPeople<P extends Person>(responses: readonly P[], shared: ReadonlySet<string>) {
  // The same words in the same order.
  const known = responses.map((response) => {
    const identity = identify(response);
    return { ...identity, written: identity.name.at(-1)?.join(" ") ?? "" };
  });
  const emails = Map.groupBy(
    known.filter(({ email }) => email !== ""),
    ({ written }) => written,
  );
  return [
    ...Map.groupBy(known, ({ item, email, written }) => {
      const [own = "", another] =
        email === "" ? new Set(emails.get(written)?.map(({ email }) => email)) : [email];
      if (email === "" && (another !== undefined || !written.includes(" "))) return `#${item.id}`;
      return own === "" || shared.has(own) ? `${own}=${written}` : own;
    }).values(),
  ];
}

/**
 * The responses of each person, oldest first: the last one counts. Those with one id or email are one person, and so are those with
 * the same name of two words or more, unless responses of that name have different emails. Of people of `listed` who share an
 * email each is one. Expects the oldest first, as the service returns them. All who count people read this.
 */
export const groupResponses = <P extends Person>(
  responses: readonly P[],
  listed: readonly PersonQuery[] = [],
): P[][] => groupPeople(responses, listShared(listed.map(toEntry))).map((own) => own.map(({ item }) => item));

/** That some people answered twice, and what counts then, as a sentence. Undefined if nobody did. */
export function describeTwice(
  responses: readonly Person[],
  {
    listed = [],
    counts = "the last answer counts",
  }: { listed?: readonly PersonQuery[] | undefined; counts?: string | undefined } = {},
): string | undefined {
  const { length } = groupResponses(responses, listed).filter((own) => own.length > 1);
  const who = length === 1 ? "1 person" : `${length} people`;
  return length === 0 ? undefined : `${who} answered twice (or two people of one name): ${counts}.`;
}
