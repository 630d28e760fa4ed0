import type { Person } from "./find-people.ts";
import { type PersonEntry, parseMailbox } from "./mailboxes.ts";
import {
  conjunctions,
  dropSuffix,
  fitName,
  foldText,
  type Name,
  readAccount,
  readName,
  toNameKey,
  unspaced,
} from "./names.ts";
import { isHeader, listTexts } from "./records.ts";

/**
 * Why a text names nobody: `address`, it looks like an email address but is none; `chat-id`, the id of a chat program, such as
 * <@U1>; `everyone`, a word for all people; `not-a-name`, it has no letter; `fields`, the text lists the keys of an object that
 * has neither a name nor an email address; `data`, it is broken or deeply nested JSON.
 */
export type PersonTextReason = "address" | "chat-id" | "everyone" | "not-a-name" | "fields" | "data";

/** The people of a list, and the texts that name nobody. */
export interface ParsedPeople {
  /** The people in the order of the list, as they were written. */
  people: PersonEntry[];
  /** The other texts. */
  problems: { text: string; reason: PersonTextReason }[];
  /** Texts such as `Fuchs, Uwe` that may be one person. They are read as two. */
  pairs: string[];
}

/**
 * Reads people from what a form, a spreadsheet, a program or a person wrote: texts, lists, tables, objects or JSON of these. Every
 * address ends an entry; other texts are split at line breaks and the usual separators. Whether a comma separates people or
 * family and given name is decided once for the list; only for a single `Fuchs, Uwe` the known participants decide. Never throws.
 */
export function parsePeople(value: unknown, known: readonly Person[] = []): ParsedPeople {
  const { texts, unread } = listTexts(value);
  const lines = texts.flatMap((text) => divide(text, lineSeparator, false));
  const { isName, isPerson } = createKnown(known);
  const [head = ""] = lines;
  if (lines.length > 1 && isHeader(head) && !isName(head)) lines.shift();
  const items = lines.flatMap(readLine);
  const count = (...shapes: Shape[]) => items.filter(({ shape }) => shapes.includes(shape)).length;
  const isFamilyFirst =
    items.length > 1 &&
    count("pair", "family", "two") > items.length / 2 &&
    count("many") === 0 &&
    count("pair", "family") > count("two");
  const isOne = (text: string) => {
    const entry = parseMailbox(text);
    return !entry.name.endsWith(",") && (isName(entry.name) || readAddress(entry) === "one");
  };
  const pairs: string[] = [];
  const split = ({ text, shape }: Item): string[] => {
    const parts = divide(text, nameSeparator);
    if (parts.length < 2 || isOne(text)) return [text];
    if (shape === "many") return joinNames(parts, isOne);
    if (parts.every(isPerson)) return parts;
    const isTwo = shape === "two" || readAddress(parseMailbox(text)) === "two";
    if (isFamilyFirst || (shape === "family" && !isTwo) || isSuffixed(text)) return [text];
    if (shape === "pair") pairs.push(text);
    return parts;
  };
  const people: PersonEntry[] = [];
  const problems: ParsedPeople["problems"] = [...new Map(unread.map((each) => [each.text, each])).values()];
  for (const text of items.flatMap(split)) {
    const entry = parseMailbox(text);
    const reason = findReason(entry);
    const before = people.at(-1);
    if (reason !== undefined && !isOne(text)) problems.push({ text, reason });
    else if (before === undefined || !isAddressOf(before, entry)) people.push(entry);
    else people.splice(-1, 1, { ...before, text: `${before.text}, ${text}`, email: entry.email });
  }
  const written = texts.join(" ").trim();
  if (people.length + problems.length === 0 && written !== "")
    problems.push({ text: written, reason: "not-a-name" });
  return { people, problems, pairs };
}

/** Whether an address after a name is the same person's, as in `Ada Lovelace; ada@example.com`. The family name is not enough. */
function isAddressOf(named: PersonEntry, { name, email }: PersonEntry): boolean {
  if (named.email !== null || name !== "" || email === null) return false;
  const [known, account] = [readName(named.name), readAccount(email)];
  const isFamily = known.words.slice(1).some(([word]) => word === account.joined[0]);
  return !isFamily && isWithin(account, known);
}

/** Whether an account says no more than a name. */
const isWithin = (account: Name, name: Name) =>
  account.words.length <= name.words.length && fitName(account, name) !== undefined;

/** The names in which a comma was read as a part of the name. */
export const listCommaNames = (people: readonly PersonEntry[]): string[] =>
  people.flatMap(({ name }) => (name.includes(",") ? name : []));

const everyone = /^@?(?:(?:everyone|everybody|all|alle)(?: (?:of|from|in|aus|von) .*)?|here|channel)[.!]?$/i;

function findReason({ text, name, email }: PersonEntry): PersonTextReason | undefined {
  if (/<[@!#][^<>]*>/.test(text)) return "chat-id";
  if (everyone.test(name)) return "everyone";
  if (email === null && /[^\s<(]@[^\s>)]|mailto:/i.test(name)) return "address";
  return email === null && !/[\p{L}\p{N}\p{So}]/u.test(name) ? "not-a-name" : undefined;
}

/** Whether a text is the name of a participant, and whether it is the name or the address of one. */
function createKnown(known: readonly Person[]) {
  const toKey = (name: string) => toNameKey(readName(name));
  let keys: Set<string> | undefined;
  const has = (key: string) => {
    // Few lists ask, and a poll can have a thousand participants.
    keys ??= new Set(known.flatMap(({ name, email }) => [toKey(name), foldText(email ?? "")]));
    return key !== "" && keys.has(key);
  };
  const isName = (name: string) => has(toKey(name));
  const isPerson = (text: string) => {
    const { name, email } = parseMailbox(text);
    return isName(name) || has(foldText(email ?? ""));
  };
  return { isName, isPerson };
}

/** How commas stand in a text: between single words, a word and several, several on both sides, or more than one comma. */
type Shape = "plain" | "pair" | "family" | "two" | "many";

interface Item {
  text: string;
  shape: Shape;
}

/** The items of a line. In a line with an address and other people, their commas separate. */
function readLine(line: string): Item[] {
  const items = divide(line, "(?!)");
  return items.map((text) => {
    const shape = findShape(text);
    const isListed = items.length > 1 && shape !== "plain" && parseMailbox(text).email === null;
    return { text, shape: isListed ? "many" : shape };
  });
}

function findShape(text: string): Shape {
  const { name } = parseMailbox(text.replace(new RegExp(quoted, "g"), "quoted name"));
  const parts = dropSuffix(name).split(",");
  if (parts.length > 2 || parts.at(-1)?.trim() === "" || new RegExp(conjunction, "iu").test(name))
    return "many";
  if (parts.length === 1) return "plain";
  const isWord = (part: string) => readName(part.replace(/[.\p{Pd}]/gu, "")).words.length < 2;
  const areWords = parts.map((part) => isWord(part) && !unspaced.test(part.trim()));
  return areWords.every(Boolean) ? "pair" : areWords.some(Boolean) ? "family" : "two";
}

/** Whether a text is a name with what follows it: `King, Martin, Jr.`. */
function isSuffixed(text: string): boolean {
  const { name } = parseMailbox(text);
  const bare = dropSuffix(name);
  return bare !== name && bare.split(",").length < 3;
}

const tag = String.raw`</?(?:at|br|li|[ou]l|p|div)\b[^<>@]*>`;
// A spreadsheet has the address in the cell beside the name, and may have a number before it.
const tab = String.raw`(?<!(?:^|\n)\d{1,3})\t(?!\t| *<?[^\s@<>;|]+@)`;
const lineSeparator = String.raw`${tag}|${tab}|[\n\r;|•]|\s·\s|,(?=\s*\(?\d{1,3}[.)]\s)`;
// Families are called "Ortega y Gasset": such a word separates only at the end of a list.
const lastAnd = String.raw`\s(?:y|e|i|og|och|en|ve|ja|és|și|и|και)(?=\s[^,]{1,60}$)(?<=,[^,]{1,60})`;
const conjunction = String.raw`\s(?:${conjunctions})(?=\s)|${lastAnd}`;
const edges = new RegExp(String.raw`^(?:[\s,]|(?:${conjunctions})\s)+|(?<![\s,])[\s,]+$`, "gi");
const nameSeparator = String.raw`,|${conjunction}|\s(?=@\p{L})`;
const quoted = String.raw`"[^"\n]*"|'[^'<>\n]*'(?=\s*<)`;
const word = String.raw`(?:<[^<>]*>|[^\s,;|<>"]+)(?:\s*\([^()@,;|\n]*\))?`;
const bullet = /^(?:(?:[-*+·▪◦‣–—☐☑✓✔]|\[[ x]?\]|\(?(?:\d{1,3}(?:[.)]|\s)|[a-z]\)))\s*)+(?=\S)/iu;
const label = /^(?:(?:to|cc|bcc|from|an|von|kopie)|([^:"<>@,;]{1,30}?)\s*(?:\(\d+\))?):\s*(.*)$/is;

/** Removes what stands before people: `Cc: Ada`, `Invited (3): Ada`. A group becomes a note: `Soprano: Lovelace, Ada`. */
const dropLabel = (text: string): string =>
  text.replace(label, (all, head: string | undefined, people: string) => {
    if (head === undefined || isHeader(head)) return people;
    return /:\s+[^:]*,[^:]*$/.test(all) ? `${people} (${head.replace(/[()]/g, "")})` : all;
  });

/** Divides a text at a separator, and after every address: `Ada <ada@example.com> Ben <ben@example.com>`. */
function divide(text: string, separator: string, endsAtAddress = true): string[] {
  const token = new RegExp(`(${separator})|${quoted}|(${word})`, "giu");
  return text
    .replace(token, (token, separator?: string, word?: string) =>
      separator ? "\n" : endsAtAddress && /.@./.test(word ?? "") ? `${token}\n` : token,
    )
    .split("\n")
    .map((part) => part.replace(edges, "").replace(bullet, ""))
    .map(dropLabel)
    .filter((part) => part !== "");
}

/** Joins parts that together are one person, and a name with its suffix. */
function joinNames(parts: readonly string[], isOne: (text: string) => boolean): string[] {
  const names: string[] = [];
  for (const part of parts) {
    const pair = `${names.at(-1)}, ${part}`;
    if (names.length > 0 && (isOne(pair) || dropSuffix(pair) === names.at(-1))) names.splice(-1, 1, pair);
    else names.push(part);
  }
  return names;
}

/**
 * Whether an address shows that a text with a comma is one person, as in `Reed, Sam <sam.reed@example.com>`, or two, as in
 * `Sam, Ann Doe <ann.doe@example.com>`.
 */
function readAddress({ name, email }: PersonEntry): "one" | "two" | undefined {
  const [, given, another] = dropSuffix(name).split(",");
  if (email === null || given === undefined || another !== undefined) return undefined;
  const [account, after] = [readAccount(email), readName(given)];
  if (isWithin(account, after)) return account.words.length > 1 ? "two" : undefined;
  return fitName(account, readName(name)) === undefined ? undefined : "one";
}
