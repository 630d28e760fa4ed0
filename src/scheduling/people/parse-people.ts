import { foldText } from "../../fold-text.ts";
import {
  type Person,
  type PersonEntry,
  parseMailbox,
  splitAfterAddresses,
  splitOutside,
} from "./mailboxes.ts";
import {
  compareNames,
  fits,
  isSuffix,
  isTitle,
  type Name,
  readAccount,
  readName,
  toNameKey,
} from "./names.ts";
import { isHeader, listTexts } from "./records.ts";

/**
 * Why a text names nobody: `address`, it looks like an email address but is none; `chat-id`, the id of a chat program, such as
 * <@U1>; `everyone`, a word for all people; `nobody`, a word for none, such as N/A; `not-a-name`, it has no letter; `one-or-two`, it
 * could be one person or several, such as `Fuchs, Uwe`; `fields`, the text lists the keys of an object that has neither a name nor an
 * email address; `data`, it is broken or deeply nested JSON.
 */
export type PersonTextReason =
  | ("address" | "chat-id" | "everyone" | "nobody" | "not-a-name" | "one-or-two")
  | ("fields" | "data");

/** The people of a list, and the texts that name nobody. */
export interface ParsedPeople {
  /** The people in the order of the list, as they were written. */
  people: PersonEntry[];
  /** The other texts. */
  problems: UnusedText[];
}

/** A text that names nobody. */
export interface UnusedText {
  /** The text, as it was written. */
  text: string;
  /** Why it names nobody. */
  reason: PersonTextReason;
}

/**
 * Reads people from what a form, a spreadsheet, a program or a person wrote: texts, lists, tables, objects or JSON of these. Every
 * address ends an entry; other texts are split at line breaks and the usual separators. Whether a comma separates people or
 * family and given name is decided once for the list. A single text that could be one person or two is a problem, unless the
 * known participants decide. Never throws.
 */
export function parsePeople(value: unknown, known: readonly Person[] = []): ParsedPeople {
  const listed = listTexts(value);
  const texts = listed.filter(({ unread }) => unread === undefined);
  const { isName, isPerson } = createKnown(known);
  const items = texts.flatMap(({ text }) => {
    const lines = splitLines(text);
    const [head = ""] = lines;
    if (lines.length > 1 && isHeader(head) && !isName(head)) lines.shift();
    return lines.flatMap(readLine);
  });
  const count = (...shapes: Shape[]) => items.filter(({ shape }) => shapes.includes(shape)).length;
  const isFamilyFirst =
    count("one", "unsure", "two") > Math.max(1, items.length / 2) &&
    count("many") === 0 &&
    count("one", "unsure") > count("two");
  const divide = ({ text, parts, shape }: Item): string[] | "one-or-two" => {
    if (shape === "plain" || shape === "one") return [text];
    if (!parts.some(isBareAddress) && isName(parseMailbox(text).name)) return [text];
    if (shape === "many" || parts.every(isPerson)) return parts;
    if (isFamilyFirst && shape !== "unknown") return [text];
    const isSeveral = shape === "two" || parts.some((part) => findReason(parseMailbox(part)) !== undefined);
    return isSeveral ? parts : "one-or-two";
  };
  const people: PersonEntry[] = [];
  const problems: ParsedPeople["problems"] = listed.flatMap(({ text, unread }) =>
    unread === undefined ? [] : [{ text, reason: unread }],
  );
  for (const item of items) {
    const read = divide(item);
    if (read === "one-or-two") problems.push({ text: item.text, reason: read });
    for (const text of read === "one-or-two" ? [] : read) {
      const entry = parseMailbox(text);
      const reason = findReason(entry);
      if (reason === undefined || isName(entry.name)) people.push(entry);
      else problems.push({ text, reason });
    }
  }
  const written = texts
    .map(({ text }) => text)
    .join(" ")
    .trim();
  if (people.length + problems.length === 0 && written !== "")
    problems.push({ text: written, reason: "not-a-name" });
  return { people, problems };
}

/** The names in which a comma was read as a part of the name. */
export const listCommaNames = (people: readonly PersonEntry[]): string[] =>
  people.flatMap(({ name }) => (name.includes(",") ? name : []));

const groups = "team|group|staff|class|board|choir|crew|department|office|company|gruppe|chor|vorstand";
const articles = "(?:(?:the|our|my|your|his|her|their|das|die|der) )?(?:(?:whole|entire|ganze) )?";
const all = "(?:everyone|everybody|all|alle)(?: (?:of|from|in|but|except|aus|von|außer) .*)?";
const everyone = new RegExp(`^@?(?:${all}|here|channel|me|myself|ich|${articles}(?:${groups}))[.!]?$`, "i");
const nobody =
  /^(?:#?n\/?a|#[a-z]{2,5}[!?]|tb[ad]|none|null|undefined|true|false|unknown|niemand|keine[rs]?|-+)$/i;

function findReason({ text, name, email }: PersonEntry): PersonTextReason | undefined {
  if (/<[@!#][^<>]*>/.test(text)) return "chat-id";
  if (email !== null) return undefined;
  if (everyone.test(name)) return "everyone";
  if (nobody.test(name)) return "nobody";
  if (/[^\s<(]@[^\s>)]|mailto:/i.test(name)) return "address";
  return /[\p{L}\p{N}\p{So}]/u.test(name) ? undefined : "not-a-name";
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

const lineSeparator = String.raw`</?(?:at|br|li|[ou]l|p|div)\b[^<>@]*>|[;|•]|\s·\s|\s(?=@\p{L})|,(?=\s?\(?\d{1,3}[.)]\s)`;
const conjunctions = "and|und|et|[&/+]";
const conjunction = String.raw`\s(?:${conjunctions})(?=\s)`;
const edges = new RegExp(String.raw`^(?:[\s,]|(?:${conjunctions})\s)+|(?<![\s,])[\s,]+$`, "gi");
const bullet = /^(?:(?:[-*+·▪◦‣–—☐☑✓✔]|\[[ x]?\]|\(?(?:\d{1,3}(?:[.)]|\s)|[a-z]\)))\s*)+(?=\S)/iu;
const answers =
  "accepted|declined|tentative(?:ly ?accepted)?|needs-?_? ?action|no response|(?:not )?responded|pending|invited";
const status = new RegExp(String.raw`[([](?:${answers})[)\]]`, "gi");
const mailHeader = /^[ \t]*(?:to|cc|bcc|from|an|von|kopie):.*(?:\r?\n[ \t].*)*/gim;
const otherHeader = /^[ \t]*(?:subject|date|sent|betreff|datum|gesendet):.*$/gim;

/** A name in a script that has no spaces. */
const unspaced = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]+$/u;

/** The lines of a text, and what else is certainly a new person. */
function splitLines(text: string): string[] {
  const unfolded = text
    .replace(otherHeader, "")
    .replace(mailHeader, (header) => header.replace(/\r?\n[ \t]+/g, " "))
    .replace(/\r?\n[ \t]*(?=<[^<>@\s]+@[^<>\s]+>[ \t]*[,;]?[ \t]*(?:\r?\n|$))/g, " ")
    // Of a spreadsheet: a row with an address is a person.
    .replace(/^.*\t.*$/gm, (row) =>
      row.replace(/^\s*(\d+)\t/, "$1 ").replace(/\t+/g, /^[^@]*@[^@]*$/.test(row) ? " " : "\n"),
    );
  const bare = unfolded.replace(status, "").replace(/,(?=\S)/g, ", ");
  return joinAddresses(bare.split(/[\n\r]+/)).flatMap((line) =>
    splitOutside(line, lineSeparator).map(trim).filter(Boolean),
  );
}

const phone = /^(?:[\p{L}. ]{1,12}:\s*)?\+?(?:[\s()/.-]*\d){6,}$/u;
const addressLine = /^[^@\s,;|<>()"]+@[^@\s,;|<>()"]+$/;

/** The name and the address of a row: `Sam Reed,sam@example.com`, `Sam,Reed,s12@example.com`. Two full names are two people. */
function splitRow(line: string): { name: string; email: string } | undefined {
  const cells = line.split(/\s*[,;|]\s*/);
  const [email = "", another] = cells.filter((cell) => addressLine.test(cell));
  const isEdge = email !== "" && (cells[0] === email || cells.at(-1) === email);
  if (!isEdge || another !== undefined || ![2, 3].includes(cells.length) || /[<>"]/.test(line))
    return undefined;
  const names = cells.filter((cell) => cell !== email);
  const name = names.join(" ");
  const areFull = names.every((each) => readName(each).words.length > 1);
  return names.length > 1 && (areFull || tellOwner(email, name) === "other") ? undefined : { name, email };
}

/** Puts addresses beside their names: those in rows, if all lines are rows, and those on a line of their own. */
function joinAddresses(written: readonly string[]): string[] {
  const lines = written
    .filter((line) => !phone.test(line.trim()))
    .map((line) => ({ line: trim(line), isItem: bullet.test(line.trim()) }))
    .filter(({ line }) => line !== "");
  const rows = lines.flatMap(({ line }) => splitRow(line) ?? []);
  if (rows.length > 1 && rows.length === lines.length)
    return rows.map(({ name, email }) => `${name} <${email}>`);
  const owners = lines.map(({ line, isItem }, index) => {
    const before = lines[index - 1]?.line ?? "@";
    const isName = !/@|[;|•]|,.*,/.test(before) && !isHeader(before);
    return !isItem && addressLine.test(line) && isName ? tellOwner(line, before) : undefined;
  });
  // An address without a name, such as info@, is that of the name above it where each name has one.
  const areCards = owners.length > 2 && owners.length % 2 === 0;
  const isCard = (owner: (typeof owners)[0], index: number) =>
    index % 2 === 0 ? owner === undefined : owner === "own" || owner === "unnamed";
  const joined = areCards && owners.every(isCard) ? ["own", "unnamed"] : ["own"];
  const isJoined = owners.map((owner) => owner !== undefined && joined.includes(owner));
  return lines.flatMap(({ line }, index) => {
    const before = lines[index - 1]?.line.replaceAll('"', "");
    if (isJoined[index]) return `"${before}" <${line}>`;
    return isJoined[index + 1] ? [] : line;
  });
}

/** Whose an address is: that of a name of which it has a word, that of another one, or `unnamed`, such as info@ and x7@. */
function tellOwner(address: string, name: string): "own" | "other" | "unnamed" {
  const account = readAccount(address);
  if (compareNames(account, readName(name)) > fits.none) return "own";
  const isOffice = /^(?:info|office|mail|contact|kontakt|hello)\d*@/i.test(address);
  return isOffice || account.words.every(([word]) => word.length < 3) ? "unnamed" : "other";
}

/** Removes bullets, and what stands before people: `Cc: Ada`, `Invited (3): Ada`, `Soprano: Ada, Ben`. */
function trim(text: string): string {
  const bare = text.replace(edges, "").replace(bullet, "");
  const [label = "", head = ""] = /^([^:"<>@,;]{1,30}):\s*/.exec(bare) ?? [];
  const people = bare.slice(label.length);
  const isLabel =
    isHeader(head.replace(/\d/g, "")) ||
    /^(?:to|cc|bcc|from|an|von|kopie)$/i.test(head) ||
    /^$|^[^:]*,[^:]*$/.test(people);
  return isLabel ? people : bare;
}

/**
 * How the parts of a text stand beside each other: it has one; it says that it is `one` person, `two` or `many`; or it does not say:
 * `unsure` of two, as `Fuchs, Uwe`, and `unknown` of more.
 */
type Shape = "plain" | "one" | "unsure" | "two" | "many" | "unknown";

interface Item {
  text: string;
  parts: string[];
  shape: Shape;
}

const isBareAddress = (part: string) => parseMailbox(part).name === "";

function readLine(line: string): Item[] {
  const texts = splitAfterAddresses(line).map(trim).filter(Boolean);
  return texts.map((text) => {
    const parts: string[] = [];
    for (const part of splitOutside(text, `,|${conjunction}`).map(trim).filter(Boolean))
      if (parts.length > 0 && isSuffix(parseMailbox(part).name)) parts.push(`${parts.pop()}, ${part}`);
      else parts.push(part);
    // "Herr und Frau Müller" are two of one name.
    const last = parts.at(-1) ?? "";
    const [family = ""] = isTitle(last) ? [] : (/\S+$/.exec(last) ?? []);
    const named = parts.map((part) => (family !== "" && isTitle(part) ? `${part} ${family}` : part));
    return { text, parts: named, shape: findShape(text, named, texts.length > 1) };
  });
}

function findShape(text: string, parts: readonly string[], isListed: boolean): Shape {
  if (parts.length < 2) return "plain";
  const { name, email } = parseMailbox(text);
  const [first = "", last = ""] = [parts[0], parts.at(-1)].map((part) => parseMailbox(part ?? "").name);
  const isMany = parts.length > 2 || new RegExp(conjunction, "iu").test(name);
  const several = isMany ? "many" : "two";
  if (email !== null && (last !== "" || !isMany)) {
    const account = readAccount(email);
    const isLast = last !== "" && isWithin(account, last);
    const areNames = [first, last].every((part) => readName(part).words.length > 1);
    if (!isLast && isWithin(account, name))
      return areNames && parts.length === 2 && isWithin(account, first) ? "unsure" : "one";
    if (isLast && account.words.length > 1) return several;
    if (/[)\]]\s*<[^<>]*>$/.test(text)) return "one";
    if (first === "" || last === "" || (isLast && isMany)) return several;
    if (isMany) return "unknown";
  } else if (isMany || isListed) return several;
  const areWords = [first, last].map((part) => {
    const isWord = readName(part.replace(/[.\p{Pd}]/gu, "")).words.length < 2;
    return isWord && !unspaced.test(part.trim());
  });
  if (!areWords.includes(true)) return "two";
  // A suffix belongs to the second of them: "King, Martin, Jr."
  return areWords.every(Boolean) && last.includes(",") ? "one" : "unsure";
}

/** Whether an account says no more than a name. */
function isWithin(account: Name, text: string): boolean {
  const name = readName(text);
  return account.words.length <= name.words.length && compareNames(account, name) > fits.none;
}
