/** Reads people from a text, a list or objects: one person a line, or between ";" or ",". What may be one person or two is refused. */
import { isAddress, type PersonEntry, parseMailbox, splitAfterAddresses, splitOutside } from "./mailboxes.ts";
import { dropBrackets, readAccount, readName } from "./names.ts";
import { type Listed, listValue } from "./records.ts";

/**
 * Why a text names nobody: `address`, it looks like an email address but is none; `chat-id`, the id of a chat program, such as
 * <@U1>; `everyone`, a word for all people; `nobody`, a word for none, such as N/A; `not-a-name`, it has other signs than a name;
 * `one-or-two`, it could be one person or two, such as `Fuchs, Uwe`; `several`, it could be more, such as `Ada and Ben`; `fields`, an
 * object has neither a name nor an email address; `data`, broken or deeply nested JSON, or a row that has other cells than its head;
 * `room`, the list has only rooms.
 */
export type PersonTextReason =
  | ("address" | "chat-id" | "everyone" | "nobody" | "not-a-name" | "one-or-two" | "several")
  | ("fields" | "data" | "room");

/** The people of a list, and the texts that name nobody. */
export interface ParsedPeople {
  /** The people in the order of the list, as they were written. */
  people: PersonEntry[];
  /** The other texts. */
  problems: UnusedText[];
  /** Rooms and resources, which are left out. */
  rooms: string[];
}

/** A text that names nobody. */
export interface UnusedText {
  /** The text, as it was written. */
  text: string;
  /** Why it names nobody. */
  reason: PersonTextReason;
}

/** Reads the people of a list. How commas are read is decided once for the list. Never throws. */
export function parsePeople(value: unknown): ParsedPeople {
  const read: ParsedPeople = { people: [], problems: [], rooms: [] };
  const add = (entry: PersonEntry, reason = findReason(entry)) => {
    if (entry.email?.endsWith("@resource.calendar.google.com")) read.rooms.push(entry.text);
    else if (reason === undefined) read.people.push(entry);
    else read.problems.push({ text: entry.text, reason });
  };
  const listed = listValue(value);
  const items = listed.flatMap(splitItems);
  const divide = readCommas(items.filter(({ parts }) => parts.length > 0));
  for (const item of items) {
    const { text, person, left } = item;
    if (left === "room") read.rooms.push(text);
    else if (left !== undefined) read.problems.push({ text, reason: left });
    else if (person !== undefined) add({ text, ...person }, findWord(person.name));
    else {
      const texts = divide(item);
      if (typeof texts === "string") read.problems.push({ text, reason: texts });
      else for (const each of texts) add(parseMailbox(each));
    }
  }
  const text = listed.map((each) => each.text.trim()).join(" ");
  if (read.people.length + read.problems.length === 0 && listed.length > 0)
    read.problems.push({ text, reason: read.rooms.length > 0 ? "room" : "not-a-name" });
  return read;
}

/** The names in which a comma was read as a part of the name. */
export const listCommaNames = (people: readonly PersonEntry[]): string[] =>
  people.flatMap(({ name }) => (name.includes(",") ? name : []));

/** What stands between line breaks, ";" and addresses. A text has parts between commas; what was an object has none. */
interface Item extends Listed {
  parts: string[];
}

const commas = "[,，、،\\t]";

function splitItems(listed: Listed): Item[] {
  if (listed.person !== undefined || listed.left !== undefined) return [{ ...listed, parts: [] }];
  const items = splitOutside(listed.text, "[;；؛]")
    .flatMap(splitSure)
    .map((text) => ({ text: trim(text), parts: splitOutside(text, commas).map(trim).filter(Boolean) }));
  return items.flatMap(({ text, parts }) =>
    parts.length > 1 ? { text, parts } : parts.map((part) => ({ text: part, parts })),
  );
}

/** Splits after addresses. `ada@x.org, Ada` stays one text, which is refused: it may be one person. */
function splitSure(text: string): string[] {
  const texts = splitAfterAddresses(text).filter((each) => trim(each) !== "");
  const [address = "", name = ""] = texts;
  const isDoubtful = texts.length === 2 && isAddress(trim(address)) && !/[@,]/.test(trim(name));
  return isDoubtful ? [`${trim(address)}, ${trim(name)}`] : texts;
}

const bullet = /^(?:(?:[-*+•·–☐☑✓]|\[[ x]?\]|\d{1,3}[.)])\s+){1,2}/iu;
const state =
  /[([](?:accepted|declined|tentative|needs-? ?action|no response|pending|required|optional)[)\]]$/i;

/** Removes the bullet or the number of a list, and a state behind a person. */
const trim = (text: string): string =>
  text
    .replace(/^[\s,，、،]+/, "")
    .trimEnd()
    .replace(bullet, "")
    .replace(state, "")
    .trimEnd();

/** How the commas of a list are read: as rows of name and address, as `Family, Given`, or between people. In doubt they are refused. */
function readCommas(items: readonly Item[]): (item: Item) => string[] | PersonTextReason {
  const named = items.filter(({ text }) => !isAddress(text));
  const isList = named.length > 1;
  const arePairs = isList && named.every(({ parts }) => parts.length === 2);
  const areRows =
    arePairs && named.every(({ parts: [name = "", email = ""] }) => toEmail(email) && !name.includes("@"));
  const areTurned =
    arePairs &&
    named.every(({ text, parts: [name = ""] }) => countWords(name) === 1 && /, (?!\S*@)/.test(text));
  const isOne = (item: Item) => item.parts.length < 2 || areTurned || isFamilyFirst(item);
  const areSeveral = items.every(
    (item) =>
      isOne(item) ||
      item.parts.every((part) => countWords(part) > 1) ||
      (items.length === 1 && item.parts.length > 2 && !/[@\t]/.test(item.text)),
  );
  return (item) => {
    const { text, parts } = item;
    if (parts.length > 1 && parts.some(findWord)) return parts;
    if (parts.length > 1 && parts.some((part) => suffix.test(part))) return "several";
    if (areRows) return [`${parts[0]} <${toEmail(parts[1] ?? "")}>`];
    if (isOne(item)) return [text];
    if (areSeveral) return parts;
    return parts.length === 2 ? "one-or-two" : "several";
  };
}

const toEmail = (part: string) => (/\s/.test(part) ? null : parseMailbox(part).email);
const suffix = /^(?:jr|sr|i{2,3}|iv|ph\.?d|md|m\.d|esq|dr|m\.?sc|b\.?sc|mba)\.?$/i;

/** Brackets are no words; an address says more than its words. */
const countWords = (part: string) =>
  part.includes("@") ? 0 : dropBrackets(part).split(/\s+/).filter(Boolean).length;

/** Whether a comma stands in a name: `Doe, Jane - Sales <jane.doe@x.org>`, of which the address has a word before the comma only. */
function isFamilyFirst({ text, parts: [family = ""] }: Item): boolean {
  const { name, email } = /^[^<>@]*<[^<>]*>$/.test(text) ? parseMailbox(text) : { name: "", email: null };
  const own = readName(family).flat();
  const rest = readName(name.slice(family.length)).flat();
  return readAccount(email ?? "")
    .flat()
    .some((word) => word.length > 1 && own.includes(word) && !rest.some((each) => each.startsWith(word)));
}

// Other groups are names that are like nobody's: who reads the result is asked.
const everyone =
  /^@?(?:(?:everyone|everybody|todos)(?:\s.*)?|all|alle|here|channel|me|(?:(?:the|our|my|your|his|her|their)\s)?(?:team|group))$/iu;
const nobody =
  /^(?:#?n\/?a|n\.a\.?|tb[ad]|none|nobody|no ?one|no attendees|null|undefined|unassigned|unknown|true|false|-+)$/i;

/** Why a word names nobody in particular. */
const findWord = (text: string): "everyone" | "nobody" | undefined =>
  nobody.test(text) ? "nobody" : everyone.test(text) ? "everyone" : undefined;

const conjunction = /(?:^|\s)(?:and|und|[&/+])(?:\s|$)|\s(?:et|or|oder|ou)\s/i;
/** Letters, and what stands in names. Everything else has its own way to be written, which only its program knows. */
const signs = /^[\p{L}\p{M}\p{N}\p{So}\p{Cf}\s.,'’‐-]{0,100}$/u;

function findReason({ text, name, email }: PersonEntry): PersonTextReason | undefined {
  if (/^<[@!#]/.test(text)) return "chat-id";
  if (email === null && findWord(name)) return findWord(name);
  if (email === null && /\S@\S/.test(name)) return "address";
  // A name in quotes is one.
  if (/^"[^"]*"(?:\s?<[^<>]*>)?$/.test(text)) return undefined;
  const bare = dropBrackets(name);
  if (conjunction.test(bare)) return "several";
  return signs.test(bare) && (email !== null || /[\p{L}\p{N}\p{So}]/u.test(bare)) ? undefined : "not-a-name";
}
