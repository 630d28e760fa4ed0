import type { Person } from "./find-people.ts";
import { type PersonEntry, parseMailbox } from "./mailboxes.ts";
import { compareSpelling, foldText, toNameKey } from "./names.ts";

/**
 * Why a text names nobody: `address`, it looks like an email address but is none; `chat-id`, the id of a chat program, such as
 * <@U1>; `everyone`, a word for all people; `not-a-name`, it has no letter.
 */
export type PersonTextReason = "address" | "chat-id" | "everyone" | "not-a-name";

/** The people of a list, and the texts that name nobody. */
export interface ParsedPeople {
  /** The people in the order of the list, as they were written. */
  people: PersonEntry[];
  /** The other texts. */
  problems: { text: string; reason: PersonTextReason }[];
}

/**
 * Reads people from what a form, a spreadsheet, a program or a person wrote: texts, lists, objects with a name and an email,
 * or JSON of these. Every address ends an entry. Other texts are split at line breaks and the usual separators, unless the
 * whole names one of the known participants, as in `Lovelace, Ada`, or has its own address. Never throws.
 */
export function parsePeople(value: unknown, known: readonly Person[] = []): ParsedPeople {
  const names = new Set(known.map(({ name }) => toNameKey(name)));
  const pieces = listTexts(value).flatMap((text) => divide(text, lineSeparator));
  const addressed = pieces.map(parseMailbox).filter(({ name, email }) => name !== "" && email !== null);
  // As email programs write a list: `Reed, Sam <sam@example.com>; Doe, Ann <ann@example.com>`.
  const isFamilyFirstList =
    addressed.length > 1 &&
    addressed.every(({ name }) => familyFirst.test(name) && !names.has(toNameKey(name.replace(/,.*/, ""))));
  const isOne = (text: string) => {
    const entry = parseMailbox(text);
    // `Ada, ben@example.com` is two people, although it would also name an Ada without an address.
    if (entry.name.endsWith(",")) return false;
    if (isFamilyFirstList && entry.email !== null && familyFirst.test(entry.name)) return true;
    return names.has(toNameKey(entry.name)) || isFamilyFirst(entry);
  };
  const parsed: ParsedPeople = { people: [], problems: [] };
  for (const text of pieces.flatMap((piece) => splitNames(piece, isOne))) {
    const entry = parseMailbox(text);
    const reason = findReason(entry);
    if (reason === undefined || isOne(text)) parsed.people.push(entry);
    else parsed.problems.push({ text, reason });
  }
  return parsed;
}

function findReason({ text, name, email }: PersonEntry): PersonTextReason | undefined {
  if (/<[@!#][^<>]*>/.test(text)) return "chat-id";
  if (/^@?(?:everyone|everybody|all|here|channel)[.!]?$/i.test(name)) return "everyone";
  if (email === null && /[^\s<(]@[^\s>)]|mailto:/i.test(name)) return "address";
  return email === null && !/[\p{L}\p{N}\p{So}]/u.test(name) ? "not-a-name" : undefined;
}

const nameKey = /^(?:(?:full|display|first|given|last|family|person|participant)[ _-]?)?name$/i;
const emailKey = /^(?:[a-z]+[ _-]?)?e-?mail(?:[ _-]?address)?$/i;

/** The texts in a value. An object gives one: `"Reed, Sam" <sam@example.com>`. */
function listTexts(value: unknown): string[] {
  if (typeof value === "string" && /^\s*[[{]/.test(value)) return parseJson(value);
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(listTexts);
  if (typeof value !== "object" || value === null) return [];
  const cells = Object.entries(value);
  const find = (pattern: RegExp) =>
    cells
      .flatMap(([key, cell]) => (pattern.test(key) && typeof cell === "string" ? cell.trim() : []))
      .join(" ");
  const [name, email] = [find(nameKey).replaceAll('"', ""), find(emailKey)];
  if (name === "" && email === "")
    return cells.flatMap(([, cell]) => (typeof cell === "object" ? listTexts(cell) : []));
  // Programs repeat the address as the name.
  if (name === "" || name.includes("@")) return [email || name];
  return [email === "" ? `"${name}"` : `"${name}" <${email}>`];
}

function parseJson(text: string): string[] {
  try {
    return listTexts(JSON.parse(text));
  } catch {
    return [text];
  }
}

// A spreadsheet has the address in the cell beside the name.
const lineSeparator = String.raw`<br\s*/?>|[\n\r;|]|\t(?!\t| *<?[^\s@<>;|]+@)`;
const nameSeparator = String.raw`,|\s(?:and|und|et|&|/)(?=\s)`;
const quoted = String.raw`"[^"\n]*"|'[^'<>\n]*'(?=\s*<)`;
const word = String.raw`(?:<[^<>]*>|[^\s,;|<>"]+)(?:\s*\([^()@,;|\n]*\))?`;
const bullet = /^(?:(?:[-*+•·▪◦‣–—☐☑✓✔]|\[[ x]?\]|\(?\d{1,3}[.)])\s*)+(?=\S)/iu;

/** Divides a text at a separator and after every address: `Ada <ada@example.com> Ben <ben@example.com>`. */
function divide(text: string, separator: string): string[] {
  const token = new RegExp(`(${separator})|${quoted}|(${word})`, "giu");
  return text
    .replace(token, (token, separator?: string, word?: string) =>
      separator ? "\n" : /.@./.test(word ?? "") ? `${token}\n` : token,
    )
    .split("\n")
    .map((part) =>
      part.replace(/^(?:[\s,]|(?:and|und|et|&|\/)\s)+|(?<![\s,])[\s,]+$/gi, "").replace(bullet, ""),
    )
    .filter((part) => part !== "");
}

/** Splits at commas and words such as "and", unless the whole or two parts with a comma are one person. */
function splitNames(text: string, isOne: (text: string) => boolean): string[] {
  const parts = divide(text, nameSeparator);
  if (parts.length > 1 && isOne(text)) return [text];
  const names: string[] = [];
  for (const part of parts) {
    const pair = `${names.at(-1)}, ${part}`;
    if (names.length > 0 && isOne(pair)) names.splice(-1, 1, pair);
    else names.push(part);
  }
  return names;
}

const familyFirst = /^([^,]+),([^,]+)$/;

/** Whether the address of `Reed, Sam <sam.reed@example.com>` has the family name, which is then no other person. */
function isFamilyFirst({ name, email }: PersonEntry): boolean {
  const [, before, after] = familyFirst.exec(name) ?? [];
  if (email === null || before === undefined || after === undefined) return false;
  const family = toNameKey(before).replaceAll(" ", "");
  const given = toNameKey(after).split(" ");
  const forms = [family, `${given[0]?.charAt(0)}${family}`];
  return foldText(email)
    .replace(/@.*/, "")
    .split(/[^\p{L}]+/u)
    .filter((word) => !given.some((each) => each.startsWith(word)))
    .some((word) => forms.some((form) => compareSpelling(word, form) >= 0.8));
}
