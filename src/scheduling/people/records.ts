import { isAddress } from "./mailboxes.ts";

const texts = "value text label user person member contact attendee guest invitee participant";

/** What common sources call the parts of a person, without case and punctuation: Slack, Google, Microsoft, HubSpot, Airtable. */
const keys = {
  fullName: /^(?:real|display|full|person|participant)name$/,
  name: /^name$/,
  given: /^(?:first|given)(?:names?)?$|^(?:vorname|prénom|nombre)$/,
  family: /^(?:last|family)(?:names?)?$|^(?:surname|nachname|familienname|nom|apellidos?)$/,
  email: /^(?:primary)?e?mails?(?:address(?:es)?)?$|^address$/,
  otherEmail: /mail|^userprincipalname$/,
  /** A text that has names, addresses or both. */
  text: new RegExp(`^(?:${texts.replaceAll(" ", "|")}|name|namen|teilnehmer|invited)s?$`),
  /** An object that is a part of a person. */
  part: /^(?:profile|properties|fields|names)$/,
};

const columnKeys = [keys.fullName, keys.name, keys.given, keys.family, keys.email, keys.text];

/** Whether a text is the head of a column of a table, or of a list of people. */
export const isHeader = (text: string) => columnKeys.some((key) => key.test(toKey(text)));

const toKey = (key: string): string => key.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** The texts of a list of people, and what cannot be read. */
export interface ListedTexts {
  texts: string[];
  /** `fields`: the keys of an object that has neither a name nor an email address. `data`: broken or deeply nested JSON. */
  unread: { text: string; reason: "fields" | "data" }[];
}

/** Lists the texts in a value: texts, lists, tables, JSON. An object gives one: `"Reed, Sam" <sam@example.com>`. */
export function listTexts(value: unknown, listed: ListedTexts = { texts: [], unread: [] }): ListedTexts {
  if (typeof value === "string") {
    const read = parseJson(value) ?? readTable(value);
    if (read !== undefined) listTexts(read, listed);
    else if (/^\s*(?:\[\s*[[{]|\{)/.test(value)) listed.unread.push({ text: value, reason: "data" });
    else listed.texts.push(decodeText(value));
  } else if (typeof value === "number") listed.texts.push(String(value));
  else if (Array.isArray(value)) {
    const isText = value.length > 1 && value.every((each) => typeof each === "string");
    const rows: unknown[] = (isText ? readTable(value.join("\n")) : undefined) ?? value;
    for (const each of rows) listTexts(each, listed);
  } else if (typeof value === "object" && value !== null) listRecord(value, listed);
  return listed;
}

function listRecord(record: object, listed: ListedTexts): void {
  const texts = splitColumns(record).flatMap((row) => readPerson(row) ?? []);
  listed.texts.push(...texts);
  if (texts.length > 0) return;
  const cells = Object.entries(record).filter(([, cell]) => cell !== null && cell !== "");
  const lists = cells.filter(([, cell]) => typeof cell === "object");
  const before = listed.texts.length + listed.unread.length;
  for (const [, cell] of lists) listTexts(cell, listed);
  if (cells.length > 0 && before === listed.texts.length + listed.unread.length)
    listed.unread.push({ text: cells.map(([key]) => key).join(", "), reason: "fields" });
}

/** The rows of an object whose cells are columns, as line items are; else the object. */
function splitColumns(record: object): object[] {
  const cells = Object.entries(record).filter(([key]) => isHeader(key));
  const columns = cells.filter(
    ([, cell]) => Array.isArray(cell) && cell.every((each) => typeof each === "string"),
  );
  // One name with several addresses is one person.
  const isPerson = cells.some(
    ([key, cell]) => typeof cell === "string" && cell && !keys.email.test(toKey(key)),
  );
  if (columns.length === 0 || isPerson) return [record];
  const length = Math.max(...columns.map(([, cell]) => cell.length));
  return Array.from({ length }, (_, row) =>
    Object.fromEntries(columns.map(([key, cell]) => [key, cell[row]])),
  );
}

/** The person in an object, or undefined. */
function readPerson(record: object): string | undefined {
  const cells = [...collectCells(record)];
  const find = (key: RegExp, isFit = (_: string) => true) =>
    cells.find(([name, text]) => key.test(name) && isFit(text))?.[1];
  const [given, named] = [find(keys.given), find(keys.name)];
  // German tables call the family name "Name".
  const isWhole = named !== undefined && (given === undefined || named.includes(given));
  const parts = isWhole ? [named] : [given, find(keys.family) ?? named];
  const whole = find(keys.fullName) ?? parts.filter(Boolean).join(" ");
  const isEmail = (text: string) => text.includes("@");
  const email = find(keys.email, isEmail) ?? find(keys.otherEmail, isEmail) ?? find(keys.text, isAddress);
  const text = find(keys.text);
  if (whole === "" && email === undefined) return text;
  const name = whole || text || "";
  // Programs repeat the address as the name.
  if (name === "" || name.includes("@")) return email ?? name;
  const quoted = `"${name.replaceAll('"', "")}"`;
  return email === undefined ? quoted : `${quoted} <${email}>`;
}

/** Collects the texts of an object, then those of its parts that it has not itself. Of several emails the first counts. */
function collectCells(record: object, cells = new Map<string, string>()): Map<string, string> {
  const entries = Object.entries(record).map(([key, cell]) => [toKey(key), cell] as const);
  for (const [key, cell] of entries)
    if (typeof cell === "string" && cell.trim() !== "" && !cells.has(key))
      cells.set(key, decodeText(cell).trim());
  for (const [key, cell] of entries) {
    const part: unknown = Array.isArray(cell) && /name|mail/.test(key) ? cell[0] : cell;
    const isPart = [keys.part, keys.name, keys.email, keys.text].some((each) => each.test(key));
    if (!isPart || Array.isArray(part)) continue;
    if (typeof cell === "object" && typeof part === "string") collectCells({ [key]: part }, cells);
    else if (typeof part === "object" && part !== null) collectCells(part, cells);
  }
  return cells;
}

function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Whether a value is nested more than any list of people. */
const isDeep = (value: unknown, left = 20): boolean =>
  typeof value === "object" &&
  value !== null &&
  (left === 0 || Object.values(value).some((each) => isDeep(each, left - 1)));

/** The rows of a table, as spreadsheets and Markdown write it, by its header or its addresses. Undefined for another text. */
function readTable(text: string): object[] | undefined {
  const lines = text
    .split(/[\r\n]+/)
    .map((line) => line.replace(/^\s*\|(.*)\|\s*$/, "$1"))
    .filter((line) => /[^\s|:-]/.test(line));
  const [separator] = /[|\t;,]/.exec(lines[0] ?? "") ?? [];
  if (separator === undefined || lines.length === 1) return undefined;
  // Not inside quotes.
  const cell = new RegExp(`[${separator}](?=(?:[^"]*"[^"]*")*[^"]*$)`);
  const rows = lines.map((line) => line.split(cell).map((each) => each.trim()));
  const [first = [], ...others] = rows;
  const isHeaded = first.some(isHeader);
  const heads = isHeaded ? first : findHeads(rows, separator);
  const people = isHeaded ? others : rows;
  return heads && people.map((row) => Object.fromEntries(row.map((each, column) => [heads[column], each])));
}

/**
 * The heads of a table without a header in which each row has one address. Only a spreadsheet may have columns that are no part of a
 * person: in other texts they may be more people.
 */
function findHeads(rows: readonly string[][], separator: string): string[] | undefined {
  const [first = []] = rows;
  const isColumn = (column: number, pattern: RegExp) =>
    rows.every((row) => row.length === first.length && pattern.test(row[column] ?? ""));
  const heads: string[] = first.map((_, column) =>
    isColumn(column, /^<?[^\s@]+@[^\s@]+$/) ? "email" : "other",
  );
  const names = [...heads.keys()].filter((column) => isColumn(column, /^[^@]*\p{L}[^@]*$/u));
  const [given, family] = names;
  if (given === undefined || names.length !== heads.length - 1 || !heads.includes("email")) return undefined;
  if (family !== undefined && [given, family].every((column) => isColumn(column, /^\S+$/)))
    return heads.with(given, "first").with(family, "last");
  return family === undefined || separator === "\t" ? heads.with(given, "name") : undefined;
}

const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Decodes what HTML mails and Slack escape, `Ada &lt;ada@example.com&gt;`, and writes links and separators as others do. */
const decodeText = (text: string): string =>
  text
    .replaceAll("&amp;", "&")
    .replace(/&(lt|gt|quot|apos|nbsp);?/g, (_, name) => entities[name] ?? "")
    .replace(/&#(x[\da-f]{1,4}|\d{1,5});/gi, (_, code) => String.fromCharCode(code.replace(/^x/i, "0x")))
    .replace(/\[(?:[^[\]]*@[^[\]]*|([^[\]]*))\]\(mailto:([^()\s]*)\)/g, "$1 <$2>")
    .replace(/[“”„‟«»]/g, '"')
    .replace(/[，、،]/g, ", ")
    .replace(/[；؛]/g, "; ");
