import { createLookup, type Person, type PersonEntry, toEntry } from "./find-people.ts";
import { parseMailbox, splitOutsideQuotes } from "./mailboxes.ts";
import { splitWords } from "./names.ts";

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
 * columns of them, or JSON of these. Every address ends an entry. Other texts are split at line breaks and the usual
 * separators, unless the whole names one of the known participants, as in `Lovelace, Ada`. Never throws.
 */
export function parsePeople(value: unknown, known: readonly Person[] = []): ParsedPeople {
  const lookUp = createLookup(known);
  /** Whether a text names one participant: `Ben, Sam <sam@example.com>` only if Sam's name has the word Ben. */
  const isOne = (text: string) => {
    const entry = toEntry(text);
    const { stage, responses } = lookUp(entry);
    const words = splitWords(entry.name);
    // `Ada, ben@example.com` is two people, although it would also name an Ada without an address.
    if (stage === "words" || (stage === "name" && /,\s*[^\s<,]+@/.test(text))) return false;
    return (
      entry.email === null ||
      responses.some(
        ({ name }) => splitWords(name).filter((word) => words.includes(word)).length === words.length,
      )
    );
  };
  const parsed: ParsedPeople = { people: [], problems: [] };
  for (const text of listTexts(value).flatMap((text) => splitText(text, isOne))) {
    const reason = isOne(text) ? undefined : findReason(text);
    if (reason === undefined) parsed.people.push(toEntry(text));
    else parsed.problems.push({ text, reason });
  }
  return parsed;
}

function findReason(text: string): PersonTextReason | undefined {
  const { name, email } = parseMailbox(text);
  if (/<[@!#][^<>]*>/.test(text)) return "chat-id";
  if (/^@?(?:everyone|everybody|all|here|channel)[.!]?$/i.test(name)) return "everyone";
  if (email === null && /[^\s<(]@[^\s>)]|mailto:/i.test(name)) return "address";
  return email === null && !/[\p{L}\p{N}\p{So}]/u.test(name) ? "not-a-name" : undefined;
}

/** The texts in a value. An object gives one: `"Reed, Sam" <sam@example.com>`. */
function listTexts(value: unknown): string[] {
  if (typeof value === "string" && /^\s*[[{]/.test(value)) return parseJson(value);
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(listTexts);
  if (typeof value !== "object" || value === null) return [];
  const cells = Object.entries(value).filter(
    ([, cell]) => cell !== null && cell !== undefined && cell !== "",
  );
  const rows = Math.max(0, ...cells.map(([, cell]) => (Array.isArray(cell) ? cell.length : 0)));
  // Line items may arrive as a list for each column.
  if (rows > 0)
    return Array.from({ length: rows }, (_, row) =>
      Object.fromEntries(cells.map(([key, cell]) => [key, Array.isArray(cell) ? cell[row] : cell])),
    ).flatMap(listTexts);
  const find = (pattern: RegExp) =>
    cells.flatMap(([key, cell]) => (pattern.test(key) ? [String(cell).trim()] : [])).join(" ");
  const name = find(/^(?:(?:full|display|first|given|last|family|person|participant)[ _-]?)?name$/i);
  const email = find(/^(?:[a-z]+[ _-]?)?e-?mail(?:[ _-]?address)?$/i);
  if (name === "" && email === "")
    return cells.flatMap(([, cell]) => (typeof cell === "object" ? listTexts(cell) : []));
  if (name === "") return [email];
  const mailbox = parseMailbox(name);
  const quoted = `"${mailbox.name.replaceAll('"', "")}"`;
  return [email === "" && mailbox.email === null ? quoted : `${quoted} <${email || mailbox.email}>`];
}

function parseJson(text: string): string[] {
  try {
    return listTexts(JSON.parse(text));
  } catch {
    return [text];
  }
}

const bullet = /^(?:(?:[-*+•·▪◦‣–—☐☑✓✔]|\[[ x]?\]|\(?\d{1,3}[.)])\s*)+(?=\S)/iu;
const wordSeparator = /("[^"]*"|<[^<>]*>)|\s+(?:and|und|et|&|\/)(?=\s)/giu;

function splitText(text: string, isOne: (text: string) => boolean): string[] {
  const lines = text.replace(/<br\s*\/?>/gi, "\n").split(/[\n\r]+/);
  const pieces = lines.flatMap((line) => {
    // A spreadsheet has the address in the cell beside the name.
    const joined = line
      .trim()
      .replace(bullet, "")
      .replace(/\t+(?=[^\t@<>]+@)/g, " ");
    return splitOutsideQuotes(joined, ";|\t").map((piece) => piece.replace(/^[\s,]+|[\s,]+$/g, ""));
  });
  return pieces.flatMap((piece) => {
    if (isOne(piece)) return [piece];
    const parts = splitAfterAddresses(piece);
    const mailboxes = parts.filter((part) => parseMailbox(part).email !== null);
    // The comma belongs to a name if each address has one, if other people are separated otherwise, or by the address.
    const isUniform =
      mailboxes.length > 1 && mailboxes.every((part) => findFamilyName(part, isOne) !== undefined);
    const isAlone = parts.length === 1 && pieces.length > 1;
    return parts.flatMap((part) => {
      const family = findFamilyName(part, isOne);
      const [local = ""] = (parseMailbox(part).email ?? "").split("@");
      const isInAddress = family !== undefined && splitWords(local.replace(/[._+-]+/g, " ")).includes(family);
      return family !== undefined && (isUniform || isAlone || isInAddress) ? [part] : splitNames(part, isOne);
    });
  });
}

/** The folded family name of `Reed, Sam <sam@example.com>`, unless it is a participant's own name. */
function findFamilyName(text: string, isOne: (text: string) => boolean): string | undefined {
  const { name, email } = parseMailbox(text);
  const [, family = ""] = /^([^,]+),[^,]+$/.exec(name) ?? [];
  return email === null || family === "" || isOne(family) ? undefined : splitWords(family).join(" ");
}

/** Divides a text after every address: `Ada <ada@example.com> Ben <ben@example.com>`. */
function splitAfterAddresses(text: string): string[] {
  const ends = [...text.matchAll(/"[^"]*"|[^\s,>]+>?(?:\s*\([^()@]*\))?/g)].flatMap(({ 0: word, index }) =>
    parseMailbox(word).email === null ? [] : [index + word.length],
  );
  const parts = [...ends, text.length].map((end, index) => text.slice(ends[index - 1] ?? 0, end));
  return parts
    .map((part) => part.replace(/^(?:[\s,]|(?:and|und|et|&|\/)\s)+/i, ""))
    .filter((part) => part !== "");
}

/** Texts with more commas than this are lists. */
const maxNameParts = 4;

function splitNames(text: string, isOne: (text: string) => boolean): string[] {
  if (isOne(text)) return [text];
  const separated = text.replace(wordSeparator, (_, kept: string | undefined) => kept ?? ",");
  const parts = splitOutsideQuotes(separated, ",").map((part) => part.replace(bullet, ""));
  const names: string[] = [];
  for (let at = 0; at < parts.length; ) {
    let size = Math.min(maxNameParts, parts.length - at);
    while (size > 1 && !isOne(parts.slice(at, at + size).join(", "))) size--;
    names.push(parts.slice(at, at + size).join(", "));
    at += size;
  }
  return names;
}
